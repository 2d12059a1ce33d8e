"""The bots of a device, asked in its own process: the characters that need nothing compiled."""

from __future__ import annotations

from functools import cache
from typing import Final

from nokosu.bots import beginner, greedy, random
from nokosu.bots.base import Bot, BotFactory, BotFailure, crash
from nokosu.bots.characters import CHARACTERS, party
from nokosu.bots.club import club
from nokosu.bots.levels import LEVELS
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.table.create import MOST_BOTS

BOTS: Final[dict[str, BotFactory]] = {
    "beginner": beginner.make,
    "club": club.make,
    "greedy": greedy.make,
    "random": random.make,
}
"""By name, as the entry points of the package have them; a browser knows no entry points."""


@cache
def offered() -> dict[str, str]:
    """The characters that play here, and the bot of each."""
    return {name: each.spec for name, each in CHARACTERS.items() if each.spec.partition(":")[0] in BOTS}


@cache
def levels() -> dict[str, tuple[str, ...]]:
    """The levels whose characters all play here, and who sits down at a table of each."""
    missing = {each.level for name, each in CHARACTERS.items() if name not in offered()}
    return {level: party(level, MOST_BOTS, offered()) for level in LEVELS if level not in missing}


@cache
def _bot(name: str) -> Bot:
    spec, _, argument = offered().get(name, name).partition(":")
    return BOTS[spec](argument)


def choose(name: str, view: View, seed: bytes) -> str:
    """What this bot does with this view. Raises BotFailure."""
    try:
        action = _bot(name).choose(view, Stream(seed, "bot"))
    except BotFailure:
        raise
    except Exception as error:
        raise crash(error) from error
    if action not in (view.legal or ()):
        raise BotFailure("illegal", str(action))
    return str(action)
