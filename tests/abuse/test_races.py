"""Attacks with many requests at once, and on budgets that strangers and people share."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from nokosu.table.names_check import checked_name
from nokosu.table.refusal import Refused
from tests.abuse.test_shares import PUBLIC, elsewhere, limits
from tests.server.contests import set_up, tournament
from tests.server.people import client
from tests.server.serving import serving
from tests.server.test_matches import play_to_the_end
from tests.server.test_records import a_record
from tests.server.test_table_life import sit_down


async def test_public_tables_made_at_once_are_no_more_than_made_one_by_one(where: str) -> None:
    async with serving(where, limits=limits(public_tables=5)) as running, client(running, "Eve") as eve:
        answers = await asyncio.gather(*(eve.http.post("/api/tables", json=PUBLIC) for _ in range(12)))
        statuses = sorted(each.status_code for each in answers)
        assert statuses == [201] * 5 + [429] * 7
        assert {each.json()["reason"]["message"] for each in answers if each.status_code == 429} == {
            "table.many-public"
        }


async def test_health_is_not_confused_by_many_who_ask(where: str) -> None:
    async with serving(where) as running, client(running) as eve:

        async def ask(times: int) -> set[int]:
            return {(await eve.http.get("/health")).status_code for _ in range(times)}

        assert set.union(*await asyncio.gather(*(ask(15) for _ in range(20)))) == {200}


async def test_guesses_made_at_once_are_no_more_than_made_one_by_one(where: str) -> None:
    async with serving(where, limits=limits(wrong_codes_an_hour=5)) as running, client(running) as eve:
        answers = await asyncio.gather(*(eve.http.get("/api/codes/AAAAAA") for _ in range(30)))
        assert sorted(each.status_code for each in answers) == [404] * 5 + [429] * 25


async def test_strangers_do_not_use_up_the_guesses_of_people(tmp_path: Path) -> None:
    wanted = limits(wrong_codes_an_hour=3)
    async with serving(f"{tmp_path}/x.db", limits=wanted) as running, client(running, "Ann") as ann:
        code = (await ann.post("/api/tables", PUBLIC, 201))["code"]
        async with client(running) as eve:
            # Typed or in a link, it is the same budget.
            for path in ("/api/codes/AAAAAA", "/j/AAAAAA", "/api/codes/AAAAAA"):
                await eve.http.get(path)
            assert (await eve.http.get("/api/codes/AAAAAA")).status_code == 429
            assert (await eve.http.get(f"/api/codes/{code}")).status_code == 429
            assert "Ann" not in (await eve.http.get(f"/j/{code}")).text
        assert (await ann.get(f"/api/codes/{code}"))["code"] == code
        # Guests are free to make: all those of an address together guess ten times as often as one, and no more.
        statuses = []
        for number in range(12):
            async with client(running, f"Eve {number}") as eve:
                statuses += [(await eve.http.get("/api/codes/AAAAAA")).status_code for _ in range(3)]
        assert statuses.count(404) == 30
        assert statuses.count(429) == 6
        ann_elsewhere = elsewhere(running)
        async with ann_elsewhere.http:
            assert (await ann_elsewhere.get(f"/api/codes/{code}"))["code"] == code


async def test_deleting_oneself_deletes_what_one_brought_along(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann, client(running) as eve:
        record = (await ann.http.post("/api/records", content=a_record())).json()["record"]
        assert (await eve.http.get(f"/api/records/{record}/file")).status_code == 200
        await ann.post("/api/me/delete", {"name": "Ann"})
        assert (await eve.http.get(f"/api/records/{record}/file")).status_code == 404
        assert (
            "replay" not in (await eve.http.get(f"/replay/{record}")).text.split("og:title")[1].split("/>")[0].lower()
        )


async def test_deleting_oneself_takes_ones_name_off_ones_contests(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann, client(running, "Bea") as bea:
        contest = await set_up(ann, tournament() | {"name": "Ann's evening with Bea"}, [bea])
        others = await set_up(bea, tournament() | {"name": "Bea and Ann"})
        await ann.post("/api/me/delete", {"name": "Ann"})
        assert "Ann" not in (await bea.http.get(f"/api/contests/{contest}")).text
        # What others call theirs is theirs.
        names = [each["name"] for each in (await bea.get("/api/me/contests"))["contests"]]
        assert sorted(names) == ["Bea and Ann", "–'s evening with Bea"], others


@pytest.mark.parametrize("blank", ["\U0001d159", "\ufffc", "\u2800", "\u3164"])
def test_a_name_has_no_letters_that_show_nothing(blank: str) -> None:
    for name in (f"Ann{blank}", f"A{blank}nn"):
        with pytest.raises(Refused):
            checked_name(name)


async def test_a_match_that_a_bot_played_is_not_ones_own(where: str) -> None:
    async with (
        serving(where) as running,
        client(running, "Ann") as ann,
        client(running, "Bea") as bea,
        client(running, "Eve") as eve,
    ):
        table = await sit_down([ann, bea, eve], {"players": 3, "rounds": 1})
        await eve.post(f"/api/tables/{table}/commands", {"type": "leave", "client_id": "1"})
        async with ann.at(table) as first, bea.at(table) as second:
            await asyncio.gather(play_to_the_end(first), play_to_the_end(second))
        figures = [(await each.get("/api/me/statistics"))["figures"] for each in (ann, bea, eve)]
        assert [bool(each) for each in figures] == [True, True, False]
