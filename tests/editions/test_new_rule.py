"""A rule that came later, end to end: T3, which no printed edition has. Everything older stays as it is.

The recipe "A rule" in CONTRIBUTING.md lists what such a rule touches. The archive, the databases and the logs of older
versions have their own tests, and none of them was changed for this rule.
"""

from dataclasses import MISSING, fields, replace
from pathlib import Path

import msgspec
import pytest

import nokosu
from nokosu import editions
from nokosu.core.help import if_trump, trumps
from nokosu.core.match import Match
from nokosu.core.pieces import BLANK
from nokosu.core.round import Phase
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.trump import TrumpKind
from nokosu.core.view import view
from nokosu.editions import parse_edition
from nokosu.record.position import position_of
from nokosu.record.position_reader import parse_position
from nokosu.record.round_text import parse_round, round_text
from nokosu.table.frame_cache import FrameCache
from nokosu.wire.views import View, view_from_json, view_to_json
from tests.builders import NO_PAIRS, NO_PAIRS_DECLARED, random_match, rules
from tests.record.samples import record
from tests.record.test_round_trip import check
from tests.server.test_frames import differences, table

FIRST = tuple(field.name for field in fields(Ruleset))[:19]
"""The fields of the first release, which every digest contains."""


def blank_match(edition: str = NO_PAIRS, players: int = 4, rounds: int = 20) -> Match:
    """A whole match in which some round had no number trump."""
    match = random_match(rules(players, edition, rounds=rounds), 100_000, choices=1)
    assert any(round_.trump is not None and round_.trump.number == BLANK for round_ in match.rounds)
    return match


def test_later_rules_have_defaults_and_come_after_the_first() -> None:
    later = [field for field in fields(Ruleset) if field.name not in FIRST]
    assert [field.name for field in fields(Ruleset) if field.default is MISSING] == list(FIRST)
    assert "number_trumps" in [field.name for field in later]


def test_a_rule_that_is_as_before_is_in_no_digest_and_another_is() -> None:
    usual = rules(4, NO_PAIRS)
    assert replace(rules(4), number_trumps=usual.number_trumps).digest != rules(4).digest
    text = Path(NO_PAIRS).read_text("utf-8")
    unsaid = parse_edition(text.replace('number_trumps = "unless-pair"\n', ""), "a.toml").ruleset(4)
    said = parse_edition(text.replace("unless-pair", "always"), "b.toml").ruleset(4)
    assert unsaid == said
    assert unsaid.digest == said.digest != usual.digest


@pytest.mark.parametrize("edition", [NO_PAIRS, NO_PAIRS_DECLARED], ids=["drafted", "declared"])
def test_T3_records_rounds_and_positions_say_it_and_are_read_back(edition: str) -> None:
    match = blank_match(edition)
    check(match, record(match))
    for round_ in match.rounds:
        assert parse_round(round_text(round_)) == round_
    now = Match.start(rules(4, edition, rounds=1), seed_from_number(4))
    choose = Stream(seed_from_number(1), "t3")
    while not now.over:
        assert parse_position(str(position_of(now))).round == now.round
        now = now.apply(choose.choice(now.legal()))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_T3_what_a_table_sends_is_the_view_and_its_help(players: int) -> None:
    state, cache = table(editions.find(NO_PAIRS).name, players), FrameCache()
    blank = 0
    for seed in range(8):
        state.match = Match.start(state.ruleset, seed_from_number(seed))
        choose = Stream(seed_from_number(seed), "t3")
        while state.match.round.phase is Phase.DRAFT or len(state.match.round.tricks) < 2:
            assert differences(state, cache) == []
            state.match = state.match.apply(choose.choice(state.match.legal()))
        seen = view(state.match, 0)
        assert seen.trump is not None
        blank += seen.trump.number == BLANK
        assert view_from_json(msgspec.convert(view_to_json(seen), View)) == seen
        if seen.trump.number == BLANK:
            assert {kind for _, kind in trumps(seen)} == {TrumpKind.COLOUR}
    assert blank


def test_T3_before_the_last_pick_both_dice_are_shown_as_they_would_be() -> None:
    for seed in range(40):
        match = Match.start(rules(4, NO_PAIRS), seed_from_number(seed))
        while len(match.round.pool) > 2:
            match = match.apply(match.legal()[0])
        first, second = match.round.pool
        for die, own in if_trump(view(match, 0)):
            by_number = [piece for piece in own if piece.colour is not die.colour]
            assert not by_number or first.number != second.number
        if first.number == second.number:
            return
    raise AssertionError("no pair in forty deals")


def test_T3_people_read_and_see_that_no_number_is_trump() -> None:
    match, seed = nokosu.Match.start(rules(4, NO_PAIRS), seed=0), 0
    while match.round.trump is None or match.round.trump.number != BLANK:
        seed += match.round.trump is not None
        begun = match.round.trump is None
        match = match.apply(match.legal()[-1]) if begun else nokosu.Match.start(rules(4, NO_PAIRS), seed=seed)
    assert "no number is trump in this round" in nokosu.describe(match.view())
    assert str(match.view().svg()).startswith("<svg")
