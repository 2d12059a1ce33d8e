"""The figures of bench/endgame.py as tables and as a page."""

from __future__ import annotations

from typing import Any, Final

from bench.timing import sentence
from tools.pages import table

HEAD: Final = """\
# The exact endgame

Written by `{command}`; the numbers with all that belongs to them are in [endgame.json](endgame.json). The deals come
from fixed numbers, so that the same commit has the same endings.
{provenance}
"""
TIMES: Final = """
## How long a world takes

Edition `{edition}`, {players} players, {endings} endings of random play from number {first} on for every number of
tricks left. Milliseconds of CPU time with the way through Python. *Alone* is a puzzle solved from nothing, *together* a
world of all that fit a view, which share one table; views with more than {worlds_limit} worlds are left out of that.
"""
GAINS: Final = """
## What it gains over the search, at equal simulations

Points a round by which a seat's margin grows if it solves its last tricks instead of searching them, after club players
have played up to there. An ending is played twice with the same streams (`bench/endgame_gain.py`), so the 95 % interval
is that of the difference. The milliseconds are CPU time of the seat's moves in these tricks.
"""
MEANING: Final = """
Of {all} intervals {above} lie wholly above 0 and {below} wholly below it; in {differ} of {endings} endings the seat's
margin differed. As long as none lies above 0, `endgame` is 0 in the settings of the search, and solving is for
puzzles, for tests and on request (`search:500,endgame=3`).
"""


def times(data: dict[str, Any]) -> str:
    """Return the table of milliseconds a world."""
    head = ("tricks", "method", "alone", "slowest", "nodes", "together, a world", "worlds", "views")
    return table(head, [_time(row) for row in data["times"]["rows"]])


def _time(row: dict[str, Any]) -> tuple[str, ...]:
    one, many = row["alone"], row["together"]
    alone = f"{one['ms']:.3f}", f"{one['worst_ms']:.2f}", f"{one['nodes']:,.0f}"
    return str(row["tricks"]), row["method"], *alone, f"{many['ms']:.4f}", f"{many['worlds']:,}", str(many["views"])


def gains(data: dict[str, Any]) -> str:
    """Return the table of points a round."""
    where = ("edition", "players", "tricks", "simulations", "field of", "endings number")
    head = (*where, "differ", "gain", "95 %", "ms solving", "ms searching")
    return table(head, [_gain(row) for row in data["gains"]])


def _gain(row: dict[str, Any]) -> tuple[str, ...]:
    where = (
        row["edition"],
        str(row["players"]),
        str(row["tricks"]),
        f"{row['simulations']}{row['options']}",
        row["field"],
    )
    numbers = f"{row['first']} to {row['first'] + row['endings'] - 1}"
    found = f"{row['gain']:+.2f}", f"{row['low']:+.2f} to {row['high']:+.2f}"
    spent = f"{row['ms_with']:.0f}", f"{row['ms_without']:.0f}"
    return *where, numbers, str(row["differ"]), *found, *spent


def page(data: dict[str, Any]) -> str:
    """Return the page in docs."""
    rows = data["gains"]
    meaning = MEANING.format(
        above=sum(row["low"] > 0 for row in rows),
        below=sum(row["high"] < 0 for row in rows),
        all=len(rows),
        differ=sum(row["differ"] for row in rows),
        endings=sum(row["endings"] for row in rows),
    )
    head = HEAD.format(command=data["command"], provenance=sentence(data))
    return f"{head}{TIMES.format(**data['times'])}\n{times(data)}{GAINS}\n{gains(data)}{meaning}"
