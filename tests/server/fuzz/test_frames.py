"""Frames that are none: they end their own connection, with the right code, and nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tests.server import serving as serving_here
from tests.server.fuzz.hall import OFTEN, Hall, drawn, faults, hall
from tests.server.fuzz.messages import anything
from tests.server.fuzz.raw import (
    BINARY,
    CLOSE,
    CONTINUATION,
    FORBIDDEN,
    PING,
    PONG,
    PROTOCOL,
    TEXT,
    TEXT_WANTED,
    TOO_LONG,
    closing,
    connected,
    frame,
    request,
)

# Bytes behind a handshake, and the code with which the server hangs up.
BROKEN: dict[str, tuple[bytes, int]] = {
    **{f"opcode {number}": (frame(number, b"{}"), PROTOCOL) for number in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)},
    **{f"reserved bits {bits}": (frame(TEXT, b"{}", rsv=bits), PROTOCOL) for bits in range(1, 8)},
    "not masked": (frame(TEXT, b"{}", masked=False), PROTOCOL),
    "a ping of 126 bytes": (frame(PING, bytes(126)), PROTOCOL),
    "a pong of 70,000 bytes": (frame(PONG, bytes(70_000)), TOO_LONG),
    "a ping in parts": (frame(PING, b"a", fin=False), PROTOCOL),
    "a part of nothing": (frame(CONTINUATION, b"a"), PROTOCOL),
    "a message within a message": (frame(TEXT, b"a", fin=False) + frame(BINARY, b"b"), PROTOCOL),
    "a close within a message": (frame(TEXT, b"a", fin=False) + closing(1000), PROTOCOL),
    "longer than allowed": (frame(TEXT, bytes(16_385)), TOO_LONG),
    "in parts, longer than allowed": (
        frame(TEXT, bytes(9_000), fin=False) + frame(CONTINUATION, bytes(9_000)),
        TOO_LONG,
    ),
    "as long as can be said": (frame(BINARY, b"a", length=2**63 - 1), TOO_LONG),
    "longer than can be said": (frame(BINARY, b"a", length=2**64 - 1), TOO_LONG),
    "in more parts than there are letters": (
        frame(TEXT, b"", fin=False) + frame(CONTINUATION, b"", fin=False) * 500,
        FORBIDDEN,
    ),
    "pings without end": (frame(PING) * 500, FORBIDDEN),
    "pongs without end": (frame(PONG, b"abc") * 500, FORBIDDEN),
    "a close of one byte": (frame(CLOSE, b"a"), PROTOCOL),
    "a close of 126 bytes": (frame(CLOSE, bytes(126)), PROTOCOL),
    "a close with a reason that is no text": (closing(1000, b"\xff"), TEXT_WANTED),
    **{f"closing with {code}": (closing(code), PROTOCOL) for code in (0, 1, 999, 1004, 1005, 1006, 1015, 2999, 5000)},
    "an honest close": (closing(1000), 1000),
    "a close and more": (closing(1000) + frame(TEXT, b"{}") + b"\xff" * 100, 1000),
    "what is no text, and a close": (frame(TEXT, b"\xff\xfe") + closing(1000), 1000),
}


async def break_frames(here: Hall) -> None:
    """Each of them alone, each before the handshake is answered, and bytes at random."""
    for name, (data, code) in BROKEN.items():
        async with here.raw() as raw:
            await raw.send(data)
            assert (name, await raw.code()) == (name, code)
    for pause in range(8):
        for data in (b"\xff" * 20, frame(TEXT, b"\xff"), closing(1000), frame(PING) * 400, frame(3)):
            await too_early(here, data, pause)
    chance = drawn("bytes")
    for _ in range(30 * OFTEN):
        async with here.raw() as raw:
            await raw.send(chance.randbytes(chance.randrange(1, 2_000)))
            await raw.send(mutated(chance))
            await raw.send(closing(1000))
            # A broken length may swallow what follows: then only hanging up ends it.


async def too_early(here: Hall, data: bytes, pause: int) -> None:
    """Sent while the server looks for the session: how far it has come by then depends on the pause."""
    async with connected(here.running) as raw:
        await raw.send(request(here.running, here.path, {"Cookie": here.cookie}))
        for _ in range(pause):
            await asyncio.sleep(0)
        await raw.send(data + closing(1000))
        assert await raw.status() in {0, 101}


def mutated(chance: Random) -> bytes:
    """A good frame with some bytes changed, lost or doubled."""
    message = anything(chance)
    data = bytearray(frame(TEXT, message if isinstance(message, bytes) else message.encode("utf-8", "replace")))
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(data))
        data[place : place + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
        data += b"\x00"
    return bytes(data)


@pytest.mark.usefixtures("no_faults")
async def test_broken_frames_end_their_own_connection_and_nothing_else(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        await break_frames(here)
        await here.unharmed()


@pytest.mark.parametrize("data", [BROKEN["what is no text, and a close"][0], b"\xff" * 20])
async def test_faults_of_the_protocol_alone_would_be_noticed(
    data: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: without our guard the event loop complains about uvicorn's own protocol."""
    monkeypatch.setattr(serving_here, "GuardedProtocol", WebSocketsSansIOProtocol)

    async with hall(tmp_path) as here:
        async with here.raw() as raw:
            await raw.send(data)
            await raw.code()
        for pause in range(8):
            await too_early(here, data, pause)

    assert any("data_received() call failed" in fault for fault in faults(caplog.records))


@pytest.mark.usefixtures("no_faults")
async def test_a_connection_that_ends_anywhere_harms_nobody(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        whole = request(here.running, here.path, {"Cookie": here.cookie})
        whole += frame(TEXT, b'{"type":"ping","client_id":"a"}') + closing(1000)
        for length in range(0, len(whole), 7 if OFTEN == 1 else 1):
            async with connected(here.running) as raw:
                await raw.send(whole[:length])
        await here.unharmed()
