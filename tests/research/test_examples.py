"""The example that goes from training to a bot does so."""

import json
import subprocess
import sys
from pathlib import Path

from tests.cli.commands import nokosu

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "examples/tiny_policy.py")


def test_a_tiny_policy_is_trained_and_plays_at_a_table(tmp_path: Path) -> None:
    weights = tmp_path / "tiny.npz"
    train = [sys.executable, EXAMPLE, "train", "--minutes", "0.02", str(weights)]
    said = subprocess.run(train, check=True, capture_output=True, text=True).stdout
    assert "points per round more than the mean of three random players" in said
    bots = [f"cmd:{sys.executable} {EXAMPLE} play {weights}", "random", "random", "random"]
    played = nokosu("simulate", *(word for bot in bots for word in ("--bot", bot)), "--rounds", "1", "--seed", "1")
    record = json.loads(played.stdout)
    assert record["seats"][0]["name"] == "tiny"
    assert "substitutions" not in record


def test_the_examples_explain_themselves() -> None:
    said = subprocess.run([sys.executable, EXAMPLE, "--help"], check=True, capture_output=True, text=True).stdout
    assert "Train a tiny policy" in said
