"""The controls: servers with a planted fault, each of which the state machine must find. Never used by the server.

Each is put into a forked server before it starts, and dies with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from nokosu.server.http.socket import SocketSubscriber
from nokosu.server.store import store
from nokosu.server.store.database import Row, Statement, Value
from nokosu.server.store.log import LogRow, LogStore
from nokosu.server.tables import registry
from nokosu.server.tables.actor import Actor
from nokosu.table import decide as deciding
from nokosu.table.decide import Decision
from nokosu.table.host import Host
from nokosu.table.policy import HostPolicy
from nokosu.table.state import State
from nokosu.wire import commands as ask
from tests.chaos import hasty

_THE_DEAL = 5
"""The entry with which a match begins."""


def forget_client_ids() -> None:
    """What arrives twice is done twice."""
    append = LogStore.append

    async def never(*_: object) -> int | None:
        return None

    async def without_doubles(
        self: LogStore, table: str, rows: Sequence[LogRow], also: Sequence[Statement] = ()
    ) -> None:
        known = {row.client for row in await self.entries(table)}
        await append(self, table, [row._replace(client=None) if row.client in known else row for row in rows], also)

    Host._remember = lambda *_: None  # type: ignore[method-assign]  # the planted fault
    faulty: Any = LogStore  # the planted fault
    faulty.made_by, faulty.append = never, without_doubles


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
    vars(registry)["was_issued"] = lambda _key, _table, _now: True


def do_stale_moves() -> None:
    """Whatever position a move was meant for, it is done in this one."""
    move = deciding._move

    def heedless(state: State, seat: int | None, command: ask.Move, policy: HostPolicy, now: int) -> Decision:
        newest = ask.Move(client_id=command.client_id, expected_seq=state.seq, action=command.action)
        return move(state, seat, newest, policy, now)

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
