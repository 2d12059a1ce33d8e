"""An edition's file: every key known, present, of its type and sensible, or an error that names it."""

import pytest

from nokosu import editions
from nokosu.core.errors import RulesetError
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import NumberTrumps, TieRule, ZeroRule
from nokosu.editions import parse_edition

GOOD = """
edition = "club"
title = "Club rules"
revision = 2
zero_rule = "black-dice"
zero_dice = 2
tie_rule = "shared"
trick_points = 1
bonus = 10
zero_bonus = 10
removed_colour = "G"
removed_colour_free = true

[players.3]
rounds = 3
removes_colour = true
highest_card = 6
cards_each = 9
dice_per_colour = 4
drawn_each = 1
pool_size = 10
picks_each = 3
"""


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) == 1, f"{old} is there once"
    return GOOD.replace(old, new)


def refusal(text: str) -> str:
    with pytest.raises(RulesetError) as refused:
        parse_edition(text, "club.toml")
    return str(refused.value)


def test_a_good_file_is_read() -> None:
    edition = parse_edition(GOOD, "club.toml")
    assert (edition.name, edition.title, edition.revision) == ("club", "Club rules", 2)
    assert (edition.zero_rule, edition.zero_dice, edition.tie_rule) == (ZeroRule.BLACK_DICE, 2, TieRule.SHARED)
    assert edition.ruleset(3).removed is Colour.GREEN
    assert edition.ruleset(3, removed_colour=Colour.RED).removed is Colour.RED
    assert list(edition.players) == [3]


def test_a_rule_that_came_later_need_not_be_named() -> None:
    assert parse_edition(GOOD, "club.toml").number_trumps is NumberTrumps.ALWAYS
    named = changed("bonus = 10\nzero", 'number_trumps = "unless-pair"\nbonus = 10\nzero')
    assert parse_edition(named, "club.toml").number_trumps is NumberTrumps.UNLESS_PAIR


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'title = "Club rules"',
            'title = "Club rules"\nnumber_trumps = "never"',
            "club.toml: number_trumps: ",
        ),
        (
            'title = "Club rules"',
            'title = "Club rules"\nnumber_trumps = 1',
            "club.toml: number_trumps: expected a text",
        ),
        ('title = "Club rules"', "title = ", "club.toml: not TOML: "),
        ('title = "Club rules"', 'title = "Club rules"\nauthor = "me"', "club.toml: author: unknown key"),
        ('title = "Club rules"', "", "club.toml: title: missing"),
        ("revision = 2", 'revision = "2"', "club.toml: revision: expected a whole number, found '2'"),
        ("revision = 2", "revision = true", "club.toml: revision: expected a whole number, found True"),
        ("revision = 2", "revision = 2.0", "club.toml: revision: expected a whole number, found 2.0"),
        ("free = true", "free = 1", "club.toml: removed_colour_free: expected true or false, found 1"),
        ("\nbonus = 10", "\nbonus = -10", "club.toml: bonus: expected 0 or more, found -10"),
        (
            '"black-dice"',
            '"grey-dice"',
            "club.toml: zero_rule: expected one of black-dice, declared, found 'grey-dice'",
        ),
        ('"shared"', '"duel"', "club.toml: tie_rule: expected one of shared, leftover-then-shared, found 'duel'"),
        ('"G"', '"X"', "club.toml: removed_colour: 'X' is not a colour; expected one of R, B, G, Y, P"),
        (
            "zero_dice = 2",
            "zero_dice = 0",
            "club.toml: zero_dice: expected 1 or more with zero_rule black-dice, found 0",
        ),
        ('"black-dice"', '"declared"', "club.toml: zero_dice: expected 0 with zero_rule declared, found 2"),
        ("[players.3]", "[players.2]", "club.toml: players.2: expected players.3, players.4 or players.5"),
        ("[players.3]", "[players.six]", "club.toml: players.six: expected players.3, players.4 or players.5"),
        ("[players.3]", "[players]\n3 = 7\n[extra]", "club.toml: extra: unknown key"),
        ("rounds = 3", "rounds = 3\nseats = 4", "club.toml: players.3: seats: unknown key"),
        ("rounds = 3", "", "club.toml: players.3: rounds: missing"),
        ("rounds = 3", "rounds = false", "club.toml: players.3: rounds: expected a whole number, found False"),
        ("rounds = 3", "rounds = 0", "club.toml: players.3.rounds: expected 1 to 20, found 0"),
        ("rounds = 3", "rounds = 21", "club.toml: players.3.rounds: expected 1 to 20, found 21"),
        ("highest_card = 6", "highest_card = 8", "club.toml: players.3.highest_card: expected 0 to 7, found 8"),
        ("picks_each = 3", "picks_each = 0", "club.toml: players.3.picks_each: expected 1 to 5, found 0"),
        (
            "cards_each = 9",
            "cards_each = 10",
            "club.toml: players.3.cards_each: expected 9 (28 cards for 3 players), found 10",
        ),
        (
            "cards_each = 9",
            "cards_each = 8",
            "club.toml: players.3.cards_each: expected 9 (28 cards for 3 players), found 8",
        ),
        (
            "pool_size = 10",
            "pool_size = 9",
            "club.toml: players.3.pool_size: expected 10 (3 players, 3 picks each, trump), found 9",
        ),
        (
            "dice_per_colour = 4",
            "dice_per_colour = 3",
            "club.toml: players.3.dice_per_colour: expected 4 to 5 (13 dice, 4 colours), found 3",
        ),
        ("dice_per_colour = 4", "dice_per_colour = 6", "club.toml: players.3.dice_per_colour: expected 4 to 5 (13"),
        ("drawn_each = 1", "drawn_each = 6", "club.toml: players.3.drawn_each: expected 0 to 5, found 6"),
        ("drawn_each = 1", "drawn_each = 4", "club.toml: players.3: 22 dice are needed; 4 colours have 20"),
        ("highest_card = 6", "highest_card = 4", "club.toml: players.3.highest_card: 20 cards cannot be dealt to 3"),
        ("\nbonus = 10", "\nbonus = 101", "club.toml: bonus: expected 0 to 100, found 101"),
        ('edition = "club"', 'edition = "Our Club"', "club.toml: edition: expected lower-case letters, digits"),
        ("revision = 2", "revison = 2", "club.toml: revison: unknown key; did you mean revision?"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, told: str) -> None:
    assert refusal(changed(old, new)).startswith(told)


def test_a_player_count_that_is_no_table_is_named() -> None:
    text = GOOD[: GOOD.index("[players.3]")] + "[players]\n3 = 7\n"
    assert refusal(text) == "club.toml: players.3: expected a table, found 7"


def test_an_edition_for_nobody_is_refused() -> None:
    text = GOOD[: GOOD.index("[players.3]")] + "[players]\n"
    assert refusal(text) == "club.toml: players: expected at least one of players.3, players.4, players.5"


def test_the_highest_numbers_that_add_up_are_allowed() -> None:
    text = changed("rounds = 3", "rounds = 20").replace("dice_per_colour = 4", "dice_per_colour = 5")
    assert parse_edition(text, "club.toml").ruleset(3).rounds == 20


def test_every_edition_on_the_shelf_has_a_title_and_revision() -> None:
    for name in editions.names():
        edition = editions.load(name)
        assert edition.title
        assert edition.revision >= 1
