"""Attacks on what nobody may know: the deals to come, the database file, a table that is closed to spectators."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from nokosu.server.ids import new_table, table_secret, was_issued
from nokosu.server.store import StoreFailed, open_store
from nokosu.server.store.dump import TABLES_KEY, dumped, restore
from nokosu.wire.updates import Closing, Update
from tests.server.conftest import opened
from tests.server.people import Client, Seat, client
from tests.server.serving import serving
from tests.server.test_matches import play_to_the_end

HOUR_MS = 3_600_000


async def test_a_restored_backup_does_not_deal_the_same_hands_again(tmp_path: Path) -> None:
    first, second = f"{tmp_path}/a.db", f"{tmp_path}/b.db"
    async with serving(first) as running, client(running, "Eve") as eve:
        name = (await eve.post("/api/reserve"))["table"]
        backup = [line async for line in dumped(first)]
        wish = {"players": 3, "rounds": 1, "table": name, "nonce": "12" * 32}
        await eve.post("/api/play", wish, 201)
        async with eve.at(name) as seat:
            await play_to_the_end(seat)
        seen = await eve.get(f"/api/tables/{name}")
        cookies = eve.http.cookies
    async with opened(second) as store:
        await restore(store, backup)
    async with serving(second) as running, client(running) as eve:
        eve.http.cookies = cookies
        assert await eve.refused("/api/play", wish) == "table.name-not-issued"
        again = await eve.post("/api/play", {**wish, "table": None}, 201)
        shown = await eve.get(f"/api/tables/{again['table']}")
        assert shown["fairness"]["commitment"] != seen["fairness"]["commitment"]


async def test_a_restore_leaves_the_key_of_the_tables_behind(where: str, tmp_path: Path) -> None:
    async with opened(where) as store:
        key = await store.keys.get(TABLES_KEY, "ab" * 32)
        backup = [line async for line in dumped(where)]
    assert any(key in line for line in backup)
    async with opened(f"{tmp_path}/other.db") as store:
        await restore(store, backup)
        assert await store.keys.get(TABLES_KEY, "cd" * 32) == "cd" * 32


def test_only_names_that_this_server_gave_out_lately_are_its_own() -> None:
    key, now = "ab" * 32, 1_700_000_000_000
    name = new_table(key, now)
    assert was_issued(key, name, now)
    assert was_issued(key, name, now + HOUR_MS)
    assert not was_issued(key, name, now + 2 * HOUR_MS), "a table may have had this name and be forgotten by now"
    assert not was_issued("cd" * 32, name, now)
    assert not was_issued(key, "a" * 16, now)
    assert not was_issued(key, name[:-1] + ("a" if name[-1] != "a" else "b"), now)
    assert table_secret(key, name) != table_secret("cd" * 32, name)


async def test_a_table_cannot_be_named_by_its_maker(where: str) -> None:
    async with serving(where) as running, client(running, "Eve") as eve:
        wish = {"players": 3, "table": "evesowntablename", "nonce": "12" * 32}
        assert await eve.refused("/api/play", wish) == "table.name-not-issued"


async def test_the_database_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    place = tmp_path / "data" / "nokosu.db"
    async with serving(str(place)) as running, client(running, "Ann") as ann:
        await ann.post("/api/play", {"players": 3}, 201)
        assert place.parent.stat().st_mode & 0o777 == 0o700
        files = sorted(place.parent.iterdir())
        assert len(files) >= 3, "the log and the lock stand beside it"
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


async def test_a_database_that_was_open_to_all_is_closed(tmp_path: Path) -> None:
    place = tmp_path / "nokosu.db"
    place.touch(0o644)
    place.chmod(0o644)
    async with opened(str(place)):
        assert place.stat().st_mode & 0o777 == 0o600


async def test_a_second_server_is_told_that_the_database_is_in_use(tmp_path: Path) -> None:
    place = f"{tmp_path}/nokosu.db"
    async with serving(place):
        with pytest.raises(StoreFailed, match="another server uses"):
            await open_store(place, alone=True)
        async with opened(place):
            """Looking at it, as `nokosu admin` and `nokosu backup` do, stays possible."""
    async with serving(place):
        """The lock ends with its server."""


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_deleted_database_is_noticed_by_the_next_write(tmp_path: Path, replaced: bool) -> None:
    place = tmp_path / "nokosu.db"
    store = await open_store(str(place), alone=True)
    try:
        await store.keys.get("a", "1")
        shutil.copy(place, tmp_path / "copy.db")
        place.unlink()
        if replaced:
            shutil.move(tmp_path / "copy.db", place)
        with pytest.raises(StoreFailed, match="deleted or replaced"):
            await store.keys.get("b", "2")
        with pytest.raises(StoreFailed, match="deleted or replaced"):
            await store.keys.get("c", "3")
    finally:
        await store.close()


async def last_words(seat: Seat) -> Closing:
    """What a socket is told before it is closed; nothing of the match may come before it."""
    while True:
        message = await seat.next()
        if isinstance(message, Closing):
            with pytest.raises(ConnectionClosed):
                await seat.next()
            return message
        assert not isinstance(message, Update) or message.view is None, "a stranger sees the match"


async def waiting_room(host: Client, **settings: object) -> str:
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "beginner"}]
    form = {"settings": {"players": 3, **settings}, "seats": seats}
    return str((await host.post("/api/tables", form, 201))["table"])


async def test_who_watched_the_waiting_room_does_not_watch_a_match_without_spectators(tmp_path: Path) -> None:
    async with (
        serving(f"{tmp_path}/x.db") as running,
        client(running, "Ann") as ann,
        client(running, "Bea") as bea,
        client(running, "Eve") as eve,
    ):
        table = await waiting_room(ann, spectators=False)
        async with eve.at(table) as spy:
            await spy.until(lambda update: update.view is None)
            await bea.post(f"/api/tables/{table}/join", {})
            assert (await last_words(spy)).reason.message == "table.no-spectators"
        assert (await eve.http.get(f"/api/tables/{table}/events")).status_code == 403


async def test_who_watches_where_spectators_are_welcome_stays(tmp_path: Path) -> None:
    async with (
        serving(f"{tmp_path}/x.db") as running,
        client(running, "Ann") as ann,
        client(running, "Bea") as bea,
        client(running, "Cai") as cai,
    ):
        table = await waiting_room(ann)
        async with cai.at(table) as guest:
            await bea.post(f"/api/tables/{table}/join", {})
            await guest.until(lambda update: update.view is not None)
