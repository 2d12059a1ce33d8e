"""The bot to check: a program behind pipes, or a bot from a package, called directly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from nokosu.bots import registry
from nokosu.bots.base import Bot
from nokosu.bots.cmd import CmdBot, path_command, split_command
from nokosu.bots.log import Log, OnceLog


@dataclass(frozen=True, slots=True)
class Candidate:
    """`make` gives a new bot every time. A program also has its command, for conversations outside a match."""

    make: Callable[[], Bot]
    command: tuple[str, ...] = ()
    log: Log | None = None
    """Where all its runs write to."""

    @classmethod
    def program(cls, command: list[str]) -> Candidate:
        log = OnceLog()

        def make() -> Bot:
            bot = CmdBot(command)
            bot.log = log
            return bot

        return cls(make, tuple(command), log)

    @classmethod
    def named(cls, spec: str) -> Candidate:
        """Find a bot by the name that every host takes; BotError if there is none."""
        if registry.is_path(spec):
            return cls.program(path_command(spec))
        name, argument = registry.split(spec)
        if name == "cmd":
            return cls.program(split_command(argument))
        registry.make(spec)
        return cls(partial(registry.make, spec))
