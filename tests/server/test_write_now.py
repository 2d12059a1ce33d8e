"""Frames that are written past ASGI: whole, in order, and none to a network that takes nothing."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from nokosu.server.http.guarded import GuardedProtocol, write_now
from nokosu.server.http.socket import SocketSubscriber


class Network:
    """Takes a frame at once while it is `free`; through ASGI it takes one whenever it is told to."""

    def __init__(self) -> None:
        self.free = True
        self.taken: list[bytes] = []
        self.room = asyncio.Semaphore(0)

    def write_now(self, frame: bytes) -> bool:
        if self.free:
            self.taken.append(frame)
        return self.free

    async def send(self, message: dict[str, Any]) -> None:
        await self.room.acquire()
        self.taken.append(message["text"].encode())


async def test_what_had_to_wait_is_not_overtaken() -> None:
    network = Network()
    reader = SocketSubscriber(network, None, 8, network.write_now)  # type: ignore[arg-type]  # all that it needs of a socket
    writing = asyncio.create_task(reader.write())
    reader.send(b"0")
    network.free = False
    reader.send(b"1")
    reader.send(b"2")
    network.free = True
    reader.send(b"3")
    for _ in range(3):
        network.room.release()
    for _ in range(10):
        await asyncio.sleep(0)
    reader.send(b"4")
    assert network.taken == [b"0", b"1", b"2", b"3", b"4"]
    writing.cancel()


class Line:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.data = b""

    def write(self, data: bytes) -> None:
        self.data += data

    def is_closing(self) -> bool:
        return False


def protocol(line: Line, *, writable: bool, close_sent: bool) -> GuardedProtocol:
    made = object.__new__(GuardedProtocol)
    made.transport = line  # type: ignore[assignment]  # all that is used of one
    made.writable = SimpleNamespace(is_set=lambda: writable)  # type: ignore[assignment]  # likewise
    made.close_sent = close_sent
    made.account = None
    return made


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_frame_of_any_length_is_read_as_it_was_written(length: int) -> None:
    line, reader = Line(), StreamReader()
    assert protocol(line, writable=True, close_sent=False).write_text(b"x" * length)
    reader.feed_data(line.data)
    with pytest.raises(StopIteration) as read:
        next(Frame.parse(reader.read_exact, mask=False))
    assert read.value.value == Frame(Opcode.TEXT, b"x" * length)


@pytest.mark.parametrize(("writable", "close_sent"), [(False, False), (True, True)])
def test_nothing_is_written_to_who_takes_nothing(*, writable: bool, close_sent: bool) -> None:
    line = Line()
    assert not protocol(line, writable=writable, close_sent=close_sent).write_text(b"x")
    assert line.data == b""


def test_another_server_in_front_offers_nothing() -> None:
    assert write_now({}) is None
    assert write_now({"extensions": {}}) is None
