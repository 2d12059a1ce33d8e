"""`cmd:<command line>`: any program that speaks the bot protocol (docs/bot-protocol.md)."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from nokosu.bots.base import Bot, BotError, BotFailure
from nokosu.bots.log import Log
from nokosu.bots.pipe import Pipe
from nokosu.core.actions import Action
from nokosu.core.quoting import quoted
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.locale import t
from nokosu.wire.views import ruleset_to_json, view_to_json

PROTOCOL: Final = "nokosu-bot/1"
READY_SECONDS: Final = 5.0
END_SECONDS: Final = 1.0
LONGEST_NAME: Final = 40
_SHOWN: Final = 80
_INTERPRETERS: Final = {".py": sys.executable, ".mjs": "node", ".js": "node", ".sh": "sh"}
"""Programs for files that are not executable."""


class CmdBot:
    """One process plays one seat of one match. Any mistake raises a BotFailure and ends the process.

    Records store the name `cmd` and how the program calls itself, never its command line.
    """

    name = "cmd"

    def __init__(self, command: list[str], ready_seconds: float = READY_SECONDS) -> None:
        self._command = command
        self._ready_seconds = ready_seconds
        self._pipe: Pipe | None = None
        self._move_seconds: float | None = None
        self._asked = 0
        self.log: Log | None = None
        """Where its standard error goes; every process has its own log unless a host sets one."""

    def start(self, seat: int, ruleset: Ruleset, move_ms: int | None) -> str:
        """Start the program, greet it and return the name that it gives."""
        self._pipe = Pipe(self._command, self.log)
        self._move_seconds = None if move_ms is None else move_ms / 1000
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "seat": seat,
            "ruleset": ruleset_to_json(ruleset),
            "move_ms": move_ms,
        }
        try:
            self._pipe.send(_line(hello), self._ready_seconds)
            answer = _parse(self._pipe.receive(self._ready_seconds))
        except BotFailure as failure:
            raise self._out("not-ready", str(failure)) from None
        if answer.get("type") != "ready":
            raise self._out("not-ready", f"it answered hello with {quoted(answer, _SHOWN)}")
        return _printable(answer.get("name")) or self.name

    def choose(self, view: View, stream: Stream) -> Action:  # noqa: ARG002  (a program has its own chance)
        """Ask the program."""
        if self._pipe is None:
            raise BotFailure("died", "it is not running")
        legal = {str(action): action for action in view.legal or ()}
        self._asked += 1
        act = {"type": "act", "id": self._asked, "view": view_to_json(view), "legal": list(legal)}
        try:
            self._pipe.send(_line(act), self._move_seconds)
            answer = _parse(self._pipe.receive(self._move_seconds))
        except BotFailure as failure:
            raise self._out(failure.why, failure.detail) from None
        number, text = answer.get("id"), answer.get("action")
        if not isinstance(number, int) or isinstance(number, bool) or not isinstance(text, str):
            raise self._out("garbage", f"no id and action in {quoted(answer, _SHOWN)}")
        if number != self._asked:
            raise self._out("wrong-id", f"it answered {number} when asked {self._asked}")
        if text not in legal:
            raise self._out("illegal", f"{quoted(text, _SHOWN)} is not legal here")
        return legal[text]

    def close(self, record: Mapping[str, object] | None) -> None:
        """Tell the program that the match is over and make sure that it exits."""
        if self._pipe is None:
            return
        try:
            self._pipe.send(_line({"type": "end", "record": record}), END_SECONDS)
        except BotFailure:
            self._end(gently=False)
        else:
            self._end(gently=True)

    def kill(self) -> None:
        """End the program at once, from any thread. A call that waits for it fails, and tidies up."""
        pipe = self._pipe
        if pipe is not None:
            pipe.kill()

    def _out(self, why: str, detail: str) -> BotFailure:
        self._end(gently=False)
        return BotFailure(why, detail)

    def _end(self, *, gently: bool) -> None:
        if self._pipe is not None:
            self._pipe.end(gently=gently)
        self._pipe = None


def make(argument: str) -> Bot:
    """Return a bot from a command line."""
    return CmdBot(split_command(argument))


def split_command(argument: str) -> list[str]:
    """Return a command line, split as a shell would, without a shell; BotError if nothing can be started so."""
    if os.name != "posix":
        raise BotError(t("bot.cmd-posix"))
    try:
        command = shlex.split(argument)
    except ValueError as error:
        raise BotError(t("bot.cmd-unreadable", error=str(error))) from None
    if not command:
        raise BotError(t("bot.cmd-empty"))
    return command


def path_command(path: str) -> list[str]:
    """Return the command line for a bot's own file, or for the file `bot.*` of its folder.

    BotError if there is none.
    """
    if os.name != "posix":
        raise BotError(t("bot.cmd-posix"))
    file = Path(path)
    if file.is_dir():
        found = sorted(each for each in file.iterdir() if each.is_file() and each.name.partition(".")[0] == "bot")
        if len(found) != 1:
            raise BotError(t("bot.folder", folder=path, found=len(found)))
        file = found[0]
    if not file.is_file():
        raise BotError(t("bot.no-file", file=path))
    if os.access(file, os.X_OK):
        return [str(file.absolute())]
    program = _INTERPRETERS.get(file.suffix)
    if program is None:
        raise BotError(t("bot.not-executable", file=str(file)))
    return [program, str(file.absolute())]


def _line(message: Mapping[str, object]) -> bytes:
    return json.dumps(message).encode()


def _parse(line: bytes) -> dict[str, object]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise BotFailure("garbage", f"{quoted(line, _SHOWN)} is not JSON") from None
    if not isinstance(value, dict):
        raise BotFailure("garbage", f"{quoted(value, _SHOWN)} is not an object")
    return value


def _printable(name: object) -> str:
    if not isinstance(name, str):
        return ""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:LONGEST_NAME]
