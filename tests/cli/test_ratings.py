"""`nokosu admin ratings`: all ratings again, from the records."""

from __future__ import annotations

from nokosu.server.store import Statement, Store
from tests.cli.commands import in_json
from tests.cli.stores import asked, at, lines
from tests.server.test_ratings import filled, matches, with_people


def test_equal_records_give_equal_ratings(where: str) -> None:
    async def fill(store: Store) -> None:
        await with_people(store)
        await filled(store, matches(9))

    asked(where, fill)
    first = in_json("admin", "ratings", *at(where))
    again = in_json("admin", "ratings", *at(where))
    assert (first["matches"], first["damaged"]) == (9, 0)
    assert first["changed"] != 0
    assert again == {**first, "changed": 0}
    people = first["ratings"]
    assert isinstance(people, list)
    assert all(each["low"] < each["rating"] < each["high"] for each in people)
    assert [line[0] for line in lines("admin", "ratings", *at(where))][1] == "Rows that have changed: 0."


def test_a_figure_that_somebody_has_changed_is_set_right(where: str) -> None:
    async def fill(store: Store) -> None:
        await with_people(store)
        await filled(store, matches(4))

    asked(where, fill)
    first = in_json("admin", "ratings", *at(where))
    asked(where, lambda store: store.database.write([Statement("UPDATE ratings SET mean = mean + 1")]))
    asked(where, lambda store: store.database.write([Statement("DELETE FROM rated WHERE seat = 0")]))
    again = in_json("admin", "ratings", *at(where))
    assert again["changed"] != 0
    assert again["ratings"] == first["ratings"]
