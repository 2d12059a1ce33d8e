"""Records as arrays: the same decisions that a replay shows."""

import doctest
import re
from pathlib import Path

import numpy as np
import pytest

import nokosu
from nokosu.kernel.actions import action_of, at_table
from nokosu.kernel.state import State
from nokosu.record import encode, record_of, replay
from nokosu.record.model import SeatInfo
from nokosu.research import decisions
from tests.cli.commands import nokosu as command_line
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


def test_the_command_of_the_page_makes_a_set(tmp_path: Path) -> None:
    """The command of docs/research.md with weaker searches and fewer rounds: interrupted, resumed, read, verified."""
    page = Path("docs/research.md").read_text("utf-8")
    (line,) = re.findall(r"^nokosu (arena .*--records decisions.*)$", page, re.MULTILINE)
    rounds = int(line.split("--rounds ")[1].split()[0])
    assert 2 * rounds * 68 >= 1_000_000
    small = {"champion:64": "champion:1", "search:1000": "search:20", str(rounds): "4"}
    command = [*(small.get(word, word) for word in line.split()), "--jobs", "1"]
    command = [str(tmp_path / word) if word.endswith(".jsonl") else word for word in command]
    assert command_line(*command).exit_code == 0
    results, made = tmp_path / "decisions.results.jsonl", tmp_path / "decisions.jsonl"
    whole, first = made.read_bytes(), results.read_text("utf-8").splitlines()[0]
    results.write_text(first + "\n", "utf-8")
    assert command_line(*command).exit_code == 0
    assert made.read_bytes() == whole
    assert command_line("verify", str(made)).exit_code == 0
    (batch,) = decisions.batches(made)
    assert len(batch["actions"]) == 2 * 4 * 68
    assert set(batch["bots"]) == {"champion:1", "search:20"}


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
