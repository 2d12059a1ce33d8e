"""Attacks on ratings: help at a rated table, matches from elsewhere, two seats for one, bots, another kind of table."""

from __future__ import annotations

import asyncio

from nokosu.server.ratings.book import rate_all
from nokosu.wire.updates import Refusal
from tests.server.conftest import opened
from tests.server.daily import with_passkeys
from tests.server.people import client
from tests.server.rated import PACE, form, play_rated, rated_table
from tests.server.serving import HandTime, serving
from tests.server.test_house_rules import HOUSE

NAMES = ("Ann", "Bea", "Eve")


async def test_nobody_is_helped_at_a_rated_table(tmp_path: object) -> None:
    async with serving(f"{tmp_path}/x.db") as running, with_passkeys(running, *NAMES) as people:
        eve = people[2]
        for helped in (
            {"hints": True},
            {"coach": True},
            {"take_backs": True},
            {"pace": {**PACE, "bank_ms": 7_200_000}},
        ):
            assert await eve.refused("/api/tables", form(3, **helped)) == "table.rated-settings", helped
        assert await eve.refused("/api/tables", {**form(3), "house": HOUSE}) == "table.rated-settings"
        table = await rated_table(people)
        for path, body in (("hint", None), ("chances", None), ("coach", {})):
            assert (await eve.refused(f"/api/tables/{table}/{path}", body)).startswith("table.no-")
        async with people[0].at(table) as first, people[1].at(table) as second, eve.at(table) as seat:
            for each in (first, second, seat):
                update = await each.until(lambda update: update.view is not None)
                if update.view is not None and update.view.legal:
                    await each.move()
            await seat.until(lambda update: update.view is not None)
            commands: tuple[tuple[str, dict[str, object]], ...] = (
                ("ask_take_back", {"expected_seq": seat.update.seq if seat.update else 0}),
                ("undo", {"action_seq": 1}),
                ("hand_to_bot", {"seat": 0}),
            )
            for kind, fields in commands:
                answer = await seat.ask(kind, **fields)
                assert isinstance(answer, Refusal), kind
                assert answer.reason.message == "table.rated", kind
            paused = await first.ask("pause")
            assert isinstance(paused, Refusal)
            assert paused.reason.message == "table.rated"


async def test_a_missed_move_gets_no_bots_help(tmp_path: object) -> None:
    time = HandTime()
    async with serving(f"{tmp_path}/x.db", time=time) as running, with_passkeys(running, *NAMES) as people:
        table = await rated_table(people)
        async with people[0].at(table) as first:
            await first.until(lambda update: update.view is not None)
            time.pass_by(300_000)
            seen = await first.until(
                lambda update: update.table is not None and any(each.stand_in for each in update.table.seats)
            )
            assert seen.table is not None
            assert {each.stand_in.bot for each in seen.table.seats if each.stand_in} == {"lowest"}


async def test_a_match_from_a_device_never_enters_the_ratings(tmp_path: object) -> None:
    where = f"{tmp_path}/x.db"
    async with serving(where) as running, with_passkeys(running, *NAMES) as people:
        table = await play_rated(people)
        eve = people[2]
        before = await eve.get("/api/me/ratings")
        record = (await eve.http.get(f"/api/records/{table}/file")).json()
        for seat in record["seats"]:
            seat["name"] = "Eve"
        for forged in (record, {**record, "rated": True}):
            answer = await eve.http.post("/api/records", json=forged)
            assert answer.status_code in {200, 201}, answer.text
        assert await eve.get("/api/me/ratings") == before
    async with opened(where) as store:
        rows = await store.ratings.everything()
        done = await rate_all(store)
        assert (done.matches, done.damaged) == (1, 0)
        assert await store.ratings.everything() == rows


async def test_one_person_has_one_seat_however_many_sessions(tmp_path: object) -> None:
    async with serving(f"{tmp_path}/x.db") as running, with_passkeys(running, "Eve", "Ann") as (eve, ann):
        table = (await eve.post("/api/tables", form(3), 201))["table"]
        async with client(running) as second, eve.at(table) as seat:
            second.http.cookies = eve.http.cookies
            joined = await second.post(f"/api/tables/{table}/join", {"rated": True, "seat": 1})
            assert joined["seat"] == 0
            async with second.at(table) as other:
                answers = await asyncio.gather(
                    seat.ask("sit", seat=1, rated=True), other.ask("sit", seat=2, rated=True)
                )
            assert [isinstance(answer, Refusal) and answer.reason.message for answer in answers] == ["table.seated"] * 2
        seats = (await ann.get(f"/api/tables/{table}"))["seats"]
        assert [each["kind"] for each in seats] == ["person", "open", "open"]


async def test_a_guest_sits_at_no_rated_table(tmp_path: object) -> None:
    async with (
        serving(f"{tmp_path}/x.db") as running,
        with_passkeys(running, "Ann") as (ann,),
        client(running, "Eve") as eve,
    ):
        table = (await ann.post("/api/tables", form(3), 201))["table"]
        assert await eve.refused(f"/api/tables/{table}/join", {"rated": True}) == "table.rated-passkey"
        async with eve.at(table) as seat:
            answer = await seat.ask("sit", rated=True)
        assert isinstance(answer, Refusal)
        assert answer.reason.message == "table.rated-passkey"
        assert await eve.refused("/api/tables", form(3)) == "table.rated-passkey"


async def test_no_bot_sits_at_a_rated_table(tmp_path: object) -> None:
    async with serving(f"{tmp_path}/x.db") as running, with_passkeys(running, "Eve") as (eve,):
        wish = form(3)
        with_bot = {**wish, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "beginner"}]}
        assert await eve.refused("/api/tables", with_bot) == "table.rated-people"
        table = (await eve.post("/api/tables", wish, 201))["table"]
        async with eve.at(table) as seat:
            for kind, fields in (("set_seat", {"seat": 1, "bot": "beginner"}), ("start", {"fill_with": "beginner"})):
                answer = await seat.ask(kind, **fields)
                assert isinstance(answer, Refusal), kind
                assert answer.reason.message == "table.rated-people", kind
        assert [each["kind"] for each in (await eve.get(f"/api/tables/{table}"))["seats"]] == ["person", "open", "open"]


async def test_a_table_stays_what_people_sat_down_to(tmp_path: object) -> None:
    async with serving(f"{tmp_path}/x.db") as running, with_passkeys(running, "Eve", "Ann") as (eve, ann):
        reserved = (await eve.post("/api/reserve"))["table"]
        plain = {**form(3, rated=False), "table": reserved}
        await eve.post("/api/tables", plain, 201)
        await ann.post(f"/api/tables/{reserved}/join", {})
        # The same name again, rated this time.
        assert await eve.refused("/api/tables", {**form(3), "table": reserved}) == "table.name-used"
        # Ann was shown a table that is not rated; at a rated one her client's wish to sit down is refused.
        rated = (await eve.post("/api/tables", form(3), 201))["table"]
        assert await ann.refused(f"/api/tables/{rated}/join", {}) == "table.rated-agree"
        async with eve.at(reserved) as seat:
            # No command changes settings: an unknown field or command ends the connection.
            await seat.send("start", settings={"rated": True})
            with_reason = await eve.http.post(
                f"/api/tables/{reserved}/commands", json={"type": "start", "client_id": "x", "rated": True}
            )
            assert with_reason.status_code == 400
        shown = await ann.get(f"/api/tables/{reserved}")
        assert (shown["settings"]["rated"], shown["status"]) == (False, "open")
        assert (await ann.get(f"/api/tables/{rated}"))["seats"][1]["kind"] == "open"


async def test_a_rated_match_is_not_ended_behind_the_back_of_somebody_away(tmp_path: object) -> None:
    time = HandTime()
    async with serving(f"{tmp_path}/x.db", time=time) as running, with_passkeys(running, *NAMES) as people:
        table = await rated_table(people)
        async with people[0].at(table) as first:
            start = await first.until(lambda update: update.view is not None)
            assert start.view is not None
            away = start.view.to_act if isinstance(start.view.to_act, int) else 0
            here = [each for number, each in enumerate(people) if number != away]
        async with here[0].at(table) as one, here[1].at(table) as two:
            await one.until(lambda update: update.view is not None)
            time.pass_by(61_000)
            await one.until(lambda update: update.table is not None and update.table.seats[away].stand_in is not None)
            for each in (one, two):
                await each.ask("abandon")
        assert (await people[0].get(f"/api/tables/{table}"))["status"] == "playing"
