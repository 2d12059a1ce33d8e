"""`nokosu benchmark`, whose reference bots need the kernel: resuming, and the JSON that docs/commands.md describes."""

import json
import re
from pathlib import Path
from typing import Any

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
