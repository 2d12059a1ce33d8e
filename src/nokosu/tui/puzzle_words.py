"""A puzzle in words: what is asked, what came of an answer. Numbers are the puzzle's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nokosu.locale import mark, plural, t
from nokosu.wire.puzzles import Puzzle, PuzzleOption

KINDS: Final = {"certain": mark("web.puzzles.certain"), "odds": mark("web.puzzles.odds")}
KIND_LINES: Final = {"certain": mark("web.puzzles.certain.line"), "odds": mark("web.puzzles.odds.line")}
THEMES: Final = {
    "make": mark("web.puzzles.theme.make"),
    "zero": mark("web.puzzles.theme.zero"),
    "break": mark("web.puzzles.theme.break"),
    "keep": mark("web.puzzles.theme.keep"),
    "take": mark("web.puzzles.theme.take"),
    "lead": mark("web.puzzles.theme.lead"),
}


def question(puzzle: Puzzle, names: Sequence[str]) -> str:
    """Return what is asked, in one sentence."""
    certain, target = puzzle.kind == "certain", puzzle.targets[0] if puzzle.targets else 0
    if puzzle.theme == "take":
        return t("web.puzzles.ask.take")
    if puzzle.theme == "zero":
        return t("web.puzzles.ask.zero" if certain else "web.puzzles.ask.zero-odds")
    if puzzle.goal != puzzle.seat:
        return t("web.puzzles.ask.break", name=names[puzzle.goal])
    if len(puzzle.targets) > 1:
        return t("web.puzzles.ask.make" if certain else "web.puzzles.ask.make-odds")
    return plural("web.puzzles.ask.exact" if certain else "web.puzzles.ask.exact-odds", target)


def option_name(action: str) -> str:
    """Return an action as its piece; a zero die with the die that goes."""
    verb, _, piece = action.partition(" ")
    return t("web.puzzles.zero-without", piece=piece) if verb == "zero" else piece


def said_of(chosen: PuzzleOption) -> str:
    """Return whether an answer is right."""
    return t("web.puzzles.right") if chosen.right else t("web.puzzles.wrong", piece=option_name(chosen.action))


def why(puzzle: Puzzle, chosen: PuzzleOption) -> str:
    """Return why an answer is right, or what goes wrong. What is right is not named before it is found."""
    worlds = puzzle.worlds
    if puzzle.kind == "certain":
        if chosen.right:
            return plural("web.puzzles.why.certain", worlds)
        lost = worlds - chosen.count
        always = lost == worlds
        return plural("web.puzzles.why.always" if always else "web.puzzles.why.fails", worlds, lost=lost)
    if not chosen.right:
        return t("web.puzzles.why.odds-wrong", count=chosen.count)
    second = max((each for each in puzzle.options if not each.right), key=lambda each: each.count)
    return t(
        "web.puzzles.why.odds",
        piece=option_name(chosen.action),
        count=chosen.count,
        other=option_name(second.action),
        others=second.count,
    )
