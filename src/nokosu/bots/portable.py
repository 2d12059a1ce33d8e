"""The bots that need the kernel, where wasmtime runs it: they choose what they would choose with the native one."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Protocol

from nokosu.bots.base import BotFailure
from nokosu.bots.kernel_rules import within_limits
from nokosu.core.actions import Action
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.kernel.portable import Host, Refused, available
from nokosu.kernel.requests import Thinking


class RemoteBot(Protocol):
    """A bot that asks a kernel outside of this process."""

    name: str

    def choose_remote(self, view: View, stream: Stream) -> Thinking[Action]:
        """Return one of `view.legal`, after the answers to what it asks."""
        ...


class Portable:
    """Plays as another bot does."""

    def __init__(self, bot: RemoteBot) -> None:
        self.name = bot.name
        self._bot = bot

    def choose(self, view: View, stream: Stream) -> Action:
        """Return one of `view.legal`. Raises BotFailure for rules that the kernel cannot play."""
        if not within_limits(view.ruleset):
            raise BotFailure("unsupported", "the kernel's arrays are too small for these house rules")
        try:
            return _host().run(self._bot.choose_remote(view, stream))
        except Refused as error:
            raise BotFailure("unsupported", str(error)) from None


def portable(bot: RemoteBot) -> Portable | None:
    """Return the bot with the kernel in WebAssembly; None where that cannot run."""
    if not available():
        return None
    _host()  # started now, not during the first decision
    return Portable(bot)


@cache
def _host() -> Host:
    return Host(resources.files("nokosu.bots.neural").joinpath("weights.bin").read_bytes())
