"""Bots by name: `random`, `search:100ms`, `cmd:python3 mybot.py`. The name ends at the first colon."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

from nokosu.bots.base import Bot, BotError, BotFactory
from nokosu.bots.characters import CHARACTERS
from nokosu.bots.levels import LEVELS
from nokosu.core.quoting import quoted
from nokosu.locale import t
from nokosu.locale.suggestion import did_you_mean

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "nokosu.bots"
FALLBACKS: Final = ("club", "random")
"""Bots that take over for one that failed: the first that can be loaded."""


def names() -> tuple[str, ...]:
    """List every bot that is installed, every level and every character, sorted.

    >>> import nokosu
    >>> "club" in nokosu.bots.names()
    True
    """
    return tuple(sorted({*_entries(), *LEVELS, *CHARACTERS}))


def split(spec: str) -> tuple[str, str]:
    """The name of a bot and its argument, "" if there is none."""
    name, _, argument = spec.partition(":")
    return name.strip(), argument.strip()


def make(spec: str) -> Bot:
    """A new bot; BotError if there is none of this name or it cannot take this argument."""
    name, argument = split(spec)
    entry = _entries().get(name)
    if name in LEVELS and (entry is None or (not argument and name not in LEVELS[name])):
        no_argument(name, argument)
        return make(of_level(name))
    if entry is None and name in CHARACTERS:
        no_argument(name, argument)
        return make(CHARACTERS[name].spec)
    if entry is None:
        said = t("bot.unknown", name=quoted(name), known=", ".join(names()))
        raise BotError(said + did_you_mean(name, names()))
    try:
        factory: BotFactory = entry.load()
        bot = factory(argument)
    except BotError:
        raise
    except Exception as error:  # another package may raise anything
        raise BotError(t("bot.broken", name=name, error=f"{type(error).__name__}: {error}")) from error
    if not isinstance(getattr(bot, "name", None), str) or not callable(getattr(bot, "choose", None)):
        raise BotError(t("bot.broken", name=name, error=t("bot.no-player")))
    return bot


def module_of(name: str) -> str:
    """Return the module of a bot, "" for an unknown bot."""
    entry = _entries().get(name)
    return "" if entry is None else entry.module


def of_level(level: str) -> str:
    """The bot that plays a level here. Raises KeyError for an unknown level."""
    for candidate in LEVELS[level]:
        try:
            make(candidate)
        except BotError:
            continue
        return candidate
    raise BotError(f"no bot for the level {level}")


def offered() -> dict[str, str]:
    """The characters that can play here, and the bot of each: some need the kernel."""
    found: dict[str, str] = {}
    for name, character in CHARACTERS.items():
        with suppress(BotError):
            make(character.spec)
            found[name] = character.spec
    return found


def fallback_name() -> str:
    """The default bot."""
    there = names()
    return next(name for name in FALLBACKS if name in there)


def fallback() -> Bot:
    """The bot that takes over where another failed."""
    return make(fallback_name())


def no_argument(name: str, argument: str) -> None:
    """For factories of bots that have no settings."""
    if argument:
        raise BotError(t("bot.no-argument", name=name, argument=quoted(argument)))


@cache
def _entries() -> dict[str, EntryPoint]:
    # Loaded when bots are looked for: in a browser there are no installed packages to look at.
    entry_points = import_module("importlib.metadata").entry_points
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def forget() -> None:
    """Look for bots again, after packages were installed while this process runs."""
    _entries.cache_clear()
