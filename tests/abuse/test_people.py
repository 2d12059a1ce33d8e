"""Attacks by people: sockets without a session, records that pretend, names that hide, codes that are guessed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nokosu.server.config import Limits
from nokosu.table.names_check import LONGEST, checked_name, tidied_name
from nokosu.table.public import NAMELESS
from nokosu.table.refusal import Refused
from tests.abuse.sockets import closing
from tests.server.people import Client, client, my_turn
from tests.server.serving import GENEROUS, HandTime, serving
from tests.server.test_matches import play_to_the_end
from tests.server.test_records import a_record


async def end_of(person: Client, how: str) -> None:
    if how == "logout":
        await person.post("/api/logout")
    elif how == "delete":
        await person.post("/api/me/delete", {"name": person.name})
    else:
        codes = (await person.post("/api/me/recovery-codes"))["codes"]
        await person.post("/api/recover", {"code": codes[0]})


@pytest.mark.parametrize("how", ["logout", "delete", "recover"])
async def test_sockets_end_with_their_session(where: str, how: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann:
        table = (await ann.post("/api/play", {"players": 3}, 201))["table"]
        async with ann.at(table) as seat:
            await seat.until(my_turn)
            await end_of(ann, how)
            assert (await closing(seat)).reason.message == "server.signed-out"


async def test_a_session_that_ends_at_one_process_ends_its_sockets_at_the_other(fresh_postgres: str) -> None:
    async with (
        serving(fresh_postgres) as one,
        serving(fresh_postgres) as two,
        client(one, "Ann") as ann,
        client(two) as same,
    ):
        same.http.cookies = ann.http.cookies
        table = (await ann.post("/api/play", {"players": 3}, 201))["table"]
        async with same.at(table) as seat:
            await seat.until(my_turn)
            await ann.post("/api/logout")
            assert (await closing(seat)).reason.message == "server.signed-out"


async def test_a_deleted_name_is_gone_from_open_sockets_at_the_other_process_too(fresh_postgres: str) -> None:
    async with (
        serving(fresh_postgres) as one,
        serving(fresh_postgres) as two,
        client(one, "Ann") as ann,
        client(two, "Bea") as bea,
    ):
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        table = (await ann.post("/api/tables", {"settings": {"players": 3}, "seats": seats}, 201))["table"]
        await bea.post(f"/api/tables/{table}/join", {})
        async with ann.at(table) as host, bea.at(table) as there, client(one) as here, here.at(table) as watching:
            await host.ask("start", fill_with="beginner")
            # Bea does not move: nothing but the deletion itself can bring a frame.
            await host.until(lambda update: update.view is not None and update.view.to_act in {0, 1})
            while host.update and host.update.view and host.update.view.to_act != 1:
                await host.move()
                await host.until(lambda update: update.view is not None and update.view.to_act in {0, 1})
            await ann.post("/api/me/delete", {"name": "Ann"})
            for seat in (there, watching):
                await seat.until(lambda update: update.table is not None and "Ann" not in str(update.table))


async def test_an_imported_record_proves_nothing_about_this_server(where: str) -> None:
    async with serving(where) as running, client(running, "Eve") as eve, client(running) as anybody:
        name = (await eve.http.post("/api/records", content=a_record())).json()["record"]
        summary = await anybody.get(f"/api/records/{name}")
        assert summary["imported"]
        assert not summary["fair"]


async def test_an_export_contains_imports(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann:
        name = (await ann.http.post("/api/records", content=a_record())).json()["record"]
        found = (await ann.get("/api/me/export"))["imports"]
        assert [each["id"] for each in found] == [name]
        assert found[0]["record"] == json.loads(a_record())


async def test_names_in_a_record_obey_the_rules_for_names(tmp_path: Path) -> None:
    record = json.loads(a_record())
    given = ["Mallory" * 400, "\u202ennA\u202c", "\ufe0f\u200b"]
    for seat, name in zip(record["seats"], given, strict=True):
        seat["name"] = name
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Eve") as eve:
        answer = await eve.http.post("/api/records", content=json.dumps(record))
        assert answer.status_code == 201, answer.text
        summary = await eve.get(f"/api/records/{answer.json()['record']}")
        names = [seat["name"] for seat in summary["seats"]]
        assert names == [("Mallory" * 4)[:LONGEST], "nnA", NAMELESS]


@pytest.mark.parametrize("name", ["Ann\ufe0f", "Ann\U000e0100", "\u0301Ann", "A\u20ddnn", "Ann\u0e31\u0e31\u0e31"])
def test_names_that_hide_or_tower_are_refused(name: str) -> None:
    with pytest.raises(Refused):
        checked_name(name)


@pytest.mark.parametrize("name", ["Zoë", "Nguyễn Thị", "สมชาย", "हिन्दी", "さくら", "José", "O’Brien"])
def test_names_of_people_are_not(name: str) -> None:
    assert tidied_name(name, (), NAMELESS) == checked_name(name)


async def test_codes_cannot_be_guessed_for_long(tmp_path: Path) -> None:
    limits = Limits(**{**{name: getattr(GENEROUS, name) for name in Limits.__slots__}, "wrong_codes_an_hour": 5})
    time = HandTime()
    async with (
        serving(f"{tmp_path}/x.db", limits=limits, time=time) as running,
        client(running, "Ann") as ann,
        client(running) as eve,
    ):
        code = (await ann.post("/api/play", {"players": 3}, 201))["code"]
        assert len(code) == 8
        for _ in range(20):
            assert (await eve.http.get(f"/api/codes/{code}")).status_code == 200, "who knows a code may use it"
        guesses = [(await eve.http.get(f"/api/codes/AAAAAA{number:02}")).status_code for number in range(8)]
        assert guesses == [404] * 5 + [429] * 3
        assert (await eve.http.get(f"/api/codes/{code}")).status_code == 429
        time.pass_by(3_600_000)
        assert (await eve.http.get(f"/api/codes/{code}")).status_code == 200


async def test_a_code_leads_nobody_but_its_players_to_a_match_that_is_over(tmp_path: Path) -> None:
    async with (
        serving(f"{tmp_path}/x.db") as running,
        client(running, "Ann") as ann,
        client(running, "Eve") as eve,
    ):
        ref = await ann.post("/api/play", {"players": 3, "rounds": 1}, 201)
        path = f"/api/codes/{ref['code']}"
        assert (await eve.http.get(path)).status_code == 200
        async with ann.at(ref["table"]) as seat:
            await play_to_the_end(seat)
        assert (await eve.http.get(path)).status_code == 404
        assert (await ann.http.get(path)).status_code == 200
