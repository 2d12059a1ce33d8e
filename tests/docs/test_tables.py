"""The tables of numbers in docs/rules.md say what the editions' data say."""

from pathlib import Path

import pytest

from nokosu import editions
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import Ruleset, TieRule, ZeroRule
from nokosu.core.scoring import bonus

Row = dict[str, str]

RULE_BOOK = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
COUNTS = (3, 4, 5)
NONE = "–"


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tables(text: str) -> list[list[Row]]:
    """Every Markdown table as its rows, each a mapping from the heading of a column to the cell."""
    found: list[list[Row]] = []
    heading: list[str] | None = None
    previous = ""
    for line in text.splitlines():
        if not line.startswith("|"):
            heading = None
        elif set(line) <= set("|-: "):
            heading = cells(previous)
            found.append([])
        elif heading is not None:
            found[-1].append(dict(zip(heading, cells(line), strict=True)))
        previous = line
    return found


def table(*columns: str, text: str = RULE_BOOK) -> list[Row]:
    """The one table that has all these columns."""
    fitting = [rows for rows in tables(text) if set(columns) <= set(rows[0])]
    if len(fitting) != 1:
        raise LookupError(f"{len(fitting)} tables with the columns {', '.join(columns)}")
    return fitting[0]


def every_ruleset() -> list[Ruleset]:
    return [
        editions.ruleset(name, players)
        for name in editions.names()
        for players in editions.load(name).players
    ]
