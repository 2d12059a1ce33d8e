"""H1 to H4: what a seat may know, and what a spectator may."""

import re
from dataclasses import fields

import pytest
from hypothesis import given

from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.view import View, view
from tests.builders import SEED, play_on, random_match, rules
from tests.strategies import matches


def cards_named(seen: View) -> set[str]:
    """Every card that occurs anywhere in a view, found in its text."""
    return set(re.findall(r"\b[RBGYP]\d\b", repr(seen)))


HIDDEN = {"deal", "deals", "seed", "hands", "cards", "aside", "finished"}


def test_H1_a_hand_is_seen_by_its_owner_alone() -> None:
    match = random_match(rules(4), 30)
    for seat in range(4):
        seen = view(match, seat)
        assert seen.hand == match.round.hands[seat]
        played = {str(piece) for won in seen.tricks for piece in won.trick.plays if not piece.is_die}
        lying = {str(piece) for piece in (seen.trick.plays if seen.trick else ()) if not piece.is_die}
        assert cards_named(seen) == {*map(str, match.round.hands[seat])} | played | lying


def test_H2_dice_picks_declarations_plays_and_scores_are_public() -> None:
    match = random_match(rules(3, "manual"), 100)
    now = match.round
    for seat in (None, 0, 1, 2):
        seen = view(match, seat)
        assert seen.drawn == now.deal.drawn
        assert seen.pool_rolled == now.deal.pool
        assert (seen.pool, seen.trump, seen.dice, seen.zero) == (now.pool, now.trump, now.dice, now.zero)
        assert (seen.draft, seen.declarations) == (now.draft, now.declarations)
        assert (seen.tricks, seen.trick, seen.won) == (now.tricks, now.trick, now.won)
        assert (seen.scores, seen.totals) == (match.scores, match.totals)
        assert seen.cards_left == tuple(map(len, now.hands))
        assert (seen.round, seen.rounds, seen.dealer, seen.phase) == (2, 3, now.dealer, now.phase)
        assert (seen.removed_colour, seen.zero_dice_left) == (match.ruleset.removed, None)
        assert (seen.seat, seen.ruleset, seen.to_act) == (seat, match.ruleset, match.to_act)
        assert seen.decisions == now.decisions


@given(matches())
def test_H3_the_card_aside_is_in_nobodys_view(match: Match) -> None:
    for seat in (None, *range(match.ruleset.players)):
        seen = view(match, seat)
        lying = [piece for won in seen.tricks for piece in won.trick.plays]
        assert not set(match.round.deal.aside) & {*(seen.hand or ()), *lying}


def test_H4_a_view_has_no_field_that_could_hold_what_is_hidden() -> None:
    assert not HIDDEN & {field.name for field in fields(View)}


def test_H4_a_spectator_sees_neither_hands_nor_legal_actions() -> None:
    seen = view(random_match(rules(4), 30), None)
    assert (seen.seat, seen.hand, seen.legal) == (None, None, None)


def test_H4_only_the_seat_to_act_is_told_what_it_may_do() -> None:
    match = random_match(rules(4), 30)
    assert match.to_act is not None
    for seat in range(4):
        assert view(match, seat).legal == (match.legal() if seat == match.to_act else ())


def test_in_the_draft_there_is_neither_trump_nor_trick() -> None:
    seen = view(Match.start(rules(4), SEED), 0)
    assert (seen.phase, seen.trump, seen.trick, seen.zero_dice_left) == (Phase.DRAFT, None, None, 2)
    assert len(seen.pool) == 13


def test_when_the_match_is_over_nobody_is_to_act() -> None:
    match = play_on(Match.start(rules(3, rounds=1), SEED), 1000)
    seen = view(match, 2)
    assert (seen.phase, seen.to_act, seen.legal, seen.hand, seen.trick) == (Phase.OVER, None, (), (), None)
    assert len(seen.tricks) == 12


@pytest.mark.parametrize("seat", [-1, 4])
def test_there_is_no_view_from_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(IndexError, match=f"seat {seat} at a table for 4"):
        view(Match.start(rules(4), SEED), seat)
