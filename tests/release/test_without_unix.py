"""A match at a server and one in the arena without the modules and calls that only Unix has, as on Windows.

It is not Windows: what Python and its libraries do differently there is not tried.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from asyncio import create_subprocess_exec
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Final, cast

import pytest

from nokosu.server.disk import Reserve
from tests.release.visits import Place, matches, play_match
from tests.server.people import client
from tests.server.serving import Running

# Python runs this first, in child processes too. What it needs for itself is loaded before it is taken away.
TAKEN_AWAY: Final = """
import asyncio, multiprocessing.util, os, signal, subprocess, sys, tempfile
for module in ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty", "uvloop"):
    sys.modules[module] = None
subprocess.Popen.kill = lambda process: process.send_signal(9)
calls = "O_DIRECTORY chown fchmod fchown fork getpgid getpriority killpg mkfifo posix_fallocate pread sched_getaffinity"
calls += " setpriority setsid"
signals = "SIGALRM SIGHUP SIGKILL SIGQUIT SIGUSR1 pthread_sigmask setitimer"
for module, names in ((os, calls), (signal, signals)):
    for name in names.split():
        delattr(module, name)
"""
NOKOSU: Final = (sys.executable, "-m", "nokosu")
ARENA: Final = "arena --resume {} --bot club --bot greedy --players 3 --rounds 12 --jobs 2 --seed 1"


@pytest.fixture
def without_unix(tmp_path: Path) -> dict[str, str]:
    """The environment of a Python that lacks all that."""
    (tmp_path / "sitecustomize.py").write_text(TAKEN_AWAY, "utf-8")
    return os.environ | {"PYTHONPATH": str(tmp_path)}


@pytest.mark.parametrize("fault", ["import resource", "import os; os.killpg", "import signal; signal.SIGKILL"])
def test_a_program_that_needs_unix_fails(without_unix: dict[str, str], fault: str) -> None:
    """The planted faults of the tests below."""
    done = subprocess.run([sys.executable, "-c", fault], env=without_unix, capture_output=True, check=False)
    assert done.returncode == 1


async def test_a_match_is_played_at_a_server(without_unix: dict[str, str], tmp_path: Path) -> None:
    options = ("serve", "--port", "0", "--data", str(tmp_path / "data"), "--bot-delay", "0")
    server = await create_subprocess_exec(*NOKOSU, *options, env=without_unix, stdout=PIPE, stderr=PIPE)
    try:
        assert server.stdout is not None
        said = (await server.stdout.readline()).decode().split()
        place = next((word for word in said if word.startswith("http")), "")
        async with client(cast("Running", Place(place.rstrip("/"))), "Ann") as person:
            table = await play_match(person, "club")
            assert await matches(person) == {table}
    finally:
        server.terminate()
        _, log = await server.communicate()
    assert server.returncode in {0, -signal.SIGTERM}, log
    assert b'"error"' not in log


def test_bots_play_in_processes_and_go_on(without_unix: dict[str, str], tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    command = [*NOKOSU, *ARENA.format(results).split()]
    for cut in (0, 5):
        done = subprocess.run(command, env=without_unix, capture_output=True, text=True, check=False)
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
        results.write_bytes(results.read_bytes()[: -cut or None])


@pytest.mark.parametrize("missing", [None, "posix_fallocate"])
def test_a_reserve_takes_its_space_on_every_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str | None
) -> None:
    """Only Linux has a call for it."""
    if missing:
        monkeypatch.delattr(os, missing)
    assert not Reserve(tmp_path / "x.db", 2).full(0)
    made = (tmp_path / "x.db-reserve").stat()
    assert made.st_size == 2 << 20
    assert made.st_blocks * 512 >= 2 << 20


def test_the_doctor_leaves_out_what_only_unix_has(without_unix: dict[str, str], tmp_path: Path) -> None:
    command = [*NOKOSU, "doctor", "--data", str(tmp_path / "new")]
    done = subprocess.run(command, env=without_unix, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert "database" in done.stdout
    assert "open files" not in done.stdout
