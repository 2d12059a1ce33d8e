"""Ann, who makes a move just when it cannot be stored, and what she is told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from nokosu.wire.updates import Ack, AnyFromTable, Closing
from tests.server.people import Client, Json, Seat, client, my_turn
from tests.server.serving import Running


@asynccontextmanager
async def ann_to_act(port: int) -> AsyncIterator[tuple[Client, str, Seat]]:
    """Ann at a table with bots; they wait for her."""
    running = Running(f"127.0.0.1:{port}", f"http://127.0.0.1:{port}")
    async with client(running, "Ann") as ann:
        table = str((await ann.post("/api/play", {"players": 3, "bot": "beginner"}, 201))["table"])
        async with ann.at(table) as seat:
            await seat.until(my_turn)
            yield ann, table, seat


def first_move(seat: Seat) -> Json:
    assert seat.update is not None
    assert seat.update.view is not None
    assert isinstance(seat.update.view.legal, list)
    return {"client_id": "the-move", "expected_seq": seat.update.seq, "action": seat.update.view.legal[0]}


async def refused_over_http(ann: Client, table: str, move: Json) -> None:
    answer = await ann.http.post(f"/api/tables/{table}/commands", json={"type": "move", **move})
    assert answer.status_code == 503
    assert answer.json()["reason"]["message"] == "server.busy"


async def refused_over_socket(seat: Seat, move: Json, why: str) -> None:
    await seat.send("move", **move)
    while not isinstance(message := await seat.next(), Closing):
        assert not isinstance(message, Ack)
    sent_away(message, why)


def sent_away(message: AnyFromTable, why: str) -> None:
    """She is told why, and that she may come again."""
    assert isinstance(message, Closing)
    assert (message.reason.message, message.again) == (why, True)


async def made_after_all(ann: Client, table: str, move: Json) -> None:
    """The same move, at the table as she left it."""
    async with ann.at(table) as seat:
        await seat.until(my_turn)
        assert isinstance(await seat.ask("move", **move), Ack)
