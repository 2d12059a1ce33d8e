"""Where the documents disagree or are silent: a position for every such point of docs/rules.md.

The points are those of its section "Where the sources are silent or disagree", in the same order.
"""

import re
from pathlib import Path

import pytest

from nokosu import editions
from nokosu.core.errors import IllegalAction
from nokosu.core.match import Match
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import TieRule
from nokosu.core.scoring import winners
from nokosu.core.trick import winning_play
from nokosu.core.view import view
from tests.builders import (
    SEED,
    act,
    contract,
    declaring,
    drafting,
    legal,
    pieces,
    playing,
    random_match,
    rules,
    shown,
)

RULE_BOOK = Path(__file__).parents[2] / "docs" / "rules.md"


def test_M2_M6_rounds_in_second_are_one_more_than_players_and_one_per_player_can_be_had() -> None:
    for players in (3, 4, 5):
        assert rules(players).rounds == players + 1
        assert rules(players, rounds=players).rounds == players


def test_Z1_Z3_what_a_zero_die_removes_comes_from_the_middle_and_one_die_is_left() -> None:
    round_ = drafting("dR1 dR2 dB1 dG5", players=3, edition="roger", drawn=["dY1", "dY2", "dY3"])
    with pytest.raises(IllegalAction):
        act(round_, "zero dY2")
    assert shown(act(round_, "zero dR1", "zero dR2", "take dB1").pool) == "dG5"


@pytest.mark.parametrize("edition", ["second", "first"])
def test_F2_the_last_die_and_the_suit_led_it_never_follows(edition: str) -> None:
    round_ = playing("dB4", ["R1 R2", "G1 Y6", "R0 R3"], ["dY1", "dR3", "dY2"], edition=edition)
    round_ = act(round_, "play R1")
    assert legal(round_) == ["play G1", "play Y6"]


def test_C6_M7_which_colour_is_left_out_with_three_players() -> None:
    for name in editions.names():
        assert editions.ruleset(name, 3).removed is Colour.PURPLE
    free = {name for name in editions.names() if editions.load(name).offers_colour(3)}
    assert free == {"first", "manual", "hungarian"}


def test_M7_how_often_that_colour_is_chosen_once_a_match() -> None:
    match = random_match(editions.ruleset("first", 3, removed_colour=Colour.RED), 10_000)
    assert {round_.ruleset.removed for round_ in match.rounds} == {Colour.RED}


def test_C6_how_many_dice_are_left_out_with_three_players() -> None:
    assert {name: len(rules(3, name).bag) for name in editions.names()} == {
        "first": 16,
        "hungarian": 16,
        "manual": 20,
        "roger": 16,
        "second": 16,
    }


@pytest.mark.parametrize("edition", editions.names())
def test_D2_H3_the_odd_card_with_three_players_lies_aside_unseen(edition: str) -> None:
    match = Match.start(rules(3, edition), SEED)
    (aside,) = match.round.deal.aside
    for seat in (None, 0, 1, 2):
        assert str(aside) not in re.findall(r"\b[RBGYP]\d\b", repr(view(match, seat)))


def test_H2_looking_back_at_tricks_every_play_is_public_history() -> None:
    match = random_match(rules(3), 40)
    assert len(match.round.tricks) > 5
    for seat in (None, 0, 1, 2):
        assert view(match, seat).tricks == match.round.tricks


def test_W4_beating_what_was_led_an_equal_piece_played_later_wins() -> None:
    assert winning_play(pieces("R5 R3 dR5"), pieces("dB4")[0]) == 2


def test_D4_dice_for_the_middle_are_as_many_as_the_table_says() -> None:
    for players, middle, left_in_the_bag in ((3, 10, 3), (4, 13, 4), (5, 16, 4)):
        ruleset = rules(players)
        assert len(Match.start(ruleset, SEED).round.pool) == middle
        assert len(ruleset.bag) - players * ruleset.drawn_each - middle == left_in_the_bag


def test_F5_an_obligation_to_trump_does_not_exist_in_the_manual_either() -> None:
    round_ = playing("dB4", ["R1 R2", "B1 Y6", "R0 R3"], ["dY1", "dG3", "dY2"], edition="manual")
    assert legal(act(round_, "play R1")) == ["play B1", "play Y6"]


def test_M5_a_zero_die_when_breaking_ties_counts_nothing_and_only_the_tied_are_compared() -> None:
    kept = [contract(text) for text in ("zero", "dR1", "dP6")]
    assert winners(TieRule.LEFTOVER, [30, 30, 29], kept) == (1,)
    assert rules(3).tie_rule is TieRule.LEFTOVER


def test_M1_the_first_dealer_is_drawn_at_random_in_every_edition() -> None:
    for name, players in editions.pairs():
        ruleset = editions.ruleset(name, players)
        dealers = {Match.start(ruleset, bytes([number]) * 32).round.dealer for number in range(40)}
        assert dealers == set(range(players))


@pytest.mark.parametrize("edition", ["first", "manual", "hungarian"])
def test_Z6_when_a_declarers_die_goes_back_before_the_next_player_declares(edition: str) -> None:
    round_ = act(declaring("dB4", dice_of=["dR1 dR2", "dG3 dG4", "dY5 dY6"], edition=edition), "zero dG3")
    assert round_.to_act == 2
    assert shown(round_.dice[1]) == "dG4"


def test_F4_a_piece_that_should_not_have_been_played_is_refused_with_the_reason() -> None:
    round_ = act(playing("dB4", ["R1 R2", "R5 Y6", "R0 R3"], ["dY1"] * 3), "play R1")
    with pytest.raises(IllegalAction) as refused:
        act(round_, "play Y6")
    assert (refused.value.reason.message, refused.value.reason.clause) == ("why.follow", "F4")


def test_every_point_of_the_rule_book_has_its_test() -> None:
    """The first column of the rule book's table, words joined, is part of a test's name here."""
    section = RULE_BOOK.read_text(encoding="utf-8").split("## Where the sources are silent or disagree")[1]
    table = section.split("\n## ")[0]
    points = [line.split("|")[1].strip() for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(points) == 15
    names = " ".join(name for name in globals() if name.startswith("test_"))
    missing = [
        point for point in points if "_".join(re.findall(r"\w+", point.replace("`", "").replace("’", ""))) not in names
    ]
    assert missing == []
