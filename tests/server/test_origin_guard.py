"""Who may come in and how much they may send: origins, sizes, rates, slow subscribers, nonsense."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from litestar.types import HTTPRequestEvent, Message, Receive, Scope, Send
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from nokosu.server.config import Config, Limits
from nokosu.server.http.origin_guard import PIECE, OriginGuard
from nokosu.server.http.socket import SocketSubscriber
from nokosu.server.limits import Places, Rate
from nokosu.wire.updates import Ack, Closing, Refusal
from tests.server.people import Seat, client, my_turn
from tests.server.serving import GENEROUS, HandTime, serving


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("http://{address}", True),
        ("https://nokosu.example", True),
        ("http://evil.example", False),
        ("null", False),
        ("http://{address}.evil.example", False),
    ],
)
async def test_a_foreign_page_is_turned_away_before_the_handshake_and_before_a_post(
    tmp_path: object, origin: str, welcome: bool
) -> None:
    ours = ("https://nokosu.example",)
    async with serving(f"{tmp_path}/x.db", origins=ours) as running, client(running, "Ann") as ann:
        ref = await ann.post("/api/play", {"players": 3}, 201)
        headers = {"origin": origin.format(address=running.address)}
        answer = await ann.http.post("/api/me", json={"name": "Ann"}, headers=headers)
        assert (answer.status_code == 200) is welcome
        url = f"ws://{running.address}/api/tables/{ref['table']}/socket"
        if welcome:
            async with connect(url, additional_headers=headers) as socket:
                assert await socket.recv()
        else:
            with pytest.raises(InvalidStatus):
                await connect(url, additional_headers=headers).__aenter__()


async def test_long_answers_are_written_in_pieces(tmp_path: object) -> None:
    """A slow phone takes some of six megabytes in half a minute, and never all of them."""
    body, sent = bytes(range(256)) * 2_500, list[Message]()

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> HTTPRequestEvent:
        return {"type": "http.request", "body": b"", "more_body": False}

    scope: Any = {"type": "http", "method": "GET", "scheme": "http", "path": "/", "headers": [], "client": None}
    await OriginGuard(app, Config(store=f"{tmp_path}/x.db"))(scope, receive, send)
    pieces: list[Any] = sent[1:]
    assert b"".join(each["body"] for each in pieces) == body
    assert max(len(each["body"]) for each in pieces) <= PIECE
    assert [each["more_body"] for each in pieces] == [True, True, False]


async def test_every_answer_forbids_foreign_scripts(tmp_path: object) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running) as ann:
        for path in ("/", "/api/offer", "/api/nothing", "/health"):
            headers = (await ann.http.get(path)).headers
            assert "script-src 'self'" in headers["content-security-policy"]
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"type":"move"}', '{"type":"sing","client_id":"a"}', "\ud7ff" * 50]
)
async def test_nonsense_is_refused_and_the_socket_stays(tmp_path: object, text: str) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Ann") as ann:
        ref = await ann.post("/api/play", {"players": 3}, 201)
        async with ann.at(ref["table"]) as seat:
            await seat.until(my_turn)
            await seat.socket.send(text)
            message = await seat.next()
            while not isinstance(message, Refusal):
                message = await seat.next()
            assert message.client_id is None
            assert isinstance(await seat.ask("ping"), Ack)


async def code_of_closing(seat: Seat) -> int | None:
    """Read until the server closes."""
    while True:
        try:
            await seat.next()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None


async def test_too_much_nonsense_or_too_long_a_message_closes_ones_own_socket_alone(tmp_path: object) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Ann") as ann:
        ref = await ann.post("/api/play", {"players": 3}, 201)
        async with ann.at(ref["table"]) as good:
            await good.until(my_turn)
            for attack, code in (("x" * 5_000, 1009), ("y" * 100_000, 1009)):
                async with ann.at(ref["table"]) as bad:
                    await bad.socket.send(attack)
                    assert await code_of_closing(bad) == code
            async with ann.at(ref["table"]) as bad:
                for _ in range(20):
                    await bad.socket.send("nonsense")
                assert await code_of_closing(bad) == 1008
            assert isinstance(await good.ask("ping"), Ack)


async def test_a_session_has_so_many_sockets_and_no_more(tmp_path: object) -> None:
    limits = replace(GENEROUS, sockets=2)
    async with serving(f"{tmp_path}/x.db", limits=limits) as running, client(running, "Ann") as ann:
        ref = await ann.post("/api/play", {"players": 3}, 201)
        async with ann.at(ref["table"]) as one, ann.at(ref["table"]):
            async with ann.at(ref["table"]) as third:
                closing = await third.next()
                assert isinstance(closing, Closing)
                assert closing.reason.message == "server.too-many"
            assert isinstance(await one.ask("ping"), Ack)
        async with ann.at(ref["table"]) as again:
            await again.until(lambda _: True)


def test_a_rate_limit_empties_and_fills_with_time() -> None:
    time = HandTime()
    rate = Rate(time, rate=2, burst=3)
    assert [rate.allow("a") for _ in range(4)] == [True, True, True, False]
    assert rate.allow("b")
    time.pass_by(500)
    assert [rate.allow("a") for _ in range(2)] == [True, False]


def test_places_are_given_back() -> None:
    places = Places(1)
    assert places.take("a")
    assert not places.take("a")
    places.give_back("a")
    assert places.take("a")


async def test_requests_beyond_the_rate_are_told_to_wait(tmp_path: object) -> None:
    limits = Limits(rate=0.001, burst=3)
    async with serving(f"{tmp_path}/x.db", limits=limits) as running, client(running) as ann:
        codes = [(await ann.http.get("/api/offer")).status_code for _ in range(5)]
        assert codes == [200, 200, 200, 429, 429]


async def test_a_slow_subscriber_is_closed_and_nobody_waits_for_them() -> None:
    taken: list[object] = []
    stuck = asyncio.Event()

    class Network:
        """Takes one frame and then nothing more."""

        async def send(self, message: object) -> None:
            taken.append(message)
            await stuck.wait()

    # The network is all that a subscriber needs of a socket.
    subscriber = SocketSubscriber(Network(), None, most=4)  # type: ignore[arg-type]  # all it needs of a socket
    writing = asyncio.create_task(subscriber.write())
    subscriber.send(b"0")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    for number in range(1, 6):
        subscriber.send(b"%d" % number)
    assert subscriber.too_slow
    stuck.set()
    await writing
    assert len(taken) == 1
