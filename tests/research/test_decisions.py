"""Records as arrays: the same decisions that a replay shows."""

import doctest
import hashlib
import json
from collections import Counter
from functools import partial
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest

import nokosu
from nokosu.kernel.actions import action_of, at_table
from nokosu.kernel.state import State
from nokosu.record import encode, record_of, replay
from nokosu.record.model import SeatInfo
from nokosu.research import decisions
from nokosu.research.decision_set import PARTS, ROUNDS_PER_PART, DecisionSet
from tests.cli.commands import nokosu as command_line
from tests.cli.commands import refused
from tests.docs.test_commands import first_cells
from tests.research.pairs import PAIRS

FILE = "examples/matches.jsonl"


@pytest.mark.parametrize(("edition", "players"), PAIRS)
def test_every_decision_is_there(edition: str, players: int, tmp_path: Path) -> None:
    match = nokosu.play("greedy", ruleset=edition, players=players, seed=3, rounds=2)
    record = record_of(match, [SeatInfo(f"bot {seat}", bot="greedy") for seat in range(players)])
    file = tmp_path / "match.jsonl"
    file.write_text(encode(record) + "\n", "utf-8")
    (batch,) = decisions.batches(file)
    steps = list(replay(record))
    assert len(steps) == len(batch["actions"])
    for row, (before, action) in enumerate(steps):
        state, seat = State.from_round(before.round), before.to_act
        assert seat == batch["seats"][row]
        assert seat is not None
        assert batch["observations"][row].tobytes() == state.observe(seat)
        order = state.colour_order(seat)
        assert action_of(at_table(int(batch["actions"][row]), order)) == action
        offered = {action_of(at_table(int(number), order)) for number in np.flatnonzero(batch["masks"][row])}
        assert offered == set(before.legal())
        scores = match.scores[before.round_index]
        others = [points for other, points in enumerate(scores) if other != seat]
        assert batch["margins"][row] == pytest.approx(scores[seat] - sum(others) / len(others))
    assert set(batch["bots"]) == {"greedy"}


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """`nokosu decisions` with fewer and shorter parts and with weaker bots."""
    fewer = partial(DecisionSet, parts=3, rounds=2, bots=("champion:1", "neural", "search:20"))
    monkeypatch.setattr("nokosu.cli.decisions.DecisionSet", fewer)


def parts(folder: Path) -> list[str]:
    return sorted(file.name for file in (folder / "parts").iterdir())


@pytest.mark.usefixtures("small")
def test_shares_of_the_set_add_up_to_the_same_file(tmp_path: Path) -> None:
    one, two, both = tmp_path / "one", tmp_path / "two", tmp_path / "both"
    assert "Parts missing: 1 of 3" in command_line("decisions", str(one), "--share", "1/2", "--jobs", "1").stderr
    assert parts(one) == ["0000.jsonl", "0002.jsonl"]
    assert "Parts missing: 2 of 3" in command_line("decisions", str(two), "--share", "2/2", "--jobs", "1").stderr
    assert command_line("decisions", str(both), "--minutes", "0", "--jobs", "1").exit_code == 0
    assert parts(both) == []
    found = json.loads(command_line("decisions", str(both), "--jobs", "2", "--json").stdout)
    copytree(two / "parts", one / "parts", dirs_exist_ok=True)
    whole = both / "decisions.jsonl"
    cut = one / "parts/0001.jsonl"
    cut.write_bytes(cut.read_bytes()[:-1])  # cut off on its way: played again
    again = command_line("decisions", str(one), "--jobs", "1", "--json")
    assert json.loads(again.stdout) == found
    assert (one / "decisions.jsonl").read_bytes() == whole.read_bytes()
    assert command_line("verify", str(whole)).exit_code == 0
    (batch,) = decisions.batches(whole)
    assert len(batch["actions"]) == found["decisions"] == 3 * 2 * 68
    assert {bot: said["decisions"] for bot, said in found["bots"].items()} == Counter(batch["bots"].tolist())
    (keys,) = first_cells("decisions")
    assert sorted(keys) == sorted(found)
    assert hashlib.sha256(whole.read_bytes()).hexdigest() == found["sha256"]


@pytest.mark.usefixtures("small")
def test_parts_that_other_code_played_are_refused(tmp_path: Path) -> None:
    command = ("decisions", str(tmp_path), "--jobs", "1")
    assert command_line(*command, "--share", "1/3").exit_code == 0
    file = tmp_path / "parts/0000.jsonl"
    first, second = file.read_text("utf-8").splitlines()
    file.write_text(f"{second}\n{first}\n", "utf-8")
    assert "was played by other code" in refused(*command)
    assert parts(tmp_path) == ["0000.jsonl"]


@pytest.mark.parametrize("share", ["0/2", "3/2", "1", "a/b"])
def test_a_bad_share_is_refused(share: str, tmp_path: Path) -> None:
    assert "such as 1/4" in refused("decisions", str(tmp_path), "--share", share)


def test_the_set_has_a_million_decisions() -> None:
    assert PARTS * ROUNDS_PER_PART * 68 >= 1_000_000


def test_batches_have_the_size_asked_for() -> None:
    whole = list(decisions.batches(FILE))
    parts = list(decisions.batches(FILE, size=100))
    assert {len(part["actions"]) for part in parts[:-1]} == {100}
    for name in decisions.COLUMNS:
        assert np.array_equal(
            np.concatenate([part[name] for part in parts]), np.concatenate([all_[name] for all_ in whole])
        )


def test_the_example_runs() -> None:
    assert doctest.testmod(decisions).failed == 0
