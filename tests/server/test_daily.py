"""The deal of the day on a server: from the first move to the result page, the file and the calendar."""

from __future__ import annotations

from pathlib import Path

from nokosu.record import decode, verify
from nokosu.server.bots.pool import BotPool
from nokosu.server.config import Config
from nokosu.table.daily import OPPONENTS
from tests.server.conftest import opened
from tests.server.daily import Calendar, counted, play_daily, with_passkeys
from tests.server.people import client
from tests.server.serving import serving


async def test_everybody_plays_the_same_deal_and_sees_the_results_when_the_day_is_over(where: str) -> None:
    time = Calendar()
    async with (
        serving(where, time=time) as running,
        with_passkeys(running, "Ann", "Bea", "Cem") as (ann, bea, cem),
        client(running) as stranger,
    ):
        today = await ann.get("/api/daily")
        assert (today["status"], today["ranked"], today["number"], today["streak"]) == ("new", True, 1, 0)
        first = await play_daily(ann)
        same = await play_daily(bea)
        other = await play_daily(cem, lambda legal: legal[-1])
        assert first["mine"] == same["mine"], "equal play meets equal answers"
        assert first["mine"]["first"] != other["mine"]["first"]
        assert (await ann.get("/api/daily"))["status"] == "finished"
        for open_result in (first, same, other):
            assert (open_result["state"], open_result["place"], open_result["people"]) == ("open", None, 0)
        time.to_next_day()
        day = today["day"]
        result = await counted(ann, day)
        assert (result["state"], result["people"], result["ranked"]) == ("closed", 3, True)
        assert sum(each["people"] for each in result["points"]) == 3
        assert (
            sum(each["people"] for each in result["firsts"]) == sum(each["people"] for each in result["targets"]) == 3
        )
        (parting,) = [each for each in result["partings"] if each["decision"] == 0]
        assert sorted(option["people"] for option in parting["options"]) == [1, 2]
        assert [option["action"] for option in parting["options"] if option["mine"]] == [first["mine"]["first"]]
        assert {row["name"] for row in result["board"]} == {"Ann", "Bea", "Cem"}
        assert [row["name"] for row in result["board"] if row["mine"]] == ["Ann"]
        assert result["place"] == 1 + sum(
            each["people"] for each in result["points"] if each["points"] > first["mine"]["points"]
        )
        # A link opens without an account; it has no line of its own.
        seen = await stranger.get(f"/api/daily/{day}")
        assert (seen["mine"], seen["place"], seen["people"], seen["streak"]) == (None, None, 3, 0)
        assert seen["partings"], "the line that most people took"
        tomorrow = await ann.get("/api/daily")
        assert (tomorrow["latest"], tomorrow["number"], tomorrow["streak"]) == (day, 2, 1)
        assert tomorrow["commitment"] == result["secret"], "every secret is the commitment to the next"
        assert [each["day"] for each in tomorrow["played"]] == [day]
        assert tomorrow["seat"] == (result["seat"] + 1) % 4
        # The records are open now, the champion's too.
        for table in (result["table"], result["champion"]["table"]):
            record = decode((await stranger.http.get(f"/api/records/{table}/file")).content)
            assert verify(record) is None
            assert record.fairness is not None
            assert record.fairness.secret == result["secret"]
            assert record.fairness.commitment == result["commitment"]
        assert [each["table"] for each in (await ann.get("/api/me/matches"))["matches"]] == [result["table"]]


async def test_guests_play_another_deal_for_practice(tmp_path: Path) -> None:
    time = Calendar()
    async with (
        serving(f"{tmp_path}/d.db", time=time) as running,
        with_passkeys(running, "Ann") as (ann,),
        client(running, "Gus") as gus,
        client(running, "Guy") as guy,
    ):
        ranked = await play_daily(ann)
        practice, again = await play_daily(gus), await play_daily(guy)
        assert practice["mine"] == again["mine"]
        assert not practice["ranked"]
        theirs = await gus.get(f"/api/tables/{practice['table']}")
        hers = await ann.get(f"/api/tables/{ranked['table']}")
        assert theirs["fairness"]["commitment"] != hers["fairness"]["commitment"] == ranked["commitment"]
        # Nothing of it is sealed, and nothing of it is counted.
        await gus.get(f"/api/records/{practice['table']}")
        time.to_next_day()
        result = await counted(gus, ranked["day"])
        assert (result["people"], result["place"], result["mine"]) == (1, None, practice["mine"])
        assert (await gus.get("/api/daily"))["streak"] == 1


async def test_an_attempt_goes_on_after_a_restart_and_ends_at_midnight(tmp_path: Path) -> None:
    time = Calendar()
    async with serving(f"{tmp_path}/d.db", time=time) as running, with_passkeys(running, "Ann", "Bea") as (ann, bea):
        ref = await ann.post("/api/daily")
        await play_daily(bea)
        day = (await ann.get("/api/daily"))["day"]
        cookies = ann.http.cookies
    async with serving(f"{tmp_path}/d.db", time=time) as running, client(running) as ann:
        ann.http.cookies = cookies
        assert await ann.post("/api/daily") == ref
        assert (await ann.get("/api/daily"))["status"] == "playing"
    # The day ends while no server is there to see it.
    time.to_next_day()
    async with serving(f"{tmp_path}/d.db", time=time) as running, client(running) as ann:
        ann.http.cookies = cookies
        result = await counted(ann, day)
        assert (result["people"], result["mine"], result["place"]) == (1, None, None)
        assert (await ann.get(f"/api/tables/{ref['table']}"))["status"] == "abandoned"
        assert (await ann.get("/api/daily"))["streak"] == 0


async def test_a_day_without_players_has_an_empty_result(tmp_path: Path) -> None:
    time = Calendar()
    async with serving(f"{tmp_path}/d.db", time=time) as running, client(running) as anybody:
        day = (await anybody.get("/api/daily"))["day"]
        time.to_next_day()
        result = await counted(anybody, day)
        assert (result["state"], result["people"], result["secret"]) == ("closed", 0, None)
        for no_day in ("1999-01-01", "2023-02-30", "2999-01-01"):
            await anybody.get(f"/api/daily/{no_day}", 404)


async def test_a_server_without_the_bots_offers_no_daily(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/d.db", bots={"mine": "random"}) as running, client(running, "Ann") as ann:
        await ann.get("/api/daily", 404)
        assert await ann.refused("/api/daily") == "daily.not-here"


async def test_the_bots_of_the_server_answer_the_same_with_the_same(tmp_path: Path) -> None:
    config = Config(store=f"{tmp_path}/d.db")
    pool = BotPool(config.known(), 1)
    time = Calendar()
    try:
        async with (
            serving(f"{tmp_path}/d.db", time=time, chooser=pool) as running,
            with_passkeys(running, "Ann", "Bea") as (ann, bea),
        ):
            tables = [(await play_daily(who))["table"] for who in (ann, bea)]
        async with opened(f"{tmp_path}/d.db") as store:
            logs = [await store.log.entries(table) for table in tables]
        moves = [[row.body for row in log if '"moved"' in row.body and '"bot"' in row.body] for log in logs]
        assert moves[0] == moves[1]
        assert len(moves[0]) == 3 * (3 + 14)
    finally:
        await pool.close()
    assert set(OPPONENTS) <= set(config.accepted())


async def test_attempts_are_in_the_export_and_nameless_after_a_deletion(where: str) -> None:
    time = Calendar()
    async with serving(where, time=time) as running, with_passkeys(running, "Ann", "Bea") as (ann, bea):
        mine = await play_daily(ann)
        await play_daily(bea)
        export = await ann.get("/api/me/export")
        (attempt,) = export["daily"]
        assert attempt == {
            "day": mine["day"],
            "ranked": True,
            "table": mine["table"],
            "points": mine["mine"]["points"],
        }
        assert "record" not in export["matches"][0]
        await ann.post("/api/me/delete", {"name": "Ann"})
        time.to_next_day()
        result = await counted(bea, mine["day"])
        assert result["people"] == 2
        assert sorted(row["name"] for row in result["board"]) == ["Bea", "–"]
    async with opened(where) as store:
        rows = await store.database.read("SELECT person FROM daily")
    assert len([person for (person,) in rows if person is None]) == 1
