"""The analysis board of a device: positions as text, and a judge that thinks about them. Text in, text out.

    {"answer": …} or {"refused": Reason}; a judge also {"job": 1, "think": {"call": "judge", "request": "00ff…"}}

While `think` is there, its answer goes to `go_on`.
"""

from __future__ import annotations

from itertools import count
from typing import Final

from nokosu.bots.base import BotFailure
from nokosu.core.errors import reason
from nokosu.core.view import View
from nokosu.kernel.requests import KernelRequest, Thinking
from nokosu.local.reader import answered
from nokosu.table import analysis
from nokosu.table.refusal import Refused
from nokosu.table.replaying import seen_in
from nokosu.wire.analysis import Setup
from nokosu.wire.base import wire_reason
from nokosu.wire.review import Judgement
from nokosu.wire.struct import decoder, encode

_SETUP: Final = decoder(Setup)


def _judged(view: View, effort: int, *, network: bool) -> Thinking[Judgement]:
    """Judge every action of the seat to act: at a glance, quickly, then deeply."""
    # Loaded when first asked for, as advice is.
    from nokosu.judge.decision import judge_remote, screen_remote  # noqa: PLC0415
    from nokosu.judge.settings import DEEP, QUICK  # noqa: PLC0415

    if effort > 0:
        return (yield from judge_remote(view, None, QUICK if effort == 1 else DEEP, network=network))
    first = yield from screen_remote(view, None, QUICK, network=network)
    return first.judgement("screen")


class Analyst:
    """What a board asks for."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._job: tuple[int, Thinking[Judgement]] | None = None

    def position(self, text: str, decisions: int = -1) -> str:
        """Return a position, or an earlier point of its round: after so many actions."""

        def found() -> object:
            position = analysis.read(text)
            return analysis.analysed(position if decisions < 0 else analysis.earlier(position, decisions))

        return answered(found)

    def move(self, text: str, action: str) -> str:
        """Return the position after an action of the seat to act."""
        return answered(lambda: analysis.analysed(analysis.played(analysis.read(text), action)))

    def numbers(self, edition: str, players: int) -> str:
        """Return how many pieces have to be entered for a real table."""
        return answered(lambda: analysis.numbers(edition, players))

    def set_up(self, setup: str) -> str:
        """Return the position that lies on a real table."""
        return answered(lambda: analysis.analysed(analysis.set_up(_SETUP(setup))))

    def judge(self, text: str, effort: int, network: bool) -> str:  # noqa: FBT001  called from JavaScript
        """Begin to judge what the seat to act can do, with more effort each time; one question at a time."""
        try:
            view = seen_in(analysis.read(text))
        except Refused as refused:
            return encode({"refused": wire_reason(refused.why)}).decode()
        self._job = next(self._numbers), _judged(view, effort, network=network)
        return self._thought(self._job[0], None)

    def go_on(self, job: int, answer: str, refused: str = "") -> str:
        """Take the kernel's answer, or why there is none."""
        return self._thought(job, BotFailure("unsupported", refused) if refused else bytes.fromhex(answer))

    def _thought(self, job: int, answer: bytes | BotFailure | None) -> str:
        if self._job is None or self._job[0] != job:
            return encode({"refused": wire_reason(reason("server.busy"))}).decode()
        thinking = self._job[1]
        try:
            if isinstance(answer, BotFailure):
                raise answer
            request: KernelRequest = next(thinking) if answer is None else thinking.send(answer)
        except StopIteration as done:
            self._job = None
            return encode({"answer": done.value}).decode()
        except BotFailure:
            self._job = None
            return encode({"refused": wire_reason(reason("server.busy"))}).decode()
        return encode({"job": job, "think": {"call": request.call, "request": request.data.hex()}}).decode()
