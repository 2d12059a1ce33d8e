"""The rule documents' own examples, with their own pieces."""

from __future__ import annotations

import pytest

from nokosu import editions
from nokosu.core.pieces import CARDS, DICE
from nokosu.core.scoring import score_round
from nokosu.core.trump import is_trump, strength, suit
from tests.builders import contract, pieces, rules, shown
from tests.rule_documents import FOLLOWING, WINNING, Following, Winning, answers, following, winning

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("example", FOLLOWING, ids=lambda example: example.name)
def test_T2_F4_F5_F6_the_documents_examples_of_following(example: Following) -> None:
    assert answers(example, following(example).legal()) == example.legal


@pytest.mark.parametrize("example", WINNING, ids=lambda example: example.name)
def test_W1_W2_W3_W4_the_documents_examples_of_tricks(example: Winning) -> None:
    round_ = winning(example)
    assert shown(round_.tricks[0].trick.plays) == example.plays
    assert round_.tricks[0].winner == (1 + example.winner) % len(pieces(example.plays))


def test_T1_every_four_and_every_blue_piece_is_a_trump_under_a_blue_4() -> None:
    (trump,) = pieces("dB4")
    for piece in (*CARDS, *DICE):
        assert is_trump(piece, trump) == (str(piece)[-1] == "4" or "B" in str(piece))


@pytest.mark.parametrize("number", [3, 4])
def test_C4_a_blue_card_and_a_blue_die_of_one_number_are_the_same(number: int) -> None:
    card, die = pieces(f"B{number} dB{number}")
    for trump in DICE:
        assert (suit(card, trump), strength(card, trump)) == (suit(die, trump), strength(die, trump))


@pytest.mark.parametrize(
    ("players", "bonuses"), [(4, {4: 0, 3: 10, 2: 20, 1: 30}), (3, {3: 0, 2: 10, 1: 20})], ids=["four", "three"]
)
def test_S3_the_documents_tables_of_bonuses(players: int, bonuses: dict[int, int]) -> None:
    for made, bonus in bonuses.items():
        won = [1] * made + [2] * (players - made)
        scores = score_round(rules(players), won, [contract("dR1")] * players)
        assert [score.bonus for score in scores] == [bonus] * made + [0] * (players - made)


def test_S4_a_broken_zero_scores_its_tricks_and_no_bonus() -> None:
    scores = score_round(rules(4), [2, 1, 5, 6], [contract(text) for text in ("zero", "dR1", "dR2", "dR3")])
    assert [score.total for score in scores] == [2, 1 + 30, 5, 6]


def test_Z8_F1_a_zero_contract_plays_as_many_pieces_as_any_other() -> None:
    for name in ("first", "manual", "hungarian"):
        for players, cards, dice in ((4, 10, 4), (3, 9, 3)):
            ruleset = editions.ruleset(name, players)
            assert ruleset.cards_each == cards
            assert ruleset.drawn_each + ruleset.picks_each - 1 == dice
            assert ruleset.tricks == cards + dice
