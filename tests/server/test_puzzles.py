"""Puzzles on a server: asked without an account, counted once, reported to the operator."""

from __future__ import annotations

import asyncio
from pathlib import Path

from click.testing import CliRunner

from nokosu.cli import main
from nokosu.puzzles import book
from nokosu.server.config import Limits
from tests.server.people import client
from tests.server.serving import serving

PUZZLE = next(each for each in book.shipped() if each.kind == "certain")
WHERE = f"/api/puzzles/{PUZZLE.id}"


async def test_answers_are_counted_once_per_address(where: str) -> None:
    wrong = {"action": str(PUZZLE.options[1].action)}
    async with serving(where) as running, client(running, None) as ann, client(running, "Bea") as bea:
        asked = await ann.get(WHERE)
        assert (asked["puzzle"], asked["tries"], asked["rating"]) == (PUZZLE.id, 0, PUZZLE.rating)
        first = await ann.post(f"{WHERE}/answers", wrong)
        assert (first["tries"], first["solved"]) == (1, 0)
        # The same address again, whoever it is: nothing changes.
        again = await bea.post(f"{WHERE}/answers", {"action": str(PUZZLE.answer.action)})
        assert (again["tries"], again["solved"]) == (1, 0)
        assert (await bea.get(WHERE))["rating"] == first["rating"] > PUZZLE.rating
        line = await ann.get(f"{WHERE}/line?action={wrong['action'].replace(' ', '%20')}")
        assert len(line["positions"]) == len(PUZZLE.options[1].line) + 1
        assert await ann.refused(f"{WHERE}/answers", {"action": "play P7P7"}) == "server.no-puzzle"
        assert await ann.refused("/api/puzzles/zzzzzz/reports", {}) == "server.no-puzzle"


async def test_one_address_is_counted_only_so_often(where: str) -> None:
    some = book.shipped()[:3]
    limits = Limits(puzzle_answers_an_hour=2, puzzle_reports_an_hour=1)
    async with serving(where, limits=limits) as running, client(running, None) as ann:
        tries = [
            (await ann.post(f"/api/puzzles/{each.id}/answers", {"action": str(each.answer.action)}))["tries"]
            for each in some
        ]
        assert tries == [1, 1, 0]
        await ann.post(f"/api/puzzles/{some[0].id}/reports", {})
        assert await ann.refused(f"/api/puzzles/{some[1].id}/reports", {}) == "server.too-many"


async def test_the_operator_sees_reports(tmp_path: Path) -> None:
    store = tmp_path / "nokosu.db"
    async with serving(str(store)) as running, client(running, None) as ann:
        for _ in range(2):
            await ann.post(f"{WHERE}/reports", {})
    listed = await asyncio.to_thread(CliRunner().invoke, main, ["admin", "puzzles", "--data", str(tmp_path)])
    assert listed.output.split("\t")[:2] == [PUZZLE.id, "1"]
