"""Bots with a face and a name: the same name always plays the same way. The one list that everything else reads.

Names and lines are in the catalogues, faces in nokosu.pictures.faces, measured strengths in docs/characters.md.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from nokosu.bots.levels import LEVELS
from nokosu.locale import mark


@dataclass(frozen=True, slots=True)
class Character:
    """One of them: the bot that plays, its level, the message ids of its name and of how it plays, and its strength."""

    spec: str
    level: str
    text: str
    line: str
    strength: float
    """In points per round, alone against three of Otto; measured (docs/characters.md)."""


CHARACTERS: Final[dict[str, Character]] = {
    "mochi": Character("random:sensible", "beginner", mark("web.bot.mochi"), mark("web.bot.mochi.line"), -7.7),
    "bruno": Character("greedy:sensible", "beginner", mark("web.bot.bruno"), mark("web.bot.bruno.line"), -6.8),
    "lili": Character("beginner", "beginner", mark("web.bot.lili"), mark("web.bot.lili.line"), -6.1),
    "hana": Character(
        "club:counts=no,knows_number_trumps=no,minds_others=no",
        "beginner",
        mark("web.bot.hana"),
        mark("web.bot.hana.line"),
        -5.2,
    ),
    "zora": Character("club:take_zero=8.5", "club", mark("web.bot.zora"), mark("web.bot.zora.line"), -2.1),
    "tofu": Character("club:counts=no", "club", mark("web.bot.tofu"), mark("web.bot.tofu.line"), -0.8),
    "otto": Character("club", "club", mark("web.bot.otto"), mark("web.bot.otto.line"), 0.0),
    "vera": Character("search:40,endgame=3", "expert", mark("web.bot.vera"), mark("web.bot.vera.line"), 0.1),
    "hugo": Character("search:100,endgame=3", "expert", mark("web.bot.hugo"), mark("web.bot.hugo.line"), 2.6),
    "greta": Character("search:250,endgame=3", "expert", mark("web.bot.greta"), mark("web.bot.greta.line"), 3.0),
    "kame": Character("search:1000,endgame=3", "expert", mark("web.bot.kame"), mark("web.bot.kame.line"), 3.6),
    "nori": Character("neural", "champion", mark("web.bot.nori"), mark("web.bot.nori.line"), 5.0),
    "ryu": Character("champion:32", "champion", mark("web.bot.ryu"), mark("web.bot.ryu.line"), 5.5),
}
"""From the weakest to the strongest. None of them looks at a clock, so none is weaker on a slow machine."""

DEFAULT_BOT: Final = "otto"
"""Who plays for absent people."""


def party(level: str, count: int, among: Collection[str]) -> tuple[str, ...]:
    """Return who sits down at a table of this level: its own characters, strongest first, then the nearest others."""
    order = list(CHARACTERS)
    places = [place for place, name in enumerate(order) if CHARACTERS[name].level == level]

    def near(name: str) -> tuple[int, int]:
        index = order.index(name)
        distance = min(abs(index - place) for place in places)
        return distance, index if distance else -index

    return tuple(sorted((name for name in order if name in among), key=near)[:count])


def parties(count: int, among: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return who sits down at each level whose characters all play here: a level means the same everywhere."""
    missing = {each.level for name, each in CHARACTERS.items() if name not in among}
    return {level: party(level, count, among) for level in LEVELS if level not in missing}
