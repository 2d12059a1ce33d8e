"""The bot to check: a program behind pipes, or a bot from a package, called directly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from nokosu.bots import registry
from nokosu.bots.base import Bot
from nokosu.bots.cmd import CmdBot, split_command


@dataclass(frozen=True, slots=True)
class Candidate:
    """`make` gives a new bot every time. A program also has its command, for conversations outside a match."""

    make: Callable[[], Bot]
    command: tuple[str, ...] = ()

    @classmethod
    def program(cls, command: list[str]) -> Candidate:
        return cls(partial(CmdBot, command), tuple(command))

    @classmethod
    def named(cls, spec: str) -> Candidate:
        """By the name that every host takes; BotError if there is no such bot."""
        name, argument = registry.split(spec)
        if name == "cmd":
            return cls.program(split_command(argument))
        registry.make(spec)
        return cls(partial(registry.make, spec))
