"""Seats of a trial: the program under a watchful eye, and company that makes everything happen."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

from nokosu.bots.base import BotFailure
from nokosu.bots.check.finding import Finding, failure_finding
from nokosu.bots.cmd import CmdBot
from nokosu.core.actions import Action, DeclareZero, TakeZero
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View


class Watched:
    """Plays as the program does; what it was put out for is in `findings`, its slowest answer in `slowest_ms`."""

    name = "cmd"

    def __init__(self, command: list[str]) -> None:
        self._bot = CmdBot(command)
        self.findings: list[Finding] = []
        self.slowest_ms = 0.0

    def start(self, seat: int, ruleset: Ruleset, move_ms: int | None) -> str:
        try:
            return self._bot.start(seat, ruleset, move_ms)
        except BotFailure as failure:
            self.findings.append(failure_finding(failure, None))
            raise

    def choose(self, view: View, stream: Stream) -> Action:
        begun = perf_counter()
        try:
            action = self._bot.choose(view, stream)
        except BotFailure as failure:
            self.findings.append(failure_finding(failure, view))
            raise
        self.slowest_ms = max(self.slowest_ms, (perf_counter() - begun) * 1000)
        return action

    def close(self, record: Mapping[str, object] | None) -> None:
        self._bot.close(record)


class Company:
    """Takes or declares zero every other time that it can, and else anything: so that a program sees all there is."""

    name = "company"

    def choose(self, view: View, stream: Stream) -> Action:
        assert view.legal
        zeros = [action for action in view.legal if isinstance(action, TakeZero | DeclareZero)]
        return stream.choice(zeros if zeros and stream.below(2) else view.legal)
