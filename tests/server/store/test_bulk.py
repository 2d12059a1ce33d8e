"""Many commits at once are written by few statements; each still stands for itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from nokosu.server.store import Change, Conflict, Statement, Store
from nokosu.server.store.bulk import APPEND, BULK, TURN, fits, together
from nokosu.server.store.tables import TableRow
from tests.server.conftest import opened

MANY = 40
BODY = '{"kind":"did","action":"play R5","of":"é \\"\\\\ 札"}'


def row(number: int, turn_of: str | None = None) -> TableRow:
    return TableRow(f"t{number}", f"C{number}", "playing", True, "{}", 1, 1, turn_of)


def move(table: str, seq: int, turn_of: str | None, *, must_change: bool = False) -> list[Statement]:
    client = None if seq % 2 else f"p:{seq}"
    turn = Statement(TURN, (turn_of, 1_800_000_000_000 + seq, table), must_change)
    return [Statement(APPEND, (table, seq, 1_800_000_000_000, BODY, client)), turn]


async def outcomes(store: Store, writes: Sequence[Sequence[Statement]]) -> list[bool]:
    """Which of these, written at once, were done."""

    async def attempt(statements: Sequence[Statement]) -> bool:
        try:
            await store.database.write(statements, Change(str(statements[0].params[0]), 1))
        except Conflict:
            return False
        return True

    return list(await asyncio.gather(*(attempt(each) for each in writes)))


async def test_what_is_written_together_is_what_was_given(where: str) -> None:
    async with opened(where) as store:
        await store.database.write([row(number).insert() for number in range(MANY)])
        writes = [move(f"t{number}", number + 1, f"p{number}" if number % 3 else None) for number in range(MANY)]
        assert all(await outcomes(store, writes))
        for number in range(MANY):
            (entry,) = await store.log.entries(f"t{number}")
            assert (entry.seq, entry.at, entry.body) == (number + 1, 1_800_000_000_000, BODY)
            assert entry.client == (None if entry.seq % 2 else f"p:{entry.seq}")
            found = await store.tables.find(f"t{number}")
            assert found is not None
            assert found.turn_of == (f"p{number}" if number % 3 else None)
            assert found.updated == 1_800_000_000_000 + entry.seq


async def test_one_that_cannot_be_takes_nobody_with_it(where: str) -> None:
    async with opened(where) as store:
        await store.database.write([row(number).insert() for number in range(MANY)])
        await store.database.write(move("t7", 1, None))
        writes = [move(f"t{number}", 1, "p") for number in range(MANY)]
        assert await outcomes(store, writes) == [number != 7 for number in range(MANY)]
        assert [entry.seq for entry in await store.log.entries("t7")] == [1]
        seven = await store.tables.find("t7")
        assert seven is not None
        assert seven.turn_of is None


async def test_a_row_that_must_be_there_and_is_not_undoes_its_own_commit_alone(where: str) -> None:
    async with opened(where) as store:
        await store.database.write([row(number).insert() for number in range(MANY)])
        gone = [move("gone", 1, "p", must_change=True), move("away", 1, "p")]
        writes = [*gone, *(move(f"t{number}", 1, "p", must_change=True) for number in range(MANY))]
        assert await outcomes(store, writes) == [False, True, *[True] * MANY]
        assert await store.log.entries("gone") == []
        assert len(await store.log.entries("away")) == 1


async def test_other_statements_are_written_beside_them(where: str) -> None:
    async with opened(where) as store:
        await store.database.write([row(number).insert() for number in range(MANY)])
        writes = [move(f"t{number}", 1, "p") for number in range(MANY)]
        writes.insert(5, [row(5).insert()])
        writes.insert(9, [*move("new", 1, None), row(900).insert()])
        assert await outcomes(store, writes) == [number != 5 for number in range(MANY + 2)]
        assert await store.tables.find("t900") is not None


def test_statements_are_gathered_by_kind() -> None:
    group = [move("a", 1, None), move("b", 2, "p")]
    assert all(map(fits, group))
    assert not fits([*group[0], row(1).insert()])
    assert [(kind, len(rows)) for kind, rows in together(group)] == [(BULK[APPEND], 2), (BULK[TURN], 2)]
    assert together([]) == []
