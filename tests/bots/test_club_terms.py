"""The club player's terms, each against a plainer statement of the same thing."""

from __future__ import annotations

from itertools import product
from math import isclose, isfinite

import pytest

from nokosu.bots.club.club import Club
from nokosu.bots.club.estimate import own_odds
from nokosu.bots.club.faces import FACES, TRUMP, face, order
from nokosu.bots.club.features import outlook, softened
from nokosu.bots.club.middle import Middle
from nokosu.bots.club.position import position
from nokosu.bots.club.targets import chances, live_payoff, stakes
from nokosu.bots.club.weights import PICK, PLAY, dumps, from_flat, parse, tuned
from nokosu.bots.club.zero import zero_chance
from nokosu.core.pieces import CARDS, DICE
from nokosu.core.round import Phase
from nokosu.core.trick import winning_play
from nokosu.core.trump import strength, suit
from nokosu.core.worlds import shown_voids, unseen_cards
from tests.bots.club_views import situations
from tests.builders import dice, hand


def test_T2_W3_faces_have_the_suits_and_the_order_of_the_rules() -> None:
    for trump in DICE:
        ordered = order(trump)
        for one in CARDS:
            assert ordered.suit[face(one)] == int(suit(one, trump))
            for other in CARDS:
                if suit(one, trump) is suit(other, trump):
                    mine = ordered.rank[face(one)] - ordered.rank[face(other)]
                    law = strength(one, trump) - strength(other, trump)
                    assert (mine > 0, mine == 0) == (law > 0, law == 0)


def test_H1_F4_a_position_counts_what_the_rules_say_is_unseen_and_who_is_void() -> None:
    for _, view in situations(1, edition="second"):
        if view.phase is not Phase.PLAY:
            continue
        assert view.trump is not None
        here = position(view)
        unseen = unseen_cards(view)
        for kind in range(TRUMP + 1):
            ranks = [here.order.rank[face(card)] for card in unseen if int(suit(card, view.trump)) == kind]
            assert here.unseen_from[kind][:10] == [sum(rank >= least for rank in ranks) for least in range(10)]
        voids = [{int(each) for each in seat} for seat in shown_voids(view)]
        assert [{kind for kind in range(TRUMP + 1) if seat[kind]} for seat in here.void] == voids


def test_W1_the_best_piece_so_far_is_the_one_of_the_rules() -> None:
    for _, view in situations(1, edition="first", players=4):
        if view.phase is Phase.PLAY and view.trick is not None and view.trick.plays:
            assert view.trump is not None
            best = winning_play(view.trick.plays, view.trump)
            assert position(view).best_seat == view.trick.seat_of(best, view.ruleset.players)


@pytest.mark.parametrize("targets", [(1,), (0, 2), (1, 2, 3)])
def test_chances_without_control_are_plain_probability(targets: tuple[int, ...]) -> None:
    odds = [0.2, 0.9, 0.5, 0.35]
    expected = 0.0
    for wins in product((0, 1), repeat=4):
        if sum(wins) in targets:
            weight = 1.0
            for won, chance in zip(wins, odds, strict=True):
                weight *= chance if won else 1 - chance
            expected += weight
    found = chances(live_payoff(targets, 0, zero=False), [(chance, chance) for chance in odds])
    assert isclose(found[0], expected)


def test_chances_with_control_are_those_of_the_best_way_to_steer() -> None:
    odds = [(0.9, 0.1), (0.6, 0.4), (0.8, 0.0)]

    def best(at: int, won: int) -> float:
        if at < 0:
            return 1.0 if won == 2 else 0.0
        win, lose = odds[at]
        return max(chance * best(at - 1, won + 1) + (1 - chance) * best(at - 1, won) for chance in (win, lose))

    assert isclose(chances([0.0, 0.0, 1.0], odds)[0], best(2, 0))


def test_S2_a_target_below_the_tricks_won_is_dead() -> None:
    assert live_payoff((2, 5), 3, zero=False) == [0.0, 0.0, 1.0]
    assert live_payoff((2,), 3, zero=False) == [0.0]
    assert live_payoff((2, 5), 0, zero=True) == [1.0]
    assert live_payoff((2, 5), 1, zero=True) == [0.0]


def _expected_margin(chance: list[float], zero: list[bool]) -> float:
    """S3, S4 in full: every way in which the seats can make it or not. Seat 0 less the mean of the others."""
    total = 0.0
    for made in product((False, True), repeat=len(chance)):
        weight = 1.0
        for success, each in zip(made, chance, strict=True):
            weight *= each if success else 1 - each
        failed = made.count(False)
        scores = [(10 * failed + 10 * z) * success for success, z in zip(made, zero, strict=True)]
        total += weight * (scores[0] - sum(scores[1:]) / (len(scores) - 1))
    return total


@pytest.mark.parametrize("zero", [[False] * 4, [True, False, True, False]])
def test_S3_S4_stakes_are_the_slopes_of_the_expected_margin(zero: list[bool]) -> None:
    chance = [0.3, 0.7, 0.2, 0.5]
    slopes = stakes(0, chance, zero, bonus=10, zero_bonus=10)
    for seat in range(4):
        more = [each + (0.001 if at == seat else 0.0) for at, each in enumerate(chance)]
        slope = (_expected_margin(more, zero) - _expected_margin(chance, zero)) / 0.001
        assert isclose(slopes[seat], slope, rel_tol=1e-6)


def test_every_trick_goes_to_somebody_and_chances_are_chances() -> None:
    for _, view in situations(2, edition="second"):
        if view.phase is not Phase.PLAY:
            continue
        outlook_, found = Club().plays(view)
        assert all(0.0 <= lose <= win <= 1.0 for win, lose in outlook_.odds)
        for candidate in found:
            assert isclose(sum(candidate.takers), 1.0)
            assert 0.0 <= candidate.chance <= 1.0
        assert isclose(sum(softened(found, 0.5)), 1.0)


def test_Z8_a_twin_is_worse_for_zero_than_a_number_trump_and_that_than_a_covered_seven() -> None:
    middle, weights = Middle.of(dice("dR4")), tuned(4)
    low = "B0 B1 B2 G0 Y1 P0"
    chance = {extra: zero_chance(hand(f"{low} {extra}"), (), middle, weights) for extra in ("R4", "G4", "B7")}
    assert chance["R4"] < chance["G4"] < chance["B7"] < 1.0


def test_a_seven_alone_is_worse_for_zero_than_one_above_three_low_pieces() -> None:
    middle, weights = Middle.of(dice("dR4")), tuned(4)
    alone = zero_chance(hand("B0 B1 B2 G7"), (), middle, weights)
    assert alone < zero_chance(hand("B0 B1 B2 B7"), (), middle, weights)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_weights_are_the_same_in_files_and_as_plain_numbers(players: int) -> None:
    weights = tuned(players)
    assert parse(dumps(weights)) == weights
    assert from_flat(weights.flat()) == weights
    assert all(map(isfinite, weights.flat()))
    assert len(weights.play) == len(weights.play_zero) == len(weights.play_lost) == len(PLAY)
    assert len(weights.pick) == len(PICK)


def test_an_early_lead_is_seen_in_the_right_phase() -> None:
    for _, view in situations(1, edition="second", players=4):
        if view.phase is Phase.PLAY:
            here = position(view)
            seen = outlook(here, tuned(4), bonus=10, zero_bonus=10)
            assert seen.phase == (0 if here.tricks_left > 9 else 1 if here.tricks_left > 4 else 2)
            assert len(own_odds(here, tuned(4))) == len(here.own)
    assert FACES == 40
