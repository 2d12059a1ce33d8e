"""C5, C6, M2, M5 to M7: the editions say what the tables of the rules say."""

from collections import Counter
from typing import Any

import pytest

from nokosu import editions
from nokosu.core.errors import NokosuError, RulesetError
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import TieRule, ZeroRule

pytestmark = pytest.mark.quick


def test_five_editions_twelve_rulesets() -> None:
    assert editions.names() == ("first", "hungarian", "manual", "roger", "second")
    assert len(editions.pairs()) == 12
    assert {name: [players for other, players in editions.pairs() if other == name] for name in editions.names()} == {
        "first": [3, 4],
        "hungarian": [3, 4],
        "manual": [3, 4],
        "roger": [3, 4, 5],
        "second": [3, 4, 5],
    }


def test_the_edition_in_print_is_the_default() -> None:
    assert editions.DEFAULT == "second"


@pytest.mark.parametrize(
    ("players", "deck", "cards", "aside", "bag", "drawn", "middle", "picks", "tricks"),
    [
        (3, 28, 9, 1, 16, 1, 10, 3, 12),
        (4, 40, 10, 0, 25, 2, 13, 3, 14),
        (5, 40, 8, 0, 25, 1, 16, 3, 11),
    ],
)
def test_C2_C3_C6_the_numbers_of_a_player_count(
    players: int, deck: int, cards: int, aside: int, bag: int, drawn: int, middle: int, picks: int, tricks: int
) -> None:
    for name, seats in editions.pairs():
        if seats == players:
            ruleset = editions.ruleset(name, players)
            assert (len(ruleset.deck), ruleset.cards_each, ruleset.aside) == (deck, cards, aside)
            assert (ruleset.drawn_each, ruleset.pool_size, ruleset.picks_each) == (drawn, middle, picks)
            assert ruleset.tricks == tricks
            assert len(ruleset.bag) == (20 if (name, players) == ("manual", 3) else bag)


@pytest.mark.parametrize(
    ("name", "zero_rule", "zero_dice", "tie_rule"),
    [
        ("first", ZeroRule.DECLARED, 0, TieRule.SHARED),
        ("roger", ZeroRule.BLACK_DICE, 2, TieRule.SHARED),
        ("second", ZeroRule.BLACK_DICE, 2, TieRule.LEFTOVER),
        ("manual", ZeroRule.DECLARED, 0, TieRule.SHARED),
        ("hungarian", ZeroRule.DECLARED, 0, TieRule.SHARED),
    ],
)
def test_C5_Z1_Z5_M5_how_zero_and_ties_go(name: str, zero_rule: ZeroRule, zero_dice: int, tie_rule: TieRule) -> None:
    for players in editions.load(name).players:
        ruleset = editions.ruleset(name, players)
        assert (ruleset.zero_rule, ruleset.zero_dice, ruleset.tie_rule) == (zero_rule, zero_dice, tie_rule)


@pytest.mark.parametrize(("name", "players"), editions.pairs())
def test_S1_S3_S4_points_are_the_same_everywhere(name: str, players: int) -> None:
    ruleset = editions.ruleset(name, players)
    assert (ruleset.trick_points, ruleset.bonus, ruleset.zero_bonus) == (1, 10, 10)


@pytest.mark.parametrize(("name", "players"), editions.pairs())
def test_M2_rounds(name: str, players: int) -> None:
    rounds = {"first": 4, "second": players + 1}.get(name, players)
    assert editions.ruleset(name, players).rounds == rounds


def test_C6_M7_three_players_go_without_purple_or_the_chosen_colour() -> None:
    assert editions.ruleset("second", 3).colours == tuple(Colour)[:4]
    chosen = editions.ruleset("hungarian", 3, removed_colour=Colour.BLUE)
    assert chosen.colours == (Colour.RED, Colour.GREEN, Colour.YELLOW, Colour.PURPLE)
    assert (chosen.removed, chosen.removed_choice) == (Colour.BLUE, Colour.BLUE)
    assert Counter(card.colour for card in chosen.deck) == dict.fromkeys(chosen.colours, 7)
    unchosen = editions.ruleset("hungarian", 3)
    assert (unchosen.removed, unchosen.removed_choice) == (Colour.PURPLE, None)
    assert editions.ruleset("hungarian", 4).removed is None


def test_M7_who_leaves_the_choice_of_colour_to_the_table() -> None:
    offers = {(name, players) for name, players in editions.pairs() if editions.load(name).offers_colour(players)}
    assert offers == {("first", 3), ("manual", 3), ("hungarian", 3)}


@pytest.mark.parametrize(("name", "players"), [("first", 5), ("second", 2), ("second", 6)])
def test_an_edition_is_refused_for_players_that_it_is_not_for(name: str, players: int) -> None:
    with pytest.raises(RulesetError, match=f"the edition {name} is for 3, 4.* players, not {players}"):
        editions.ruleset(name, players)
    with pytest.raises(RulesetError, match=f"not {players}"):
        editions.load(name).offers_colour(players)


def test_an_unknown_edition_is_refused_with_the_known_ones() -> None:
    with pytest.raises(RulesetError, match="no edition 'third'; there are: first, hungarian, manual, roger, second"):
        editions.load("third")


def test_M7_a_colour_may_be_given_by_its_letter() -> None:
    assert editions.ruleset("first", 3, removed_colour="R") == editions.ruleset("first", 3, removed_colour=Colour.RED)
    assert Colour.RED not in editions.ruleset("first", 3, removed_colour="R").colours


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"removed_colour": "red"}, "'red' is not a colour; expected one of R, B, G, Y, P"),
        ({"removed_colour": 0}, "removed_colour: expected a Colour or one of R, B, G, Y, P, got 0"),
        ({"rounds": "3"}, "rounds: expected a whole number, got '3'"),
        ({"rounds": True}, "rounds: expected a whole number, got True"),
        ({"players": "3"}, "players: expected a whole number, got '3'"),
        ({"players": 3.0}, "players: expected a whole number, got 3.0"),
    ],
)
def test_a_value_of_another_type_is_refused_with_what_was_expected(choices: dict[str, Any], said: str) -> None:
    with pytest.raises(NokosuError) as refused:
        editions.ruleset("first", **({"players": 3} | choices))
    assert str(refused.value) == said
