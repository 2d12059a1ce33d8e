"""C3, C6, D1 to D5, M1, M3: what chance decides, and deals given by hand."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given

from nokosu import editions
from nokosu.core.deal import Deal, check_deal, deal, first_dealer, seats_from_left_of
from nokosu.core.errors import DealError, RulesetError
from nokosu.core.match import Match
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import Ruleset
from tests.builders import SEED, dice, hand, pieces, rules, shown
from tests.strategies import rulesets, seeds

pytestmark = pytest.mark.quick


def cards_of(dealt: Deal) -> list[str]:
    return [str(card) for group in (*dealt.cards, dealt.aside) for card in group]


def dice_of(dealt: Deal) -> list[str]:
    return [str(die) for group in (*dealt.drawn, dealt.pool) for die in group]


# Known answers; docs/fairness.md has the same first deal among its vectors.


def test_D1_D2_D3_D4_a_known_deal_for_three() -> None:
    dealt = deal(rules(3), SEED, 0, first_dealer(rules(3), SEED))
    assert [shown(own) for own in dealt.cards] == [
        "R2 R3 R5 B1 B3 G0 G6 Y0 Y4",
        "R0 R4 B0 B2 B4 B5 G1 G5 Y5",
        "R1 B6 G2 G3 G4 Y1 Y2 Y3 Y6",
    ]
    assert shown(dealt.aside) == "R6"
    assert [shown(own) for own in dealt.drawn] == ["dG1", "dB1", "dR3"]
    assert shown(dealt.pool) == "dR4 dR5 dB2 dB6 dB6 dG1 dG5 dY1 dY5 dY5"


def test_M1_known_first_dealers() -> None:
    assert [first_dealer(rules(players), SEED) for players in (3, 4, 5)] == [0, 0, 0]
    assert [first_dealer(rules(players), bytes(32)) for players in (3, 4, 5)] == [1, 1, 4]


def test_M1_every_seat_can_be_the_first_dealer() -> None:
    for players in (3, 4, 5):
        dealers = {first_dealer(rules(players), number.to_bytes(32, "big")) for number in range(60)}
        assert dealers == set(range(players))


# What every deal has


@given(rulesets(), seeds())
def test_D1_D2_C6_every_card_in_play_is_dealt_or_aside_once(ruleset: Ruleset, seed: bytes) -> None:
    dealt = deal(ruleset, seed, 0, 0)
    assert sorted(cards_of(dealt)) == sorted(map(str, ruleset.deck))
    assert {len(own) for own in dealt.cards} == {ruleset.cards_each}
    assert len(dealt.aside) == (1 if ruleset.players == 3 else 0)


@given(rulesets(), seeds())
def test_D3_D4_D5_dice_come_from_the_bag_and_the_rest_stays_there(ruleset: Ruleset, seed: bytes) -> None:
    dealt = deal(ruleset, seed, 0, 0)
    assert {len(own) for own in dealt.drawn} == {ruleset.drawn_each}
    assert len(dealt.pool) == ruleset.pool_size
    colours = Counter(text[1] for text in dice_of(dealt))
    assert set(colours) <= {colour.letter for colour in ruleset.colours}
    assert max(colours.values()) <= ruleset.dice_per_colour
    assert {text[2] for text in dice_of(dealt)} <= set("123456")


@given(rulesets(), seeds())
def test_every_dealt_list_is_sorted_and_passes_the_check_of_hand_given_ones(ruleset: Ruleset, seed: bytes) -> None:
    dealt = deal(ruleset, seed, 1, ruleset.players - 1)
    assert check_deal(ruleset, dealt) == dealt


def test_M3_every_round_is_dealt_afresh_and_rounds_differ() -> None:
    deals = [deal(rules(4), SEED, index, 0) for index in range(5)]
    assert len({shown(dealt.pool) for dealt in deals}) == 5
    assert {len(cards_of(dealt)) for dealt in deals} == {40}


def test_D3_the_dealers_left_draws_first_the_dealer_last() -> None:
    assert seats_from_left_of(0, 3) == (1, 2, 0)
    assert seats_from_left_of(3, 4) == (0, 1, 2, 3)
    first, second = deal(rules(3), SEED, 0, 0), deal(rules(3), SEED, 0, 1)
    for turn in range(3):
        assert first.cards[(1 + turn) % 3] == second.cards[(2 + turn) % 3]
        assert first.drawn[(1 + turn) % 3] == second.drawn[(2 + turn) % 3]
    assert (first.aside, first.pool) == (second.aside, second.pool)


# The numbers of section 2 of the rules


def test_C3_C6_five_players_have_these_numbers() -> None:
    dealt = deal(rules(5), SEED, 0, 0)
    assert [len(own) for own in dealt.cards] == [8] * 5
    assert [len(own) for own in dealt.drawn] == [1] * 5
    assert (len(dealt.pool), dealt.aside, rules(5).tricks) == (16, (), 11)


def test_C6_three_players_play_without_purple_and_sevens() -> None:
    assert not [text for text in cards_of(deal(rules(3), SEED, 0, 0)) if "P" in text or "7" in text]
    assert len(rules(3).deck) == 28
    assert Counter(rules(3).bag) == dict.fromkeys(list(Colour)[:4], 4)


def test_C6_the_manual_has_twenty_dice_at_three_players() -> None:
    assert Counter(rules(3, "manual").bag) == dict.fromkeys(list(Colour)[:4], 5)
    five_of_a_colour = [
        number
        for number in range(200)
        if max(Counter(text[1] for text in dice_of(deal(rules(3, "manual"), bytes([number]) * 32, 0, 0))).values()) == 5
    ]
    assert five_of_a_colour, "with sixteen dice no colour could come five times"


def test_M7_C6_another_colour_than_purple_can_be_removed() -> None:
    ruleset = editions.ruleset("first", 3, removed_colour=Colour.GREEN)
    match = Match.start(ruleset, SEED)
    texts = [*cards_of(match.round.deal), *dice_of(match.round.deal)]
    assert not [text for text in texts if "G" in text]
    assert [text for text in texts if "P" in text]


# Deals given by hand

HANDS = ("R0 R1 R2 R3 R4 R5 R6 B0 B1", "B2 B3 B4 B5 B6 G0 G1 G2 G3", "G4 G5 G6 Y0 Y1 Y2 Y3 Y4 Y5")
GIVEN = Deal(
    tuple(hand(own) for own in HANDS),
    hand("Y6"),
    (dice("dR1"), dice("dB1"), dice("dG1")),
    dice("dR2 dR3 dB2 dB3 dG2 dG3 dY1 dY1 dY2 dY2"),
)


def given_match(dealt: Deal, dealer: int = 0, rounds: int = 1) -> Match:
    return Match.from_deals(rules(3, rounds=rounds), dealer, [dealt])


def test_a_deal_can_be_given_by_hand() -> None:
    match = given_match(GIVEN, dealer=2)
    assert match.round.deal == GIVEN
    assert (match.round.dealer, match.to_act) == (2, 0)
    assert match.seed is None


def test_a_deal_given_by_hand_is_sorted() -> None:
    cards, *others = GIVEN.cards
    untidy = replace(GIVEN, cards=(cards[::-1], *others), pool=GIVEN.pool[::-1])
    assert check_deal(rules(3), untidy) == GIVEN
    drawn = replace(check_deal(rules(4), deal(rules(4), SEED, 0, 0)))
    assert check_deal(rules(4), replace(drawn, drawn=tuple(own[::-1] for own in drawn.drawn))) == drawn


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (replace(GIVEN, cards=GIVEN.cards[:2]), "a deal for 3 needs cards and dice for every seat"),
        (replace(GIVEN, drawn=GIVEN.drawn[:2]), "a deal for 3 needs cards and dice for every seat"),
        (replace(GIVEN, cards=(*GIVEN.cards[:2], GIVEN.cards[2][1:])), "cards in hand: 8 where 9 belong"),
        (replace(GIVEN, drawn=(*GIVEN.drawn[:2], ())), "dice drawn: 0 where 1 belong"),
        (replace(GIVEN, aside=()), "cards aside: 0 where 1 belong"),
        (replace(GIVEN, pool=GIVEN.pool[1:]), "dice in the middle: 9 where 10 belong"),
        (replace(GIVEN, aside=hand("Y5")), "Y5 is dealt 2 times; there is one"),
        (replace(GIVEN, aside=hand("Y7")), "Y7 is not among the cards in play"),
        (replace(GIVEN, aside=hand("P0")), "P0 is not among the cards in play"),
        (replace(GIVEN, aside=dice("dY6")), "dY6 is not among the cards in play"),
        (replace(GIVEN, pool=(*GIVEN.pool[1:], *dice("dP1"))), "dP1 is not among the dice in play"),
        (replace(GIVEN, pool=(*GIVEN.pool[1:], *pieces("R1"))), "R1 is not among the dice in play"),
        (replace(GIVEN, pool=(*GIVEN.pool[1:], *dice("dY6"))), "5 yellow dice; the bag holds 4"),
    ],
    ids=lambda value: value.replace(" ", "-") if isinstance(value, str) else "",
)
def test_a_deal_that_cannot_be_is_refused(wrong: Deal, told: str) -> None:
    with pytest.raises(DealError, match=f"^{told}$"):
        given_match(wrong)


def test_C6_the_manuals_fifth_die_of_a_colour_is_allowed() -> None:
    wrong = replace(GIVEN, pool=(*GIVEN.pool[1:], *dice("dY6")))
    assert check_deal(rules(3, "manual"), wrong).pool[-1] == dice("dY6")[0]


def test_every_round_needs_a_deal() -> None:
    with pytest.raises(DealError, match="1 deals given for 2 rounds"):
        given_match(GIVEN, rounds=2)


@pytest.mark.parametrize("dealer", [-1, 3])
def test_the_dealer_sits_at_the_table(dealer: int) -> None:
    with pytest.raises(DealError, match=f"seat {dealer} cannot deal at a table for 3"):
        given_match(GIVEN, dealer)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(DealError, match=f"a seed has 32 bytes, not {size}"):
        Match.start(rules(3), bytes(size))


@pytest.mark.parametrize("seed", [7, "ab" * 32, None, bytearray(32)])
def test_a_seed_of_another_type_is_refused_without_showing_it(seed: object) -> None:
    with pytest.raises(DealError) as refused:
        Match.start(rules(3), seed)  # type: ignore[arg-type]  # somebody without a type checker
    said = f"expected a seed of 32 bytes, got {type(seed).__name__}; "
    assert str(refused.value) == said + "nokosu.core.stream.seed_from_number(number) makes one"


def test_an_edition_by_its_name_is_no_ruleset() -> None:
    said = r"expected a Ruleset, got str; nokosu.editions.ruleset\(name, players\) makes one"
    with pytest.raises(RulesetError, match=said):
        Match.start("second", bytes(32))  # type: ignore[arg-type]  # the same
    with pytest.raises(RulesetError, match=said):
        Match.from_deals("second", 0, [])  # type: ignore[arg-type]  # the same
