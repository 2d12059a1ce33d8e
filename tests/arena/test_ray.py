"""The arena on a real Ray of two worker processes, one of which is killed while it plays."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

KILLER = Path(__file__).parent / "programs/kills_its_host.py"


def arena(tmp_path: Path, name: str, mark: Path, *options: str) -> tuple[list[str], dict[str, Any]]:
    """Records and results of a run of the command."""
    file = tmp_path / name
    bots = ("--bot", "random", "--bot", f"cmd:{sys.executable} {KILLER} {mark}")
    command = (sys.executable, "-m", "nokosu", "arena", *bots, "--players", "3", "--rounds", "6", "--json")
    done = subprocess.run(
        [*command, "--jobs", "2", "--records", str(file), *options],
        capture_output=True,
        text=True,
        check=False,
        # Ray's sockets need a short path, and its logs are not for the machine's own folder.
        env={**os.environ, "RAY_TMPDIR": "/tmp"},  # noqa: S108  (see above)
    )
    assert done.returncode == 0, done.stderr
    return file.read_text("utf-8").splitlines(), json.loads(done.stdout)


def test_a_killed_worker_changes_nothing(tmp_path: Path) -> None:
    mark = tmp_path / "killed"
    on_ray, ray_results = arena(tmp_path, "ray.jsonl", mark, "--ray", "local")
    assert mark.exists(), "a worker was killed on the way"
    here, results = arena(tmp_path, "here.jsonl", mark)
    assert on_ray == here
    assert len(here) == 12
    for with_ray, without in zip(ray_results["pairs"], results["pairs"], strict=True):
        timeless = {key for key in without if not key.startswith("ms_")}
        assert {key: with_ray[key] for key in timeless} == {key: without[key] for key in timeless}
        assert (without["failures_a"], without["failures_b"]) == (0, 0)
