"""A replay on a device is the server's, answer for answer; a match that is not over has none."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import pytest

from nokosu import editions
from nokosu.bots import hints
from nokosu.bots.advice import Advice
from nokosu.bots.hints import advice as hints_advice
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.help import help_for
from nokosu.core.match import Match
from nokosu.core.stream import seed_from_number
from nokosu.core.view import View, view
from nokosu.local.people import ME
from nokosu.local.reader import Reader, answered
from nokosu.local.worker_api import WorkerApi, summary
from nokosu.record import decode, encode, match_at
from nokosu.record.codec import encode as record_text
from nokosu.record.position import position_of
from nokosu.record.verify import verify
from nokosu.table import matches
from nokosu.table.frame_cache import FrameCache
from nokosu.wire.lobby import PlayNow
from nokosu.wire.struct import encode as to_json
from tests.hidden.redeal import redeals
from tests.local.replays import on_the_device, plain
from tests.server.people import Client, client
from tests.server.serving import serving
from tests.table.test_hosted import WITHOUT

TABLE = "local23456789abc"
Case = tuple[str, list[int], str]


def case(edition: str, players: int) -> Case:
    """A record file, decisions to ask about, and a position of it."""
    rules = editions.ruleset(edition, players, rounds=1)
    file = encode(play_match(rules, seed_from_number(players), [make("random") for _ in range(players)]))
    match = match_at(decode(file), 0, 20)
    return file, [0, 9, 20], str(position_of(view(match, match.to_act)))


async def at_the_server(ann: Client, case: Case) -> list[str]:
    file, decisions, position = case
    name = (await ann.http.post("/api/records", content=file)).json()["record"]
    where, text = f"/api/records/{name}", urlencode({"text": position})
    paths = [where, f"{where}/rounds/0", *(f"{where}/rounds/0/advice/{decision}" for decision in decisions)]
    paths += [f"/api/positions?{text}", f"/api/positions/advice?{text}"]
    return [plain(f'{{"answer":{(await ann.http.get(path)).text}}}') for path in paths]


def without_compiled_packages(cases: list[Case]) -> list[list[str]]:
    """The same where msgspec and the kernel are missing, as in a browser."""
    program = WITHOUT + "import runpy; runpy.run_module('tests.local.replays', run_name='__main__')"
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, input=json.dumps(cases), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said: list[list[str]] = json.loads(done.stdout)
    return said


async def test_a_replay_on_a_device_is_the_servers_byte_for_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOKOSU_NO_KERNEL", "1")  # for the server's worker: a kernel would give better advice
    cases = [case(edition, players) for edition, players in editions.pairs()]
    async with serving(str(tmp_path / "x.db")) as running, client(running, "Ann") as ann:
        there = [await at_the_server(ann, each) for each in cases]
    for mine, other in zip(without_compiled_packages(cases), there, strict=True):
        assert mine == other


def _no_assists(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("nokosu.table.replaying.assists_of", lambda _: ())


def _help_for_a_spectator(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("nokosu.table.replaying.help_for", lambda seen: help_for(replace(seen, seat=None, hand=None)))


def _other_advice(patch: pytest.MonkeyPatch) -> None:
    def backwards(view: View) -> Advice:
        found = hints_advice(view)
        return replace(found, options=found.options[::-1])

    patch.setattr(hints, "advice", backwards)


@pytest.mark.parametrize("plant", [_no_assists, _help_for_a_spectator, _other_advice])
async def test_a_difference_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain_file, decisions, position = case("second", 3)
    file = json.loads(plain_file) | {"assists": [{"seat": 0, "round": 0, "decision": 3, "kind": "hint"}]}
    one = (json.dumps(file), decisions, position)
    async with serving(str(tmp_path / "x.db")) as running, client(running, "Ann") as ann:
        there = await at_the_server(ann, one)
    assert on_the_device(*one) == there
    plant(monkeypatch)
    assert on_the_device(*one) != there


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text[:-1], "record.unreadable"),
        (lambda _: "[" * 100_000, "record.unreadable"),
        (lambda text: text.replace('"totals":[', '"totals":[9'), "record.untrue"),
    ],
)
def test_a_file_that_is_not_true_is_refused_on_a_device_too(damage: Callable[[str], str], message: str) -> None:
    said = json.loads(Reader().bring(TABLE, damage(case("first", 3)[0]), 0))
    assert said["refused"]["message"] == message


def test_names_from_a_file_obey_the_rules_for_names() -> None:
    file = json.loads(case("first", 3)[0])
    file["seats"][0]["name"] = "\u202e" + "x" * 500
    said = json.loads(Reader().bring(TABLE, json.dumps(file), 0))
    assert said["answer"]["match"]["names"][0] == "x" * 24


class Device:
    """A device, and a person who makes the first legal move."""

    def __init__(self) -> None:
        self.api, self.now = WorkerApi(), 1_000_000
        wish = to_json(PlayNow(edition="second", players=3, rounds=1, bot="beginner")).decode()
        self.api.play(wish, TABLE, "5a" * 32, "Ann", self.now)
        self.told = json.loads(self.api.enter(TABLE, 0, self.now))
        self.seq = self.told["frames"][0]["seq"]
        self.number = 0

    @property
    def match(self) -> Match:
        match = self.api._tables[TABLE].state.match
        assert match is not None
        return match

    def step(self) -> None:
        """The bots move, or the person does."""
        due = self.told["due"]
        if due is not None:
            self.now = due
            self.told = json.loads(self.api.wake(TABLE, due))
            if not self.told["frames"]:
                self.told = json.loads(self.api.enter(TABLE, self.seq, due))
        else:
            self.number += 1
            state = self.api._tables[TABLE].state
            move = {"type": "move", "expected_seq": state.seq, "action": str(self.match.legal()[0])}
            text = json.dumps(move | {"client_id": f"c{self.number}"})
            self.told = json.loads(self.api.command(TABLE, text, "", "", self.now))

    def heard(self, match: Match) -> str:
        """All that a page can have at this moment, if this were the match."""
        table = self.api._tables[TABLE]
        kept, table.state.match = table.state.match, match
        # Nothing that an earlier world left behind.
        table.host._cache = FrameCache()
        said = table.enter(table.state.seq, self.now).frames
        listed = [summary(table.state, table.name), self.api.record(TABLE)]
        table.state.match = kept
        return b"".join(said).decode() + to_json(listed).decode()


def leaks() -> bool:
    """Whether a page could tell apart two deals that its player cannot."""
    device = Device()
    found = False
    while device.api._tables[TABLE].state.ended is None:
        seat = device.api._tables[TABLE].seat
        truth = device.heard(device.match)
        found = found or any(device.heard(other) != truth for other in redeals(device.match, seat, 1))
        device.step()
    record = decode(json.loads(device.api.record(TABLE))["answer"])
    assert verify(record) is None
    assert record.finished
    return found


def test_a_page_never_has_the_bots_cards_before_they_are_shown() -> None:
    assert not leaks()


def _another_hand(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("nokosu.table.frame_cache.own_hand", lambda match, seat: match.round.hands[(seat + 1) % 3])


def _a_record_too_early(patch: pytest.MonkeyPatch) -> None:
    def record(api: WorkerApi, table: str) -> str:
        return answered(lambda: record_text(matches.record(api._tables[table].state, {ME: "Ann"})))

    patch.setattr(WorkerApi, "record", record)


@pytest.mark.parametrize("plant", [_another_hand, _a_record_too_early])
def test_a_leak_is_found(plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert leaks()
