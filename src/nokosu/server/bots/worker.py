"""One bot process: a question a line on standard input, an answer a line on standard output. See pool.py.

It is given a view, never a state, so that a bot cannot see more than a person on its chair.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Final, TextIO

import msgspec

from nokosu.bots.base import Bot, MatchBot
from nokosu.bots.registry import make
from nokosu.core.stream import Stream
from nokosu.wire.views import View, view_from_json

MOVE_MS = 8_000
"""What a program is told that it has; the pool waits somewhat longer."""


OVER: Final = b"over\n"
"""Said to a process whose match is over: it ends its program and waits for another match."""


class Question(msgspec.Struct, frozen=True):
    """A line from the pool."""

    id: int
    bot: str
    view: View
    seed: str


_READ: Final = msgspec.json.Decoder(Question).decode


def answer(question: Question, bots: dict[str, Bot]) -> str:
    """Return the action that this bot chooses for this view."""
    spec, view = question.bot, view_from_json(question.view)
    if spec not in bots:
        # It is known before it starts, so that it is ended even if it hangs then.
        bot = bots[spec] = make(spec)
        # Such a bot plays one seat of one match: the pool gives it its own process.
        if isinstance(bot, MatchBot) and view.seat is not None:
            bot.start(view.seat, view.ruleset, MOVE_MS)
    return str(bots[spec].choose(view, Stream(bytes.fromhex(question.seed), "bot")))


def main() -> None:
    """Answer until the other side hangs up."""
    bots: dict[str, Bot] = {}
    # Whatever a bot prints must not be taken for an answer.
    answers, sys.stdout = sys.stdout, sys.stderr
    # Asked to end, even in the middle of a question: programs that were started must not outlive this process.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        _converse(answers, bots)
    except BrokenPipeError:
        # The server is gone: exit at once, without Python's own clean-up.
        os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
    finally:
        _end(bots)


def _end(bots: dict[str, Bot]) -> None:
    for bot in bots.values():
        if isinstance(bot, MatchBot):
            bot.close(None)
    bots.clear()


def _converse(answers: TextIO, bots: dict[str, Bot]) -> None:
    for line in sys.stdin:
        if not line.endswith("\n"):
            return  # the asking process died in the middle of the question
        if line == OVER.decode():
            _end(bots)
            continue
        question = _READ(line)
        try:
            reply = {"id": question.id, "action": answer(question, bots)}
        except Exception as error:  # noqa: BLE001  a stranger's bot may raise anything; the server is told and goes on
            reply = {"id": question.id, "error": f"{type(error).__name__}: {error}"[:200]}
        answers.write(json.dumps(reply) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
