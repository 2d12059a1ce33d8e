"""A review on a device is the library's, decision by decision; what somebody's rounds came to is their record's."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import nokosu.judge
from nokosu import editions
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.stream import seed_from_number
from nokosu.judge.settings import QUICK, Effort, Look
from nokosu.kernel.judge import Settings, answer
from nokosu.kernel.requests import KernelRequest
from nokosu.local.worker_api import WorkerApi
from nokosu.record import Record, encode, match_at
from nokosu.record.assists import Assist, with_assists
from nokosu.table.progress import played_rounds
from nokosu.wire.struct import encode as to_json

_FEW = Settings(worlds=4, playouts=1)
SHORT: Effort = replace(QUICK, screen=Look(_FEW, _FEW, _FEW, _FEW), look=Look(_FEW, _FEW, _FEW, _FEW), playouts=4)


def record(rounds: int = 1) -> Record:
    rules = editions.ruleset("second", 3, rounds=rounds)
    return play_match(rules, seed_from_number(5), [make("random"), make("club"), make("club")])


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> WorkerApi:
    """A device with a record open and a judge that hardly looks."""
    monkeypatch.setattr(nokosu.judge, "QUICK", SHORT)
    made = WorkerApi()
    made.reader.open("a", encode(record()))
    return made


def run(api: WorkerApi, known: str = "[]") -> tuple[list[Any], Any]:
    """Everything that was told on the way, and the review."""
    told: list[Any] = []
    said = json.loads(api.review(0, "quick", known, network=False))
    while said["think"]:
        told += said["judged"]
        asked = KernelRequest(said["think"]["call"], bytes.fromhex(said["think"]["request"]))
        said = json.loads(api.reviewer.go_on(answer(asked, None).hex()))
    return told + said["judged"], said["review"]


def test_a_review_on_a_device_is_the_librarys(api: WorkerApi) -> None:
    told, review = run(api)
    there = nokosu.judge.review_match(match_at(record()), 0, SHORT, network=False)
    assert review == json.loads(to_json(there))
    assert {(each["round"], each["decision"]) for each in told} == {(e.round, e.decision) for e in there.decisions}
    # Without the second judge nothing is called a mistake.
    assert {each["verdict"] for each in told} <= {"best", "fine", "close", "unsure"}


def test_what_is_known_is_not_judged_again(api: WorkerApi) -> None:
    _, review = run(api)
    told, again = run(api, json.dumps(review["decisions"]))
    assert told == []
    assert again["decisions"] == review["decisions"]


def test_a_review_can_be_stopped_and_fails_in_words(api: WorkerApi) -> None:
    api.review(0, "quick", "[]", network=False)
    failed = json.loads(api.reviewer.go_on("", "no room"))
    assert failed["refused"]["message"] == "web.local.failed"
    api.review(0, "quick", "[]", network=False)
    api.reviewer.stop()
    assert "refused" in json.loads(api.reviewer.go_on("00"))
    assert "refused" in json.loads(api.review(4, "quick", "[]", network=False))


def test_rounds_say_what_they_came_to_unless_somebody_was_helped() -> None:
    played = record(2)
    match = match_at(played)
    found = played_rounds("a", played, 1, 9)
    assert [each.points for each in found] == [row[1] for row in match.scores]
    assert [each.made for each in found] == [each.score[1].made for each in match.rounds]
    assert [each.target is None for each in found] == [each.zero[1] for each in match.rounds]
    # The dealer's left picks first, and the deal moves on.
    assert [(each.place - found[0].place) % 3 for each in found] == [0, 2]
    assert played_rounds("a", with_assists(played, [Assist(0, 0, 1, "hint")]), 1, 9) == []
