"""A review on a device, decision by decision. Text in, text out; the kernel thinks in another worker.

    {"judged": [Judgement, …], "done": 3, "total": 41, "review": Review, "think": {"call": …, "request": …}}

`judged` are the decisions that were judged since the last answer; one that was judged before is replaced. `think` is
for the kernel, whose answer goes to `go_on`; without it, `review` is there and all is done.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from nokosu.bots.base import BotFailure
from nokosu.core.errors import reason
from nokosu.kernel.requests import KernelRequest, Thinking
from nokosu.record import Record
from nokosu.record.replay import match_at
from nokosu.table.refusal import Refused
from nokosu.wire.base import wire_reason
from nokosu.wire.review import Judgement, Review
from nokosu.wire.struct import decoder, encode

if TYPE_CHECKING:
    from collections.abc import Sequence

_KNOWN: Final = decoder(list[Judgement])


class Reviewer:
    """One review at a time: a new one ends the one before."""

    def __init__(self) -> None:
        self._running: Thinking[Review] | None = None
        self._judged: list[Judgement] = []
        self._done = self._total = 0

    def begin(self, record: Record, seat: int, depth: str, known: str, *, network: bool) -> str:
        """Begin to review a finished match from a seat; `known` are judgements from before, as a JSON list."""
        if not 0 <= seat < len(record.seats):
            return encode({"refused": wire_reason(reason("server.no-record"))}).decode()
        # Loaded when first asked for: a device that only plays is ready sooner without it.
        judge = import_module("nokosu.judge")
        effort = judge.DEEP if depth == "deep" else judge.QUICK
        before: Sequence[Judgement] = _KNOWN(known)
        match = match_at(record)
        self._running = judge.review_remote(match, seat, effort, network=network, known=before, told=self._told)
        return self._next(None)

    def go_on(self, answer: str, refused: str = "") -> str:
        """Take the kernel's answer, in hexadecimal, or why there is none."""
        return self._next(BotFailure("unsupported", refused) if refused else bytes.fromhex(answer))

    def stop(self) -> None:
        """Think no more about it."""
        self._running = None

    def _told(self, judgement: Judgement, done: int, total: int) -> None:
        self._judged.append(judgement)
        self._done, self._total = done, total

    def _next(self, answer: bytes | BotFailure | None) -> str:
        request, review = None, None
        try:
            request, review = self._step(answer)
        except Refused as refused:
            self._running = None
            return encode({"refused": wire_reason(refused.why)}).decode()
        think = request and {"call": request.call, "request": request.data.hex()}
        judged, self._judged = self._judged, []
        said = {"judged": judged, "done": self._done, "total": self._total, "think": think, "review": review}
        return encode(said).decode()

    def _step(self, answer: bytes | BotFailure | None) -> tuple[KernelRequest | None, Review | None]:
        running = self._running
        if running is None:
            raise Refused(reason("server.no-record"))
        try:
            if isinstance(answer, BotFailure):
                return running.throw(answer), None
            return next(running) if answer is None else running.send(answer), None
        except StopIteration as done:
            self._running = None
            return None, done.value
        except BotFailure:
            raise Refused(reason("web.local.failed")) from None
