"""The bots of a device, asked in its own process: those of the usual levels that need nothing compiled."""

from __future__ import annotations

from functools import cache
from typing import Final

from nokosu.bots import beginner
from nokosu.bots.base import Bot, BotFactory, BotFailure, crash
from nokosu.bots.club import club
from nokosu.bots.levels import LEVELS
from nokosu.core.stream import Stream
from nokosu.core.view import View

BOTS: Final[dict[str, BotFactory]] = {"beginner": beginner.make, "club": club.make}
"""By name, as the entry points of the package have them; a browser knows no entry points."""


@cache
def levels() -> dict[str, str]:
    """The levels that differ here, and the bot of each."""
    found: dict[str, str] = {}
    for level, bots in LEVELS.items():
        bot = next(each for each in bots if each in BOTS)
        if bot not in found.values():
            found[level] = bot
    return found


@cache
def _bot(level: str) -> Bot:
    return BOTS[levels()[level]]("")


def choose(level: str, view: View, seed: bytes) -> str:
    """What the bot of this level does with this view. Raises BotFailure."""
    try:
        action = _bot(level).choose(view, Stream(seed, "bot"))
    except BotFailure:
        raise
    except Exception as error:
        raise crash(error) from error
    if action not in (view.legal or ()):
        raise BotFailure("illegal", str(action))
    return str(action)
