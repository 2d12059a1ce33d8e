"""Seats of a trial: the bot under a watchful eye, and company that makes everything happen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter

from nokosu.bots.base import Bot, BotFailure, MatchBot, crash
from nokosu.bots.check.finding import Finding, failure_finding
from nokosu.core.actions import Action, DeclareZero, TakeZero
from nokosu.core.quoting import quoted
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View


class Watched:
    """Plays as the bot does; what it was put out for is in `findings`, its slowest answer in `slowest_ms`."""

    def __init__(self, bot: Bot) -> None:
        self.name = bot.name
        self._bot = bot
        self.findings: list[Finding] = []
        self.slowest_ms = 0.0

    def start(self, seat: int, ruleset: Ruleset, move_ms: int | None) -> str:
        with self._watching(None):
            return self._bot.start(seat, ruleset, move_ms) if isinstance(self._bot, MatchBot) else self.name

    def choose(self, view: View, stream: Stream) -> Action:
        begun = perf_counter()
        with self._watching(view):
            action = self._bot.choose(view, stream)
            if action not in (view.legal or ()):
                raise BotFailure("illegal", f"{quoted(action, 80)} is not legal here")
        self.slowest_ms = max(self.slowest_ms, (perf_counter() - begun) * 1000)
        return action

    def close(self, record: Mapping[str, object] | None) -> None:
        if isinstance(self._bot, MatchBot):
            try:
                self._bot.close(record)
            except Exception as error:  # noqa: BLE001  (a stranger's bot may raise anything)
                self.findings.append(failure_finding(crash(error), None))

    @contextmanager
    def _watching(self, view: View | None) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            failure = error if isinstance(error, BotFailure) else crash(error)
            self.findings.append(failure_finding(failure, view))
            raise failure from error


class Company:
    """Chooses zero every other time it can, otherwise plays at random, so that a program meets every move."""

    name = "company"

    def choose(self, view: View, stream: Stream) -> Action:
        assert view.legal
        zeros = [action for action in view.legal if isinstance(action, TakeZero | DeclareZero)]
        return stream.choice(zeros if zeros and stream.below(2) else view.legal)
