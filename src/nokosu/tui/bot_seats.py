"""Bots of any kind that play on this machine: they think outside of the table, in a thread."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from nokosu.bots import registry
from nokosu.bots.base import BotFailure
from nokosu.bots.bot_seat import BotSeat
from nokosu.bots.characters import CHARACTERS
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.kernel.requests import KernelRequest, Thinking

T = TypeVar("T")
MOVE_MS: Final = 10_000
"""What a program that plays (`cmd:`) is given for a move."""


class BotAsked(KernelRequest):
    """A bot that has to decide."""

    bot: str
    view: View
    seed: bytes


def choose(name: str, view: View, seed: bytes) -> Thinking[str]:
    """Yield the bot that has to decide, and return what it does."""
    request = BotAsked("bot", b"")
    request.bot, request.view, request.seed = name, view, seed
    answer = yield request
    return answer.decode()


class BotSeats:
    """The bots of one table, each in its seat; `bots` names those that are not characters."""

    def __init__(self, bots: Mapping[str, str]) -> None:
        self._bots = bots
        self._seats: dict[tuple[int, str], BotSeat] = {}

    def think(self, what: BotAsked) -> bytes | BotFailure:
        """Let a bot decide. This takes a while, touches nothing of the table, and may run in a thread."""
        seat = what.view.seat
        assert seat is not None
        spec = self._bots.get(what.bot) or (CHARACTERS[what.bot].spec if what.bot in CHARACTERS else what.bot)
        try:
            key = (seat, what.bot)
            if key not in self._seats:
                self._seats[key] = BotSeat(seat, registry.make(spec), strict=True)
                self._seats[key].start(what.view.ruleset, MOVE_MS)
            return str(self._seats[key].choose(what.view, Stream(what.seed, "bot"))).encode()
        except BotFailure as failure:
            return failure
        except Exception as error:  # noqa: BLE001  a stranger's bot may raise anything; the fallback plays on
            return BotFailure("crashed", str(error))

    def finish(self, thinking: Thinking[T]) -> T:
        """Answer everything that is asked, and return the result. Raises BotFailure."""
        try:
            request = next(thinking)
            while True:
                assert isinstance(request, BotAsked)
                answer = self.think(request)
                request = thinking.throw(answer) if isinstance(answer, BotFailure) else thinking.send(answer)
        except StopIteration as done:
            result: T = done.value
            return result

    def close(self) -> None:
        """Let all of them go."""
        for seat in self._seats.values():
            seat.close(None)


def names_for(specs: Sequence[str]) -> dict[str, str]:
    """Return a name for each bot that logs can hold: a character's own, or one made from how it was asked for."""
    known: dict[str, str] = {}
    for spec in specs:
        if spec in known:
            continue
        plain = re.sub(r"[^a-z0-9]+", "-", spec.lower()).strip("-")[:24] or "bot"
        name, number = plain, 2
        while name in known.values() or (name in CHARACTERS and name != spec):
            name, number = f"{plain}-{number}", number + 1
        known[spec] = name
    return known
