"""Counting action sequences from fixed positions: any change of any rule in any phase shows in a number.

The numbers are data (positions.json); core and an independent naive round must both come to them.
"""

from dataclasses import replace

import pytest

from nokosu.core import follow, trick
from nokosu.core.round import Phase
from nokosu.core.ruleset import ZeroRule
from nokosu.core.trump import Suit
from tests.perft import naive_round
from tests.perft.positions import Position, all_positions, counts

POSITIONS = all_positions()
ROUNDS = {position.name: position.round for position in POSITIONS}


def naive_table(position: Position) -> naive_round.Table:
    ruleset = position.ruleset
    table = naive_round.Table(
        players=ruleset.players,
        picks_each=ruleset.picks_each,
        tricks=ruleset.tricks,
        zero_dice=ruleset.zero_dice if ruleset.zero_rule is ZeroRule.BLACK_DICE else None,
        dealer=position.dealer,
        hands=[[str(card) for card in own] for own in position.deal.cards],
        dice=[[str(die) for die in own] for own in position.deal.drawn],
        middle=[str(die) for die in position.deal.pool],
        leader=(position.dealer + 1) % ruleset.players,
        zero=[False] * ruleset.players,
    )
    for action in position.actions:
        assert action in table.possible()
        table.do(action)
    return table


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_core_counts_what_the_data_says(position: Position) -> None:
    assert counts(position.round, len(position.counts)) == list(position.counts)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_naive_round_counts_the_same(position: Position) -> None:
    quick = [number for number in position.counts if number <= 6000]
    assert naive_round.count(naive_table(position), len(quick)) == quick


def test_every_phase_player_count_and_way_to_zero_is_counted() -> None:
    phases = {(position.round.phase, position.ruleset.zero_rule) for position in POSITIONS}
    assert phases == {
        (Phase.DRAFT, ZeroRule.BLACK_DICE),
        (Phase.DRAFT, ZeroRule.DECLARED),
        (Phase.DECLARE, ZeroRule.DECLARED),
        (Phase.PLAY, ZeroRule.BLACK_DICE),
        (Phase.PLAY, ZeroRule.DECLARED),
    }
    assert {position.ruleset.players for position in POSITIONS} == {3, 4, 5}


def test_some_positions_are_counted_to_the_end_of_the_round() -> None:
    ended = [position.name for position in POSITIONS if position.counts[-1] == 0]
    assert len(ended) >= 3


def counted_otherwise() -> list[str]:
    return [position.name for position in POSITIONS if counts(ROUNDS[position.name], 3) != list(position.counts[:3])]


def test_as_it_is_nothing_iscounted_otherwise() -> None:
    assert counted_otherwise() == []


def test_planted_a_last_die_that_may_be_played_shows_in_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow, "playable", lambda cards, dice, zero: cards + dice if zero or dice else cards)
    assert "last 3 tricks, 3 players" in counted_otherwise()


def test_planted_trumps_that_follow_their_colour_show_in_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (follow, trick):
        monkeypatch.setattr(module, "suit", lambda piece, trump: Suit(piece.colour) if trump else None)
    assert "first trick, four players" in counted_otherwise()


def test_planted_a_third_zero_die_shows_in_a_number() -> None:
    position = next(position for position in POSITIONS if position.name == "draft with zero dice, three players")
    generous = replace(position, ruleset=replace(position.ruleset, zero_dice=3))
    assert counts(generous.round, 3)[2] > position.counts[2]
