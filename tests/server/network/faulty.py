"""The controls: servers with a planted fault, each of which the state machine must find. Never used by the server.

Each is put into a forked server before it starts, and dies with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from nokosu.server.http.socket import SocketSubscriber
from nokosu.server.store import store
from nokosu.server.store.database import Row, Value
from nokosu.server.tables import hub
from nokosu.server.tables.actor import Actor
from nokosu.table import decide as deciding
from nokosu.table.decide import Decision
from nokosu.table.state import State
from nokosu.wire import commands as ask
from tests.chaos import hasty

_THE_DEAL = 5
"""The entry with which a match begins."""


def forget_client_ids() -> None:
    """What arrives twice is done twice."""
    earlier, commit = Actor._earlier, Actor._commit

    async def never(self: Actor, client: str) -> int | None:  # noqa: ARG001  the signature of what it replaces
        return None

    async def committed(self: Actor, decided: Decision, client: str | None) -> None:
        self._answered.clear()
        known = client is not None and await earlier(self, client) is not None
        await commit(self, decided, None if known else client)

    Actor._earlier, Actor._commit = never, committed  # type: ignore[method-assign]  # the planted fault


def skip_an_entry_on_resuming() -> None:
    """Who comes back in the middle of a match misses the first thing that happened in between."""
    first_frame = Actor.first_frame

    async def later(self: Actor, seat: int | None, after: int | None, before: int | None = None) -> bytes:
        return await first_frame(self, seat, after + 1 if after and after > _THE_DEAL else after, before)

    Actor.first_frame = later  # type: ignore[method-assign]  # the planted fault


class _Cached(hasty.HastyDatabase):
    """Says that a log entry is stored before it is, and hides it from everybody who asks; a kill cannot be hidden."""

    async def read(self, sql: str, params: Sequence[Value] = ()) -> list[Row]:
        if self._late:
            await asyncio.wait(self._late)
        return await super().read(sql, params)


def acknowledge_before_the_commit() -> None:
    """A move that was acknowledged is lost when the server is killed just then."""

    async def opened(path: str, *, alone: bool) -> _Cached:  # noqa: ARG001  open_sqlite's signature
        return _Cached(path)

    vars(store)["open_sqlite"] = opened


def take_any_name() -> None:
    """A table may be named by its maker: with the server's key, its deals are known then, as these tests need them."""
    vars(hub)["was_issued"] = lambda _key, _table, _now: True


def do_stale_moves() -> None:
    """Whatever position a move was meant for, it is done in this one."""
    move = deciding._move

    def heedless(
        state: State, seat: int | None, command: ask.Move, about: deciding.Circumstances, now: int
    ) -> Decision:
        newest = ask.Move(client_id=command.client_id, expected_seq=state.seq, action=command.action)
        return move(state, seat, newest, about, now)

    vars(deciding)["_move"] = heedless


def lose_a_frame() -> None:
    """Now and then somebody at a seat misses a move, and sees the next one."""
    send = SocketSubscriber.send
    moves = 0

    def most(self: SocketSubscriber, frame: bytes) -> None:
        nonlocal moves
        is_move = frame.startswith(b'{"type":"update"') and b'"table":' not in frame
        moves += is_move
        if self.person is None or not is_move or moves % 10:
            send(self, frame)

    SocketSubscriber.send = most  # type: ignore[method-assign]  # the planted fault


FAULTS: dict[str, Callable[[], None]] = {
    fault.__name__: fault
    for fault in (
        forget_client_ids,
        skip_an_entry_on_resuming,
        acknowledge_before_the_commit,
        do_stale_moves,
        lose_a_frame,
    )
}
