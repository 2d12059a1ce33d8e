"""Whatever comes down a socket: nobody's log has a fault in it, no answer is a 5xx, nobody else's socket is lost."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import httpx
import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosed

from nokosu.server.http import socket as our_socket
from nokosu.server.http.socket import SocketReader, _report
from nokosu.server.server import Server
from nokosu.wire.updates import Ack, Closing, Refusal
from tests.server import serving as serving_here
from tests.server.fuzz.hall import OFTEN, Hall, drawn, faults, hall, run_long
from tests.server.fuzz.messages import anything, odd, wrong
from tests.server.fuzz.raw import (
    BINARY,
    CLOSE,
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    Raw,
    closing,
    connected,
    frame,
    request,
)
from tests.server.people import Client, Json, Seat, client
from tests.server.serving import GENEROUS, serving

KEPT = 50_000
PATIENT = replace(GENEROUS, broken=1_000_000)
PROTOCOL, TEXT_WANTED, FORBIDDEN, TOO_LONG, TOO_SLOW = 1002, 1007, 1008, 1009, 1013

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


def where(tmp_path: Path) -> str:
    return str(tmp_path / "nokosu.db")


# Frames


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


def test_broken_frames_end_their_own_connection_and_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with hall(where(tmp_path)) as here:
            await break_frames(here)
            await here.unharmed()

    run_long(test())
    assert faults(caplog) == []


@pytest.mark.parametrize("data", [BROKEN["what is no text, and a close"][0], b"\xff" * 20])
def test_faults_of_the_protocol_alone_would_be_noticed(
    data: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: without our guard the event loop complains about uvicorn's own protocol."""
    monkeypatch.setattr(serving_here, "DirectProtocol", WebSocketsSansIOProtocol)

    async def test() -> None:
        async with hall(where(tmp_path)) as here:
            async with here.raw() as raw:
                await raw.send(data)
                await raw.code()
            for pause in range(8):
                await too_early(here, data, pause)

    run_long(test())
    assert any("data_received() call failed" in fault for fault in faults(caplog))


def test_a_connection_that_ends_anywhere_harms_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with hall(where(tmp_path)) as here:
            whole = request(here.running, here.path, {"Cookie": here.cookie})
            whole += frame(TEXT, b'{"type":"ping","client_id":"a"}') + closing(1000)
            for length in range(0, len(whole), 7 if OFTEN == 1 else 1):
                async with connected(here.running) as raw:
                    await raw.send(whole[:length])
            await here.unharmed()

    run_long(test())
    assert faults(caplog) == []


# Handshakes


def handshakes(chance: Random) -> Iterator[tuple[str | None, dict[str, str | None], bytes]]:
    """Path (None: the table's), headers, more headers as bytes."""
    strange = ("", "x", "\xff\xfe", ",,;;==", '"', "13, 13", "a" * 9_000, "-1", "websocket, h2c", "\x01"[:0] + "é")
    names = ("Host", "Upgrade", "Connection", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Cookie", "Origin")
    more = ("Sec-WebSocket-Extensions", "Sec-WebSocket-Protocol", "X-Forwarded-For", "Content-Length", "Accept")
    for name in (*names, *more):
        for value in (None, *strange):
            yield None, {name: value}, b""
        yield None, {}, f"{name}: x\r\n".encode()
    for origin in ("http://[", "http://[x]", "null", "//", "http://\xff", "https://a:b:c", "http://[::1]:x"):
        yield None, {"Origin": origin}, b""
    yield None, {}, b"".join(b"X-%d: 1\r\n" % number for number in range(200))
    yield None, {"Transfer-Encoding": "chunked"}, b""
    for query in ("-1", "1.5", "%ff", "%C2%B2", "9" * 15, "9" * 16, "9" * 9_000, "", "1&after=2", "%00"):
        yield f"?after={query}", {}, b""
    for path in ("/", "*", "/api/me", "/api/tables/%00/socket", "/api/tables/%ff/socket", "/api/tables//socket", "//["):
        yield path, {}, b""
    for _ in range(20 * OFTEN):
        yield None, {chance.choice(names): "".join(map(chr, chance.choices(range(32, 256), k=20)))}, b""


async def shake_hands(here: Hall) -> list[int]:
    """The answers to all of them."""
    answers = []
    for path, headers, more in handshakes(drawn("hands")):
        whole = here.path if path is None else here.path + path if path.startswith("?") else path
        async with connected(here.running) as raw:
            await raw.send(request(here.running, whole, {"Cookie": here.cookie} | headers, more))
            answers.append(await raw.status())
    return answers


def test_a_strange_handshake_is_answered_and_never_with_5xx(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with hall(where(tmp_path)) as here:
            answers = await shake_hands(here)
            assert {answer // 100 for answer in answers} == {1, 4}
            await here.unharmed()

    run_long(test())
    assert faults(caplog) == []


# Messages


async def answers(seat: Seat, number: int) -> list[Ack | Refusal]:
    """So many answers; everything that is sent has one."""
    found: list[Ack | Refusal] = []
    while len(found) < number:
        message = await seat.next()
        assert not isinstance(message, Closing), message
        found += [message] if isinstance(message, Ack | Refusal) else []
    return found


async def refused_in_turn(seat: Seat, texts: list[str]) -> None:
    """Send all of these, some at a time; each is refused as no command at all."""
    for start in range(0, len(texts), 100):
        some = texts[start : start + 100]
        for text in some:
            await seat.socket.send(text)
        for text, answer in zip(some, await answers(seat, len(some)), strict=True):
            assert isinstance(answer, Refusal), (text, answer)
            assert (answer.client_id, answer.reason.message) == (None, "server.bad-message"), (text, answer)


def test_every_field_of_every_command_refuses_what_it_is_not(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        texts = list(wrong())
        assert len(texts) > 1_500
        async with hall(where(tmp_path), limits=PATIENT) as here:
            async with here.bea.at(here.table) as seat:
                await refused_in_turn(seat, texts)
            for text in texts[:: 1 if OFTEN > 1 else 20]:
                # Over HTTP a number may also be written as a text, as it is in queries; so not all of these are wrong.
                answer = await post(here.bea, f"/api/tables/{here.table}/commands", text.encode())
                assert answer.status_code < 500, text
            await here.unharmed()

    run_long(test())
    assert faults(caplog) == []


def test_a_command_that_is_let_through_would_be_noticed(tmp_path: Path) -> None:
    """The control: a good one among the wrong ones."""

    async def test() -> None:
        async with hall(where(tmp_path), limits=PATIENT) as here, here.bea.at(here.table) as seat:
            with pytest.raises(AssertionError, match="ping"):
                await refused_in_turn(seat, [*list(wrong())[:50], '{"type":"ping","client_id":"a"}'])

    run_long(test())


def test_odd_messages_are_answered_and_harm_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with hall(where(tmp_path), limits=PATIENT) as here:
            async with here.bea.at(here.table) as seat:
                for message in odd():
                    await seat.socket.send(message)
                await answers(seat, len(list(odd())))
                assert isinstance(await seat.ask("ping"), Ack)
            await here.unharmed()

    run_long(test())
    assert faults(caplog) == []


async def pester(who: Client, table: str, seed: str, messages: int) -> int:
    """Send so many, on as many sockets as it takes; how often one was closed."""
    chance, sent, codes = drawn(seed), 0, list[int]()
    while sent < messages:
        try:
            async with who.at(table, after=chance.choice([None, 0, 5])) as seat:
                while sent < messages:
                    sent += 1
                    await seat.socket.send(anything(chance), text=chance.random() < 0.5 or None)
                    if chance.random() < 0.1:
                        await seat.next()
        except ConnectionClosed as error:
            codes += [error.rcvd.code] if error.rcvd else []
    assert set(codes) <= {FORBIDDEN, TOO_LONG}
    return len(codes)


def test_rubbish_on_sockets_harms_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Three who send rubbish, at the table and beside it, at the same time."""

    async def test() -> None:
        async with hall(where(tmp_path)) as here:
            people = (here.bea, here.cai, here.nobody)
            pestering = (pester(who, here.table, f"fuzz {who.name}", 80 * OFTEN) for who in people)
            assert sum(await asyncio.gather(*pestering)) > 0
            await here.unharmed()

    run_long(test())
    assert faults(caplog) == []


def test_a_fault_behind_a_socket_would_be_noticed(caplog: pytest.LogCaptureFixture) -> None:
    """The control: what a reading task raises is written down where `faults` looks."""

    async def faulty() -> None:
        raise ZeroDivisionError

    async def test() -> None:
        reading = asyncio.create_task(faulty())
        await asyncio.wait([reading])
        _report(reading)

    run_long(test())
    assert faults(caplog) == ["nokosu.server.http: a socket failed"]


def test_a_bystander_who_is_thrown_out_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: a server that takes a broken message for a reason to close every socket of the table."""
    read = our_socket._read

    async def rash(socket: our_socket.Socket, server: Server, table: str, reader: SocketReader, key: str) -> None:
        try:
            await read(socket, server, table, reader, key)
        finally:
            for other in (await server.hub.find(table)).readers._readers - {reader}:
                assert isinstance(other, SocketReader)
                await other._socket.close()

    monkeypatch.setattr(our_socket, "_read", rash)

    async def test() -> None:
        async with hall(where(tmp_path)) as here:
            async with here.raw() as raw:
                await raw.send(frame(TEXT, bytes(5_000)))
                await raw.code()
            with pytest.raises(ConnectionClosed):
                await here.unharmed()

    run_long(test())


# Too much


def test_a_flood_of_messages_is_answered_by_the_limit_and_held_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with hall(where(tmp_path), limits=replace(GENEROUS, rate=20, burst=60)) as here:
            async with here.raw() as raw:
                await raw.send(frame(TEXT, b'{"type":"ping","client_id":"a"}') * 5_000)
                said: Counter[str] = Counter()
                async for opcode, data in raw.messages():
                    message: Json = json.loads(data) if opcode == TEXT else {}
                    said[message.get("type", "")] += 1
                    assert message.get("type") != "refusal" or message["reason"]["message"] == "server.too-many"
                    if said["refusal"] == 10:
                        await here.unharmed()
                    elif said["refusal"] == 20:
                        break
            # Although thousands of its messages wait, nobody believes that the socket is still there.
            while here.bea_is_here:
                await here.at_the_table.next()
            await here.unharmed()

    run_long(test())
    assert faults(caplog) == []


async def react_until_away(here: Hall) -> None:
    """Until the table has given up on Bea, who does not read."""
    while not here.bea_is_here:
        await here.at_the_table.next()
    while here.bea_is_here:
        assert isinstance(await here.at_the_table.ask("react", reaction="hello"), Ack)


@dataclass
class Heard:
    """What came before the end: the last entry, the last message, how many bytes; and the code of the end."""

    seq: int = 0
    last: Json = field(default_factory=dict)
    size: int = 0
    code: int | None = None


async def read_through(raw: Raw) -> Heard:
    heard = Heard()
    async for opcode, data in raw.messages():
        heard.size += len(data)
        if opcode == CLOSE:
            heard.code = int.from_bytes(data[:2], "big")
            await raw.send(frame(CLOSE, data[:2]))
        elif opcode == TEXT:
            heard.last = json.loads(data)
            if heard.last["type"] == "update":
                assert heard.seq in {0, heard.last["after"]}
                heard.seq = heard.last["seq"]
    return heard


@pytest.mark.parametrize("reads_again", [True, False])
def test_a_slow_reader_is_closed_and_can_resume(
    reads_again: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Who reads on is told why. Who takes nothing at all is hung up on, and no longer counts as being there."""

    async def test() -> None:
        limits = replace(GENEROUS, outbound=4, goodbye_s=30 if reads_again else 0.01)
        async with hall(where(tmp_path), limits=limits, on_the_way=4_096) as here:
            async with here.raw(buffer=4_096) as raw:
                await react_until_away(here)
                if not reads_again:
                    await here.unharmed()
                heard = await read_through(raw)
            if reads_again:
                assert (heard.last["type"], heard.code) == ("closing", TOO_SLOW)
            else:
                # What lay ready for them at the server, some 64 KB, is not kept until they come round to it.
                assert (heard.code, heard.size < KEPT) == (None, True)
            async with here.bea.at(here.table, after=heard.seq) as again:
                update = await again.until(lambda _: True)
                assert [each.seq for each in update.happenings] == list(range(heard.seq + 1, update.seq + 1))
                assert update.happenings
            await here.unharmed()

    run_long(test())
    assert faults(caplog) == []


# Requests


async def post(who: Client, path: str, body: bytes, kind: str = "application/json") -> httpx.Response:
    return await who.http.post(path, content=body, headers={"content-type": kind})


def test_rubbish_in_requests_is_never_our_fault(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        chance = drawn("requests")
        async with serving(where(tmp_path)) as running, client(running, "Ann") as ann:
            table = (await ann.post("/api/play", {"players": 3, "rounds": 1}, 201))["table"]
            paths = (
                *("/api/me", "/api/tables", "/api/play", "/api/recover", "/api/login", "/api/records", "/api/me/push"),
                *(f"/api/tables/{table}/join", f"/api/tables/{table}/commands", "/api/me/delete"),
            )
            bodies = [*odd(), *(anything(chance) for _ in range(100 * OFTEN)), "[" * 60_000, '{"a":' * 10_000]
            for data in bodies:
                body = data.encode("utf-8", "replace") if isinstance(data, str) else data
                kind = chance.choice(["application/json", "text/plain", "application/msgpack"])
                answer = await post(ann, chance.choice(paths), body, kind)
                assert answer.status_code < 500, (answer.request.url, body)

    run_long(test())
    assert faults(caplog) == []


def test_a_request_that_ends_in_its_middle_is_no_fault_of_ours(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with hall(where(tmp_path)) as here:
            body = b'{"type":"react","client_id":"a","reaction":"wow"}'
            head = f"POST /api/tables/{here.table}/commands HTTP/1.1\r\nHost: {here.running.address}\r\n"
            head += f"Cookie: {here.cookie}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            for length in range(0, len(body), 7):
                async with connected(here.running) as raw:
                    await raw.send(head.encode() + body[:length])
                    await here.nobody.get("/health")
            await here.unharmed()

    run_long(test())
    assert faults(caplog) == []
