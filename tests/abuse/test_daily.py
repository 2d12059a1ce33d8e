"""Attacks on the deal of the day: a second try, a look at what is sealed, help, another's result, a forged one."""

from __future__ import annotations

import asyncio
import json
import time as clock
from pathlib import Path

import apsw
import pytest

from nokosu.record import decode
from nokosu.record.fairness import commitment
from nokosu.server.store.daily import CountedDay
from nokosu.server.store.dump import dumped, restore
from nokosu.table.daily import closes
from nokosu.table.days import day_at, parse_day
from nokosu.wire.updates import Refusal
from tests.abuse.sealed import everything, secret_of
from tests.cli.commands import nokosu
from tests.server.conftest import opened
from tests.server.daily import NOON, Calendar, counted, finish, play_daily, with_passkeys
from tests.server.people import client, my_turn
from tests.server.serving import serving


async def test_the_first_attempt_is_the_only_one(where: str) -> None:
    time = Calendar()
    async with serving(where, time=time) as running, with_passkeys(running, "Eve") as (eve,):
        begun = await asyncio.gather(*(eve.post("/api/daily") for _ in range(8)))
        assert len({ref["table"] for ref in begun}) == 1
        done = await play_daily(eve)
        assert (await eve.post("/api/daily"))["table"] == done["table"] == begun[0]["table"]
        assert await eve.refused(f"/api/tables/{done['table']}/hint") == "table.no-hints"
    async with opened(where) as store:
        assert len(await store.daily.of_person((await store.people.all())[0].id)) == 1


async def test_nothing_of_the_deal_is_told_before_the_day_is_over(tmp_path: Path) -> None:
    time, where = Calendar(), f"{tmp_path}/nokosu.db"
    async with serving(where, time=time) as running, with_passkeys(running, "Ann", "Eve") as (ann, eve):
        ref = await ann.post("/api/daily")
        async with ann.at(ref["table"]) as seat:
            await finish(seat)
            frames = [("socket", frame) for frame in seat.frames]
        result = await ann.get("/api/daily")
        secret = await secret_of(where, ref["table"])
        async with opened(where) as store:
            row = await store.records.find(ref["table"])
        assert row is not None
        seed = decode(row.body).seed
        assert seed is not None
        sealed = [secret.encode(), seed.hex().encode()]
        told = [*frames, *await everything(ann, ref["table"], {"{day}": result["day"]})]
        others = await everything(eve, ref["table"], {"{day}": result["day"]})
        for path, answer in (*told, *others):
            assert not [each for each in sealed if each in answer], path
        # A stranger learns nothing of how Ann played, nor that she did.
        hand = json.loads(next(frame for _, frame in frames if b'"hand"' in frame))["view"]["hand"]
        for path, answer in others:
            assert b"Ann" not in answer, path
            assert json.dumps(hand, separators=(",", ":")).encode() not in answer, path
        for path in ("", "/file", "/rounds/0", "/rounds/0/advice/0"):
            for who in (ann, eve):
                await who.get(f"/api/records/{ref['table']}{path}", 404)
        await eve.get(f"/api/tables/{ref['table']}", 403)
        assert (await ann.get("/api/me/matches"))["matches"] == []
        assert (await ann.get(f"/api/daily/{result['day']}/file", 409))["reason"]["message"] == "daily.not-over"
        assert commitment(bytes.fromhex(secret)).hex() == result["commitment"]
        time.to_next_day()
        assert (await counted(eve, result["day"]))["secret"] == secret
        await eve.get(f"/api/records/{ref['table']}/rounds/0")


async def test_results_of_others_come_after_closing_alone(tmp_path: Path) -> None:
    time, where = Calendar(), f"{tmp_path}/nokosu.db"
    async with serving(where, time=time) as running, with_passkeys(running, "Ann", "Eve") as (ann, eve):
        before = await eve.get("/api/daily")
        day = before["day"]
        seen = await eve.get(f"/api/daily/{day}")
        await play_daily(ann)
        # Even if the day were counted already, as after a clock that was wrong.
        async with opened(where) as store:
            tree = '{"people":1,"points":[{"points":7,"people":1}],"firsts":[],"targets":[],"tree":[1,7,{}]}'
            await store.database.write([CountedDay(parse_day(day), "ab" * 32, None, tree).insert()])
        assert await eve.get(f"/api/daily/{day}") == seen
        await eve.get(f"/api/daily/{day}/file", 409)


async def test_guests_never_see_the_ranked_deal(tmp_path: Path) -> None:
    time = Calendar()
    async with (
        serving(f"{tmp_path}/nokosu.db", time=time) as running,
        with_passkeys(running, "Ann") as (ann,),
        client(running, "Eve") as eve,
    ):
        hers, scouted = await ann.post("/api/daily"), await eve.post("/api/daily")
        tables = [await ann.get(f"/api/tables/{hers['table']}"), await eve.get(f"/api/tables/{scouted['table']}")]
        commitments = [table["fairness"]["commitment"] for table in tables]
        assert commitments[0] == (await ann.get("/api/daily"))["commitment"] != commitments[1]
        assert [table["event"]["ranked"] for table in tables] == [True, False]


async def test_nobody_is_helped_or_starts_again(tmp_path: Path) -> None:
    time = Calendar()
    async with serving(f"{tmp_path}/nokosu.db", time=time) as running, with_passkeys(running, "Eve") as (eve,):
        ref = await eve.post("/api/daily")
        table = ref["table"]
        assert await eve.refused(f"/api/tables/{table}/hint") == "table.no-hints"
        assert await eve.refused(f"/api/tables/{table}/chances") == "table.no-hints"
        assert await eve.refused(f"/api/tables/{table}/coach", {}) == "table.no-coach"
        async with eve.at(table) as seat:
            await seat.until(my_turn)
            await seat.move()
            await seat.until(my_turn)
            commands: tuple[tuple[str, dict[str, object]], ...] = (
                ("leave", {}),
                ("abandon", {}),
                ("pause", {}),
                ("hand_to_bot", {"seat": ref["seat"]}),
                ("ask_take_back", {"expected_seq": seat.update.seq if seat.update else 0}),
                ("undo", {"action_seq": 1}),
                ("set_seat", {"seat": 0, "bot": None}),
                ("rematch", {}),
            )
            for kind, fields in commands:
                answer = await seat.ask(kind, **fields)
                assert isinstance(answer, Refusal), kind
                assert answer.reason.message == "table.event", kind
            await finish(seat)
            again = await seat.ask("rematch")
            assert isinstance(again, Refusal)
        # Not even by a form: a table becomes part of an event in no other way.
        form = {
            "settings": {"event": {"day": "2023-11-15", "ranked": True, "closes": 0}},
            "seats": [{"kind": "me"}] * 4,
        }
        assert await eve.refused("/api/tables", form) == "server.bad-request"


async def test_after_midnight_no_move_counts(tmp_path: Path) -> None:
    time, where = Calendar(), f"{tmp_path}/nokosu.db"
    async with serving(where, time=time) as running, with_passkeys(running, "Eve", "Ann") as (eve, ann):
        ref = await eve.post("/api/daily")
        day = (await play_daily(ann))["day"]
        async with eve.at(ref["table"]) as seat:
            await seat.until(my_turn)
            # Midnight has passed; the count has not begun.
            time.move_to(closes(day_at(NOON)) + 1_000)
            answer = await seat.move()
            assert isinstance(answer, Refusal)
            assert answer.reason.message == "table.event-over"
        time.to_next_day()
        assert (await counted(eve, day))["people"] == 1


async def test_a_restored_backup_deals_no_day_twice(tmp_path: Path) -> None:
    first, second = f"{tmp_path}/a.db", f"{tmp_path}/b.db"
    time = Calendar(at=int(clock.time() * 1000))
    async with serving(first, time=time) as running, with_passkeys(running, "Eve") as (eve,):
        backup = [line async for line in dumped(first)]
        ref = await eve.post("/api/daily")
        seen = await eve.get(f"/api/tables/{ref['table']}")
        cookies = eve.http.cookies
        chain = (await eve.get("/api/daily"))["commitment"]
    async with opened(second) as store:
        await restore(store, backup)
    async with serving(second, time=time) as running, client(running) as eve:
        eve.http.cookies = cookies
        today = await eve.get("/api/daily")
        assert (today["ranked"], today["commitment"]) == (False, chain), "the chain goes on, without this day"
        again = await eve.post("/api/daily")
        shown = await eve.get(f"/api/tables/{again['table']}")
        assert shown["fairness"]["commitment"] != seen["fairness"]["commitment"]
        time.to_next_day()
        assert (await eve.get("/api/daily"))["ranked"]


async def test_a_forged_result_is_found(tmp_path: Path) -> None:
    time = Calendar()
    async with (
        serving(f"{tmp_path}/nokosu.db", time=time) as running,
        with_passkeys(running, "Ann", "Bea") as (ann, bea),
    ):
        seen = await ann.get("/api/daily")
        day = (await play_daily(ann))["day"]
        await play_daily(bea, lambda legal: legal[-1])
        time.to_next_day()
        await counted(ann, day)
        text = (await ann.http.get(f"/api/daily/{day}/file")).text
    head, one, other = map(json.loads, text.splitlines())
    assert "Ann" not in text

    def faults(*lines: object) -> list[str]:
        file = tmp_path / "day.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        said = nokosu("verify", str(file), "--json")
        found = json.loads(said.output)
        assert said.exit_code == (1 if found["faults"] else 0)
        return [each["fault"].split(":")[0] for each in found["faults"]]

    assert faults(head, one, other) == []
    said = nokosu("verify", str(tmp_path / "day.jsonl")).output.splitlines()
    assert said[0] == "2 records verified: all correct."
    # What is left to compare is what people saw while they played.
    assert said[1].endswith(seen["commitment"])
    assert faults(head | {"secret": "ab" * 32}, one, other)[0] == "anchor"
    assert faults(head | {"number": head["number"] + 1}, one, other) == ["anchor"]
    assert faults(head | {"number": 10**9}, one, other) == ["number"]
    assert faults(head, one)[0] == "results"
    assert faults(head, one | {"points": one["points"] + 10}, other)[0] == "points"
    assert "place" in faults(head, one | {"place": 3 - one["place"]}, other)
    assert faults(head, one | {"actions": one["actions"][:-1]}, other) == ["actions"]
    assert faults(head, one | {"actions": [*one["actions"], "play R1"]}, other) == [f"actions[{len(one['actions'])}]"]
    assert faults(head, one | {"actions": ["take dR9"]}, other) == ["This is not a match record."]
    assert "This is not a match record." in faults(head, "nothing", other)
    assert faults({**head, "day": "never"}, one, other) == ["This is not a match record."]


@pytest.mark.parametrize(
    "damage", ["UPDATE log SET body = '{' WHERE table_id = ?", "UPDATE daily SET points = '' WHERE table_id = ?"]
)
async def test_a_damaged_attempt_does_not_stop_the_count(tmp_path: Path, damage: str) -> None:
    """One row that cannot be read, of somebody who did not finish, would leave the day uncounted for everybody."""
    time, where = Calendar(), f"{tmp_path}/nokosu.db"
    async with serving(where, time=time) as running, with_passkeys(running, "Ann", "Eve") as (ann, eve):
        day = (await play_daily(ann))["day"]
        begun = await eve.post("/api/daily")
        cookies = ann.http.cookies
    apsw.Connection(where).execute(damage, (begun["table"],))
    time.to_next_day()
    async with serving(where, time=time) as running, client(running) as ann:
        ann.http.cookies = cookies
        found = await counted(ann, day)
        assert (found["state"], found["people"], found["place"]) == ("closed", 1, 1)
