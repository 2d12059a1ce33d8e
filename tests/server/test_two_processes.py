"""Two servers over one PostgreSQL: players meet across them, and carry on at the other when one is killed."""

from __future__ import annotations

import asyncio

from tests.server.people import Client, client, my_turn
from tests.server.programs import kill, started
from tests.server.serving import HandTime, Running, serving
from tests.server.store.postgres_server import free_port
from tests.server.test_matches import play_to_the_end

BOTS = [{"kind": "bot", "bot": "beginner"}] * 2


async def met(ann: Client, bea: Client) -> str:
    """A table of both, with two bots."""
    form = {"settings": {"players": 4, "rounds": 1}, "seats": [{"kind": "me"}, {"kind": "open"}, *BOTS]}
    table = str((await ann.post("/api/tables", form, 201))["table"])
    await bea.post(f"/api/tables/{table}/join", {})
    return table


async def test_players_meet_across_two_servers(fresh_postgres: str) -> None:
    async with (
        serving(fresh_postgres) as one,
        serving(fresh_postgres) as two,
        client(one, "Ann") as ann,
        client(two, "Bea") as bea,
    ):
        table = await met(ann, bea)
        async with ann.at(table) as first, bea.at(table) as second:
            seen = await asyncio.gather(play_to_the_end(first), play_to_the_end(second))
            assert seen[0].scores == seen[1].scores
        records = [await each.get(f"/api/records/{table}/file") for each in (ann, bea)]
        assert records[0] == records[1]


async def test_who_sits_at_another_server_is_not_taken_for_absent(fresh_postgres: str) -> None:
    time = HandTime()
    async with (
        serving(fresh_postgres, time=time) as one,
        serving(fresh_postgres, time=time) as two,
        client(one, "Ann") as ann,
        client(two, "Bea") as bea,
        client(two, "Cai") as cai,
    ):
        pace = {"kind": "live", "bank_ms": 600_000, "grace_ms": 5_000}
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        form = {"settings": {"players": 3, "pace": pace}, "seats": seats}
        table = str((await ann.post("/api/tables", form, 201))["table"])
        await bea.post(f"/api/tables/{table}/join", {})
        await cai.post(f"/api/tables/{table}/join", {})
        async with ann.at(table) as first, bea.at(table) as second, cai.at(table) as third:
            for seat in (first, second, third):
                await seat.until(lambda update: update.view is not None)
                while b'"here":[true,true,true]' not in seat.frames[-1]:
                    await seat.next()
            time.pass_by(9_000)
            assert first.update is not None
            seq = first.update.seq
            state = await ann.get(f"/api/tables/{table}/events")
            assert state["seq"] == seq
            assert all(each["stand_in"] is None for each in state["table"]["seats"])


async def test_players_carry_on_at_the_other_server_when_one_is_killed(fresh_postgres: str) -> None:
    ports = [free_port(), free_port()]
    options = ("--database", fresh_postgres, "--bot-delay", "10")
    servers = [await started(*options, port=port) for port in ports]
    places = [Running(f"127.0.0.1:{port}", f"http://127.0.0.1:{port}") for port in ports]
    try:
        async with client(places[0], "Ann") as ann, client(places[1], "Bea") as bea:
            table = await met(ann, bea)
            async with bea.at(table) as second:
                playing = asyncio.create_task(play_to_the_end(second))
                async with ann.at(table) as first:
                    await first.until(my_turn)
                    answer = await first.move()
                    await kill(servers[0])
                moved = Client(places[1])
                moved.http.cookies = ann.http.cookies
                async with moved.http, moved.at(table, after=answer.seq - 1) as again:
                    seen = await again.until(lambda _: True)
                    assert [each.seq for each in seen.entries][:1] == [answer.seq]
                    await play_to_the_end(again)
                await playing
    finally:
        for server in servers:
            await kill(server)
