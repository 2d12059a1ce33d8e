"""Whole matches over real sockets, with both stores."""

from __future__ import annotations

import asyncio

from nokosu.record import decode, verify
from nokosu.wire.updates import Ack
from nokosu.wire.views import View
from tests.server.people import Client, Seat, client, my_turn, over
from tests.server.serving import serving

FOUR = {"edition": "second", "players": 4, "rounds": 1}


async def play_to_the_end(seat: Seat) -> View:
    """Play the first legal action whenever it is one's turn; the last view."""
    while not over(update := await seat.until(my_turn)):
        answer = await seat.move()
        assert isinstance(answer, Ack)
        await seat.until_seq(answer.seq)
    assert update.view is not None
    return update.view


async def test_one_person_plays_bots_to_the_end_and_the_record_is_true(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann:
        ref = await ann.post("/api/play", {"players": 3, "rounds": 1}, 201)
        async with ann.at(ref["table"]) as seat:
            await play_to_the_end(seat)
            end = await seat.until(lambda update: update.table is not None and update.table.status == "finished")
        assert end.table is not None
        assert end.table.fairness.secret
        record = decode((await ann.http.get(f"/api/records/{ref['table']}/file")).content)
        assert verify(record) is None
        assert record.fairness is not None
        assert record.fairness.commitment == end.table.fairness.commitment
        assert record.seats[0].name == "Ann"
        (figures,) = (await ann.get("/api/me/statistics"))["figures"]
        assert (figures["matches"], figures["players"], figures["rounds"]) == (1, 3, 1)
        (match,) = (await ann.get("/api/me/matches"))["matches"]
        assert match["table"] == ref["table"]
        replay = await ann.get(f"/api/records/{ref['table']}/rounds/0")
        assert len(replay["positions"]) == 9 + 12 * 3 + 1


async def test_two_people_and_two_bots_meet_by_code(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann, client(running, "Bea") as bea:
        seats = [
            {"kind": "me"},
            {"kind": "open"},
            {"kind": "bot", "bot": "beginner"},
            {"kind": "bot", "bot": "beginner"},
        ]
        form = {"settings": FOUR | {"public": True}, "seats": seats, "nonce": "ab" * 32}
        ref = await ann.post("/api/tables", form, 201)
        assert [each["table"] for each in (await bea.get("/api/lobby"))["tables"]] == [ref["table"]]
        found = await bea.get(f"/api/codes/{ref['code'].lower()}")
        assert found["table"] == ref["table"]
        assert (await bea.post(f"/api/tables/{found['table']}/join", {}))["seat"] == 1
        async with ann.at(ref["table"]) as first, bea.at(ref["table"]) as second:
            seen = await asyncio.gather(play_to_the_end(first), play_to_the_end(second))
            assert seen[0].totals == seen[1].totals


async def test_a_match_goes_on_after_a_restart(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann:
        ref = await ann.post("/api/play", {"players": 3, "rounds": 1}, 201)
        async with ann.at(ref["table"]) as seat:
            await seat.until(my_turn)
            answer = await seat.move()
            assert isinstance(answer, Ack)
        cookies = ann.http.cookies
    async with serving(where) as running:
        again = Client(running)
        again.http.cookies = cookies
        async with again.http, again.at(ref["table"], after=answer.seq - 1) as seat:
            first = await seat.until(lambda _: True)
            assert first.entries[0].seq == answer.seq
            await play_to_the_end(seat)


async def test_the_same_over_plain_http(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann:
        ref = await ann.post("/api/play", {"players": 3, "rounds": 1}, 201)
        address, after, number = f"/api/tables/{ref['table']}", 0, 0
        while True:
            update = await ann.get(f"{address}/events", params={"after": after, "wait": 20})
            assert update["after"] == after
            assert [each["seq"] for each in update["entries"]] == list(range(after + 1, update["seq"] + 1))
            after = update["seq"]
            if update["view"]["phase"] == "over":
                break
            if update["view"]["legal"]:
                number += 1
                move = {"type": "move", "client_id": f"h{number}", "expected_seq": after}
                await ann.post(f"{address}/commands", move | {"action": update["view"]["legal"][0]})
