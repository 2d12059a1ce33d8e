"""A round played on from a position: the same cards and moves up to there, a true record, and never a statistic."""

from __future__ import annotations

import json
from typing import Any

import pytest

from nokosu import editions
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view
from nokosu.local.people import ME
from nokosu.local.worker_api import WorkerApi, device_match
from nokosu.record import decode, encode, match_at
from nokosu.record.assists import assists_of
from nokosu.record.position import position_of
from nokosu.record.replay import replay
from nokosu.record.verify import verify
from nokosu.table import results
from nokosu.table.state import State

TABLE, SECRET = "local23456789abc", "5a" * 32


def file(edition: str, players: int, rounds: int = 2) -> str:
    """A record of bots."""
    rules = editions.ruleset(edition, players, rounds=rounds)
    return encode(play_match(rules, seed_from_number(players), [make("random") for _ in range(players)]))


def played_on(text: str, index: int, decision: int, seat: int) -> tuple[WorkerApi, dict[str, Any]]:
    api = WorkerApi()
    api.reader.open("a", text)
    point = json.loads(api.reader.point(index, decision))["answer"]
    said = api.play_on(point["position"], seat, json.dumps(point["bots"]), TABLE, SECRET, "Ann", 1)
    return api, json.loads(said)


def state_of(api: WorkerApi) -> State:
    return api._tables[TABLE].state


def to_the_end(api: WorkerApi) -> None:
    """Let the person play the first thing that is legal, and the bots as they like."""
    now = 2
    api.enter(TABLE, 0, now)
    while (state := state_of(api)).status == "playing":
        now += 10_000
        if state.to_act == state.seat_of(ME):
            assert state.match is not None
            move = {
                "type": "move",
                "client_id": str(now),
                "action": str(state.match.legal()[0]),
                "expected_seq": state.seq,
            }
            api.command(TABLE, json.dumps(move), "local23456789abd", SECRET, now)
        else:
            api.wake(TABLE, now)


@pytest.mark.parametrize(("edition", "players", "decision"), [("second", 4, 21), ("first", 3, 0), ("roger", 5, 44)])
def test_a_round_goes_on_with_the_same_cards_and_never_counts(edition: str, players: int, decision: int) -> None:
    text = file(edition, players)
    there = match_at(decode(text), 1, decision)
    assert there.to_act is not None
    api, said = played_on(text, 1, decision, there.to_act)
    assert said["answer"]["seat"] == there.to_act
    here = state_of(api).match
    assert here is not None
    assert (here.round.hands, here.round.deal, here.round.decisions) == (there.round.hands, there.round.deal, decision)
    # The log leads there by itself.
    again = WorkerApi()
    again.load(json.dumps(said["rows"]), "Ann")
    assert state_of(again).match == here
    to_the_end(again)
    state = state_of(again)
    record = decode(json.loads(again.record(TABLE))["answer"])
    assert verify(record) is None
    assert (record.seed, record.fairness) == (None, None)
    assert [each.kind for each in assists_of(record)] == ["position"]
    assert device_match(state, "Ann")["figures"] is None
    first = [str(action) for match, action in replay(decode(text)) if match.round_index == 1]
    assert [str(action) for _, action in replay(record)][:decision] == first[:decision]


def test_a_match_that_forgot_where_it_began_would_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nokosu.table.state._assist", lambda *_: None)
    text = file("second", 3, 1)
    api, _ = played_on(text, 0, 40, match_at(decode(text), 0, 40).to_act or 0)
    to_the_end(api)
    assert results.counted_seats(state_of(api)) != []


def test_a_position_with_unknown_cards_is_filled_in() -> None:
    text = file("second", 4, 1)
    match = match_at(decode(text), 0, 20)
    line = str(position_of(view(match, match.to_act)))
    api = WorkerApi()
    said = json.loads(api.play_on(line, None, "[]", TABLE, SECRET, "Ann", 1))
    here = state_of(api).match
    assert here is not None
    assert match.to_act is not None
    assert said["answer"]["seat"] == match.to_act
    assert here.round.hands[match.to_act] == match.round.hands[match.to_act]
    assert [chair.bot is None for chair in state_of(api).chairs].count(True) == 1


def test_what_is_over_or_unknown_is_refused() -> None:
    text = file("second", 4, 1)
    over = str(position_of(match_at(decode(text))))
    api = WorkerApi()
    refused = json.loads(api.play_on(over, 0, "[]", TABLE, SECRET, "Ann", 1))["refused"]
    assert refused["message"] == "position.over"
    assert "refused" in json.loads(api.play_on("nokosu/1 what", 0, "[]", TABLE, SECRET, "Ann", 1))
