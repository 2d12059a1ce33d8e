"""Attacks with a file of house rules: none stalls the event loop, crashes the server or grows without a limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from nokosu.editions import Edition
from nokosu.table import house
from nokosu.table.refusal import Refused
from tests.server.people import client
from tests.server.serving import serving
from tests.server.test_house_rules import HOUSE, form

HOSTILE = {
    "dots": "a" + ".a" * 1990 + "=1",
    "lists": "a=" + "[" * 3990,
    "tables": "a={" + "b={" * 1300,
    "digits": "revision = " + "9" * 3980,
    "hexadecimal": HOUSE.replace("revision = 1", "revision = 0x" + "f" * 3000),
    "a deep title": HOUSE.replace('edition = "our-club"\n', "", 1).replace(
        "title", "edition = 'our-club'\ntitle" + ".a" * 1200, 1
    ),
    "keys": "\n".join(f"k{number}=1" for number in range(570)),
    "nothing": "\0" * 3990,
}


REFUSALS = {"house.wrong", "server.too-many", "server.busy"}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_one_short_line(name: str) -> None:
    with pytest.raises(Refused) as refused:
        house.offer(HOSTILE[name])
    said = str(refused.value.why.params)
    assert len(said) < 500
    assert "\n" not in said


async def test_hostile_files_are_read_beside_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of them takes 50 ms to read, in which a table could serve fifty moves."""
    read_here: list[str] = []

    def read(text: str) -> Edition:
        read_here.append(text)
        return parse(text)

    parse = house.read
    monkeypatch.setattr(house, "read", read)
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Eve") as eve:
        for text in HOSTILE.values():
            assert await eve.refused("/api/house-rules", {"text": text}) in REFUSALS
            assert await eve.refused("/api/tables", form(text)) in REFUSALS
            assert await eve.refused("/api/play", {"players": 4, "house": text}) in REFUSALS
        assert read_here == []
        assert (await eve.get("/health"))["status"] == "ok"


async def test_a_file_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Eve") as eve:
        for path, body in (("/api/house-rules", {"text": "x" * 4001}), ("/api/tables", form("x" * 4001))):
            answer = await eve.http.post(path, json=body)
            assert answer.status_code == 400, answer.text
