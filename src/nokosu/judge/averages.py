"""What a seat gets on average in a round, by edition, players and place in the draft (averages.toml)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

from nokosu.core.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Average:
    """Mean points with their standard error."""

    points: float
    error: float


@cache
def _table() -> dict[str, dict[str, list[list[float]]]]:
    found: dict[str, dict[str, list[list[float]]]] = tomllib.loads(
        resources.files("nokosu.judge").joinpath("averages.toml").read_text("utf-8")
    )
    return found


def average(ruleset: Ruleset, place: int, *, network: bool) -> Average:
    """Return what the seat that picks in this place, 0 first, gets on average.

    House rules that were not measured go by the last printed edition for as many players.
    """
    rows = _table()["network" if network else "playouts"]
    own = rows.get(f"{ruleset.edition}-{ruleset.players}")
    row = own or next(row for row in reversed(rows.values()) if len(row) == ruleset.players)
    return Average(*row[place])
