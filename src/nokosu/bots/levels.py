"""Levels for people, by name: which bot sits there.

Each level lists bots, the best first; the first that can be made here plays. A trained network takes a place by
standing in front of a list, and a machine without the kernel falls back on what follows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from nokosu.bots.base import Bot, BotError
from nokosu.bots.registry import make, no_argument

LEVELS: Final[dict[str, tuple[str, ...]]] = {
    "beginner": ("beginner",),
    "club": ("club",),
    "expert": ("search:50ms", "club"),
    "champion": ("search:500ms", "club"),
}
"""From the easiest to the hardest."""


def spec(level: str) -> str:
    """The bot of a level, as it is named everywhere; KeyError for a level that there is not."""
    for candidate in LEVELS[level]:
        try:
            make(candidate)
        except BotError:
            continue
        return candidate
    raise BotError(f"no bot for the level {level}")


def offered() -> dict[str, str]:
    """The levels that differ here, and the bot of each: without the kernel an expert would be a club player."""
    found: dict[str, str] = {}
    for level in LEVELS:
        bot = spec(level)
        if bot not in found.values():
            found[level] = bot
    return found


def _maker(level: str) -> Callable[[str], Bot]:
    def made(argument: str) -> Bot:
        no_argument(level, argument)
        return make(spec(level))

    return made


# `beginner` and `club` are bots of these names; the others are found under their level's name too.
make_expert = _maker("expert")
make_champion = _maker("champion")
