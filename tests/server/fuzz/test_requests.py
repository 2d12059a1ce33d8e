"""Requests of any content, whole or not: never an answer of 5xx, nor a fault in the log."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.fuzz.hall import OFTEN, drawn, hall, post
from tests.server.fuzz.messages import anything, odd
from tests.server.fuzz.raw import connected
from tests.server.people import client
from tests.server.serving import serving


@pytest.mark.usefixtures("no_faults")
async def test_rubbish_in_requests_is_never_our_fault(tmp_path: Path) -> None:
    chance = drawn("requests")
    async with serving(str(tmp_path / "nokosu.db")) as running, client(running, "Ann") as ann:
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


@pytest.mark.usefixtures("no_faults")
async def test_a_request_that_ends_in_its_middle_is_no_fault_of_ours(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        body = b'{"type":"react","client_id":"a","reaction":"wow"}'
        head = f"POST /api/tables/{here.table}/commands HTTP/1.1\r\nHost: {here.running.address}\r\n"
        head += f"Cookie: {here.cookie}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        for length in range(0, len(body), 7):
            async with connected(here.running) as raw:
                await raw.send(head.encode() + body[:length])
                await here.nobody.get("/health")
        await here.unharmed()
