"""The network between a client and the server, as bad as a test wants it: held back, cut in the middle of a frame."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


class Cut(Exception):
    """So many bytes were to pass, and no more."""


@dataclass
class Way:
    """One direction of a line."""

    left: int | None = None
    """Bytes that still pass before the line is cut; None: all."""
    _flows: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self._flows.set()

    @property
    def held(self) -> bool:
        return not self._flows.is_set()

    def hold(self) -> None:
        """Whatever is sent from now on waits on the way."""
        self._flows.clear()

    def release(self) -> None:
        self._flows.set()

    async def free(self) -> None:
        """Wait until nothing is held here."""
        await self._flows.wait()

    async def carry(self, source: StreamReader, target: StreamWriter) -> None:
        """Until one end closes, or the cut."""
        while data := await source.read(1 << 16):
            await self.free()
            target.write(data if self.left is None else data[: self.left])
            if self.left is not None:
                self.left -= len(data)
                if self.left <= 0:
                    raise Cut
            await target.drain()
        await self.free()
        target.close()


class Line:
    """A separate address, behind which the server is, wherever it runs now."""

    def __init__(self, server: Callable[[], int]) -> None:
        self.up = Way()
        self.down = Way()
        self._server = server
        self._ends: set[StreamWriter] = set()
        self._carrying: set[asyncio.Task[None]] = set()
        self._listener: asyncio.Server | None = None

    @property
    def held(self) -> bool:
        return self.up.held or self.down.held

    @property
    def address(self) -> str:
        assert self._listener is not None
        return f"127.0.0.1:{self._listener.sockets[0].getsockname()[1]}"

    async def open(self) -> Line:
        self._listener = await asyncio.start_server(self._accepted, "127.0.0.1", 0)
        return self

    def cut(self) -> None:
        """Both ends lose the connection now; what was on the way is lost."""
        for end in self._ends:
            end.transport.abort()

    def mend(self) -> None:
        """Nothing is held, and nothing will be cut."""
        self.up.left = self.down.left = None
        self.release()

    def release(self) -> None:
        self.up.release()
        self.down.release()

    async def close(self) -> None:
        if self._listener:
            self._listener.close()
        self.cut()
        self.mend()
        if self._carrying:
            await asyncio.wait(self._carrying)

    async def _accepted(self, reader: StreamReader, writer: StreamWriter) -> None:
        # What start_server calls must not fail; the tasks of a line are waited for when it is closed.
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)
        with self._end(writer):
            try:
                there, back = await asyncio.open_connection("127.0.0.1", self._server())
            except OSError:
                return
            with self._end(back):
                ends = (writer, back)
                await asyncio.gather(
                    self._carried(self.up.carry(reader, back), ends),
                    self._carried(self.down.carry(there, writer), ends),
                )

    async def _carried(self, carrying: Coroutine[None, None, None], ends: tuple[StreamWriter, StreamWriter]) -> None:
        try:
            await carrying
        except Cut:
            self.up.left = self.down.left = None
            self.cut()
        except OSError:
            # The server was killed, or a client is gone: on a line that is held nobody hears of it yet.
            await self.up.free()
            await self.down.free()
            for end in ends:
                end.transport.abort()

    @contextmanager
    def _end(self, writer: StreamWriter) -> Iterator[None]:
        self._ends.add(writer)
        try:
            yield
        finally:
            writer.transport.abort()
            self._ends.discard(writer)
