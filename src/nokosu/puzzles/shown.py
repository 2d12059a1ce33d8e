"""A puzzle as clients show it: the server answers with this, and a device's worker."""

from __future__ import annotations

from collections.abc import Iterator

from nokosu.core.actions import Play
from nokosu.core.errors import reason
from nokosu.core.round import Round
from nokosu.core.worlds import any_world, rebuild
from nokosu.puzzles import book
from nokosu.puzzles.puzzle import Option, Puzzle
from nokosu.puzzles.rating import with_people
from nokosu.puzzles.themes import targets
from nokosu.table.refusal import Refused
from nokosu.table.replaying import step_of
from nokosu.wire import puzzles as wire
from nokosu.wire.events import ScoreLine
from nokosu.wire.struct import convert
from nokosu.wire.views import RulesetRef, ruleset_to_json


def found(puzzle: str) -> Puzzle:
    """Return a puzzle that comes with the program. Raises Refused."""
    there = book.find(puzzle)
    if there is None:
        raise Refused(reason("server.no-puzzle"))
    return there


def shown(puzzle: Puzzle, tries: int = 0, solved: int = 0) -> wire.Puzzle:
    """Return the question, with what people have answered so far."""
    seen, seat = puzzle.view, puzzle.seat
    known = [each == seat for each in range(seen.ruleset.players)]
    # Other hands are filled in to have a round, and never shown.
    now = rebuild(seen, any_world(seen))
    return wire.Puzzle(
        puzzle=puzzle.id,
        kind=puzzle.kind,
        theme=puzzle.theme,
        rating=with_people(puzzle.rating, tries, solved),
        ruleset=convert(ruleset_to_json(seen.ruleset), RulesetRef),
        seat=seat,
        goal=puzzle.goal.seat,
        targets=list(targets(seen, puzzle.goal.seat)),
        worlds=puzzle.worlds,
        position=step_of(now, seen, known, None),
        options=[
            wire.PuzzleOption(action=str(each.action), right=each is puzzle.answer, count=each.count)
            for each in puzzle.options
        ],
        tries=tries,
        solved=solved,
    )


def line(puzzle: Puzzle, action: str) -> wire.PuzzleLine:
    """Return how the round can end after an answer. Raises Refused for an action that is not legal there."""
    option = puzzle.option(action)
    if option is None:
        raise Refused(reason("server.no-puzzle"))
    if not option.line:
        return wire.PuzzleLine(positions=[], lines=[])
    *before, end = _rounds(puzzle, option)
    known = [True] * end.ruleset.players
    steps = zip(before, map(Play, option.line), strict=True)
    positions = [step_of(now, puzzle.view, known, play) for now, play in steps]
    return wire.PuzzleLine(positions=[*positions, step_of(end, puzzle.view, known, None)], lines=_scored(puzzle, end))


def _rounds(puzzle: Puzzle, option: Option) -> Iterator[Round]:
    now = puzzle.round_of(option)
    yield now
    for piece in option.line:
        now = now.apply(Play(piece))
        yield now


def _scored(puzzle: Puzzle, end: Round) -> list[ScoreLine]:
    rows = zip(end.contracts, end.won, end.score, puzzle.view.totals, strict=True)
    return [
        ScoreLine(
            leftover=None if contract.leftover is None else str(contract.leftover),
            won=won,
            made=score.made,
            tricks=score.tricks,
            bonus=score.bonus,
            zero_bonus=score.zero_bonus,
            points=score.total,
            total=total + score.total,
        )
        for contract, won, score, total in rows
    ]
