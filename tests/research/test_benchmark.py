"""`nokosu benchmark`, whose reference bots need the kernel: resuming, and the JSON that docs/commands.md describes."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bench import benchmark as bench
from nokosu.arena import benchmark
from tests.cli.commands import nokosu
from tests.docs.test_commands import PAGE, first_cells


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    kept = tmp_path / "results.jsonl"
    command = ("benchmark", "greedy", "--trial", "1", "--jobs", "1", "--json", "--resume", str(kept))
    first = json.loads(nokosu(*command).stdout)
    lines = kept.read_text("utf-8").splitlines()
    assert len(lines) == len(benchmark.OPPONENTS)
    again = json.loads(nokosu(*command).stdout)
    assert kept.read_text("utf-8").splitlines() == lines
    assert again == first
    assert first["complete"] is False
    check_keys(first)


def check_keys(found: dict[str, Any]) -> None:
    """Compare the keys with the page."""
    (keys,) = first_cells("benchmark")
    assert sorted(keys) == sorted(found)
    row = next(line for line in PAGE.splitlines() if line.startswith("| `opponents` |"))
    assert re.findall(r"`(\w+)`", row)[1:] == list(found["opponents"][0])


def test_a_run_in_which_a_bot_failed_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = json.loads(bench.FILE.read_text("utf-8"))["runs"][0]
    bad = {**good, "score": None, "opponents": [{**other, "failures": 1} for other in good["opponents"]]}
    file = tmp_path / "benchmark.json"
    file.write_text('{"runs": []}', "utf-8")
    monkeypatch.setattr(bench, "FILE", file)
    with pytest.raises(SystemExit, match="4 failures; nothing was written"):
        bench.add(bad)
    assert json.loads(file.read_text("utf-8")) == {"runs": []}
    bench.add(good)
    bench.add({**good, "deals": good["deals"] - 1})
    assert json.loads(file.read_text("utf-8")) == {"runs": [good]}
