"""People who do not want to meet, and names that the operator should look at."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from click.testing import CliRunner

from nokosu.cli import main
from nokosu.server.config import Limits
from nokosu.server.http import blocks
from nokosu.wire.updates import Ack, Refusal
from tests.server.people import Client, client
from tests.server.serving import serving

SETTINGS = {"edition": "second", "players": 3, "rounds": 1, "public": True}


async def table(host: Client) -> str:
    """A public table with a free seat and a bot."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "beginner"}]
    made = await host.post("/api/tables", {"settings": SETTINGS | {"start_when_full": False}, "seats": seats}, 201)
    return str(made["table"])


async def lobby(person: Client) -> list[str]:
    return [each["table"] for each in (await person.get("/api/lobby"))["tables"]]


async def block(person: Client, where: str, seat: int) -> str:
    """The name of the new block."""
    made = await person.post("/api/me/blocks", {"table": where, "seat": seat})
    return str(made["blocks"][0]["id"])


async def test_who_is_blocked_does_not_join_nor_invite(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann, client(running, "Bea") as bea:
        first = await table(ann)
        await bea.post(f"/api/tables/{first}/join", {})
        made = await block(ann, first, 1)
        # Twice is once.
        assert await block(ann, first, 1) == made
        assert [each["name"] for each in (await ann.get("/api/me/blocks"))["blocks"]] == ["Bea"]

        anns, beas = await table(ann), await table(bea)
        # She is not told by whom; the one who did is.
        assert await bea.refused(f"/api/tables/{anns}/join", {}) == "table.not-admitted"
        assert await ann.refused(f"/api/tables/{beas}/join", {}) == "table.blocked-there"
        async with bea.at(anns) as seat:
            answer = await seat.ask("sit")
            assert isinstance(answer, Refusal)
            assert answer.reason.message == "table.not-admitted"
        # Neither sees the other's tables in the lobby; others see both.
        async with client(running, "Cleo") as cleo:
            assert set(await lobby(cleo)) == {first, anns, beas}
            assert await lobby(ann) == [anns]
            assert await lobby(bea) == [beas]

        assert (await ann.http.delete(f"/api/me/blocks/{made}")).json() == {"blocks": []}
        assert (await bea.post(f"/api/tables/{anns}/join", {}))["seat"] == 1


async def test_who_is_blocked_does_not_come_along_to_the_rematch(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "n.db")) as running, client(running, "Ann") as ann, client(running, "Bea") as bea:
        first = await table(ann)
        await bea.post(f"/api/tables/{first}/join", {})
        async with ann.at(first) as host, bea.at(first) as guest:
            await host.ask("start")
            await host.ask("abandon")
            await guest.ask("abandon")
            await block(ann, first, 1)
            assert isinstance(await host.ask("rematch"), Ack)
            answer = await guest.ask("rematch")
        assert isinstance(answer, Refusal)
        assert answer.reason.message == "table.not-admitted"


async def test_only_other_people_can_be_blocked_and_not_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blocks, "MOST", 1)
    async with serving(str(tmp_path / "n.db")) as running, client(running, "Ann") as ann, client(running, "Bea") as bea:
        first, second = await table(ann), await table(bea)
        for seat in (0, 1, 2, 4):
            for path in ("/api/me/blocks", "/api/reports"):
                assert await ann.refused(path, {"table": first, "seat": seat}) == "table.no-person-there"
        await block(ann, second, 0)
        async with client(running, "Cleo") as cleo:
            third = await table(cleo)
            assert await ann.refused("/api/me/blocks", {"table": third, "seat": 0}) == "people.many-blocks"
            # Somebody else's block is not there to be removed.
            name = (await ann.get("/api/me/blocks"))["blocks"][0]["id"]
            assert (await cleo.http.delete(f"/api/me/blocks/{name}")).json() == {"blocks": []}
        assert len((await ann.get("/api/me/blocks"))["blocks"]) == 1
    async with serving(str(tmp_path / "n.db")) as running, client(running) as stranger:
        assert await stranger.refused("/api/me/blocks", {"table": second, "seat": 0}) == "server.no-name"


async def test_reported_names_are_listed_for_the_operator(tmp_path: Path) -> None:
    store = tmp_path / "nokosu.db"
    async with (
        serving(str(store), limits=Limits(reports_an_hour=3)) as running,
        client(running, "Ann") as ann,
        client(running, "Bad Name") as bad,
        client(running, "Cleo") as cleo,
    ):
        where = await table(bad)
        for person in (ann, ann, cleo):
            assert await person.post("/api/reports", {"table": where, "seat": 0}) == {"name": "Bad Name"}
        await bad.post("/api/me", {"name": "Good"})
        await ann.post("/api/reports", {"table": where, "seat": 0})
        assert await ann.refused("/api/reports", {"table": where, "seat": 0}) == "server.too-many"
        exported = await ann.get("/api/me/export")
        assert [each["name"] for each in exported["reports"]] == ["Bad Name", "Good"]
    told = await asyncio.to_thread(CliRunner().invoke, main, ["admin", "reports", "--data", str(tmp_path)])
    rows = sorted(line.split("\t")[1:4] for line in told.output.splitlines())
    assert rows == [["Bad Name", "Good", "2"], ["Good", "Good", "1"]]


async def test_what_is_known_about_two_people_goes_with_either(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "n.db")) as running, client(running, "Ann") as ann, client(running, "Bea") as bea:
        first, second = await table(ann), await table(bea)
        await block(ann, second, 0)
        await block(bea, first, 0)
        await ann.post("/api/reports", {"table": second, "seat": 0})
        assert len((await ann.get("/api/me/export"))["blocks"]) == 1
        await bea.post("/api/me/delete", {"name": "Bea"})
        assert (await ann.get("/api/me/blocks")) == {"blocks": []}
        assert (await ann.get("/api/me/export"))["reports"] == []
