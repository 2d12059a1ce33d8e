"""Levels of play, and the bots' names for people."""

from __future__ import annotations

from typing import Final

from nokosu.locale import mark

LEVELS: Final[dict[str, tuple[str, ...]]] = {
    "beginner": ("beginner",),
    "club": ("club",),
    "expert": ("search:50ms", "club"),
    "champion": ("champion:500ms", "search:500ms", "club"),
}
"""From the easiest to the hardest. Each lists bots, the best first; the first that can be made here plays.

A machine without the kernel falls back on what follows. docs/champion.md says how much stronger each is than the one
below.
"""

TEXTS: Final = {
    "beginner": mark("web.bot.beginner"),
    "club": mark("web.bot.club"),
    "expert": mark("web.bot.expert"),
    "champion": mark("web.bot.champion"),
    "random": mark("web.bot.random"),
    "greedy": mark("web.bot.greedy"),
}
"""The message ids of bots and levels that have a name in every language; the web client words them."""

LINES: Final = {
    "beginner": mark("web.level.beginner"),
    "club": mark("web.level.club"),
    "expert": mark("web.level.expert"),
    "champion": mark("web.level.champion"),
}
"""The message ids of what a level means, in one sentence."""
