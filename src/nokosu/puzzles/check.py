"""Is a puzzle true? Certain ones are proved again from nothing but their position; the others are judged again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from nokosu.bots.certain import MOST_WORLDS, Prover
from nokosu.core.actions import Play
from nokosu.core.errors import NokosuError
from nokosu.core.worlds import enumerate_worlds
from nokosu.puzzles.puzzle import Option, Puzzle, parse_puzzle
from nokosu.puzzles.themes import goal_of, theme_of

Judge = Callable[[Puzzle], str]
"""Returns the action that a puzzle of odds should have for an answer, or "" if none is clearly best."""

_MOST_NODES: Final = 2_000_000


def fault(puzzle: Puzzle, judge: Judge | None = None) -> str | None:
    """Return what is wrong with a puzzle, or None. Puzzles of odds are judged only where a judge is given."""
    try:
        return _form(puzzle) or (_proof(puzzle) if puzzle.kind == "certain" else judge and _judged(puzzle, judge))
    except NokosuError as error:
        return str(error)


def _form(puzzle: Puzzle) -> str | None:
    seen = puzzle.view
    if parse_puzzle(str(puzzle)) != puzzle or str(puzzle.position) != puzzle.text:
        return "its text is not the one that is written"
    if seen.seat is None or seen.to_act != seen.seat:
        return "its seat is not to act"
    if sorted(map(str, seen.legal or ())) != sorted(str(option.action) for option in puzzle.options):
        return "its options are not the legal actions"
    if puzzle.goal != goal_of(seen) or puzzle.theme != theme_of(seen, puzzle.goal, puzzle.answer.action):
        return "its goal or theme does not fit"
    return None


def _proof(puzzle: Puzzle) -> str | None:
    """Return why the answer is not certain, or another action is not refuted."""
    worlds = tuple(enumerate_worlds(puzzle.view, MOST_WORLDS))
    if len(worlds) != puzzle.worlds:
        return f"{len(worlds)} worlds fit, not {puzzle.worlds}"
    prover = Prover(puzzle.view, puzzle.goal, _MOST_NODES, worlds)
    for option in puzzle.options:
        assert isinstance(option.action, Play)
        piece, right = option.action.piece, option is puzzle.answer
        if prover.certain(piece) != right:
            return f"{option.action} is {'not ' if right else ''}certain"
        works = sum(not prover.refutes(piece, world) for world in range(len(worlds)))
        if works != option.count:
            return f"{option.action} works in {works} worlds, not {option.count}"
        if not right and works == len(worlds):
            return f"nothing refutes {option.action}"
        if _reaches(puzzle, option) != right:
            return f"the line of {option.action} does not show what it should"
    return None


def _reaches(puzzle: Puzzle, option: Option) -> bool:
    """Play an option's line to the end; return whether the goal is reached there."""
    now = puzzle.round_of(option)
    for piece in option.line:
        now = now.apply(Play(piece))
    return now.score[puzzle.goal.seat].made == puzzle.goal.made


def _judged(puzzle: Puzzle, judge: Judge) -> str | None:
    best = judge(puzzle)
    return None if best == str(puzzle.answer.action) else f"the judges prefer {best or 'nothing'}"
