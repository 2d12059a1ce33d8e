"""Stupid moves: each kind names them in a position, finds none in a harmless one, and good players avoid them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from nokosu.bots.blunders import KINDS, sensible, stupid_moves
from nokosu.bots.certain import sure_plays
from nokosu.bots.club.club import Club
from nokosu.bots.registry import make
from nokosu.core.actions import Action
from nokosu.core.notation import parse_action
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View, view
from nokosu.record.position_reader import parse_position
from tests.bots.club_views import situations

FILE = Path(__file__).parent / "stupid.toml"
GOOD_PLAYERS = ("club", "search:30", "neural", "champion:4")


@dataclass(frozen=True)
class Situation:
    """A position from `bench/stupid.py --positions`, with what would be stupid there."""

    kind: str
    seen: View
    stupid: frozenset[Action]


def read() -> list[Situation]:
    found = []
    for row in tomllib.loads(FILE.read_text("utf-8"))["situation"]:
        match = parse_position(row["at"]).match(Stream(seed_from_number(1), "position"))
        assert match.to_act is not None
        stupid = frozenset(parse_action(text, match.round.phase) for text in row["stupid"])
        found.append(Situation(row["kind"], view(match, match.to_act), stupid))
    return found


SITUATIONS = read()


def test_every_kind_has_a_position_in_which_it_happens() -> None:
    assert {each.kind for each in SITUATIONS} == set(KINDS)
    for each in SITUATIONS:
        assert stupid_moves(each.seen)[each.kind] == each.stupid


@pytest.mark.parametrize("name", GOOD_PLAYERS)
def test_good_players_avoid_them(name: str) -> None:
    bot = make(name)
    for each in SITUATIONS:
        assert bot.choose(each.seen, Stream(bytes(32), "stupid")) not in each.stupid


def test_a_player_without_the_guard_is_found_out() -> None:
    bot = Club()
    assert any(bot.choose(each.seen, Stream(bytes(32), "stupid")) in each.stupid for each in SITUATIONS)


def test_something_sensible_is_always_left() -> None:
    for _, seen in situations(2):
        left = sensible(seen)
        assert left
        assert set(left) <= set(seen.legal or ())


def test_a_contract_that_is_sure_is_not_given_up() -> None:
    given_up = 0
    for _, seen in situations(2):
        sure = sure_plays(seen)
        if sure and len(sure) < len(seen.legal or ()):
            assert set(sensible(seen)) <= sure
            assert make("nori").choose(seen, Stream(bytes(32), "sure")) in sure
            given_up += Club().choose(seen, Stream(bytes(32), "sure")) not in sure
    assert given_up, "a player without the guard is found out"


def test_nothing_is_sure_too_early_or_among_too_many_worlds() -> None:
    seen = next(seen for _, seen in situations(2) if sure_plays(seen))
    assert not sure_plays(seen, last=0)
    assert not sure_plays(seen, worlds=0)
    assert not sure_plays(seen, ())
