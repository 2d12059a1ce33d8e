"""What happens, as every audience sees it."""

import dataclasses
from random import Random

import pytest

from nokosu import editions
from nokosu.core.events import (
    Declared,
    DieTaken,
    Event,
    MatchEnded,
    Played,
    RoundDealt,
    RoundScored,
    ScoreLine,
    TrickTaken,
    ZeroDieTaken,
    history,
    since,
)
from nokosu.core.match import Match
from nokosu.core.notation import parse_action
from nokosu.core.round import Phase
from tests.builders import SEED, chosen, play_on, random_match, rules


def step(match: Match, text: str, seat: int | None = None) -> tuple[Match, tuple[Event, ...]]:
    after = match.apply(parse_action(text, match.round.phase))
    return after, since(match, after, seat)


@pytest.mark.parametrize(("edition", "players"), editions.pairs())
def test_H2_step_by_step_and_all_at_once_tell_the_same(edition: str, players: int) -> None:
    match = Match.start(editions.ruleset(edition, players, rounds=2), SEED)
    told = {seat: list(history(match, seat)) for seat in (None, *range(players))}
    random = Random(1)
    while not match.over:
        after = match.apply(chosen(match, random))
        for seat, events in told.items():
            events.extend(since(match, after, seat))
            assert tuple(events) == history(after, seat)
        match = after
    assert isinstance(told[None][-1], MatchEnded)


@pytest.mark.parametrize("actions", [0, 7, 30, 200])
def test_H2_every_audience_gets_the_same_events_but_for_its_own_hand(actions: int) -> None:
    match = random_match(rules(4, rounds=2), actions)
    public = history(match, None)
    for seat in range(4):
        for seen, everybody in zip(history(match, seat), public, strict=True):
            if isinstance(seen, RoundDealt):
                assert isinstance(everybody, RoundDealt)
                assert everybody.hand is None
                assert seen.hand == match.rounds[seen.round].deal.cards[seat]
            else:
                assert seen == everybody


def test_D1_to_D5_a_deal_shows_the_dice_to_all_and_a_hand_to_its_owner() -> None:
    match = Match.start(rules(3, rounds=1), SEED)
    (dealt,) = history(match, 1)
    deal = match.round.deal
    assert dealt == RoundDealt(0, match.round.dealer, match.ruleset.removed, deal.drawn, deal.pool, deal.cards[1])


def test_D6_Z1_picks_are_told_as_what_they_are() -> None:
    match = Match.start(rules(3, rounds=1), SEED)
    seat, die = match.to_act, match.round.pool[0]
    assert seat is not None
    _, told = step(match, f"take {die}")
    assert told == (DieTaken(seat, die),)
    _, told = step(match, f"zero {die}")
    assert told == (ZeroDieTaken(seat, die),)


def test_Z5_Z6_declarations_are_told_as_what_they_are() -> None:
    match = Match.start(rules(3, "first", rounds=1), SEED)
    match = play_on(match, 9)
    assert match.round.phase is Phase.DECLARE
    seat = match.to_act
    assert seat is not None
    die = match.round.dice[seat][0]
    assert step(match, "pass")[1] == (Declared(seat, None),)
    assert step(match, f"zero {die}")[1] == (Declared(seat, die),)


def test_W5_the_last_play_of_a_trick_is_followed_by_who_takes_it() -> None:
    match = play_on(Match.start(rules(3, rounds=1), SEED), 9 + 2)
    seat = match.to_act
    assert seat is not None
    after, told = step(match, str(match.legal()[0]))
    won = after.round.tricks[0]
    piece = won.trick.plays[-1]
    assert told == (Played(seat, piece), TrickTaken(won.winner, won.trick.leader, won.trick.plays))


def test_S1_to_S4_M4_a_score_says_how_the_points_came_about() -> None:
    """The round of docs/records.md is not needed: any finished round adds up."""
    match = random_match(rules(4, rounds=2), 1000)
    scored = [event for event in history(match, None) if isinstance(event, RoundScored)]
    assert [event.round for event in scored] == [0, 1]
    totals = [0] * 4
    for event, round_, row in zip(scored, match.rounds, match.scores, strict=True):
        for seat, line in enumerate(event.lines):
            totals[seat] += line.points
            assert line.points == line.tricks + line.bonus + line.zero_bonus == sum(line.parts) == row[seat]
            assert 0 not in line.parts
            assert (line.won, line.leftover) == (round_.won[seat], round_.contracts[seat].leftover)
            assert line.made is (line.won == round_.contracts[seat].target)
            assert line.total == totals[seat]
    assert history(match, None)[-1] == MatchEnded(match.totals, match.winners)


def test_H4_an_event_has_no_field_for_what_is_hidden() -> None:
    """What an event can hold is written here; a new field is a decision, not an accident."""
    fields = {
        RoundDealt: ("round", "dealer", "removed_colour", "drawn", "pool", "hand"),
        DieTaken: ("seat", "die"),
        ZeroDieTaken: ("seat", "discard"),
        Declared: ("seat", "returned"),
        Played: ("seat", "piece"),
        TrickTaken: ("seat", "leader", "plays"),
        RoundScored: ("round", "lines"),
        ScoreLine: ("leftover", "won", "made", "tricks", "bonus", "zero_bonus", "points", "total"),
        MatchEnded: ("totals", "winners"),
    }
    for kind, names in fields.items():
        assert tuple(field.name for field in dataclasses.fields(kind)) == names
