"""Programs that take a seat, by name.

>>> import nokosu
>>> bot = nokosu.bots.get("club")
>>> str(bot.choose(nokosu.Match.start("second", players=4, seed=7).view()))
'take dG3'

A package brings a `PackageBot`, found through the entry-point group `nokosu.bots`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # what `_HOMES` says, for type checkers
    from nokosu.bots.base import BotError as BotError
    from nokosu.bots.base import BotFailure as BotFailure
    from nokosu.bots.guest import PackageBot as PackageBot
    from nokosu.bots.player import Player as Player
    from nokosu.bots.player import get as get
    from nokosu.bots.registry import names as names
    from nokosu.core.stream import Stream as Stream

_HOMES: Final = {
    "nokosu.bots.base": ("BotError", "BotFailure"),
    "nokosu.bots.guest": ("PackageBot",),
    "nokosu.bots.player": ("Player", "get"),
    "nokosu.bots.registry": ("names",),
    "nokosu.core.stream": ("Stream",),
}
_HOME: Final = {name: home for home, names in _HOMES.items() for name in names}

__all__ = ["BotError", "BotFailure", "PackageBot", "Player", "Stream", "get", "names"]


def __getattr__(name: str) -> object:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'nokosu.bots' has no attribute {name!r}")
    found = getattr(import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
