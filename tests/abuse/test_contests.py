"""Attacks on tournaments and duplicate: a second try, a look at what is sealed, help, a forged result, two entries."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from unittest.mock import create_autospec

import apsw
import pytest

from nokosu.events.results import TableResult
from nokosu.events.tables import secret_of as secret_of_round
from nokosu.record import decode
from nokosu.server.bots.pool import Question
from nokosu.server.contest_rounds import Rounds
from nokosu.server.contest_view import ContestView
from nokosu.server.names import Names
from nokosu.server.store.contests import ContestRow, ContestTableRow, EntrantRow
from nokosu.wire.contests import ContestSettings
from nokosu.wire.daily import DailyLine
from nokosu.wire.struct import encode
from nokosu.wire.updates import Refusal
from tests.abuse.sealed import everything, secret_of
from tests.abuse.test_shares import limits
from tests.server.conftest import opened
from tests.server.contests import duplicate, play, play_round, set_up, tournament, until
from tests.server.daily import Calendar, finish
from tests.server.people import Client, Json, client, my_turn
from tests.server.serving import FirstLegal, serving

NAMES = ("Ann", "Bea", "Cem", "Eve")


async def people(stack: AsyncExitStack, where: str, time: Calendar, names: tuple[str, ...] = NAMES) -> list[Client]:
    running = await stack.enter_async_context(serving(where, time=time))
    return [await stack.enter_async_context(client(running, name)) for name in names]


async def again(stack: AsyncExitStack, who: Client) -> Client:
    """The same person in a second browser."""
    other = await stack.enter_async_context(client(who.running))
    other.http.cookies = who.http.cookies
    return other


async def test_one_person_enters_once_however_often_they_ask(where: str) -> None:
    async with AsyncExitStack() as stack:
        ann, eve = await people(stack, where, Calendar(), ("Ann", "Eve"))
        second = await again(stack, eve)
        contest = await set_up(ann, tournament())
        asked = (each.post(f"/api/contests/{contest}/enter") for each in (eve, second, eve, second))
        seen = await asyncio.gather(*asked)
        assert {each["me"] for each in seen} == {1}
        await eve.post(f"/api/contests/{contest}/withdraw", {})
        back = await second.post(f"/api/contests/{contest}/enter")
        assert [each["name"] for each in back["standings"]] == ["Ann", "Eve"]
    async with opened(where) as store:
        assert len(await store.contests.entrants(contest)) == 2


async def test_what_is_asked_of_a_damaged_contest_is_refused(tmp_path: Path) -> None:
    """And no second table is made for somebody whose first one cannot be found."""
    where = f"{tmp_path}/nokosu.db"
    async with AsyncExitStack() as stack:
        ann, eve = await people(stack, where, Calendar(), ("Ann", "Eve"))
        contest = await set_up(ann, duplicate("champion", players=3))
        await ann.post(f"/api/contests/{contest}/play")
        apsw.Connection(where).execute("UPDATE contest_tables SET seats = 'x' WHERE contest = ?", (contest,))
        assert await ann.refused(f"/api/contests/{contest}/play") == "server.damaged-record"
        apsw.Connection(where).execute("UPDATE contests SET settings = '{' WHERE id = ?", (contest,))
        for who, action in ((eve, "enter"), (ann, "start"), (ann, "end"), (ann, "play")):
            assert await who.refused(f"/api/contests/{contest}/{action}") == "server.damaged-record", action
        assert await ann.refused(f"/api/contests/{contest}/withdraw", {}) == "server.damaged-record"


async def test_the_first_attempt_at_the_same_deals_is_the_only_one(where: str) -> None:
    time = Calendar()
    async with AsyncExitStack() as stack:
        ann, eve = await people(stack, where, time, ("Ann", "Eve"))
        second = await again(stack, eve)
        closes = time.now() + 86_400_000
        contest = await set_up(ann, duplicate("days", closes=closes, players=3), [eve])
        address = f"/api/contests/{contest}"
        begun = await asyncio.gather(*(each.post(f"{address}/play") for each in (eve, second, eve, second)))
        assert len({ref["table"] for ref in begun}) == 1
        table = begun[0]["table"]
        async with eve.at(table) as seat:
            await seat.until(my_turn)
            await seat.move()
            for kind in ("leave", "abandon", "rematch"):
                answer = await seat.ask(kind)
                assert isinstance(answer, Refusal), kind
                assert answer.reason.message == "table.event", kind
        # Who withdraws and comes back goes on where they were.
        await eve.post(f"{address}/withdraw", {})
        await eve.post(f"{address}/enter")
        assert (await play(eve, contest))["table"] == table
        for each in (eve, second):
            assert await each.refused(f"{address}/play") == "contest.nothing-to-play"
    async with opened(where) as store:
        assert [each.table_id for each in await store.contests.tables(contest)] == [table]


async def sealed_of(where: str, table: str, contest: str) -> list[bytes]:
    """What nobody may be told while others play the same deals: secrets, and the seed that follows from them."""
    async with opened(where) as store:
        row, record = await store.contests.find(contest), await store.records.find(table)
    assert row is not None
    assert record is not None
    seed = decode(record.body).seed
    assert seed is not None
    secrets = [secret_of_round(bytes.fromhex(row.secret), number, None).hex() for number in (0, 1)]
    assert secrets[0] == await secret_of(where, table)
    return [each.encode() for each in (row.secret, *secrets, seed.hex())]


async def test_nothing_of_the_same_deals_is_told_before_the_round_is_over(tmp_path: Path) -> None:
    where = f"{tmp_path}/nokosu.db"
    async with AsyncExitStack() as stack:
        everybody = await people(stack, where, Calendar(), ("Ann", "Bea", "Cem", "Dan", "Eva", "Eve"))
        contest = await set_up(everybody[0], duplicate("together", players=3, rounds=2), everybody[1:])
        address = f"/api/contests/{contest}"
        begun = await everybody[0].post(f"{address}/start")
        rooms = [[everybody[seat["entrant"]] for seat in table["seats"]] for table in begun["tables"]]
        early, late = rooms if everybody[5] in rooms[1] else reversed(rooms)
        (ann, *_), eve = early, everybody[5]
        before = await eve.get(address)
        async with ann.at((await ann.post(f"{address}/play"))["table"]) as seat:
            others = [asyncio.create_task(play(each, contest)) for each in early if each is not ann]
            await finish(seat)
            refs = await asyncio.gather(*others)
            frames = [("socket", frame) for frame in seat.frames]
        table = refs[0]["table"]
        sealed = await sealed_of(where, table, contest)
        more = {"{contest}": contest}
        told = {name: await everything(who, table, more) for name, who in (("Ann", ann), ("Eve", eve))}
        for path, answer in (*frames, *told["Ann"], *told["Eve"]):
            assert not [each for each in sealed if each in answer], path
        hand = json.loads(next(frame for _, frame in frames if b'"hand"' in frame))["view"]["hand"]
        for path, answer in told["Eve"]:
            assert json.dumps(hand, separators=(",", ":")).encode() not in answer, path
        for path in ("", "/file", "/rounds/0"):
            for who in (ann, eve):
                await who.get(f"/api/records/{table}{path}", 404)
        await eve.get(f"/api/tables/{table}", 403)
        # Of how the others have played, only that they have.
        assert hidden(await eve.get(address)) == hidden(before)
        assert (await eve.get(f"{address}/rounds/0", 409))["reason"]["message"] == "contest.not-open"
        assert (await eve.get(f"{address}/results.json"))["tables"] == []
        await asyncio.gather(*(play(each, contest) for each in late))
        opened_ = await until(eve, contest, lambda found: found["opened"] == 1)
        assert opened_["secret"] is None
        await eve.get(f"/api/records/{table}/rounds/0")
        # The second round's secret is still one, for everybody.
        for path, answer in await everything(eve, table, more):
            assert sealed[0] not in answer, path
            assert sealed[2] not in answer, path


def hidden(contest: Json) -> Json:
    """A contest without what tells who has finished."""
    tables = [{**each, "finished": None} for each in contest["tables"]]
    standings = [{**each, "played": None} for each in contest["standings"]]
    return {**contest, "tables": tables, "standings": standings}


async def test_results_of_others_come_when_all_have_played(tmp_path: Path) -> None:
    time = Calendar()
    async with AsyncExitStack() as stack:
        ann, eve = await people(stack, f"{tmp_path}/nokosu.db", time, ("Ann", "Eve"))
        contest = await set_up(ann, duplicate("days", closes=time.now() + 86_400_000, players=3), [eve])
        address = f"/api/contests/{contest}"
        before = await eve.get(address)
        table = (await play(ann, contest))["table"]
        assert hidden(await eve.get(address)) == hidden(before)
        await eve.get(f"{address}/rounds/0", 409)
        assert (await eve.get(f"{address}/results.json"))["rounds"] == []
        await eve.get(f"/api/tables/{table}", 403)
        for path, answer in await everything(eve, table, {"{contest}": contest}):
            assert b"Ann" not in answer or path.startswith(address), path


async def test_nobody_is_helped_in_a_contest(tmp_path: Path) -> None:
    time = Calendar()
    async with AsyncExitStack() as stack:
        everybody = await people(stack, f"{tmp_path}/nokosu.db", time)
        eve = everybody[3]
        stranger = await stack.enter_async_context(client(eve.running, "Mallory"))
        contest = await set_up(everybody[0], tournament(), everybody[1:])
        await everybody[0].post(f"/api/contests/{contest}/start")
        table = (await eve.post(f"/api/contests/{contest}/play"))["table"]
        assert await eve.refused(f"/api/tables/{table}/hint") == "table.no-hints"
        assert await eve.refused(f"/api/tables/{table}/chances") == "table.no-hints"
        assert await eve.refused(f"/api/tables/{table}/coach", {}) == "table.no-coach"
        # Nobody watches, and nobody takes a seat.
        await stranger.get(f"/api/tables/{table}", 403)
        await stranger.refused(f"/api/tables/{table}/join", {})
        others = [asyncio.create_task(play(each, contest)) for each in everybody[:3]]
        async with eve.at(table) as seat:
            await seat.until(my_turn)
            await seat.move()
            await seat.until(my_turn)
            commands: tuple[tuple[str, dict[str, object]], ...] = (
                ("abandon", {}),
                ("pause", {}),
                ("hand_to_bot", {"seat": 0}),
                ("ask_take_back", {"expected_seq": seat.update.seq if seat.update else 0}),
                ("undo", {"action_seq": 1}),
                ("set_seat", {"seat": 0, "bot": None}),
                ("rematch", {}),
            )
            for kind, fields in commands:
                answer = await seat.ask(kind, **fields)
                assert isinstance(answer, Refusal), kind
                assert answer.reason.message in {"table.event", "table.not-host"}, kind
            await finish(seat)
        await asyncio.gather(*others)


async def test_a_bot_earns_nobody_a_result(tmp_path: Path) -> None:
    time = Calendar()
    async with AsyncExitStack() as stack:
        everybody = await people(stack, f"{tmp_path}/nokosu.db", time)
        eve = everybody[3]
        contest = await set_up(everybody[0], tournament(rounds=1), everybody[1:])
        await everybody[0].post(f"/api/contests/{contest}/start")
        async with eve.at((await eve.post(f"/api/contests/{contest}/play"))["table"]) as seat:
            await seat.until(lambda update: update.view is not None)
            await seat.ask("leave")
            await play_round(everybody[:3], contest)
        over = await until(eve, contest, lambda found: found["status"] == "over")
        rounds = {each["name"]: each["rounds"] for each in over["standings"]}
        assert rounds.pop("Eve") == [None]
        assert [None] not in rounds.values()


async def test_a_result_cannot_be_brought_along(tmp_path: Path) -> None:
    where, time = f"{tmp_path}/nokosu.db", Calendar()
    async with AsyncExitStack() as stack:
        (eve,) = await people(stack, where, time, ("Eve",))
        contest = await set_up(eve, duplicate("champion", players=3))
        table = (await play(eve, contest))["table"]
        over = await until(eve, contest, lambda found: found["status"] == "over")
        record = (await eve.http.get(f"/api/records/{table}/file")).json()
        # Somebody has played it elsewhere, and better.
        answer = await eve.http.post("/api/records", json=record)
        assert answer.status_code in {200, 201, 409}, answer.text
        event = {"kind": "duplicate", "ranked": True, "contest": contest, "round": 0, "deal": 0, "closes": None}
        form = {"settings": {"players": 3, "event": event}, "seats": [{"kind": "me"}] * 3}
        assert await eve.refused("/api/tables", form) == "server.bad-request"
        assert await eve.refused("/api/tables", {**form, "settings": {"players": 3}, "event": event}) == (
            "server.bad-request"
        )
        assert await eve.get(f"/api/contests/{contest}") == over
    async with opened(where) as store:
        assert len(await store.contests.tables(contest)) == 2


async def test_only_its_host_runs_a_contest(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        everybody = await people(stack, f"{tmp_path}/nokosu.db", Calendar())
        eve = everybody[3]
        contest = await set_up(everybody[0], tournament(), everybody[1:])
        address = f"/api/contests/{contest}"
        assert await eve.refused(f"{address}/start") == "contest.not-host"
        assert await eve.refused(f"{address}/end") == "contest.not-host"
        assert await eve.refused(f"{address}/withdraw", {"entrant": 0}) == "contest.not-host"
        nobody = await stack.enter_async_context(client(eve.running))
        for path, body in (("start", None), ("end", None), ("enter", None), ("play", None), ("withdraw", {})):
            assert await nobody.refused(f"{address}/{path}", body) == "server.no-name"
        assert (await eve.get(address))["status"] == "open"
        assert not any(each["withdrawn"] for each in (await eve.get(address))["standings"])


async def test_the_champion_thinks_only_so_long_for_one_person(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        (eve,) = await people(stack, f"{tmp_path}/nokosu.db", Calendar(), ("Eve",))
        assert await eve.refused("/api/contests", duplicate("champion", rounds=5, deals=5)) == "contest.settings"
        await eve.post("/api/contests", duplicate("champion", rounds=6, deals=4))


class Heard(FirstLegal):
    """Bots that note who pays for them."""

    def __init__(self) -> None:
        self.payers: set[tuple[str, str]] = set()

    async def choose(self, question: Question) -> str:
        self.payers.add(question.payer)
        return await super().choose(question)


async def test_the_champions_time_is_the_hosts(tmp_path: Path) -> None:
    """It was nobody's: a few hosts could keep the champion from the deal of the day."""
    heard = Heard()
    async with serving(f"{tmp_path}/x.db", time=Calendar(), chooser=heard) as running, client(running, "Eve") as eve:
        contest = await set_up(eve, duplicate("champion", players=3))
        await play(eve, contest)
        await until(eve, contest, lambda found: found["status"] == "over")
        person = (await eve.get("/api/me"))["person"]
    assert heard.payers == {(person, "127.0.0.1")}


def large(people: int, rounds: int, deals: int) -> ContestView:
    """A contest that is over, with so many of everything."""
    settings = ContestSettings(
        kind="duplicate", form="days", rounds=rounds, deals=deals, same_deals=True, scoring="mean", closes=1
    )
    line = DailyLine(points=1, tricks=3, target=3, made=True, won=[True], first="take dR5")
    result = encode(TableResult([[line] * 4] * deals, [True] * 4)).decode()
    row = ContestRow("a" * 16, "Evening", None, encode(settings).decode(), "0" * 64, "over", rounds, rounds, None, 0, 1)
    entrants = [EntrantRow(row.id, number, None, 0) for number in range(people)]
    tables = [
        ContestTableRow(f"{number}-{one}", row.id, number, one, f"{one},-1,-2,-3", None, 1, result)
        for number in range(rounds)
        for one in range(people)
    ]
    return ContestView(row, entrants, tables, [], create_autospec(Names), None)


async def test_large_results_leave_others_their_turns() -> None:
    """Three megabytes of results once held everybody up for a sixth of a second, again and again."""
    view, turns = large(people=3, rounds=3, deals=4), 0

    async def read() -> bytes:
        return b"".join([piece async for piece in view.file()])

    reading = asyncio.create_task(read())
    while not reading.done():
        turns += 1
        await asyncio.sleep(0)
    found = json.loads(await reading)
    assert [len(each["deals"]) for each in found["rounds"]] == [4, 4, 4]
    assert len(found["tables"]) == 9
    assert turns > 3 * 4


async def test_results_as_a_file_have_a_budget(tmp_path: Path) -> None:
    async with (
        serving(f"{tmp_path}/x.db", limits=limits(exports_an_hour=2), time=Calendar()) as running,
        client(running, "Eve") as eve,
    ):
        contest = await set_up(eve, tournament())
        path = f"/api/contests/{contest}/results.json"
        assert [(await eve.http.get(path)).status_code for _ in range(3)] == [200, 200, 429]


async def test_many_contests_are_looked_at_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand at once held everybody up for six seconds."""
    step, now_looked_at, most = Rounds.step, 0, 0

    async def looked(rounds: Rounds, row: ContestRow) -> bool:
        nonlocal now_looked_at, most
        now_looked_at += 1
        most = max(most, now_looked_at)
        try:
            await asyncio.sleep(0)
            return await step(rounds, row)
        finally:
            now_looked_at -= 1

    monkeypatch.setattr(Rounds, "step", looked)
    time, where = Calendar(), f"{tmp_path}/x.db"
    async with serving(where, time=time) as running, client(running, "Eve") as eve:
        starts = time.now() + 20_000
        contests = [await set_up(eve, tournament(starts=starts)) for _ in range(8)]
        time.at += 20_000
        # Nobody came: the host may still begin. A look at a page would be one more at the contest.
        async with opened(where) as store, asyncio.timeout(30):
            while any(row.due for row in [await store.contests.find(each) for each in contests] if row):  # noqa: ASYNC110  as a page does
                await asyncio.sleep(0.05)
    assert most == 1


async def test_contests_that_nobody_plays_cost_nothing(where: str) -> None:
    """Those against the champion never end by themselves: one address could leave 14,000 a day."""
    async with serving(where, time=Calendar()) as running, client(running, "Eve") as eve:
        contest = await set_up(eve, duplicate("champion", players=3, rounds=2))
        begun = await set_up(eve, duplicate("champion", players=3, rounds=2))
        await eve.post(f"/api/contests/{begun}/play")
        half = await set_up(eve, duplicate("champion", players=3, rounds=2))
        await play(eve, half)
    async with opened(where) as store:
        assert await store.contests.running() == [half]
        row = await store.contests.find(contest)
        assert row is not None
        await store.database.write([row.changed(status="ending")])
        assert set(await store.contests.running()) == {half, contest}
