"""Known blunders: the positions are sound, and the bots avoid all but the listed ones."""

from __future__ import annotations

import pytest

from nokosu.bots.beginner import Beginner
from nokosu.bots.club.club import Club
from nokosu.bots.greedy import Greedy
from tests.bots.positions.position import Position, answer, failing, positions

POSITIONS = positions()


def test_there_are_enough_positions_with_names_of_their_own() -> None:
    assert len(POSITIONS) >= 36
    assert len({position.name for position in POSITIONS}) == len(POSITIONS)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_some_legal_actions_are_good_and_some_are_not(position: Position) -> None:
    legal = set(position.match.legal())
    assert set(position.good) < legal
    assert position.good
    assert position.why.endswith(".")


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_club_avoids_the_blunder_unless_it_is_listed(position: Position) -> None:
    passed = answer(Club(), position) in position.good
    # Both ways: a position that club has learnt is taken off the list.
    assert passed == (position.name not in failing()["club"])


def test_the_list_names_positions_and_says_why() -> None:
    names = {position.name for position in POSITIONS}
    for known in failing().values():
        assert set(known) <= names
        assert all(known.values())
    assert len(failing()["club"]) <= len(POSITIONS) // 10


@pytest.mark.parametrize("bot", [Greedy(), Beginner()], ids=lambda bot: bot.name)
def test_weaker_bots_blunder_more(bot: Greedy | Beginner) -> None:
    failed = [position.name for position in POSITIONS if answer(bot, position) not in position.good]
    assert len(failed) > 2 * len(failing()["club"])
