"""Reviews for browsers that cannot make them, doubts about judgements, and what somebody's rounds came to."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import nokosu.judge
from nokosu import editions
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.cli import main
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view
from nokosu.judge.settings import QUICK, Look
from nokosu.kernel.judge import Settings
from nokosu.record import Record, encode, match_at
from nokosu.record.position import position_of
from nokosu.server import review_jobs
from nokosu.server.record_jobs import Stored
from nokosu.server.review_jobs import REMEMBERED, review_step
from nokosu.server.store import doubts
from nokosu.table.refusal import Refused
from nokosu.wire.review import ReviewStep
from nokosu.wire.struct import decoder
from tests.server.people import client
from tests.server.serving import serving

_FEW = Settings(worlds=4, playouts=1)
STEP = decoder(ReviewStep)


def record() -> Record:
    rules = editions.ruleset("second", 3, rounds=1)
    return play_match(rules, seed_from_number(5), [make("random"), make("club"), make("club")])


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the judge hardly look."""
    look = Look(_FEW, _FEW, _FEW, _FEW)
    monkeypatch.setattr(nokosu.judge, "QUICK", replace(QUICK, screen=look, look=look, playouts=4))
    monkeypatch.setattr(review_jobs, "_UNDERWAY", type(review_jobs._UNDERWAY)())


@pytest.mark.usefixtures("short")
def test_a_review_goes_on_where_it_stopped() -> None:
    stored = Stored("a" * 16, 1, encode(record()), {})
    told, step = 0, STEP(review_step(stored, 0, "quick", 0, 0.0))
    while not step.review:
        # No time at all: one question of the judge after the other.
        told += len(step.judged)
        step = STEP(review_step(stored, 0, "quick", told, 0.0))
    assert told > 1
    assert step.review.decisions == nokosu.judge.review_match(match_at(record()), 0, nokosu.judge.QUICK).decisions
    # Whoever asks again is told at once.
    assert STEP(review_step(stored, 0, "quick", 0, 0.0)).review == step.review


@pytest.mark.usefixtures("short")
def test_only_the_last_few_are_remembered() -> None:
    for number in range(REMEMBERED + 2):
        review_step(Stored(f"{number:016}", 1, encode(record()), {}), 0, "quick", 0, 0.0)
    assert len(review_jobs._UNDERWAY) == REMEMBERED
    with pytest.raises(Refused):
        review_step(Stored("a" * 16, 1, encode(record()), {}), 3, "quick", 0, 0.0)


async def test_the_server_reviews_a_record(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "x.db")) as running, client(running, "Ann") as ann:
        name = (await ann.http.post("/api/records", content=encode(record()))).json()["record"]
        step = await ann.get(f"/api/records/{name}/review/0")
        assert step["done"] <= step["total"]
        assert (await ann.http.get(f"/api/records/{name}/review/0?depth=endless")).status_code == 400
        assert (await ann.get("/api/me/rounds"))["rounds"] == []


async def test_a_doubt_is_kept_with_what_the_seat_saw_and_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = match_at(record(), 0, 20)
    assert match.to_act is not None
    doubt = {"action": "play R1", "best": "play B4", "verdict": "mistake", "loss": 2.5, "depth": "quick"}
    seen = str(position_of(view(match, match.to_act)))
    async with serving(str(tmp_path / "nokosu.db")) as running, client(running, "Ann") as ann:
        # With open cards too: only what the seat saw is kept.
        for position in (seen, str(position_of(match))):
            said = await ann.post("/api/doubts", {**doubt, "position": position, "note": "I had to"})
            assert said["position"] == seen
        assert await ann.refused("/api/doubts", {**doubt, "position": "nokosu/1 what"}) == "record.unreadable-position"
        monkeypatch.setattr(doubts, "MOST", 1)
        other = str(position_of(view(match_at(record(), 0, 21), match_at(record(), 0, 21).to_act)))
        assert await ann.refused("/api/doubts", {**doubt, "position": other}) == "server.too-many"
    listed = await asyncio.to_thread(CliRunner().invoke, main, ["admin", "doubts", "--data", str(tmp_path), "--json"])
    (row,) = json.loads(listed.output)["doubts"]
    assert (row["times"], row["note"], row["position"], row["best"]) == ("2", "I had to", seen, "play B4")
