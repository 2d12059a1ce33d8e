"""Whatever comes down a socket: no fault in the log, no answer of status 500, nobody else's socket lost."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from nokosu.server.http.socket import _report
from nokosu.wire.updates import Ack
from tests.server.people import Client, Json, Seat, client, my_turn
from tests.server.serving import run, serving

KINDS = (
    *("move", "react", "ask_take_back", "answer_take_back", "abandon", "return", "sit", "leave", "set_seat", "start"),
    *("hand_to_bot", "pause", "unpause", "hand_over", "rematch", "ping", "nothing", "", "update", "ack"),
)
FIELDS = (
    "client_id",
    "expected_seq",
    "action",
    "seat",
    "bot",
    "agree",
    "seq",
    "reaction",
    "nonce",
    "fill_with",
    "more",
)
CLOSED_FOR_IT = {1007, 1008, 1009}


def value(chance: Random) -> object:
    """Anything that JSON can say, likely and unlikely."""
    return chance.choice(
        [
            *(
                None,
                True,
                -1,
                0,
                3,
                10**9,
                2**63,
                2**200,
                -(2**70),
                1.5,
                1e308,
                "",
                "k",
                "play R5",
                "take dR1",
                "zero dB2",
            ),
            *("\x00", "\ud83c", "\u202eR5", "é" * 300, "a" * 64, "a" * 65, [], {}, [[]], {"type": "move"}, "no"),
        ]
    )


def message(chance: Random) -> str | bytes:
    """One frame: nearly right, or not at all."""
    fields: dict[str, object] = {name: value(chance) for name in chance.sample(FIELDS, chance.randrange(6))}
    fields |= {"type": chance.choice(KINDS)} if chance.random() < 0.9 else {}
    if chance.random() < 0.7:
        fields["client_id"] = f"f{chance.randrange(50)}"
    text = json.dumps(fields)
    match chance.randrange(10):
        case 0:
            return text[: chance.randrange(len(text))]
        case 1:
            return chance.randbytes(chance.randrange(200))
        case 2:
            depth = chance.choice([10, 500, 1_900])
            return "[" * depth + "]" * depth
        case 3:
            return json.dumps({"type": "react", "client_id": "x" * chance.choice([100, 4_000, 5_000, 20_000])})
        case 4:
            return text.encode()
        case 5:
            return '{"type":"ping","client_id":' * 100
        case _:
            return text


async def pester(who: Client, table: str, seed: str, frames: int) -> int:
    """Send so many frames, on as many sockets as it takes; how often one was closed."""
    chance, sent, codes = Random(seed), 0, list[int]()
    while sent < frames:
        try:
            async with who.at(table, after=chance.choice([None, 0, 5])) as seat:
                while sent < frames:
                    sent += 1
                    data = message(chance)
                    await seat.socket.send(data, text=chance.random() < 0.5 or None)
                    if chance.random() < 0.1:
                        await seat.socket.recv()
        except ConnectionClosed as error:
            codes += [error.rcvd.code] if error.rcvd else []
    assert set(codes) <= CLOSED_FOR_IT
    return len(codes)


async def alive(seat: Seat) -> None:
    assert isinstance(await seat.ask("ping"), Ack)


async def fuzz(where: str, frames: int) -> int:
    """Three who send rubbish, at a table and beside it, while somebody else plays there and somebody watches."""
    async with (
        serving(where) as running,
        client(running, "Ann") as ann,
        client(running, "Bea") as bea,
        client(running, "Cai") as cai,
        client(running) as nobody,
    ):
        form: Json = {"settings": {"players": 4}, "seats": [{"kind": "me"}, {"kind": "open"}, *[{"kind": "bot"}] * 2]}
        for seat in form["seats"][2:]:
            seat["bot"] = "random"
        table = str((await ann.post("/api/tables", form, 201))["table"])
        await bea.post(f"/api/tables/{table}/join", {})
        async with ann.at(table) as first, nobody.at(table) as watching:
            await first.until(lambda update: update.view is not None)
            closed = await asyncio.gather(
                *(pester(who, table, f"fuzz {number}", frames) for number, who in enumerate((bea, cai, nobody)))
            )
            await alive(first)
            assert first.update is not None
            if my_turn(first.update):
                await first.move()
            await watching.until_seq(first.update.seq)
            assert (await ann.get("/health"))["status"] == "ok"
            return sum(closed)


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Errors in our own log; what uvicorn says of frames that break its protocol is not ours."""
    ours = [record for record in caplog.records if record.name.startswith("nokosu")]
    return [record.getMessage() for record in ours if record.levelno >= logging.ERROR]


def test_rubbish_on_sockets_harms_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        assert await fuzz(str(tmp_path / "nokosu.db"), 60) > 0

    run(test())
    assert faults(caplog) == []


def test_a_fault_behind_a_socket_would_be_noticed(caplog: pytest.LogCaptureFixture) -> None:
    """What a reading task raises is written down where `faults` looks."""

    async def faulty() -> None:
        raise ZeroDivisionError

    async def test() -> None:
        reading = asyncio.create_task(faulty())
        await asyncio.wait([reading])
        _report(reading)

    run(test())
    assert faults(caplog) == ["a socket failed"]


def test_rubbish_in_requests_is_never_our_fault(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        chance = Random("requests")
        async with serving(str(tmp_path / "nokosu.db")) as running, client(running, "Ann") as ann:
            table = (await ann.post("/api/play", {"players": 3, "rounds": 1}, 201))["table"]
            paths = (
                *("/api/me", "/api/tables", "/api/play", "/api/recover", "/api/login", "/api/records", "/api/me/push"),
                *(f"/api/tables/{table}/join", f"/api/tables/{table}/commands", "/api/me/delete"),
            )
            for _ in range(100):
                data = message(chance)
                headers = {"content-type": chance.choice(["application/json", "text/plain", "application/msgpack"])}
                body = data.encode("utf-8", "replace") if isinstance(data, str) else data
                answer: httpx.Response = await ann.http.post(chance.choice(paths), content=body, headers=headers)
                assert answer.status_code < 500, (answer.request.url, body)

    run(test())
    assert faults(caplog) == []
