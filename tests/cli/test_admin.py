"""`nokosu admin`: lists, forgets and drops what it is asked to, in either database, beside a server that runs."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from nokosu.server.store import Statement, Store
from nokosu.server.store.existing import schema_at
from nokosu.server.store.migrations import migrations
from nokosu.server.store.people import Passkey, Person, Push
from nokosu.server.store.records import RecordRow
from nokosu.server.store.sessions import SessionRow
from nokosu.server.store.tables import TableRow, TableStore, seated
from nokosu.wire.updates import Ack
from tests.cli.commands import in_json, nokosu, refused
from tests.cli.stores import POSTGRESQL, asked, at, beside, lines, make_empty
from tests.server.people import Client, client, my_turn
from tests.server.serving import HandTime, serving
from tests.server.store.postgres_server import free_port
from tests.server.store.test_migrations import make_postgresql, make_sqlite
from tests.server.store.test_store import entry, table
from tests.server.test_matches import play_to_the_end
from tests.tui.terminal import plain, shown

DAY = 86_400_000
LOOKING = (("admin", "tables"), ("admin", "people"), ("admin", "forget", "p"), ("admin", "retention"), ("backup", "-"))


def now() -> int:
    return int(time.time() * 1000)


def with_tables(where: str, *tables: TableRow) -> None:
    """A store with these tables, somebody at each of them, and a log of two entries."""

    async def fill(store: Store) -> None:
        for row in tables:
            await store.log.append(row.id, [entry(1), entry(2)], [row.insert(), *seated(row.id, ["p"])])

    asked(where, fill)


def whole_tables(where: str) -> set[str]:
    """The tables that are listed, seated and logged; none may be there in part."""

    async def read(store: Store) -> list[set[str]]:
        parts = ("SELECT id FROM tables", "SELECT table_id FROM seats", "SELECT table_id FROM log")
        return [{str(row[0]) for row in await store.database.read(part)} for part in parts]

    listed, seats, logs = asked(where, read)
    assert listed == seats == logs
    return listed


# Lists


def test_tables_are_listed_newest_first_and_by_status(where: str) -> None:
    rows = [table("aaaaaaa", updated=60_000), table("bbbbbbb", "playing", updated=120_000)]
    with_tables(where, *rows)
    assert lines("admin", "tables", *at(where)) == [
        ["bbbbbbb", "BBBBBB", "playing", "1970-01-01 00:02", "1970-01-01 00:02"],
        ["aaaaaaa", "AAAAAA", "open", "1970-01-01 00:01", "1970-01-01 00:01"],
    ]
    assert [row[0] for row in lines("admin", "tables", "--status", "open", *at(where))] == ["aaaaaaa"]
    assert lines("admin", "tables", "--status", "paused", *at(where)) == []


def test_on_a_terminal_tables_are_a_table_of_any_width(where: str) -> None:
    with_tables(where, table("bbbbbbb", "playing", updated=120_000))
    wide, narrow = (plain(shown("admin", "tables", *at(where), columns=columns, typed="")) for columns in (100, 40))
    assert wide[0].split() == ["ID", "Code", "Status", "Created", "Changed"]
    assert [line.rstrip() for line in narrow] == [
        "bbbbbbb",
        "  Code: BBBBBB · Status: playing",
        "  Created: 1970-01-01 00:02",
        "  Changed: 1970-01-01 00:02",
        "",
    ]


def test_all_tables_are_listed_however_many_there_are(where: str) -> None:
    many = [TableRow(f"t{number}", f"c{number}", "open", True, "{}", 1, 1).insert() for number in range(1_200)]
    asked(where, lambda store: store.database.write(many))
    assert len(lines("admin", "tables", *at(where))) == 1_200


def test_people_are_listed_until_they_are_forgotten(where: str) -> None:
    async def fill(store: Store) -> None:
        for at_, (person, name) in enumerate([("ann", "Ann"), ("bob", "Bob")]):
            await store.people.add(Person(person, name, "en", 60_000 * at_))
            await store.sessions.add(SessionRow(f"s-{person}", person, 1, now() + DAY, 1, None))
            await store.people.add_passkey(Passkey(f"k-{person}", person, "key", 0), 1)
            await store.people.set_recovery_codes(person, [f"r-{person}"])
            await store.people.subscribe(person, Push(f"https://{person}", "a", "b"))

    async def traces(store: Store) -> set[str]:
        tables = ("sessions", "passkeys", "recovery_codes", "push_subscriptions")
        sql = " UNION ".join(f"SELECT person FROM {name}" for name in tables)  # noqa: S608  names from above
        return {str(row[0]) for row in await store.database.read(sql)}

    asked(where, fill)
    ann, bob = ["ann", "Ann", "1970-01-01 00:00"], ["bob", "Bob", "1970-01-01 00:01"]
    assert lines("admin", "people", *at(where)) == [ann, bob]
    assert lines("admin", "forget", "ann", *at(where)) == []
    assert lines("admin", "people", *at(where)) == [bob]
    assert asked(where, traces) == {"bob"}
    # Nobody is forgotten twice.
    assert refused("admin", "forget", "ann", *at(where)) == "Error: No person has the ID 'ann'."
    assert "'\\x1b[2J'" in refused("admin", "forget", "\x1b[2J", *at(where))


def test_names_are_printed_without_escape_sequences(where: str) -> None:
    asked(where, lambda store: store.people.add(Person("eve", "Eve\x1b[2J\r", "en", 1)))
    assert lines("admin", "people", *at(where))[0][1] == "Eve?[2J?"


def test_usage_lists_the_largest_first(where: str) -> None:
    async def fill(store: Store) -> None:
        for person in ("ann", "eve"):
            await store.people.add(Person(person, person.title(), "en", 1))
        await store.database.write([RecordRow("r", "eve", "finished", False, 1, "x" * 7).insert()])

    asked(where, fill)
    assert lines("admin", "usage", *at(where)) == [["eve", "Eve", "0", "1", "7"], ["ann", "Ann", "0", "0", "0"]]


def test_people_and_addresses_are_banned_for_a_time(where: str) -> None:
    asked(where, lambda store: store.people.add(Person("eve", "Eve", "en", 1)))
    for subject in ("eve", "203.0.113.7", "2001:db8::7"):
        assert lines("admin", "ban", subject, "--days", "2", *at(where)) == []
    bans = asked(where, lambda store: store.bans.active(now() + DAY))
    assert set(bans) == {"eve", "203.0.113.7", "2001:db8::/64"}
    assert asked(where, lambda store: store.bans.active(now() + 3 * DAY)) == {}
    lines("admin", "unban", "2001:db8::8", *at(where))
    assert "2001:db8::/64" not in asked(where, lambda store: store.bans.active(now()))
    assert refused("admin", "ban", "nobody", *at(where)).startswith("Error: 'nobody' is neither")


# Retention


def test_retention_drops_open_tables_that_nobody_touched_and_nothing_else(where: str) -> None:
    with_tables(
        where,
        table("stale12", updated=now() - 31 * DAY),
        table("recent1", updated=now() - 29 * DAY),
        *(table(f"{status}1", status, updated=1) for status in ("playing", "paused", "finished", "abandoned")),
    )
    kept = {"recent1", "playing1", "paused1", "finished1", "abandoned1"}
    assert nokosu("admin", "retention", *at(where)).output == "Tables deleted: 1.\n"
    assert whole_tables(where) == kept
    assert nokosu("admin", "retention", *at(where)).output == "Tables deleted: 0.\n"
    told = in_json("admin", "retention", "--open-days", "28", *at(where))
    assert told == {"format": "nokosu-admin-retention/1", "tables": 1}
    assert whole_tables(where) == kept - {"recent1"}


def test_retention_drops_sessions_that_have_expired(where: str) -> None:
    async def fill(store: Store) -> None:
        await store.people.add(Person("p", "Ann", None, 1))
        await store.sessions.add(SessionRow("old", "p", 1, now() - DAY, 1, None))
        await store.sessions.add(SessionRow("new", "p", 1, now() + DAY, now(), None))

    asked(where, fill)
    nokosu("admin", "retention", *at(where))
    rows = asked(where, lambda store: store.database.read("SELECT token FROM sessions"))
    assert rows == [("new",)]


def test_a_table_that_is_touched_while_it_would_be_dropped_stays_whole(where: str) -> None:
    with_tables(where, table("touched", updated=1), table("stale12", updated=1))

    async def drop(store: Store) -> int:
        class Hurried:
            """Somebody sits down between the look at the tables and the drop."""

            write = store.database.write

            async def read(self, sql: str, params: tuple[int, ...]) -> list[tuple[object, ...]]:
                found: list[tuple[object, ...]] = [*await store.database.read(sql, params)]
                await self.write([Statement("UPDATE tables SET updated = 99 WHERE id = 'touched'")])
                return found

        return await TableStore(Hurried()).drop_older(50)  # type: ignore[arg-type]  # the two that it uses

    assert asked(where, drop) == 1
    assert whole_tables(where) == {"touched"}


# Beside a server


async def test_a_running_server_is_not_disturbed(where: str, tmp_path: Path) -> None:
    async def operate(person: str) -> None:
        assert await beside("admin", "tables", *at(where))
        assert "Ann" in await beside("admin", "people", *at(where))
        await beside("admin", "retention", *at(where))
        await beside("admin", "forget", person, *at(where))
        await beside("backup", *at(where), str(tmp_path / "backup.jsonl"))

    async def play_on(ann: Client, operator: asyncio.Task[None]) -> None:
        while not operator.done():
            ref = await ann.post("/api/play", {"players": 3, "rounds": 1}, 201)
            async with ann.at(ref["table"]) as seat:
                # Every move is acknowledged, whatever the operator does meanwhile.
                await play_to_the_end(seat)

    async with serving(where) as running, client(running, "Ann") as ann, client(running, "Bob") as bob:
        person = (await bob.get("/api/me"))["person"]
        first = await ann.post("/api/play", {"players": 3}, 201)
        async with ann.at(first["table"]) as seat:
            operator = asyncio.create_task(operate(person))
            await play_on(ann, operator)
            await operator
            await seat.until(my_turn)
            assert isinstance(await seat.move(), Ack)
        assert (await bob.get("/api/me"))["person"] is None
    rows = (tmp_path / "backup.jsonl").read_text("utf-8").splitlines()
    assert rows[-1] == f'{{"rows": {len(rows) - 2}}}'


async def sat_down_at_a_dropped_table(where: str) -> tuple[bool, bool]:
    """Whether a server that has a table in mind lets somebody sit there after it was dropped, and still knows it when
    it starts again."""
    then = HandTime(now() - 31 * DAY)
    async with serving(where, time=then) as running, client(running, "Ann") as ann, client(running, "Bob") as bob:
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        made = await ann.post("/api/tables", {"settings": {"players": 3}, "seats": seats}, 201)
        assert await beside("admin", "retention", *at(where)) == "Tables deleted: 1.\n"
        answer = await bob.http.post(f"/api/tables/{made['table']}/join", json={})
        assert answer.status_code in {200, 409, 503}, answer.text
    async with serving(where) as running, client(running) as anybody:
        known = await anybody.http.get(f"/api/tables/{made['table']}")
    return answer.status_code < 400, known.status_code == 200


async def test_nobody_is_seated_at_a_table_that_was_dropped(where: str) -> None:
    assert await sat_down_at_a_dropped_table(where) == (False, False)


async def test_a_server_that_does_not_look_for_the_table_is_caught(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    true = TableRow.changes

    def careless(row: TableRow, before: TableRow) -> list[Statement]:
        return [replace(each, must_change=False) for each in true(row, before)]

    monkeypatch.setattr(TableRow, "changes", careless)

    assert await sat_down_at_a_dropped_table(where) == (True, False)


# One line for whatever is wrong


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("admin", "fly"), "Unknown command 'fly'"),
        (("admin", "tables", "--status", "lost"), "--status: expected one of open, playing"),
        (("admin", "forget"), "PERSON is missing."),
        (("admin", "retention", "--open-days", "0"), "--open-days: expected a whole number from 1 to"),
        (("admin", "retention", "--open-days", "9" * 30), "--open-days: expected a whole number from 1 to"),
        (("admin", "people", "--data", "x", "--database", "postgresql://x"), "not both"),
        (("admin", "people", "--database", "mysql://x"), "postgresql://"),
        (("admin", "people", "--database", "postgresql://nokosu:hush@["), "such as postgresql://"),
        (("backup", "x", "--database", "postgresql://nokosu:hush@localhost:port/x"), "Cannot use the database"),
        (
            ("backup", "x", "--database", "postgresql://nokosu:hush@127.0.0.1:1,127.0.0.1:2/x"),
            "Cannot use the database",
        ),
    ],
)
def test_what_is_asked_wrongly_is_answered_in_one_line(arguments: tuple[str, ...], said: str) -> None:
    line = refused(*arguments)
    assert said in line
    assert "hush" not in line


def test_where_no_server_has_been_nothing_is_made(where: str, tmp_path: Path) -> None:
    for command in LOOKING:
        assert "There is no server data at" in refused(*command, *at(where))
    assert list(tmp_path.iterdir()) == []
    assert asyncio.run(schema_at(where)).number == 0
    if where.startswith(POSTGRESQL):
        with psycopg.connect(where) as connection:
            found = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
        assert found == (0,)


@pytest.mark.parametrize("version", [len(migrations()) - 1, len(migrations()) + 1])
def test_another_schema_is_left_as_it_is(version: int, where: str) -> None:
    if where.startswith(POSTGRESQL):
        make_postgresql(where, version)
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute("INSERT INTO schema_version VALUES (%s) ON CONFLICT DO NOTHING", (version,))
    else:
        make_sqlite(where, version)
    for command in LOOKING:
        assert f"has schema {version}, but this program needs {len(migrations())}" in refused(*command, *at(where))
    assert asyncio.run(schema_at(where)).number == version


@pytest.mark.parametrize("command", [*LOOKING, ("restore", __file__)])
def test_a_database_that_cannot_be_used_is_told_of_in_one_line(command: tuple[str, ...], tmp_path: Path) -> None:
    url = f"postgresql://nokosu:hush@127.0.0.1:{free_port()}/nokosu"
    said = refused(*command, "--database", url)
    assert said.startswith("Error: Cannot use the database at postgresql://127.0.0.1/nokosu: ")
    assert "hush" not in said
    (tmp_path / "nokosu.db").write_bytes(b"no database at all" * 100)
    assert "file is not a database" in refused(*command, "--data", str(tmp_path))


def test_a_store_that_was_never_used_has_empty_lists(where: str) -> None:
    make_empty(where)
    assert lines("admin", "tables", *at(where)) == []
    assert lines("admin", "people", *at(where)) == []
