"""The deal of the day on a device: its own series, one's own line, and the champion's beside it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from nokosu.local.daily import champion_line
from nokosu.local.worker_api import WorkerApi
from nokosu.table.daily import OPPONENTS, seat_of
from nokosu.table.days import parse_day

DAY = "2026-11-18"
TABLE = "localdaily261118"
Json = dict[str, Any]


def played(choice: int) -> Json:
    """What is stored of a deal that somebody has played, who always takes a certain one of the legal actions."""
    api, now, number = WorkerApi(), 1_000_000, 0
    said: Json = json.loads(api.play_daily(DAY, TABLE, "Ann", now))
    assert said["answer"] == {"table": TABLE, "code": "DEVICE", "seat": seat_of(parse_day(DAY))}
    said = json.loads(api.enter(TABLE, 0, now))
    update = next(frame for frame in said["frames"] if frame["type"] == "update")
    while not said["matches"]:
        now += 10_000
        if legal := update["view"].get("legal"):
            number += 1
            action = legal[choice % len(legal)]
            move = {"type": "move", "client_id": f"m{number}", "expected_seq": update["seq"], "action": action}
            said = json.loads(api.command(TABLE, json.dumps(move), "", "", now))
        else:
            said = json.loads(api.wake(TABLE, now))
        updates = [frame for frame in said["frames"] if frame["type"] == "update"]
        update = updates[-1] if updates else update
    (match,) = said["matches"]
    found: Json = match
    return found


def test_everybody_with_the_same_moves_has_the_same_line() -> None:
    line, same, other = (played(choice)["daily"] for choice in (0, 0, 1))
    assert line == same != other
    assert len(line["won"]) == 14
    assert line["tricks"] == sum(line["won"])


def test_the_champions_line_needs_nobody() -> None:
    playing = champion_line(DAY, "otto")
    with pytest.raises(StopIteration) as done:
        next(playing)
    champion = done.value.value
    assert champion.bot == "otto"
    assert len(champion.line.won) == 14
    # The strongest asks the kernel, which thinks elsewhere.
    assert json.loads(WorkerApi(kernel=True).champion(DAY))["think"]["call"] == "champion"


def test_a_match_that_is_not_the_deal_of_a_day_has_no_such_line() -> None:
    api = WorkerApi()
    api.play(json.dumps({"players": 3, "level": "club"}), "localaaaaaaaaaaa", "ab" * 32, "Ann", 0)
    assert set(OPPONENTS) == {"otto", "tofu", "zora"}
    leave = json.loads(api.command("localaaaaaaaaaaa", json.dumps({"type": "abandon", "client_id": "a"}), "", "", 1))
    (match,) = leave["matches"]
    assert match["daily"] is None
