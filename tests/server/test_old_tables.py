"""Tables that earlier versions wrote open, are shown as they were, play on to the end, and verify."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nokosu.record import decode, verify
from nokosu.server.store import open_store
from nokosu.server.store.dump import dumped, restore
from nokosu.wire.commands import AnyCommand
from nokosu.wire.updates import Ack, AnyFromTable
from tests.server.fixtures.old import renamed, said, unpacked
from tests.server.people import Client, client, my_turn, over
from tests.server.serving import HandTime, Running, serving

SAID = said()


@asynccontextmanager
async def people(running: Running) -> AsyncIterator[list[Client]]:
    """The three who played these tables; their cookies are still good."""
    async with AsyncExitStack() as stack:
        made = []
        for cookies in SAID["cookies"]:
            person = await stack.enter_async_context(client(running))
            person.http.cookies.update(cookies)
            made.append(person)
        yield made


async def restored(where: str) -> None:
    store = await open_store(where)
    try:
        await restore(store, unpacked("backup.jsonl").decode().splitlines())
    finally:
        await store.close()


def opened(tmp_path: Path) -> str:
    path = tmp_path / "old.db"
    path.write_bytes(unpacked("tables.sqlite3"))
    return str(path)


def seen(update: dict[str, Any]) -> dict[str, Any]:
    """All but the time and who is there."""
    return {name: value for name, value in renamed(update).items() if name not in {"clock", "presence"}}


def still_there(now: Any, then: Any) -> Any:
    """As much of what is shown now as there was then: later versions may show more."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {name: still_there(now[name], value) for name, value in then.items() if name in now}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [still_there(*pair) for pair in zip(now, then, strict=True)]
    return now


async def as_before(where: str) -> None:
    async with serving(where, time=HandTime(SAID["at"])) as running, people(running) as (ann, *_):
        for name, table in SAID["tables"].items():
            now = await ann.get(f"/api/tables/{table}/events", params={"after": 0})
            then = seen(SAID["shown"][name] | {"type": "update"})
            assert still_there(now, then) == then, name


async def test_an_old_database_is_shown_as_it_was(tmp_path: Path) -> None:
    await as_before(opened(tmp_path))


def backed_up(lines: list[str]) -> set[tuple[str, tuple[Any, ...]]]:
    """The rows of a backup with their tables."""
    return {(each["table"], tuple(each["row"])) for each in map(json.loads, lines[1:-1])}


async def test_an_old_backup_is_shown_as_it_was(where: str) -> None:
    await restored(where)
    rows = backed_up(unpacked("backup.jsonl").decode().splitlines())
    # Tables to come are dealt with a new key.
    kept = {(table, row) for table, row in rows if (table, row[0]) != ("keys", "tables")}
    assert len(kept) == len(rows) - 1
    # Later versions have more columns.
    columns = {table: len(row) for table, row in kept}
    now = backed_up([line async for line in dumped(where)])
    assert {(table, row[: columns.get(table)]) for table, row in now} >= kept
    await as_before(where)


@pytest.mark.parametrize("name", ["running", "paused", "take-back-asked", "slow"])
async def test_an_old_match_plays_on_and_its_record_verifies(where: str, name: str) -> None:
    await restored(where)
    table = SAID["tables"][name]
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(where, time=HandTime(SAID["at"])))
        players = await stack.enter_async_context(people(running))
        seats = [await stack.enter_async_context(each.at(table)) for each in players]
        if name == "paused":
            await seats[0].ask(renamed({"type": "resume"})["type"])
        await asyncio.gather(*map(to_the_end, seats))
        await seats[0].until(lambda update: update.table is not None and update.table.status == "finished")
        record = decode((await players[0].http.get(f"/api/records/{table}/file")).text)
    assert verify(record) is None
    assert record.fairness is not None


async def to_the_end(seat: Any) -> None:
    while not over(await seat.until(my_turn)):
        assert isinstance(await seat.move(), Ack)


async def test_the_record_of_an_old_match_verifies(where: str) -> None:
    await restored(where)
    async with serving(where) as running, people(running) as (ann, *_):
        answer = await ann.http.get(f"/api/records/{SAID['tables']['finished']}/file")
        assert verify(decode(answer.text)) is None


@pytest.mark.parametrize("name", SAID["messages"])
def test_old_messages_are_those_of_today_but_for_their_names(name: str) -> None:
    commands = msgspec.json.Decoder(AnyCommand)
    answers = msgspec.json.Decoder(AnyFromTable)
    for line in SAID["messages"][name]:
        reader: Any = commands if "from" in line else answers
        message = renamed(line["message"])
        if message.get("help"):
            # What a server tells since then; clients need not read what older servers said.
            message["help"] = {"trumps": {}, "must_follow": False, "gives_up": {}, "pick": None} | message["help"]
        for entry in message.get("entries", ()):
            if entry["kind"] == "unseated":
                entry.setdefault("why", "left")
            if entry["kind"] == "stood_in":
                entry.setdefault("once", False)
        reader.decode(msgspec.json.encode(message))
