"""Bots by name: `random`, `search:100ms`, `cmd:python3 mybot.py`, `./mybot`. The name ends at the first colon."""

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

    from nokosu.core.actions import Action
    from nokosu.core.stream import Stream
    from nokosu.core.view import View

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
    """Return the name of a bot and its argument, "" if there is none."""
    name, _, argument = spec.partition(":")
    return name.strip(), argument.strip()


def is_path(spec: str) -> bool:
    """Return whether a bot is named by its file or folder: `./mybot`, `bots/mine`, `/home/ann/bot.py`."""
    return "/" in split(spec)[0]  # no bot of a package has a slash in its name


def make(spec: str) -> Bot:
    """Return a new bot; BotError if there is none of this name or it cannot take this argument."""
    if is_path(spec):
        cmd = import_module("nokosu.bots.cmd")
        program: Bot = cmd.CmdBot(cmd.path_command(spec))
        return program
    name, argument = split(spec)
    if not _entries():
        raise BotError(t("bot.not-installed"))
    entry = _entries().get(name)
    if name in LEVELS and (entry is None or (not argument and name not in LEVELS[name])):
        no_argument(name, argument)
        return make(of_level(name))
    if entry is None and name in CHARACTERS:
        no_argument(name, argument)
        return NamedBot(name, make(CHARACTERS[name].spec))
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
    if entry.module.startswith("nokosu."):
        return bot
    guest: Bot = import_module("nokosu.bots.guest").seated(bot)
    return guest


class NamedBot:
    """A bot under its character's name, which records and tables then show."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name = name
        self._bot = bot

    def choose(self, view: View, stream: Stream) -> Action:
        """Return what the character's bot would do."""
        return self._bot.choose(view, stream)


def module_of(name: str) -> str:
    """Return the module of a bot, "" for an unknown bot."""
    entry = _entries().get(name)
    return "" if entry is None else entry.module


def of_level(level: str) -> str:
    """Return the bot that plays a level here. Raises KeyError for an unknown level."""
    for candidate in LEVELS[level]:
        try:
            make(candidate)
        except BotError:
            continue
        return candidate
    raise BotError(f"no bot for the level {level}")


def offered() -> dict[str, str]:
    """Return the characters that can play here, and the bot of each: some need the kernel."""
    found: dict[str, str] = {}
    for name, character in CHARACTERS.items():
        with suppress(BotError):
            make(character.spec)
            found[name] = character.spec
    return found


def fallback_name() -> str:
    """Return the default bot."""
    there = names()
    return next(name for name in FALLBACKS if name in there)


def fallback() -> Bot:
    """Return the bot that takes over where another failed."""
    return make(fallback_name())


def no_argument(name: str, argument: str) -> None:
    """Refuse an argument, for factories of bots that have no settings."""
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
