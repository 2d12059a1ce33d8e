"""House rules at the server's tables: checked, shown, played, recorded, and there after a restart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nokosu import editions
from nokosu.record import decode, verify
from tests.server.people import client, over
from tests.server.serving import serving

SECOND = Path(editions.__file__).with_name("second.toml").read_text("utf-8")
HOUSE = SECOND.replace('edition = "second"', 'edition = "our-club"').replace("\nbonus = 10", "\nbonus = 7")
LONG = HOUSE.replace("drawn_each = 2\n", "drawn_each = 3\n")
SEATS = [{"kind": "me"}, *[{"kind": "bot", "bot": "beginner"}] * 3]


def form(text: str = HOUSE, **more: Any) -> dict[str, Any]:
    return {"settings": {"players": 4, "rounds": 1}, "seats": SEATS, "house": text, **more}


async def test_a_file_is_checked_before_a_table_is_made(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running) as anybody:
        offer = await anybody.post("/api/house-rules", {"text": HOUSE})
        assert offer["edition"] == "our-club"
        assert [each["players"] for each in offer["players"]] == [3, 4, 5]
        rules = offer["players"][1]["rules"]
        assert rules["base"] == "second"
        assert {key for key in rules["numbers"] if rules["numbers"][key] != rules["usual"][key]} == {"bonus"}
        for text, message in (
            (SECOND, "house.wrong"),
            (HOUSE.replace("pool_size = 13", "pool_size = 12"), "house.wrong"),
            ("x" * 4001, "server.bad-request"),
        ):
            assert await anybody.refused("/api/house-rules", {"text": text}) == message


async def test_a_table_plays_by_them_and_comes_back_after_a_restart(tmp_path: Path) -> None:
    place = f"{tmp_path}/x.db"
    async with serving(place) as running, client(running, "Ann") as ann:
        table = (await ann.post("/api/tables", form(), 201))["table"]
        shown = (await ann.get(f"/api/tables/{table}"))["settings"]
        assert shown["edition"] == "our-club"
        assert shown["house"]["numbers"]["bonus"] == 7
        cookies = dict(ann.http.cookies)
    async with serving(place) as running, client(running) as ann:
        ann.http.cookies.update(cookies)
        async with ann.at(table) as seat:
            while not over(update := await seat.until(lambda news: over(news) or bool(news.view and news.view.legal))):
                await seat.move()
        assert update.view is None or update.view.ruleset.edition == "our-club"
        record = await ann.http.get(f"/api/records/{table}/file")
        found = decode(record.content)
        assert found.ruleset.edition == "our-club"
        assert verify(found) is None
        replay = await ann.get(f"/api/records/{table}/rounds/0")
        assert replay["positions"]


async def test_nobody_but_the_server_puts_rules_into_settings(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Eve") as eve:
        rules = (await eve.post("/api/house-rules", {"text": HOUSE}))["players"][1]["rules"]
        forged = {"settings": {"players": 4, "edition": "our-club", "house": rules}, "seats": SEATS}
        assert await eve.refused("/api/tables", forged) == "table.no-such-rules"
        unnamed = {"settings": {"players": 4, "edition": "our-club"}, "seats": SEATS}
        assert await eve.refused("/api/tables", unnamed) == "table.no-such-rules"
        assert await eve.refused("/api/tables", form(SECOND)) == "house.wrong"
        assert await eve.refused("/api/play", {"players": 4, "house": SECOND}) == "house.wrong"


async def test_a_bot_that_cannot_play_by_them_is_refused_with_a_reason(tmp_path: Path) -> None:
    """Fifteen tricks: more than the kernel holds."""
    bots = {"beginner": "beginner", "strong": "search:20"}
    async with serving(f"{tmp_path}/x.db", bots=bots) as running, client(running, "Ann") as ann:
        strong = [{"kind": "me"}, *[{"kind": "bot", "bot": "strong"}] * 3]
        assert await ann.refused("/api/tables", form(LONG, seats=strong)) == "house.bot-cannot"
        await ann.post("/api/tables", form(LONG), 201)
        await ann.post("/api/tables", form(seats=strong), 201)
