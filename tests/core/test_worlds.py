"""Worlds: consistent with all that a seat knows, all of them, and drawn exactly uniformly.

Small games are checked exhaustively for three, four and five players; large ones by playing every drawn world again.
"""

from collections import Counter
from dataclasses import replace
from functools import cache
from math import isqrt

import pytest
from hypothesis import given

from nokosu.core import worlds
from nokosu.core.errors import WorldsError
from nokosu.core.match import Match
from nokosu.core.pieces import Colour, Piece
from nokosu.core.round import Phase, Round, WonTrick
from nokosu.core.ruleset import Ruleset, ZeroRule
from nokosu.core.stream import Stream
from nokosu.core.trick import Trick
from nokosu.core.trump import Suit
from nokosu.core.view import View, view
from nokosu.core.worlds import (
    World,
    Worlds,
    any_world,
    count,
    enumerate_worlds,
    rebuild,
    sample,
    shown_voids,
    unseen_cards,
)
from tests.builders import SEED, act, dice, pieces, playing, random_match, rules, small_rules
from tests.core.world_checks import Sampler, brute_force, distribution, fault, fits
from tests.strategies import views

SMALL = {
    "three, one card aside": small_rules(3),
    "three, zero declared": small_rules(3, zero_dice=0),
    "four": small_rules(4, highest_card=2, cards_each=3, removed=Colour.PURPLE),
    "five": small_rules(5, cards_each=2),
}


def decisions(ruleset: Ruleset) -> int:
    declarations = ruleset.players if ruleset.zero_rule is ZeroRule.DECLARED else 0
    return ruleset.players * (ruleset.picks_each + ruleset.tricks) + declarations


@cache
def small_views(name: str) -> tuple[View, ...]:
    """Views at every point of some random rounds of a small game, every seat's and a spectator's."""
    ruleset = SMALL[name]
    matches = [
        random_match(ruleset, actions, choices, bytes([choices]) * 32)
        for choices in range(5)
        for actions in range(decisions(ruleset) + 1)
    ]
    return tuple(view(match, seat) for match in matches for seat in (None, *range(ruleset.players)))


def with_unseen(name: str, least: int, most: int, every: int = 1) -> list[View]:
    chosen = [seen for seen in small_views(name) if least <= len(unseen_cards(seen)) <= most]
    return chosen[::every]


def bound_seats(seen: View) -> int:
    """How many other seats have shown a void."""
    return sum(bool(suits) for seat, suits in enumerate(shown_voids(seen)) if seat != seen.seat)


# What a seat knows


def test_H1_H3_unseen_are_all_cards_but_ones_own_and_those_played() -> None:
    match = random_match(rules(3), 30)
    seen = view(match, 0)
    truth = [*match.round.deal.aside, *match.round.hands[1], *match.round.hands[2]]
    assert list(unseen_cards(seen)) == sorted(truth)
    assert len(unseen_cards(view(match, None))) == len(truth) + len(match.round.hands[0])


def test_F4_who_does_not_follow_has_shown_a_void() -> None:
    round_ = playing("dB4", ["R1 G1", "R6 G2", "B0 G3"], ["dY1"] * 3)
    round_ = act(round_, "play R1", "play R6", "play B0", "play G3")
    assert shown_voids(_seen_by(round_, 0)) == (frozenset(), frozenset(), frozenset({Suit.RED}))


def test_F4_T2_not_following_trumps_shows_a_void_in_trumps() -> None:
    round_ = playing("dB4", ["R4 G1", "R6 G2", "B0 G3"], ["dY1"] * 3)
    round_ = act(round_, "play R4", "play R6", "play B0")
    assert shown_voids(_seen_by(round_, 0)) == (frozenset(), frozenset({Suit.TRUMP}), frozenset())


def test_F2_a_last_die_of_the_suit_does_not_hide_the_void() -> None:
    """Who keeps a red die as the last one and plays green on red has no red card; the die proves nothing."""
    round_ = playing("dB4", ["R1 G1", "G6 G2", "R0 G3"], ["dY1", "dR3", "dY1"])
    round_ = act(round_, "play R1", "play G6")
    assert shown_voids(_seen_by(round_, 0))[1] == {Suit.RED}


def test_F6_following_with_a_die_says_nothing_about_the_hand() -> None:
    round_ = playing("dB4", ["R1 G1", "R6 G2", "R0 G3"], ["dY1 dY2", "dR3 dR5", "dY1 dY2"])
    round_ = act(round_, "play R1", "play dR3")
    assert shown_voids(_seen_by(round_, 0)) == (frozenset(),) * 3


def _seen_by(round_: Round, seat: int) -> View:
    return view(replace(random_match(rules(3), 0), round=round_), seat)


def test_in_the_draft_any_deal_of_the_unseen_cards_is_a_world() -> None:
    seen = view(Match.start(small_rules(3), SEED), 0)
    assert count(seen) == 7 * 20  # which card is aside, which three of the other six
    assert count(view(Match.start(rules(3), SEED), 0)) == 19 * 48620
    assert count(view(Match.start(rules(4), SEED), None)) == 4705360871073570227520


# All worlds, and nothing but worlds


@pytest.mark.parametrize("name", SMALL)
def test_the_listed_worlds_are_those_that_brute_force_finds(name: str) -> None:
    looked_at = with_unseen(name, 0, 4, every=2) + with_unseen(name, 5, 5, every=12)
    assert len({seen.phase for seen in looked_at}) >= 2
    assert any(bound_seats(seen) > 1 for seen in looked_at)
    for seen in looked_at:
        listed = list(enumerate_worlds(seen))
        assert len(set(listed)) == len(listed) == count(seen)
        assert set(listed) == brute_force(seen)


def test_brute_force_agrees_before_the_first_trick_too() -> None:
    seen = view(random_match(small_rules(3), 3), 1)
    assert seen.phase is Phase.PLAY
    assert set(enumerate_worlds(seen)) == brute_force(seen)


@pytest.mark.parametrize("name", SMALL)
def test_any_world_is_one_that_fits(name: str) -> None:
    for seen in small_views(name):
        assert fits(seen, any_world(seen))


@given(views())
def test_any_world_fits_in_large_games_too(seen: View) -> None:
    assert fits(seen, any_world(seen))


def test_more_worlds_than_asked_for_are_not_listed() -> None:
    seen = view(Match.start(small_rules(3), SEED), 0)
    assert len(list(enumerate_worlds(seen, most=140))) == 140
    with pytest.raises(WorldsError, match="140 worlds fit this view; at most 139 are listed"):
        list(enumerate_worlds(seen, most=139))


# Uniform


def uniform(seen: View) -> Sampler:
    return Worlds(seen).sample


@pytest.mark.parametrize("name", SMALL)
def test_every_world_is_drawn_with_exactly_the_same_probability(name: str) -> None:
    looked_at = with_unseen(name, 0, 4, every=2) + [seen for seen in with_unseen(name, 5, 5) if bound_seats(seen)][:4]
    assert any(bound_seats(seen) > 1 for seen in looked_at)
    for seen in looked_at:
        assert fault(uniform, seen) is None


@pytest.mark.parametrize(("players", "actions", "choices"), [(3, 33, 5), (4, 55, 22), (5, 62, 0)])
def test_in_a_real_round_every_world_comes_about_equally_often(players: int, actions: int, choices: int) -> None:
    seen = view(random_match(rules(players), actions, choices), 0)
    total, times = count(seen), 100
    assert bound_seats(seen) >= 2
    assert total >= 48
    stream, sampler = Stream(SEED, "worlds", players), uniform(seen)
    drawn = Counter(sampler(stream) for _ in range(total * times))
    assert set(drawn) == set(enumerate_worlds(seen))
    # six standard deviations either way; the seed is fixed, so this passes always or never
    assert max(abs(number - times) for number in drawn.values()) < 6 * isqrt(times)


@given(views())
def test_a_drawn_world_can_be_played_again_and_looks_the_same(seen: View) -> None:
    world = sample(seen, Stream(SEED, "worlds"))
    assert fits(seen, world)
    round_ = rebuild(seen, world)
    assert (round_.hands, round_.deal.aside) == (world.hands, world.aside)


@given(views())
def test_the_number_of_worlds_is_positive_and_one_when_nothing_is_hidden(seen: View) -> None:
    assert count(seen) >= 1
    if seen.phase is Phase.OVER:
        assert count(seen) == 1


# Views that cannot be


def test_a_view_whose_hands_do_not_add_up_has_no_worlds() -> None:
    seen = view(random_match(rules(3), 30), 0)
    with pytest.raises(WorldsError, match="do not fill the hidden hands"):
        count(replace(seen, cards_left=(0, 0, 0)))


def test_a_view_that_contradicts_itself_has_no_worlds() -> None:
    """Nobody else has followed red, and red cards are unseen."""
    seen = view(random_match(SMALL["four"], 4), 0)
    nobody_red = WonTrick(Trick(0, pieces("dR6 dG6 dG6 dG6")), 0)
    faked = replace(seen, trump=dice("dB5")[0], tricks=(nobody_red,))
    assert Colour.RED in {card.colour for card in unseen_cards(faked)}
    assert count(faked) == 0
    assert list(enumerate_worlds(faked)) == []
    with pytest.raises(WorldsError, match="no world fits this view"):
        any_world(faked)
    with pytest.raises(WorldsError, match="no world fits this view"):
        sample(faked, Stream(SEED))


# Planted faults: samplers that a careless hand could write, each caught by the check above


def _dealt_out(seen: View, cards: list[Piece], aside: tuple[Piece, ...]) -> World:
    hands = [
        seen.hand or () if seat == seen.seat else tuple(sorted(cards.pop() for _ in range(seen.cards_left[seat])))
        for seat in range(seen.ruleset.players)
    ]
    return World(tuple(hands), aside or tuple(cards))


def forgets_voids(seen: View) -> Sampler:
    def sampler(stream: Stream) -> World:
        cards = list(unseen_cards(seen))
        stream.shuffle(cards)
        return _dealt_out(seen, cards, ())

    return sampler


def forgets_the_card_aside(seen: View) -> Sampler:
    """Takes the last of the unseen cards for the one aside, and shuffles the others well."""

    def sampler(stream: Stream) -> World:
        *cards, aside = unseen_cards(seen)
        stream.shuffle(cards)
        return _dealt_out(seen, cards, (aside,))

    return sampler


class _Unweighted(worlds._Ways):
    """Every allotment of a suit that leads anywhere is as likely as the next, whatever lies behind it."""

    def draw(self, index: int, room: tuple[int, ...], stream: Stream) -> tuple[int, ...]:
        return stream.choice([allotment for allotment, ways in self._allotments(index, room) if ways])


def counts_suits_independently(seen: View) -> Sampler:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worlds, "_Ways", _Unweighted)
        return Worlds(seen).sample


@pytest.mark.parametrize("name", SMALL)
def test_planted_a_sampler_that_forgets_voids_is_caught(name: str) -> None:
    looked_at = with_unseen(name, 2, 4, every=3)
    assert "draws a world that cannot be" in {fault(forgets_voids, seen) for seen in looked_at}


def test_planted_a_sampler_that_forgets_the_card_aside_is_caught() -> None:
    looked_at = [seen for seen in with_unseen("three, one card aside", 2, 4) if not bound_seats(seen)]
    assert {fault(forgets_the_card_aside, seen) for seen in looked_at} == {"never draws a world that can be"}


@pytest.mark.parametrize("name", ["three, one card aside", "four", "five"])
def test_planted_a_sampler_that_counts_suits_independently_is_caught(name: str) -> None:
    looked_at = with_unseen(name, 4, 4)
    found = {fault(counts_suits_independently, seen) for seen in looked_at}
    assert found == {None, "draws some worlds more often than others"}


def test_exact_distributions_add_up_to_one() -> None:
    for seen in with_unseen("four", 3, 4, every=9):
        assert sum(distribution(uniform(seen)).values()) == 1
