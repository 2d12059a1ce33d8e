"""Before the start and beside the play: who sits where, who fills up, who may ask a bot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nokosu.bots.characters import CHARACTERS
from nokosu.bots.levels import LEVELS
from nokosu.wire.updates import Ack, Refusal
from tests.server.people import Client, client, my_turn
from tests.server.serving import serving

OPEN = {"kind": "open"}


async def made(host: Client, **settings: Any) -> str:
    """A table for four with three open seats."""
    form = {"settings": {"players": 4, "rounds": 1, **settings}, "seats": [{"kind": "me"}, OPEN, OPEN, OPEN]}
    return str((await host.post("/api/tables", form, 201))["table"])


async def test_a_host_seats_bots_opens_seats_and_fills_up(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann, client(running, "Bea") as bea:
        table = await made(ann, start_when_full=False)
        await bea.post(f"/api/tables/{table}/join", {"seat": 2})
        async with ann.at(table) as host:
            assert isinstance(await host.ask("set_seat", seat=1, bot="beginner"), Ack)
            refusal = await host.ask("start")
            assert isinstance(refusal, Refusal)
            assert (refusal.reason.message, refusal.reason.params) == ("table.seats-open", {"count": "1"})
            assert isinstance(await host.ask("set_seat", seat=1), Ack)
            assert isinstance(await host.ask("start", fill_with="beginner"), Ack)
            begun = await host.until(lambda update: update.view is not None and update.table is not None)
            assert begun.table is not None
            assert [each.kind for each in begun.table.seats] == ["person", "bot", "person", "bot"]
            late = await bea.http.post(f"/api/tables/{table}/commands", json={"type": "sit", "client_id": "x"})
            assert late.json()["reason"]["message"] == "table.started"


async def test_a_spectator_who_sits_down_is_here_at_once(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "x.db")) as running, client(running, "Ann") as ann, client(running, "Bea") as bea:
        table = await made(ann)
        async with bea.at(table) as watching:
            first = await watching.until_seq(1)
            assert (first.presence.here, first.seat) == ([False] * 4, None)
            answer = await watching.ask("sit", seat=2)
            assert isinstance(answer, Ack)
            update = await watching.until_seq(answer.seq)
            assert (update.presence.here, update.presence.watching) == ([False, False, True, False], 0)
            answer = await watching.ask("leave")
            update = await watching.until_seq(answer.seq)
            assert (update.presence.here, update.presence.watching) == ([False] * 4, 1)


async def test_seats_that_are_taken_or_not_there_are_refused(tmp_path: Path) -> None:
    async with (
        serving(str(tmp_path / "x.db")) as running,
        client(running, "Ann") as ann,
        client(running, "Bea") as bea,
    ):
        table = await made(ann)
        assert await bea.refused(f"/api/tables/{table}/join", {"seat": 0}) == "table.taken"
        assert await bea.refused(f"/api/tables/{table}/join", {"seat": 4}) == "table.no-such-seat"
        assert await bea.refused("/api/tables/aaaaaaaaaaaaaaaa/join", {}) == "server.no-table"
        assert (await bea.post(f"/api/tables/{table}/join", {}))["seat"] == 1
        again = await bea.post(f"/api/tables/{table}/join", {"seat": 3})
        assert again["seat"] == 1


async def test_settings_that_no_edition_has_are_refused(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "x.db")) as running, client(running, "Ann") as ann:
        wishes: list[dict[str, Any]] = [{"edition": "nobodys"}, {"edition": "first", "players": 5}]
        for settings in (*wishes, {"removed_colour": "R"}):
            seats = [{"kind": "me"}, *[OPEN] * (settings.get("players", 4) - 1)]
            reason = await ann.refused("/api/tables", {"settings": settings, "seats": seats})
            assert reason == "table.no-such-rules", settings
        assert await ann.refused("/api/tables", {"settings": {}, "seats": [OPEN] * 4}) == "table.one-me"
        assert (
            await ann.refused("/api/tables", {"settings": {}, "seats": [{"kind": "me"}, OPEN, OPEN]})
            == "table.seats-count"
        )


@pytest.mark.parametrize(
    ("bots", "offered", "usual"),
    [
        ({}, list(CHARACTERS), "otto"),
        ({"strong": "search:500ms", "club": "club", "mine": "random"}, ["strong", "club", "mine"], "club"),
        ({"weak": "random", "strong": "search:500ms"}, ["weak", "strong"], "strong"),
    ],
)
async def test_the_characters_are_offered_or_what_the_operator_names(
    tmp_path: Path, bots: dict[str, str], offered: list[str], usual: str
) -> None:
    async with serving(str(tmp_path / "x.db"), bots=bots) as running, client(running, "Ann") as ann:
        offer = (await ann.http.get("/api/offer")).json()
        assert [bot["name"] for bot in offer["bots"]] == offered
        assert offer["default_bot"] == usual
        levels = {each["name"]: each["bots"] for each in offer["levels"]}
        assert list(levels) == (list(bots) or list(LEVELS))
        assert offer["default_level"] in levels
        for level, seated in levels.items():
            assert len(seated) == 4
            made = (await ann.http.post("/api/play", json={"level": level, "players": 5})).json()
            table = (await ann.http.get(f"/api/tables/{made['table']}")).json()
            assert [seat["bot"] for seat in table["seats"][1:]] == seated
        assert await ann.refused("/api/play", {"level": "easy"}) == "table.unknown-level"


async def test_tables_may_still_name_a_level_as_a_bot(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "x.db")) as running, client(running, "Ann") as ann:
        made = (await ann.http.post("/api/play", json={"bot": "club"})).json()
        table = (await ann.http.get(f"/api/tables/{made['table']}")).json()
        assert [seat["bot"] for seat in table["seats"]] == [None, "club", "club", "club"]


async def test_the_opponents_of_a_quick_match_can_be_named_one_by_one(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "x.db")) as running, client(running, "Ann") as ann:
        wish = {"bots": ["zora", "tofu", "otto"], "level": "champion"}
        made = (await ann.http.post("/api/play", json=wish)).json()
        table = (await ann.http.get(f"/api/tables/{made['table']}")).json()
        assert [seat["bot"] for seat in table["seats"]] == [None, "zora", "tofu", "otto"]
        assert await ann.refused("/api/play", {"bots": ["zora", "tofu"]}) == "table.seats-count"
        assert await ann.refused("/api/play", {"bots": ["zora", "tofu", "otto-9"]}) == "table.unknown-bot"


async def test_hints_are_closed_unless_the_table_allows_them(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "x.db")) as running, client(running, "Ann") as ann:
        for hints in (True, False):
            table = (await ann.post("/api/play", {"players": 3, "hints": hints}, 201))["table"]
            async with ann.at(table) as seat:
                update = await seat.until(my_turn)
                answer = await ann.http.post(f"/api/tables/{table}/hint")
                assert answer.status_code == (200 if hints else 403)
                if hints:
                    assert update.view is not None
                    assert isinstance(update.view.legal, list)
                    assert answer.json()["action"] in update.view.legal


async def test_a_table_made_from_a_reservation_keeps_its_commitment(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann:
        reserved = await ann.post("/api/reserve")
        wish = {"players": 3, "table": reserved["table"], "nonce": "12" * 32}
        assert (await ann.post("/api/play", wish, 201))["table"] == reserved["table"]
        fairness = (await ann.get(f"/api/tables/{reserved['table']}"))["fairness"]
        assert fairness["commitment"] == reserved["commitment"]
        assert fairness["nonces"][0] == "12" * 32
        assert fairness["secret"] is None
        assert await ann.refused("/api/play", wish) == "table.name-used"
