"""The analysis board of a device: its worker's verbs, and a judge that asks the kernel next door."""

from __future__ import annotations

import json
from typing import Any

from nokosu.core.match import Match
from nokosu.core.stream import seed_from_number
from nokosu.core.view import View, view
from nokosu.kernel.judge import answer
from nokosu.kernel.requests import KernelRequest
from nokosu.local.worker_api import WorkerApi
from nokosu.record.codec import encode
from nokosu.record.model import SeatInfo
from nokosu.record.position import position_of
from nokosu.record.writer import record_of
from tests.builders import random_match, rules

ANALYST = WorkerApi().analyst


def said(text: str) -> Any:
    found = json.loads(text)
    assert "refused" not in found, found
    return found["answer"]


def refusal(text: str) -> str:
    why: str = json.loads(text)["refused"]["message"]
    return why


def own(match: Match) -> View:
    return view(match, match.to_act)


def judged(text: str, effort: int) -> Any:
    """What the judge comes to, with this process's kernel as the one next door."""
    found = json.loads(ANALYST.judge(text, effort, network=False))
    while "think" in found:
        request = KernelRequest(found["think"]["call"], bytes.fromhex(found["think"]["request"]))
        found = json.loads(ANALYST.go_on(found["job"], answer(request, None).hex()))
    return found["answer"]


def test_a_position_is_read_played_on_and_taken_back() -> None:
    match = random_match(rules(4, rounds=1), 20)
    text = str(position_of(own(match)))
    shown = said(ANALYST.position(text))
    assert (shown["text"], shown["to_act"], shown["known"]) == (text, match.to_act, True)
    assert set(shown["actions"]) == {str(action) for action in match.legal()}
    after = said(ANALYST.move(text, shown["actions"][0]))
    assert after["shared"]["round"]["positions"][-2]["action"] == shown["actions"][0]
    assert said(ANALYST.position(after["text"], 20))["text"] == text
    assert refusal(ANALYST.move(text, "play dR9")) == "table.no-action"
    assert refusal(ANALYST.position("nokosu/1 second/9 x")) == "position.expected"


def test_a_real_table_is_set_up_with_as_many_pieces_as_the_edition_has() -> None:
    seen = view(Match.start(rules(3, "manual"), seed_from_number(4)), 0)
    numbers = said(ANALYST.numbers("manual", 3))
    assert (numbers["cards_each"], numbers["drawn_each"], numbers["pool"]) == (9, 1, 10)
    assert {str(card) for card in seen.hand or ()} <= set(numbers["deck"])
    setup = {
        "edition": "manual",
        "players": 3,
        "dealer": seen.dealer,
        "seat": 0,
        "phase": "draft",
        "hand": [str(card) for card in seen.hand or ()],
        "pool": [str(die) for die in seen.pool],
        "dice": [[str(die) for die in dice] for dice in seen.dice],
    }
    assert said(ANALYST.set_up(json.dumps(setup)))["to_act"] == seen.to_act
    assert refusal(ANALYST.set_up(json.dumps(setup | {"hand": []}))) == "position.expected-count"
    assert refusal(ANALYST.numbers("tenth", 4)) == "table.no-such-rules"


def test_the_judge_looks_at_every_action_and_longer_each_time() -> None:
    match = random_match(rules(4, rounds=1), 52)
    text = str(position_of(own(match)))
    worlds = []
    for effort in (0, 1):
        found = judged(text, effort)
        assert {each["action"] for each in found["candidates"]} == {str(action) for action in match.legal()}
        assert found["verdict"] is None
        worlds.append(max(each["worlds"] for each in found["candidates"]))
    assert worlds[1] >= worlds[0] > 0


def test_a_seat_whose_cards_are_unknown_is_not_judged() -> None:
    match = random_match(rules(4, rounds=1), 20)
    assert match.to_act is not None
    text = str(position_of(view(match, (match.to_act + 1) % 4)))
    assert refusal(ANALYST.judge(text, 0, network=False)) == "server.no-record"


def test_an_answer_that_nobody_waits_for_is_let_go() -> None:
    text = str(position_of(own(random_match(rules(4, rounds=1), 20))))
    first = json.loads(ANALYST.judge(text, 0, network=False))
    second = json.loads(ANALYST.judge(text, 0, network=False))
    assert refusal(ANALYST.go_on(first["job"], "")) == "server.busy"
    assert refusal(ANALYST.go_on(second["job"], "", "no kernel here")) == "server.busy"
    assert refusal(ANALYST.go_on(second["job"], "")) == "server.busy"


def test_a_decision_of_a_record_as_its_seat_knew_it_or_with_open_cards() -> None:
    reader = WorkerApi().reader
    assert refusal(reader.analyse(0, 3)) == "server.no-record"
    match = random_match(rules(4, rounds=1), 10_000)
    reader.open("match", encode(record_of(match, [SeatInfo(f"p{seat}") for seat in range(4)])))
    for seat in (2, None):
        shown = said(reader.analyse(0, 20, seat))
        assert shown["shared"]["seat"] == seat
        assert shown["shared"]["open"] is (seat is None)
        assert shown["shared"]["round"]["positions"][-1]["decision"] == 20
