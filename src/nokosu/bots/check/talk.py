"""A conversation with a program, message by message, for what no ordinary match would show."""

from __future__ import annotations

import json
from collections.abc import Mapping

from nokosu.bots.base import BotFailure
from nokosu.bots.cmd import END_SECONDS, PROTOCOL, READY_SECONDS
from nokosu.bots.log import Log
from nokosu.bots.pipe import Pipe
from nokosu.core.match import Match
from nokosu.core.quoting import quoted
from nokosu.core.ruleset import Ruleset
from nokosu.core.view import View, view
from nokosu.wire.views import ruleset_to_json, view_to_json

SEAT = 0


class Talk:
    """One process in seat 0. A BotFailure says what it did wrong; `close` it in the end."""

    def __init__(
        self,
        command: list[str],
        ruleset: Ruleset,
        move_ms: int | None,
        patience_ms: int | None,
        log: Log | None = None,
    ) -> None:
        self._seconds = None if patience_ms is None else patience_ms / 1000
        self._ruleset = ruleset
        self._move_ms = move_ms
        self._pipe = Pipe(command, log)
        self._open = True

    def greet(self, extra: Mapping[str, object] | None = None) -> None:
        """Hello, and the answer."""
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "seat": SEAT,
            "ruleset": ruleset_to_json(self._ruleset),
            "move_ms": self._move_ms,
        }
        try:
            self.say({**hello, **(extra or {})})
            answer = self.hear(READY_SECONDS)
        except BotFailure as failure:
            raise BotFailure("not-ready", str(failure)) from None
        if answer.get("type") != "ready":
            raise BotFailure("not-ready", f"it answered hello with {quoted(answer, 80)}")

    def act(self, match: Match, number: int, extra: Mapping[str, object] | None = None) -> tuple[View, str]:
        """Return a question, and the action that was answered, whatever it is."""
        seen = view(match, SEAT)
        legal = [str(action) for action in seen.legal or ()]
        more = dict(extra or {})
        told = {**view_to_json(seen), **more}
        self.say({**more, "legal": legal, "view": told, "id": number, "type": "act"})
        answer = self.hear(self._seconds)
        if answer.get("id") != number:
            raise BotFailure("wrong-id", f"it answered {quoted(answer.get('id'), 80)} when asked {number}")
        text = answer.get("action")
        if not isinstance(text, str) or text not in legal:
            raise BotFailure("illegal", f"{quoted(text, 80)} is not legal here")
        return seen, text

    def say(self, message: Mapping[str, object]) -> None:
        self.say_bytes(json.dumps(message, ensure_ascii=False).encode())

    def say_bytes(self, line: bytes) -> None:
        self._pipe.send(line, READY_SECONDS)

    def hear(self, seconds: float | None) -> dict[str, object]:
        line = self._pipe.receive(seconds)
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            raise BotFailure("garbage", f"{quoted(line, 80)} is not JSON") from None
        if not isinstance(value, dict):
            raise BotFailure("garbage", f"{quoted(value, 80)} is not an object")
        return value

    def goes_by_itself(self) -> bool:
        """Return whether the program ends soon; a host would wait for a second only, but this machine may be busy."""
        return self._pipe.ended_within(READY_SECONDS)

    @property
    def exit_code(self) -> int | None:
        return self._pipe.exit_code

    def last_words(self) -> str:
        """Return what it wrote without being asked."""
        try:
            return quoted(self._pipe.receive(END_SECONDS), 80)
        except BotFailure:
            return ""

    def close_input(self) -> None:
        self._pipe.close_input()

    def close(self) -> None:
        if self._open:
            self._open = False
            self._pipe.end(gently=False)
