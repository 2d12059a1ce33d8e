"""Certain puzzles: the proof agrees with a plain one over core's rounds, and finds a second right answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from nokosu.bots.certain import Goal, Prover, TooMuch
from nokosu.core.actions import Action, Play
from nokosu.core.notation import parse_piece
from nokosu.core.round import Phase, Round
from nokosu.core.worlds import enumerate_worlds, rebuild
from nokosu.puzzles import book
from nokosu.puzzles.check import fault
from nokosu.puzzles.puzzle import Puzzle, parse_puzzle
from nokosu.record.position_reader import parse_position

TWO_ANSWERS = (
    "certain\tkeep\t1+\t1500\t6\t"
    "dP2=6:dP2G0B5dR2G2Y1B0Y0;Y0=0:Y0G0B5dR2G2Y1B0dP2;dY4=0:dY4G0B5dR2G2Y1B0Y0\t"
    "nokosu/1 second/4 scores:6:4:2:2,25:2:23:4,3:12:14:15 dealer:2 seat:1 hands:?/Y0/?/? "
    "dice:dR2dB3/dY4dP2/dG5/dB3 pool:dG1 draft:dB3,dB3,dY4,dY2,dB1,dR1,dP2,dG5,dB5,dG5,dP2,dG1 "
    "tricks:P5,P4,dP2,dP4/Y4,Y5,Y7,dY2/dR6,R4,R3,dR5/R7,G7,R2,R6/dY3,dB5,dG5,Y2/dR1,B1,G5,dB1/dG2,R1,G1,dG1/"
    "G4,G6,P7,G3/dB2,B7,B2,P1/P0,B6,P3,P2/R0,R5,Y6,B4/dY5,Y3,B3,P6"
)
"""Keeping the yellow 4 is the point: both the yellow 0 and the purple die make it certain."""

GUESS = (
    "nokosu/1 second/4 scores:6:4:2:2,25:2:23:4 dealer:1 seat:3 hands:?/?/?/G4P07 dice:dG4/dB2/dG4/dP5 pool:dP4 "
    "draft:dG4,dR3,dP5,dY4,dG5,dY2,dG1,dB2,dB2,dP1,dB6,dG6 tricks:G7,G5,G6,dG6/dY5,dY2,Y7,Y2/dB6,B2,B7,dP1/"
    "R7,R3,dR6,R0/R6,dR2,R5,P1/Y6,Y1,Y5,dY4/G2,G1,G0,G3/dG1,R4,dG5,Y4/dR3,dP5,R2,dR4/dB2,dY4,B3,dB3/R1,P6,P5,B5/"
    "B6,B4,B1"
)
"""A proof that lets the seat choose in each world by itself would call the purple 7 certain."""


def certain() -> list[Puzzle]:
    return [each for each in book.shipped() if each.kind == "certain"]


def small(number: int) -> list[Puzzle]:
    """The puzzles that a plain proof finishes soon."""
    return sorted(certain(), key=lambda puzzle: (puzzle.worlds, puzzle.id))[: 6 * number : 6]


def reached(rounds: list[Round], seat: int, goal: Goal) -> bool:
    """Whether a seat that cannot tell these rounds apart has a strategy for all of them, whatever the others do."""
    first = rounds[0]
    if first.phase is Phase.OVER:
        return all(each.score[goal.seat].made == goal.made for each in rounds)
    if first.to_act == seat:
        return any(reached([each.apply(action) for each in rounds], seat, goal) for action in first.legal())
    paths: dict[Action, list[Round]] = {}
    for each in rounds:
        for action in each.legal():
            paths.setdefault(action, []).append(each.apply(action))
    return all(reached(path, seat, goal) for path in paths.values())


@pytest.mark.parametrize("puzzle", small(5), ids=lambda puzzle: puzzle.id)
def test_a_plain_proof_comes_to_the_same(puzzle: Puzzle) -> None:
    rounds = [rebuild(puzzle.view, world) for world in enumerate_worlds(puzzle.view)]
    for option in puzzle.options:
        after = [each.apply(option.action) for each in rounds]
        assert reached(after, puzzle.seat, puzzle.goal) == (option is puzzle.answer)


def test_a_seat_does_not_choose_by_cards_that_it_cannot_see() -> None:
    """The purple 7 works in every world with open cards, but only if the seat knows which one it is in."""
    prover = Prover(parse_position(GUESS).seen, Goal(3, made=True))
    seven, nought = parse_piece("P7"), parse_piece("P0")
    assert not any(prover.refutes(seven, world) for world in range(len(prover.worlds)))
    assert not prover.certain(seven)
    assert prover.certain(nought)


@pytest.mark.parametrize("puzzle", small(8), ids=lambda puzzle: puzzle.id)
def test_shipped_puzzles_prove_again(puzzle: Puzzle) -> None:
    assert fault(puzzle) is None


def test_two_right_answers_are_found() -> None:
    planted = parse_puzzle(TWO_ANSWERS)
    assert fault(planted) == "play Y0 is certain"


def test_a_wrong_answer_is_found() -> None:
    (puzzle,) = small(1)
    answer, wrong, *rest = puzzle.options
    assert fault(replace(puzzle, options=(wrong, answer, *rest))) is not None
    assert fault(replace(puzzle, options=(answer, *rest))) == "its options are not the legal actions"
    assert fault(replace(puzzle, worlds=puzzle.worlds + 1)) is not None
    assert fault(replace(puzzle, options=(replace(answer, count=0), wrong, *rest))) is not None
    assert fault(replace(puzzle, options=(answer, replace(wrong, line=answer.line), *rest))) is not None


def test_a_proof_that_takes_too_long_is_given_up() -> None:
    largest = max(certain(), key=lambda puzzle: puzzle.worlds)
    answer = largest.answer.action
    assert isinstance(answer, Play)
    with pytest.raises(TooMuch):
        Prover(largest.view, largest.goal, nodes=5).certain(answer.piece)


def test_only_the_seat_to_act_asks() -> None:
    (puzzle,) = small(1)
    with pytest.raises(ValueError, match="to act"):
        Prover(replace(puzzle.view, to_act=None), puzzle.goal)
