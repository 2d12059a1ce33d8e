"""The controls of the hall: what harms a bystander, and what goes wrong behind a socket, is seen there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from nokosu.server.http import socket as our_socket
from nokosu.server.http.socket import SocketSubscriber, _report
from nokosu.server.server import Server
from nokosu.server.tables.actor import Actor
from tests.server.fuzz.hall import faults, hall
from tests.server.fuzz.raw import TEXT, frame


async def test_a_fault_behind_a_socket_would_be_noticed(caplog: pytest.LogCaptureFixture) -> None:
    """The control: what a reading task raises is written down where `faults` looks."""

    async def faulty() -> None:
        raise ZeroDivisionError

    reading = asyncio.create_task(faulty())
    await asyncio.wait([reading])
    _report(reading)

    assert faults(caplog.records) == ["nokosu.server.http: a socket failed"]


async def test_a_bystander_who_is_thrown_out_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a server that takes a broken message for a reason to close every socket of the table."""
    read = our_socket._read

    async def rash(
        socket: our_socket.Socket,
        server: Server,
        actor: Actor,
        reader: SocketSubscriber,
        allowed: Callable[[], bool],
    ) -> None:
        try:
            await read(socket, server, actor, reader, allowed)
        finally:
            groups = actor.subscribers.by_seat.values()
            for other in [each for group in groups for each in group if each is not reader]:
                assert isinstance(other, SocketSubscriber)
                await other._socket.close()

    monkeypatch.setattr(our_socket, "_read", rash)

    async with hall(tmp_path) as here:
        async with here.raw() as raw:
            await raw.send(frame(TEXT, bytes(5_000)))
            await raw.code()
        with pytest.raises(ConnectionClosed):
            await here.unharmed()
