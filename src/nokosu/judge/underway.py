"""A review that is made piece by piece, by the kernel in this process."""

from __future__ import annotations

from collections.abc import Callable

from nokosu import kernel
from nokosu.bots.neural.bot import network
from nokosu.core.match import Match
from nokosu.judge.review import review_remote
from nokosu.judge.settings import Effort
from nokosu.kernel.judge import answer
from nokosu.kernel.requests import KernelRequest, Thinking
from nokosu.wire.review import Judgement, Review


def can_judge() -> bool:
    """Return whether this machine has the kernel, without which nothing is judged."""
    return kernel.available


class Underway:
    """A review and how far it is."""

    def __init__(self, match: Match, seat: int, effort: Effort) -> None:
        self.judged: list[Judgement] = []
        """In the order of work; a later one replaces an earlier one of the same decision."""
        self.done = self.total = 0
        self.review: Review | None = None
        self._thinking: Thinking[Review] = review_remote(match, seat, effort, network=True, told=self._told)
        self._asked: KernelRequest | None = None

    def go_on(self, enough: Callable[[], bool]) -> None:
        """Work until it is done, or until `enough` says so; one question is answered at least."""
        while self.review is None:
            try:
                asked = self._asked
                self._asked = next(self._thinking) if asked is None else self._thinking.send(answer(asked, network()))
            except StopIteration as over:
                self.review = over.value
            if enough():
                return

    def _told(self, judgement: Judgement, done: int, total: int) -> None:
        self.judged.append(judgement)
        self.done, self.total = done, total
