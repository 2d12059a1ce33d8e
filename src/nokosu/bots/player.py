"""A bot as an object that answers views, with nothing else to set up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from nokosu.api import reading
from nokosu.bots.base import BotError, BotFailure, MatchBot
from nokosu.bots.cmd import CmdBot
from nokosu.bots.registry import make
from nokosu.core.actions import Action
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.locale import SOURCE_LANGUAGE, in_language

_GLANCE_SECONDS: Final = 0.05


class Player:
    """A bot, made by `nokosu.bots.get`.

    A program (`cmd:…`) is started with the first decision of a match and ended with `close` or at the end of a `with`
    block. Each match and each seat gets a new process, as the bot protocol asks.

    >>> import nokosu
    >>> with nokosu.bots.get("club") as bot:
    ...     print(bot.choose(nokosu.Match.start("second", players=4, seed=7).view()))
    take dG3
    """

    def __init__(self, spec: str, *, seed: int | str | bytes | None = None, move_ms: int | None = None) -> None:
        self.spec = spec
        self._bot = make(spec)
        self._seed = reading.seed(seed)
        self._move_ms = checked_time(move_ms)
        self._asked = 0
        self._last: View | None = None
        self._busy = threading.Lock()

    @property
    def name(self) -> str:
        """The bot's name in records and tables."""
        return self._bot.name

    def choose(self, view: View) -> Action:
        """Return the bot's action for a view whose seat is to act.

        Raises BotFailure if the bot is a program and does not answer as it should, or not in time.
        """
        if not isinstance(view, View):
            raise BotError(f"expected a view, such as match.view(), got {type(view).__name__}")
        if not view.legal:
            who = "a spectator" if view.seat is None else f"seat {view.seat}"
            raise BotError(f"expected the view of the seat to act, got that of {who}")
        with self._busy:
            if isinstance(self._bot, MatchBot) and not _goes_on(self._last, view):
                self._begin(view)
            self._last = view
            self._asked += 1
            chosen = self._bot.choose(view, Stream(self._seed, "bot", self._asked))
        if chosen not in view.legal:
            raise BotFailure("illegal", f"{chosen} is not legal here")
        return chosen

    async def choose_async(self, view: View) -> Action:
        """Choose without blocking the event loop. If the task is cancelled, a program is ended at once."""
        answer = asyncio.get_running_loop().run_in_executor(None, self.choose, view)
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            answer.add_done_callback(lambda done: done.exception())  # its result is no longer needed
            # It may be about to start, so one kill is not enough; or it has answered in the meantime, and waits.
            while isinstance(self._bot, CmdBot) and not answer.done():
                self._bot.kill()
                await asyncio.wait([answer], timeout=_GLANCE_SECONDS)
            if isinstance(self._bot, CmdBot):
                self._bot.kill()
                self._bot.close(None)
            raise

    def close(self, record: Mapping[str, object] | None = None) -> None:
        """End the match for a program: send it `end`, with the record if there is one, and see that it exits."""
        with self._busy:
            self._end(record)

    def _begin(self, view: View) -> None:
        self._end(None)
        self._bot = make(self.spec)
        assert isinstance(self._bot, MatchBot)
        assert view.seat is not None
        self._last = view
        self._bot.start(view.seat, view.ruleset, self._move_ms)

    def _end(self, record: Mapping[str, object] | None) -> None:
        if isinstance(self._bot, MatchBot):
            self._bot.close(record)
        self._last = None

    def __del__(self) -> None:
        with suppress(Exception):  # __init__ may have failed, and modules may be gone
            self._end(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)

    def __repr__(self) -> str:
        return f"<Player {self.name}>"


def get(spec: str, *, seed: int | str | bytes | None = None, move_ms: int | None = None) -> Player:
    """Return a bot by name: `club`, `search:50ms`, `cmd:python3 mybot.py`; `nokosu.bots.names()` lists them.

    `seed` makes its choices repeatable, unless a clock limits it. `move_ms` is a program's time for one action.

    >>> import nokosu
    >>> nokosu.bots.get("greedy")
    <Player greedy>
    >>> nokosu.bots.get("grredy")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    nokosu.bots.base.BotError: ...Did you mean greedy?
    """
    if not isinstance(spec, str):
        raise BotError(f"expected a bot's name such as 'club' or 'search:50ms', got {type(spec).__name__}")
    with in_language(SOURCE_LANGUAGE):  # what a library raises is in English
        return Player(spec, seed=seed, move_ms=move_ms)


def _goes_on(last: View | None, view: View) -> bool:
    """True if a view can be a later one of the same seat and match."""
    if last is None or (last.seat, last.ruleset) != (view.seat, view.ruleset):
        return False
    return (last.round, last.decisions) < (view.round, view.decisions) and view.scores[
        : len(last.scores)
    ] == last.scores


def checked_time(move_ms: int | None) -> int | None:
    """Return the time for one action, if it is one."""
    if move_ms is not None and (type(move_ms) is not int or move_ms < 1):
        raise BotError(f"move_ms: expected a whole number of milliseconds, at least 1, or None; got {move_ms!r:.40}")
    return move_ms
