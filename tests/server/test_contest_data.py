"""Contests in exports, deletions, backups, and over restarts and several servers."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from nokosu.server.store.dump import dumped, restore
from tests.server.conftest import opened
from tests.server.contests import duplicate, play, play_round, set_up, tournament, until
from tests.server.daily import Calendar
from tests.server.people import Client, Json, client, my_turn
from tests.server.serving import Running, serving

NAMES = ("Ann", "Bea", "Cem", "Dan")


async def people(stack: AsyncExitStack, running: Running, names: tuple[str, ...] = NAMES) -> list[Client]:
    return [await stack.enter_async_context(client(running, name)) for name in names]


async def back(stack: AsyncExitStack, running: Running, before: list[Client]) -> list[Client]:
    """The same people, at a server that was started again."""
    found = []
    for each in before:
        found.append(await stack.enter_async_context(client(running)))
        found[-1].http.cookies = each.http.cookies
    return found


async def test_contests_are_in_the_export_and_nameless_after_a_deletion(where: str) -> None:
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(where, time=Calendar()))
        ann, bea, cem, dan = await people(stack, running)
        contest = await set_up(ann, tournament(), [bea, cem, dan])
        apart = await set_up(bea, tournament() | {"enter": False})
        assert (await ann.get("/api/me/export"))["contests"] == [
            {"contest": contest, "name": "Club evening", "hosting": True, "entrant": 0}
        ]
        exported = (await bea.get("/api/me/export"))["contests"]
        assert {each["contest"]: (each["hosting"], each["entrant"]) for each in exported} == {
            contest: (False, 1),
            apart: (True, None),
        }
        await ann.post(f"/api/contests/{contest}/start")
        await play_round([ann, bea, cem, dan], contest)
        before = await until(dan, contest, lambda found: found["round"] == 2)
        await ann.post("/api/me/delete", {"name": "Ann"})
        # A bot plays Ann's seat of the second round.
        await play_round([bea, cem, dan], contest)
        over = await until(dan, contest, lambda found: found["status"] == "over")
        assert over["host"] is None
        gone = next(each for each in over["standings"] if each["entrant"] == 0)
        first = next(each for each in before["standings"] if each["entrant"] == 0)
        assert (gone["name"], gone["withdrawn"], gone["rounds"]) == ("–", True, [first["rounds"][0], None])
        for path in ("", "/results.json", "/results.csv"):
            assert "Ann" not in (await dan.http.get(f"/api/contests/{contest}{path}")).text
    async with opened(where) as store:
        rows = await store.database.read("SELECT entrant, person FROM contest_entrants WHERE contest = ?", (contest,))
        assert [entrant for entrant, person in rows if person is None] == [0]
        assert await store.database.read("SELECT host FROM contests WHERE id = ?", (contest,)) == [(None,)]


async def test_a_contest_goes_on_from_a_backup(tmp_path: Path) -> None:
    first, second = f"{tmp_path}/a.db", f"{tmp_path}/b.db"
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(first, time=Calendar()))
        everybody = await people(stack, running)
        contest = await set_up(everybody[0], tournament(same_deals=True, scoring="mean"), everybody[1:])
        await everybody[0].post(f"/api/contests/{contest}/start")
        await play_round(everybody, contest)
        seen = await until(everybody[0], contest, lambda found: found["round"] == 2)
        backup = [line async for line in dumped(first)]
        compared = await everybody[0].get(f"/api/contests/{contest}/rounds/0")
    async with AsyncExitStack() as stack:
        async with opened(second) as store:
            await restore(store, backup)
        running = await stack.enter_async_context(serving(second, time=Calendar()))
        everybody = await back(stack, running, everybody)
        assert without_codes(await everybody[0].get(f"/api/contests/{contest}")) == without_codes(seen)
        assert await everybody[0].get(f"/api/contests/{contest}/rounds/0") == compared
        await play_round(everybody, contest)
        over = await until(everybody[0], contest, lambda found: found["status"] == "over")
        assert all(each["played"] == 2 for each in over["standings"])


def without_codes(contest: Json) -> Json:
    return {name: value for name, value in contest.items() if name != "table"}


async def test_a_tournament_survives_a_restart_at_any_step(tmp_path: Path) -> None:
    """The server is stopped before and after each thing that happens; people come back and go on."""
    where, time = f"{tmp_path}/nokosu.db", Calendar()
    contest, everybody = "", list[Client]()
    for step in range(7):
        async with AsyncExitStack() as stack:
            running = await stack.enter_async_context(serving(where, time=time))
            everybody = await (back(stack, running, everybody) if everybody else people(stack, running))
            ann, bea, cem, dan = everybody
            match step:
                case 0:
                    contest = await set_up(ann, tournament(), [bea, cem])
                case 1:
                    await dan.post(f"/api/contests/{contest}/enter")
                case 2:
                    await ann.post(f"/api/contests/{contest}/start")
                case 3:
                    # In the middle of a table.
                    ref = await ann.post(f"/api/contests/{contest}/play")
                    async with ann.at(ref["table"]) as seat:
                        update = await seat.until(lambda update: update.view is not None)
                        if my_turn(update):
                            await seat.move()
                case 4:
                    # All played, and stopped at once: the next round begins at the next start.
                    await play_round(everybody, contest)
                case 5:
                    await until(ann, contest, lambda found: found["round"] == 2)
                    await dan.post(f"/api/contests/{contest}/withdraw", {})
                case _:
                    await play_round([ann, bea, cem], contest)
                    over = await until(ann, contest, lambda found: found["status"] == "over")
                    assert {each["name"]: each["played"] for each in over["standings"]} == dict.fromkeys(NAMES, 2)
                    assert next(each for each in over["standings"] if each["name"] == "Dan")["rounds"][1] is None
    async with opened(where) as store:
        tables = await store.contests.tables(contest)
    assert [(each.round, each.number) for each in tables] == [(0, 0), (1, 0)]


async def test_an_end_that_was_interrupted_is_finished_by_the_next_start(tmp_path: Path) -> None:
    where, time = f"{tmp_path}/nokosu.db", Calendar()
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(where, time=time))
        everybody = await people(stack, running)
        contest = await set_up(everybody[0], tournament(), everybody[1:])
        table = (await everybody[0].post(f"/api/contests/{contest}/start"))["table"]["table"]
    async with opened(where) as store:
        row = await store.contests.find(contest)
        assert row is not None
        await store.database.write([row.changed(status="ending")])
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(where, time=time))
        (ann, *_) = await back(stack, running, everybody)
        over = await until(ann, contest, lambda found: found["status"] == "over")
        assert (over["round"], over["opened"]) == (1, 1)
        assert (await ann.get(f"/api/tables/{table}"))["status"] == "abandoned"


async def test_a_tournament_over_two_servers(fresh_postgres: str) -> None:
    async with AsyncExitStack() as stack:
        time = Calendar()
        servers = [await stack.enter_async_context(serving(fresh_postgres, time=time)) for _ in range(2)]
        everybody = [
            await stack.enter_async_context(client(servers[number % 2], name)) for number, name in enumerate(NAMES)
        ]
        ann, bea, cem, dan = everybody
        contest = await set_up(ann, tournament(players=3, same_deals=True), [bea, cem])
        # The host presses twice, at two servers; somebody comes at the same moment.
        async with client(servers[1]) as elsewhere:
            elsewhere.http.cookies = ann.http.cookies
            await dan.post(f"/api/contests/{contest}/enter")
            answers = await asyncio.gather(
                ann.http.post(f"/api/contests/{contest}/start"), elsewhere.http.post(f"/api/contests/{contest}/start")
            )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        for number in (1, 2):
            await until(dan, contest, lambda found, number=number: found["round"] == number)  # type: ignore[misc]
            await play_round(everybody, contest)
        over = await until(ann, contest, lambda found: found["status"] == "over")
        assert over == (await until(bea, contest, lambda found: found["status"] == "over")) | {
            "standings": over["standings"],
            "me": 0,
            "may": [],
        }
        assert all(each["played"] == 2 for each in over["standings"])
    async with opened(fresh_postgres) as store:
        tables = await store.contests.tables(contest)
    assert [(each.round, each.number) for each in tables] == [(0, 0), (0, 1), (1, 0), (1, 1)]


async def test_friends_over_two_servers_have_one_table_each(fresh_postgres: str) -> None:
    async with AsyncExitStack() as stack:
        time = Calendar()
        servers = [await stack.enter_async_context(serving(fresh_postgres, time=time)) for _ in range(2)]
        ann = await stack.enter_async_context(client(servers[0], "Ann"))
        elsewhere = await stack.enter_async_context(client(servers[1]))
        elsewhere.http.cookies = ann.http.cookies
        contest = await set_up(ann, duplicate("champion", players=3))
        refs = await asyncio.gather(*(each.post(f"/api/contests/{contest}/play") for each in (ann, elsewhere)))
        assert refs[0] == refs[1]
        await play(elsewhere, contest)
        over = await until(ann, contest, lambda found: found["status"] == "over")
        assert over["standings"][0]["played"] == 1
