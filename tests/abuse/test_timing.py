"""Attacks on bots' hands by the clock: how long a bot takes to move must say nothing about what it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from nokosu import kernel
from nokosu.server.bots.pool import BotPool
from nokosu.server.bots.thinking import ThinkingTimes
from nokosu.server.config import Config
from tests.server.people import client
from tests.server.serving import serving

needs_kernel = pytest.mark.skipif(not kernel.available, reason="these bots need the kernel")


@needs_kernel
def test_every_bot_is_taken_to_need_at_least_what_it_declares() -> None:
    times = ThinkingTimes({"a": "champion:500ms", "b": "champion", "c": "search:500ms,tricks=0", "d": "club"})
    assert times["a"] > 500
    assert times["b"] > 100, "its usual time counts where none is given"
    assert times["c"] > 500
    assert times["d"] <= 50


@needs_kernel
async def test_bots_that_compute_a_fixed_amount_are_measured() -> None:
    specs = {"long": "champion:1000", "club": "club"}
    times = ThinkingTimes(specs)
    assumed = dict(times)
    pool = BotPool(specs, 1, times=times)
    await pool.measure()
    await pool.close()
    assert times["long"] > assumed["long"], "one that needs half a second is not taken to need less"
    assert times["club"] == assumed["club"], "the club player is quick everywhere"


def test_a_slow_answer_counts_for_all_moves_to_come() -> None:
    times = ThinkingTimes({"mine": "cmd:/opt/bots/mine"})
    times.took("mine", 121)
    slow = times["mine"]
    assert slow >= 121
    times.took("mine", 3)
    assert times["mine"] == slow


@needs_kernel
async def test_a_level_that_looks_at_the_clock_does_not_sit_down(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Eve") as eve:
        offered = {each["name"] for each in (await eve.get("/api/offer"))["bots"]}
        assert "champion" not in offered
        for bot in ("champion", "expert"):
            assert await eve.refused("/api/play", {"players": 3, "bot": bot}) == "table.unknown-bot"
        await eve.post("/api/play", {"players": 3, "bot": "ryu"}, 201)
    assert "champion" in Config(store="x").known(), "tables from before play on"
