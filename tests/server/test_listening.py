"""The socket that a server listens on."""

from __future__ import annotations

import asyncio
import socket

from nokosu.server.config import Config
from nokosu.server.run import listening


async def test_small_frames_do_not_wait_for_earlier_ones_to_be_confirmed() -> None:
    """Otherwise an ack that follows an update comes 40 ms later."""

    accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def look(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        plain: socket.socket = writer.get_extra_info("socket")
        accepted.set_result(plain.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    listener = listening(Config(store="", port=0))
    async with await asyncio.start_server(look, sock=listener):
        _, writer = await asyncio.open_connection(*listener.getsockname())
        assert await accepted == 1
        writer.close()
