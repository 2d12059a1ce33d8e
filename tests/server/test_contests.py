"""Tournaments and duplicate on a server: from setting one up to its results."""

from __future__ import annotations

import csv
import io
from contextlib import AsyncExitStack
from pathlib import Path

from nokosu.events.tables import MOST, secret_of
from nokosu.record import decode, verify
from nokosu.record.fairness import commitment, seed_from
from tests.server.conftest import opened
from tests.server.contests import duplicate, play, play_round, set_up, tournament, until
from tests.server.daily import Calendar
from tests.server.people import Client, client
from tests.server.serving import Running, serving

NAMES = ("Ann", "Bea", "Cem", "Dan", "Eva", "Fay", "Gus", "Hal")


async def people(stack: AsyncExitStack, running: Running, count: int) -> list[Client]:
    """So many people with names."""
    return [await stack.enter_async_context(client(running, name)) for name in NAMES[:count]]


async def test_a_tournament_from_its_link_to_its_results(where: str) -> None:
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(where, time=Calendar()))
        everybody = await people(stack, running, 8)
        stranger = await stack.enter_async_context(client(running))
        host = everybody[0]
        contest = await set_up(host, tournament(), everybody[1:])
        before = await stranger.get(f"/api/contests/{contest}")
        assert (before["status"], before["host"], before["may"]) == ("open", "Ann", [])
        assert [each["name"] for each in before["standings"]] == list(NAMES)
        assert {each["place"] for each in before["standings"]} == {None}
        assert await everybody[1].refused(f"/api/contests/{contest}/start") == "contest.not-host"
        assert set((await host.get(f"/api/contests/{contest}"))["may"]) == {"withdraw", "start", "end"}
        begun = await host.post(f"/api/contests/{contest}/start")
        assert (begun["status"], begun["round"], begun["opened"]) == ("playing", 1, 0)
        assert sorted(seat["entrant"] for table in begun["tables"] for seat in table["seats"]) == list(range(8))
        assert [len(table["seats"]) for table in begun["tables"]] == [4, 4]
        await play_round(everybody, contest)
        await until(host, contest, lambda found: found["opened"] == 1 and found["round"] == 2)
        await play_round(everybody, contest)
        over = await until(stranger, contest, lambda found: found["status"] == "over")
        assert over["opened"] == 2
        assert over["ended"]
        assert sum(each["score"] for each in over["standings"]) == 2 * 2 * (12 + 8 + 4 + 0)
        assert over["standings"][0]["place"] == 1
        assert all(each["played"] == 2 and len(each["rounds"]) == 2 for each in over["standings"])
        scores = [each["score"] for each in over["standings"]]
        assert scores == sorted(scores, reverse=True)
        assert commitment(bytes.fromhex(over["secret"])).hex() == before["commitment"]
        # Every table's deal follows from the secret.
        file = await stranger.get(f"/api/contests/{contest}/results.json")
        for table in file["tables"]:
            number, place = table["round"], table["number"]
            secret = secret_of(bytes.fromhex(over["secret"]), number, place)
            async with opened(where) as store:
                row = await store.records.find(table["table"])
            assert row is not None
            record = decode(row.body)
            assert not verify(record)
            assert record.seed == seed_from(secret, [bytes(32)] * 4)
        text = (await stranger.http.get(f"/api/contests/{contest}/results.csv")).content.decode("utf-8-sig")
        lines = list(csv.DictReader(io.StringIO(text)))
        assert [line["name"] for line in lines] == [each["name"] for each in over["standings"]]
        assert [float(line["round 1"]) + float(line["round 2"]) for line in lines] == scores
        assert await host.refused(f"/api/contests/{contest}/start") == "contest.not-now"
        assert await host.refused(f"/api/contests/{contest}/end") == "contest.over"
        mine = await everybody[3].get("/api/me/contests")
        assert [(each["contest"], each["hosting"], each["people"]) for each in mine["contests"]] == [
            (contest, False, 8)
        ]


async def test_friends_at_two_tables_play_the_same_deals(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(f"{tmp_path}/nokosu.db", time=Calendar()))
        everybody = await people(stack, running, 5)
        contest = await set_up(everybody[0], duplicate("together", players=3, deals=2), everybody[1:])
        begun = await everybody[0].post(f"/api/contests/{contest}/start")
        assert [len(table["seats"]) for table in begun["tables"]] == [3, 3]
        seats = [seat for table in begun["tables"] for seat in table["seats"]]
        assert [seat["bot"] for seat in seats].count(None) == 5, "a bot takes the seat that is left over"
        refs = await play_round(everybody, contest)
        over = await until(everybody[0], contest, lambda found: found["status"] == "over")
        (round_,) = [await everybody[0].get(f"/api/contests/{contest}/rounds/0")]
        assert [deal["deal"] for deal in round_["deals"]] == [0, 1]
        for deal in round_["deals"]:
            for seat in deal["seats"]:
                assert len(seat["lines"]) == 2
                points = [line["line"]["points"] for line in seat["lines"]]
                assert seat["mean"] == sum(points) / 2 == points[0] - seat["lines"][0]["over_mean"]
                assert sum(line["matchpoints"] for line in seat["lines"]) == 2
        total = {
            line["entrant"]: sum(
                one["matchpoints"]
                for deal in round_["deals"]
                for seat in deal["seats"]
                for one in seat["lines"]
                if one["entrant"] == line["entrant"]
            )
            for deal in round_["deals"]
            for seat in deal["seats"]
            for line in seat["lines"]
            if line["entrant"] is not None
        }
        assert {each["entrant"]: each["score"] for each in over["standings"]} == total
        # Both tables can be replayed now, and dealt the same.
        records = [(await everybody[0].get(f"/api/records/{ref['table']}/file"))["seed"] for ref in refs]
        assert len(set(records)) == 1


async def test_friends_play_when_they_like_and_see_results_when_all_are_done(tmp_path: Path) -> None:
    time = Calendar()
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(f"{tmp_path}/nokosu.db", time=time))
        ann, bea, cem = await people(stack, running, 3)
        closes = time.now() + 3_600_000
        contest = await set_up(ann, duplicate("days", rounds=2, closes=closes, scoring="mean"), [bea])
        first = await play(ann, contest)
        assert (await ann.get(f"/api/contests/{contest}"))["standings"][0]["played"] == 1
        assert (await ann.get(f"/api/contests/{contest}/rounds/0", 409))["reason"]["message"] == "contest.not-open"
        second = await play(ann, contest)
        assert (first["seat"], second["seat"]) == (0, 1)
        assert await ann.refused(f"/api/contests/{contest}/play") == "contest.nothing-to-play"
        await ann.get(f"/api/records/{first['table']}/file", 404)
        assert await cem.refused(f"/api/contests/{contest}/play") == "contest.not-entered"
        await play(bea, contest)
        closed = await ann.post(f"/api/contests/{contest}/start")
        assert (closed["status"], closed["opened"]) == ("playing", 0)
        assert await cem.refused(f"/api/contests/{contest}/enter") == "contest.closed"
        await play(bea, contest, lambda legal: legal[-1])
        over = await until(cem, contest, lambda found: found["status"] == "over")
        assert over["opened"] == 2
        assert sum(each["score"] for each in over["standings"]) == 0
        compared = await cem.get(f"/api/contests/{contest}/rounds/0")
        (seat,) = compared["deals"][0]["seats"]
        assert seat["lines"][0]["line"] == seat["lines"][1]["line"], "equal play, equal answers"
        await cem.get(f"/api/records/{first['table']}/file")


async def test_a_time_limit_ends_what_is_still_being_played(tmp_path: Path) -> None:
    time = Calendar()
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(f"{tmp_path}/nokosu.db", time=time))
        ann, bea = await people(stack, running, 2)
        closes = time.now() + 3_600_000
        contest = await set_up(ann, duplicate("days", closes=closes), [bea])
        await play(ann, contest)
        begun = await bea.post(f"/api/contests/{contest}/play")
        time.move_to(closes)
        over = await until(ann, contest, lambda found: found["status"] == "over")
        assert (await bea.get(f"/api/tables/{begun['table']}"))["status"] == "abandoned"
        assert [(each["name"], each["played"], each["rounds"]) for each in over["standings"]] == [
            ("Ann", 1, [0.0]),
            ("Bea", 0, [None]),
        ]


async def test_one_person_against_the_champion(where: str) -> None:
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(where, time=Calendar()))
        (ann,) = await people(stack, running, 1)
        contest = await set_up(ann, duplicate("champion", rounds=2, players=3))
        made = await ann.get(f"/api/contests/{contest}")
        assert set(made["may"]) == {"play", "end"}
        await play(ann, contest)
        await play(ann, contest)
        over = await until(ann, contest, lambda found: found["status"] == "over")
        assert over["champion"] == "ryu"
        # These bots play as Ann does: nobody is better.
        assert over["champion_score"] == over["standings"][0]["score"] == 2
        assert over["champion_points"] == over["standings"][0]["points"]
        for number in range(2):
            (seat,) = (await ann.get(f"/api/contests/{contest}/rounds/{number}"))["deals"][0]["seats"]
            assert seat["seat"] == number
            assert sorted(line["champion"] for line in seat["lines"]) == [False, True]
            for line in seat["lines"]:
                await ann.get(f"/api/records/{line['table']}/file")


async def test_late_entry_withdrawing_and_people_who_never_come(tmp_path: Path) -> None:
    time = Calendar()
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(f"{tmp_path}/nokosu.db", time=time))
        ann, bea, cem, dan, eva = await people(stack, running, 5)
        contest = await set_up(ann, tournament(rounds=3), [bea, cem, dan])
        await ann.post(f"/api/contests/{contest}/start")
        late = await eva.post(f"/api/contests/{contest}/enter")
        assert late["me"] == 4
        assert "play" not in late["may"]
        # Dan never comes: his clock runs out while the others play, and a bot plays on.
        await play_round([ann, bea, cem], contest)
        second = await until(ann, contest, lambda found: found["round"] == 2)
        assert [len(table["seats"]) for table in second["tables"]] == [5]
        by_name = {each["name"]: each for each in second["standings"]}
        assert by_name["Dan"]["rounds"] == [None], "a bot made his moves"
        assert by_name["Dan"]["played"] == 1
        assert by_name["Eva"]["rounds"] == [None]
        assert await bea.refused(f"/api/contests/{contest}/withdraw", {"entrant": 3}) == "contest.not-host"
        await ann.post(f"/api/contests/{contest}/withdraw", {"entrant": 3})
        gone = await bea.post(f"/api/contests/{contest}/withdraw", {})
        assert [each["withdrawn"] for each in sorted(gone["standings"], key=lambda each: each["entrant"])] == [
            *(False, True, False, True, False)
        ]
        await play_round([ann, cem, eva], contest)
        third = await until(ann, contest, lambda found: found["round"] == 3)
        (table,) = third["tables"]
        assert sorted(seat["entrant"] for seat in table["seats"]) == [0, 2, 4]
        assert await bea.refused(f"/api/contests/{contest}/play") == "contest.not-entered"
        await play_round([ann, cem, eva], contest)
        over = await until(ann, contest, lambda found: found["status"] == "over")
        played = {each["name"]: each["played"] for each in over["standings"]}
        assert played == {"Ann": 3, "Bea": 2, "Cem": 3, "Dan": 2, "Eva": 2}
        assert await eva.refused(f"/api/contests/{contest}/withdraw", {}) == "contest.over"


async def test_people_who_have_blocked_each_other_do_not_meet(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(f"{tmp_path}/nokosu.db", time=Calendar()))
        ann, bea, cem = await people(stack, running, 3)
        table = (
            await ann.post("/api/tables", {"settings": {}, "seats": [{"kind": "me"}, *[{"kind": "open"}] * 3]}, 201)
        )["table"]
        await bea.post(f"/api/tables/{table}/join", {})
        await ann.post("/api/me/blocks", {"table": table, "seat": 1})
        contest = await set_up(ann, tournament(), [cem])
        assert await bea.refused(f"/api/contests/{contest}/enter") == "table.not-admitted"
        alone = await set_up(ann, duplicate("days", closes=Calendar().now() + 3_600_000))
        await bea.post(f"/api/contests/{alone}/enter")


async def test_bots_do_not_play_on_where_everybody_is_gone(tmp_path: Path) -> None:
    time = Calendar()
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(f"{tmp_path}/nokosu.db", time=time))
        everybody = await people(stack, running, 4)
        contest = await set_up(everybody[0], tournament(rounds=12), everybody[1:])
        begun = await everybody[0].post(f"/api/contests/{contest}/start")
        (table,) = {each["table"] for each in begun["tables"]}
        for each in everybody:
            async with each.at(table) as seat:
                await seat.ask("leave")
        over = await until(everybody[0], contest, lambda found: found["status"] == "over")
        assert over["round"] == 1
        assert [each["rounds"] for each in over["standings"]] == [[None]] * 4


async def test_standings_are_live_where_tables_have_different_deals(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(f"{tmp_path}/nokosu.db", time=Calendar()))
        everybody = await people(stack, running, 6)
        contest = await set_up(everybody[0], tournament(players=3), everybody[1:])
        begun = await everybody[0].post(f"/api/contests/{contest}/start")
        assert {each["place"] for each in begun["standings"]} == {None}
        first = [everybody[seat["entrant"]] for seat in begun["tables"][0]["seats"]]
        await play_round(first, contest)
        seen = await until(everybody[0], contest, lambda found: found["tables"][0]["finished"])
        assert (seen["opened"], seen["round"]) == (0, 1)
        assert [each["points"] is None for each in seen["tables"]] == [False, True]
        assert sum(each["score"] for each in seen["standings"]) == 12 + 6
        assert [each["rounds"] for each in seen["standings"]].count([None]) == 3


async def test_a_schedule_with_a_clock(tmp_path: Path) -> None:
    time = Calendar()
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(f"{tmp_path}/nokosu.db", time=time))
        everybody = await people(stack, running, 4)
        starts = time.now() + 600_000
        form = tournament(starts=starts, break_s=3_600, form="swiss", players=3, same_deals=True, scoring="mean")
        contest = await set_up(everybody[0], form, everybody[1:])
        assert (await everybody[1].get(f"/api/contests/{contest}"))["next"] == starts
        time.move_to(starts)
        begun = await until(everybody[0], contest, lambda found: found["round"] == 1)
        assert sum(seat["bot"] is not None for table in begun["tables"] for seat in table["seats"]) == 2
        await play_round(everybody, contest)
        pause = await until(everybody[0], contest, lambda found: found["opened"] == 1)
        assert pause["round"] == 1
        assert pause["next"] > time.now()
        assert "next" in pause["may"]
        time.move_to(pause["next"])
        await until(everybody[0], contest, lambda found: found["round"] == 2)
        ended = await everybody[0].post(f"/api/contests/{contest}/end")
        assert (ended["status"], ended["opened"]) == ("over", 2)
        assert all(each["rounds"][1] is None for each in ended["standings"])


async def test_settings_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    time = Calendar()
    async with serving(f"{tmp_path}/nokosu.db", time=time) as running, client(running, "Ann") as ann:
        wrong = (
            tournament(form="days"),
            tournament(form="together"),
            tournament(scoring="mean"),
            tournament(same_deals=True, scoring="places", kind="duplicate"),
            tournament(closes=time.now() + 1_000_000),
            tournament(starts=time.now() - 1_000_000),
            tournament(pace={"kind": "live", "bank_ms": 20_000}),
            tournament(pace={"kind": "relaxed"}),
            duplicate("swiss"),
            duplicate("days"),
            duplicate("days", closes=time.now() - 1),
            duplicate("champion", pace={"kind": "days"}),
            duplicate("together", same_deals=False),
            duplicate("together", scoring="places"),
        )
        for form in wrong:
            assert await ann.refused("/api/contests", form) == "contest.settings", form
        assert await ann.refused("/api/contests", tournament(edition="tenth")) == "table.no-such-rules"
        assert await ann.refused("/api/contests", tournament() | {"name": "\u200b"}) == "name.invisible"
        assert await ann.refused("/api/contests", tournament() | {"name": "x" * 61}) == "server.bad-request"
        assert await ann.refused("/api/contests", tournament(rounds=13)) == "server.bad-request"
        alone = await set_up(ann, tournament())
        assert await ann.refused(f"/api/contests/{alone}/start") == "contest.few"
        for path in ("", "/rounds/0", "/results.json", "/results.csv"):
            await ann.get(f"/api/contests/{'a' * 16}{path}", 404)
        await ann.get(f"/api/contests/{alone}/rounds/0", 404)


async def test_a_contest_has_room_for_forty_and_for_each_of_them_once(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(f"{tmp_path}/nokosu.db", time=Calendar()))
        everybody = [await stack.enter_async_context(client(running, f"Player {n}")) for n in range(MOST + 1)]
        contest = await set_up(everybody[0], tournament(), everybody[1:MOST])
        again = await everybody[5].post(f"/api/contests/{contest}/enter")
        assert len(again["standings"]) == MOST
        assert await everybody[MOST].refused(f"/api/contests/{contest}/enter") == "contest.full"
        begun = await everybody[0].post(f"/api/contests/{contest}/start")
        assert [len(table["seats"]) for table in begun["tables"]] == [4] * 10


async def test_a_spreadsheet_computes_nothing_that_a_name_says(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/nokosu.db", time=Calendar()) as running, client(running, "=1+1") as ann:
        contest = await set_up(ann, tournament())
        text = (await ann.http.get(f"/api/contests/{contest}/results.csv")).text
        assert text.splitlines()[1].split(",")[1] == "'=1+1"
