"""The club player's weights: one file for each number of players, written by tools/trainers/club.py."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import Any, Final

Row = tuple[float, ...]

CLUES: Final = ("one", "above", "top", "out", "trumps", "length", "left")
"""What the odds of a piece depend on (`estimate.clues`)."""

PLAY: Final = (
    "own_early",
    "own_middle",
    "own_late",
    "zero_seats",
    "shown_seats",
    "open_seats",
    "points_early",
    "points_middle",
    "points_late",
    "pace",
    "last_takes",
    "dead_die",
    "live_die_early",
    "live_die_middle",
    "live_die_late",
    "die_gap",
    "shows_target",
    "spend",
    "relief",
    "makes_void",
    "ruff",
    "twin",
    "number_trump",
    "lead_trump",
    "lead_twin",
    "lead_long",
    "lead_win",
    "lead_single",
    "lead_voids",
    "lead_rank",
    "cheap_win",
    "cheap_loss",
)
"""The terms that score a play; docs/club.md explains each."""

PICK: Final = ("target_worth", "zero_worth", "take_zero", "late_zero", "low_die", "middle_die")
"""The terms that score a pick or a declaration."""


@dataclass(frozen=True, slots=True)
class Table:
    """Odds and danger of pieces before the play, by number, or by what the trump die makes of them.

    Danger is for zero: the chance to make it is e to the minus sum of dangers.
    """

    plain_win: Row
    plain_lose: Row
    colour_win: Row
    colour_lose: Row
    plain_danger: Row
    colour_danger: Row
    number_win: float
    number_lose: float
    number_danger: float
    twin_win: float
    twin_lose: float
    twin_danger: float


@dataclass(frozen=True, slots=True)
class Weights:
    """Everything that can be tuned; rows are in the order of CLUES, PLAY and PICK. The kernel's order is the same."""

    plain_win: Row
    plain_lose: Row
    trump_win: Row
    trump_lose: Row
    average_win: float
    average_lose: float
    zero_win: float
    zero_lose: float
    control: float
    want_slope: float
    want_least: float
    want_most: float
    temperature: float
    future_die: float
    cover_one: float
    cover_two: float
    cover_three: float
    play: Row
    play_zero: Row
    play_lost: Row
    pick: Row
    table: Table

    def flat(self) -> list[float]:
        """Return all numbers in order, as the kernel takes them."""
        return [number for _, values in _named(self) for number in values.values()]


_STEER: Final = tuple(field.name for field in fields(Weights) if field.type == "float")
_BY_NUMBER: Final = tuple(str(number) for number in range(8))
_SHAPE: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(("plain_win", "plain_lose", "trump_win", "trump_lose"), CLUES),
    "steer": _STEER,
    "play": PLAY,
    "play_zero": PLAY,
    "play_lost": PLAY,
    "pick": PICK,
    **{f"table_{field.name}": _BY_NUMBER for field in fields(Table) if field.type == "Row"},
    "table": tuple(field.name for field in fields(Table) if field.type == "float"),
}
"""Sections of a file and the names in each, in the kernel's order."""


def _named(weights: Weights) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield every section with its numbers by name."""
    for section, names in _SHAPE.items():
        if section in {"steer", "table"}:
            source = weights if section == "steer" else weights.table
            yield section, {name: getattr(source, name) for name in names}
        else:
            holder, _, name = section.rpartition("table_")
            row: Row = getattr(weights.table if section.startswith("table_") else weights, name or holder)
            yield section, dict(zip(names, row, strict=True))


def from_flat(numbers: list[float]) -> Weights:
    """Return the inverse of `Weights.flat`."""
    rest = iter(numbers)
    values: dict[str, Any] = {}
    table: dict[str, Any] = {}
    for section, names in _SHAPE.items():
        row = tuple(next(rest) for _ in names)
        if section == "steer":
            values |= zip(names, row, strict=True)
        elif section == "table":
            table |= zip(names, row, strict=True)
        elif section.startswith("table_"):
            table[section.removeprefix("table_")] = row
        else:
            values[section] = row
    return Weights(**values, table=Table(**table))


def parse(text: str) -> Weights:
    """Weights from the text of a TOML file."""
    data = tomllib.loads(text)
    return from_flat([float(data[section][name]) for section, names in _SHAPE.items() for name in names])


def dumps(weights: Weights) -> str:
    """Return the text of a TOML file that `parse` reads back, rounded."""
    lines: list[str] = []
    for section, numbers in _named(weights):
        lines += [f"[{section}]", *(f"{name} = {round(value, 5) + 0.0!r}" for name, value in numbers.items()), ""]
    return "\n".join(lines)


@cache
def tuned(players: int) -> Weights:
    """Return the weights that the club player plays with at a table of this size."""
    return parse(resources.files("nokosu.bots.club").joinpath(f"weights-{players}.toml").read_text("utf-8"))
