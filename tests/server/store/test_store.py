"""One suite, two databases: what is written is there, all or nothing, once, in order."""

from __future__ import annotations

import asyncio

import psycopg
import pytest

from nokosu.server.store import Change, Conflict, Statement, StoreFailed, open_store
from nokosu.server.store.log import LogRow
from nokosu.server.store.people import Passkey, Person, Push
from nokosu.server.store.records import RecordRow, Result
from nokosu.server.store.sessions import SessionRow
from nokosu.server.store.tables import TableRow, seated
from tests.server.conftest import opened


def entry(seq: int, client: str | None = None) -> LogRow:
    return LogRow(seq, 1000 + seq, f'{{"kind":"rematched","table":"{seq}"}}', client)


def table(name: str, status: str = "open", *, listed: bool = True, updated: int = 5) -> TableRow:
    return TableRow(name, name[:6].upper(), status, listed, "{}", updated, updated)


async def test_entries_come_back_in_order_and_after_a_restart(where: str) -> None:
    async with opened(where) as store:
        await store.log.append("t", [entry(1), entry(2)])
        await store.log.append("t", [entry(3)])
        await store.log.append("other", [entry(1)])

    async with opened(where) as store:
        assert [each.seq for each in await store.log.entries("t")] == [1, 2, 3]
        assert await store.log.entries("t", after=2) == [entry(3)]


async def test_who_appends_second_gets_a_conflict_and_nothing_is_written(where: str) -> None:
    async with opened(where) as store:
        await store.log.append("t", [entry(1)])
        with pytest.raises(Conflict):
            await store.log.append("t", [entry(1), entry(2)], [table("tttttttt").insert()])
        assert len(await store.log.entries("t")) == 1
        assert await store.tables.find("tttttttt") is None


async def test_of_many_at_once_exactly_one_wins_and_the_others_are_not_disturbed(where: str) -> None:
    async with opened(where) as store:

        async def attempt(number: int) -> bool:
            try:
                await store.log.append("t", [LogRow(1, number, "{}")])
            except Conflict:
                return False
            return True

        others = [store.log.append(f"o{number}", [entry(1)]) for number in range(20)]
        won = await asyncio.gather(*(attempt(number) for number in range(20)))
        await asyncio.gather(*others)
        assert won.count(True) == 1
        assert [each.at for each in await store.log.entries("t")] == [won.index(True)]
        assert len(await store.log.entries("o7")) == 1


async def test_a_value_that_no_database_holds_harms_its_writer_alone(where: str) -> None:
    async with opened(where) as store:
        odd = [LogRow(1, 1, "\ud800"), LogRow(1, 2**70, "{}")]
        appended = (store.log.append(f"odd{i}", [each]) for i, each in enumerate(odd))
        fine = (store.log.append(f"fine{i}", [entry(1)]) for i in range(5))
        answers = await asyncio.gather(*appended, *fine, return_exceptions=True)
        assert all(isinstance(answer, Exception) for answer in answers[: len(odd)])
        assert answers[len(odd) :] == [None] * 5
        assert not await store.log.entries("odd0")
        await store.log.append("fine0", [entry(2)])


async def test_a_command_makes_an_entry_once(where: str) -> None:
    async with opened(where) as store:
        await store.log.append("t", [entry(1, "ann:k1")])
        with pytest.raises(Conflict):
            await store.log.append("t", [entry(2, "ann:k1")])
        await store.log.append("t", [entry(2, "bea:k1")])


async def test_a_statement_that_must_change_something_and_does_not_undoes_all(where: str) -> None:
    async with opened(where) as store:
        row = table("aaaaaaaaaa")
        with pytest.raises(Conflict):
            await store.database.write(
                [row.insert(), Statement("UPDATE tables SET status = ? WHERE id = ?", ("x", "no"), must_change=True)]
            )
        assert await store.tables.find(row.id) is None


async def test_tables_are_found_by_id_code_person_and_in_the_lobby(where: str) -> None:
    async with opened(where) as store:
        waiting = TableRow("b" * 16, "BBBBBB", "playing", False, "{}", 1, 1, turn_of="ann")
        rows = [table("a" * 16), waiting, table("c" * 16, "finished"), table("d" * 16, listed=False)]
        await store.database.write([row.insert() for row in rows])
        for row in rows:
            await store.database.write(seated(row.id, [None, "ann", "bea"]))
        assert await store.tables.by_code("BBBBBB") == waiting
        assert [row.id[0] for row in await store.tables.listed()] == ["a"]
        assert (await store.tables.of_person("ann"))[0] == waiting
        assert {row.id[0] for row in await store.tables.of_person("ann")} == {"a", "b", "d"}
        assert await store.tables.playing() == ["b" * 16]
        assert await store.tables.drop_older(3) == 0
        assert await store.tables.drop_older(6) == 2
        assert await store.tables.find("a" * 16) is None


async def test_people_sessions_passkeys_codes_and_their_deletion(where: str) -> None:
    async with opened(where) as store:
        await store.people.add(Person("ann", "Ann", "fr", 1))
        await store.people.add(Person("bea", "Bea", None, 1))
        await store.people.rename("bea", "Béa", "fr", "hat")
        await store.people.rename("bea", "Béa", "hu")
        assert await store.people.find("bea") == Person("bea", "Béa", "hu", 1, "hat")
        await store.sessions.add(SessionRow("hash1", "ann", 1, 100, 1, None))
        second = SessionRow("hash2", "ann", 1, 100, 1, "Firefox, Linux")
        await store.sessions.add(second, instead_of="hash1")
        assert await store.sessions.find("hash1", 2) is None
        assert await store.sessions.find("hash2", 2) == second
        assert await store.sessions.find("hash2", 100) is None
        await store.people.add_passkey(Passkey("cred", "ann", "key", 4), 1)
        await store.people.count_use("cred", 4, 5)
        with pytest.raises(Conflict):
            await store.people.count_use("cred", 4, 6)
        await store.people.set_recovery_codes("ann", ["c1", "c2"])
        assert await store.people.use_recovery_code("c1") == "ann"
        assert await store.people.use_recovery_code("c1") is None
        assert await store.people.recovery_codes_left("ann") == 1
        await store.people.subscribe("ann", Push("https://push", "p", "a"))
        assert await store.people.subscriptions("ann") == [Push("https://push", "p", "a")]
        assert await store.people.names(["ann", "bea", "zoe"]) == {"ann": ("Ann", None), "bea": ("Béa", "hat")}
        await store.people.delete("ann", 9)
        assert await store.people.names(["ann"]) == {}
        assert await store.people.passkey("cred") is None
        assert await store.people.subscriptions("ann") == []
        assert await store.sessions.find("hash2", 2) is None


async def test_records_and_figures(where: str) -> None:
    async with opened(where) as store:
        await store.records.add(RecordRow("r1", None, "finished", True, 10, "{}"))
        await store.records.add(RecordRow("r2", None, "finished", True, 10, "{}"))
        await store.records.add(RecordRow("r3", "ann", "finished", False, 11, "{}"))
        assert [row.id for row in await store.records.archive((0, ""), 9)] == ["r1", "r2"]
        assert [row.id for row in await store.records.archive((10, "r1"), 9)] == ["r2"]
        results = [
            Result("r1", 0, "ann", "second", 3, 4, True, 2, 1, 1, 40, 10),
            Result("r2", 1, "ann", "second", 3, 4, False, 1, 1, 0, 20, 10),
        ]
        await store.database.write([each.insert() for each in results])
        (figures,) = await store.records.totals("ann")
        assert (figures.matches, figures.wins, figures.contracts_made, figures.points) == (2, 1, 3, 60)


async def test_who_starts_alone_learns_how_long_nobody_served(where: str) -> None:
    async with opened(where) as store:
        await store.uptime.start("one", 1_000, alive_within=50)
        assert await store.uptime.downtimes() == []
        await store.uptime.beat("one", 2_000)
        await store.uptime.start("two", 2_020, alive_within=50)
        assert await store.uptime.downtimes() == []
        await store.uptime.start("three", 5_000, alive_within=50)
        assert await store.uptime.downtimes() == [(2_020, 5_000)]


async def test_one_process_hears_of_anothers_commits_and_not_of_its_own(fresh_postgres: str) -> None:
    heard: asyncio.Queue[Change] = asyncio.Queue()
    async with opened(fresh_postgres) as one, opened(fresh_postgres) as two:
        one.database.listen(heard.put_nowait)
        await one.log.append("mine", [entry(1)])
        await two.log.append("t", [entry(1), entry(2)])
        assert await asyncio.wait_for(heard.get(), 20) == Change("t", 2)
        assert len(await one.log.entries("t")) == 2


async def rows(other: psycopg.Connection, question: str, number: int) -> None:
    """Until PostgreSQL answers with so many rows."""
    while len(other.execute(question).fetchall()) != number:  # noqa: ASYNC110  another process has no event to wait for
        await asyncio.sleep(0)


async def test_a_connection_that_is_in_use_when_the_store_is_closed_is_closed_after_it(fresh_postgres: str) -> None:
    waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    ours = (
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
        " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )

    with psycopg.connect(fresh_postgres, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(1)")
        store = await open_store(fresh_postgres)
        reading = asyncio.create_task(store.database.read("SELECT pg_advisory_lock(1)"))
        await rows(other, waiting, 1)
        closing = asyncio.create_task(store.close())
        await rows(other, ours, 1)  # it has come to the one that is in use
        other.execute("SELECT pg_advisory_unlock(1)")
        await asyncio.gather(reading, closing)
        await rows(other, ours, 0)
        with pytest.raises(StoreFailed):
            await store.database.read("SELECT 1")
