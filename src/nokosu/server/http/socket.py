"""/api/tables/{table}/socket: commands in, frames out. Slow readers are disconnected and can resume."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.connection.base import empty_receive, empty_send
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from nokosu.core.errors import Reason, reason
from nokosu.server.http.context import address, no_longer, server_of, session_of
from nokosu.server.http.guarded import Write, write_now
from nokosu.server.people.sessions import Session
from nokosu.server.server import Server
from nokosu.server.store import StoreFailed
from nokosu.server.tables.actor import Actor
from nokosu.table.refusal import Refused
from nokosu.table.rights import may_watch
from nokosu.wire.base import wire_reason
from nokosu.wire.commands import AnyCommand
from nokosu.wire.updates import Ack, Closing, Refusal

LOG: Final = logging.getLogger("nokosu.server.http")
Socket = WebSocket[Any, Any, State]

FORBIDDEN: Final = 1008
TOO_LONG: Final = 1009
RESTARTING: Final = 1012
TRY_AGAIN_LATER: Final = 1013

_DECODER: Final[msgspec.json.Decoder[AnyCommand]] = msgspec.json.Decoder(AnyCommand)
_ENCODE: Final = msgspec.json.Encoder().encode


class SocketSubscriber:
    """One socket: what the network does not take at once waits in a queue of limited length."""

    def __init__(self, socket: Socket, person: str | None, most: int, write_now: Write | None = None) -> None:
        self.person = person
        self.too_slow = False
        self._socket = socket
        self._most = most
        self._write_now = write_now
        self._queue: deque[bytes] = deque()
        self._filled = asyncio.Event()
        self.lagging: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when the subscriber is too slow; by then, writing to it may be blocked."""
        self.dismissed: asyncio.Future[Reason] = asyncio.get_running_loop().create_future()
        """Done when the subscriber may stay no longer."""

    def send(self, frame: bytes) -> None:
        if self.dismissed.done():
            return
        # While the queue is being emptied nothing may overtake it.
        if self._write_now and not self._filled.is_set() and self._write_now(frame):
            return
        if len(self._queue) >= self._most:
            self._queue.clear()
            if not self.too_slow:
                self.too_slow = True
                self.lagging.set_result(None)
        if not self.too_slow:
            self._queue.append(frame)
        self._filled.set()

    def dismiss(self, why: Reason) -> None:
        """Show nothing more, and close the socket with this reason."""
        self._queue.clear()
        if not self.dismissed.done():
            self.dismissed.set_result(why)

    async def write(self) -> None:
        """Pass the queue on to the network until the subscriber is too slow or gone."""
        while True:
            await self._filled.wait()
            while self._queue:
                await self._socket.send(
                    {"type": "websocket.send", "text": self._queue.popleft().decode(), "bytes": None}
                )
            if self.too_slow:
                return
            self._filled.clear()


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: Socket, table: FromPath[str]) -> None:
    """Serve a player or a spectator at a table."""
    try:
        await _answer(socket, table)
    finally:
        # Litestar's wrappers refer to the socket that holds them, and would keep it alive (memory.py).
        socket.receive, socket.send = empty_receive, empty_send


async def _answer(socket: Socket, table: str) -> None:
    server, place = server_of(socket), address(socket)
    try:
        async with asyncio.timeout(server.config.limits.handshake_s):
            session = await session_of(socket)
            actor = await server.tables.find(table)
            after = _admit(socket, server, actor, session)
    except (Refused, TimeoutError, StoreFailed) as error:
        await _turn_away(socket, error)
        return
    server.deps.metrics.sockets.inc()
    try:
        await socket.accept()
        await _serve(socket, server, actor, session, place, after)
    except WebSocketDisconnect:
        pass
    finally:
        server.deps.metrics.sockets.dec()
        server.places.give_back(session.key, place)


def _admit(socket: Socket, server: Server, actor: Actor, session: Session) -> int | None:
    """Let a session in; the entry after which it resumes, if it does."""
    if not may_watch(actor.state, session.person):
        raise Refused(reason("table.no-spectators"))
    after = socket.query_params.get("after")
    if after is not None and (not after.isdecimal() or len(after) > 15):
        raise Refused(reason("server.bad-request"))
    if not server.places.take(session.key, address(socket)):
        raise Refused(reason("server.too-many"))
    return None if after is None else int(after)


async def _turn_away(socket: Socket, error: Exception) -> None:
    """Say why in a frame: a browser cannot read the answer to a refused handshake."""
    why = error.why if isinstance(error, Refused) else reason("server.busy")
    with contextlib.suppress(WebSocketDisconnect):
        await socket.accept()
        await _close(socket, why, FORBIDDEN, again=not isinstance(error, Refused))


async def _close(socket: Socket, why: Reason, code: int, *, again: bool) -> None:
    closing = Closing(reason=wire_reason(why), again=again)
    await socket.send({"type": "websocket.send", "text": _ENCODE(closing).decode(), "bytes": None})
    await socket.close(code=code)


async def _serve(socket: Socket, server: Server, actor: Actor, session: Session, place: str, after: int | None) -> None:
    person, key = session.person, session.key
    subscriber = SocketSubscriber(socket, person, server.config.limits.outbound, write_now(socket.scope))

    async def enter() -> None:
        if subscriber.dismissed.done():
            return
        # In the table's own order: no entry can fall between the first frame and the ones that follow it.
        subscriber.send(await actor.first_frame(actor.state.seat_of(person), after))
        actor.subscribers.add(subscriber)
        await actor.welcome(person)

    # From here on it hears of the end of its session; before that, the session may have ended during the handshake.
    server.sockets.add(key, subscriber, place)
    try:
        if (why := await no_longer(server, session, place)) is not None:
            subscriber.dismiss(why)
        await actor.in_turn(enter)
    except StoreFailed:
        actor.subscribers.remove(subscriber)
        server.sockets.remove(key, subscriber)
        await _close(socket, reason("server.busy"), TRY_AGAIN_LATER, again=True)
        return
    writing = asyncio.create_task(subscriber.write())
    reading = asyncio.create_task(_read(socket, server, actor, subscriber, lambda: server.allows(key, place)))
    try:
        ends: set[asyncio.Future[Any]] = {writing, reading, subscriber.lagging, subscriber.dismissed}
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        _report(reading)
        actor.subscribers.remove(subscriber)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(server.config.limits.goodbye_s):
                if subscriber.dismissed.done():
                    await _close(socket, subscriber.dismissed.result(), FORBIDDEN, again=False)
                elif subscriber.too_slow:
                    server.deps.metrics.slow_subscribers.inc()
                    await _close(socket, reason("server.too-slow"), TRY_AGAIN_LATER, again=True)
                elif server.stopping:
                    await _close(socket, reason("server.restarting"), RESTARTING, again=True)
    finally:
        actor.subscribers.remove(subscriber)
        server.sockets.remove(key, subscriber)
        for task in (writing, reading):
            task.cancel()
        await asyncio.gather(writing, reading, return_exceptions=True)


def _report(reading: asyncio.Task[None]) -> None:
    """Log a fault of ours, which ends one socket. A lost client is not an error."""
    error = reading.exception() if reading.done() and not reading.cancelled() else None
    if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError | OSError):
        LOG.error("a socket failed", exc_info=error)


async def _read(
    socket: Socket, server: Server, actor: Actor, subscriber: SocketSubscriber, allowed: Callable[[], bool]
) -> None:
    limits, broken = server.config.limits, 0

    def reply(answer: Ack | Refusal) -> None:
        subscriber.send(_ENCODE(answer))
        server.deps.metrics.frames.inc()

    while True:
        message: Mapping[str, Any] = await socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(code=message.get("code") or 1006, detail="")
        # Bytes, from our own protocol (http/guarded.py); text, from others.
        data = message.get("bytes") or (message.get("text") or "").encode("utf-8", "replace")
        if subscriber.dismissed.done():
            return
        if len(data) > limits.message_bytes:
            await _close(socket, reason("server.too-long"), TOO_LONG, again=False)
            return
        if not allowed():
            subscriber.send(_refusal(None, reason("server.too-many")))
            await asyncio.sleep(1 / limits.rate)
            continue
        try:
            command = _DECODER.decode(data)
        except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError):
            broken += 1
            subscriber.send(_refusal(None, reason("server.bad-message")))
            if broken >= limits.broken:
                await _close(socket, reason("server.bad-message"), FORBIDDEN, again=False)
                return
            continue
        try:
            with server.deps.metrics.messages.time():
                await actor.command(subscriber.person, command, reply)
        except StoreFailed:
            # Whether it was stored is not known: neither yes nor no. The client comes back and asks again, with the
            # same id. A server that stops says so itself.
            if not server.stopping:
                await _close(socket, reason("server.busy"), TRY_AGAIN_LATER, again=True)
            return


def _refusal(client_id: str | None, why: Reason) -> bytes:
    return _ENCODE(Refusal(client_id=client_id, seq=0, reason=wire_reason(why)))


HANDLERS = (table_socket,)
