"""Other builds of the kernel's sources, for tests: with sanitisers, and with faults that can be planted.

A build takes half a minute, so it is kept under build/, named by what went into it.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "nokosu" / "kernel"
KEPT = ROOT / "build" / "kernel"
COMPILER = os.environ.get("CXX", "g++")
ALWAYS = ("-std=c++20", "-fPIC", "-fvisibility=hidden", "-pthread")
SANITISED = (
    "-O0",  # builds in half the time; the tests spend theirs in Python anyway
    "-g",
    "-fno-omit-frame-pointer",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-DNOKOSU_FAULTS=1",
)


@cache
def build(wanted: tuple[str, ...]) -> Path:
    """The extension compiled with these flags."""
    flags = (*ALWAYS, *wanted)
    sources = sorted(SOURCES.glob("*/*.cpp"))
    mark = hashlib.sha256(" ".join((COMPILER, *flags, sys.version)).encode())
    for path in sorted(SOURCES.glob("*/*.[ch]pp")):
        mark.update(path.relative_to(SOURCES).as_posix().encode() + path.read_bytes())
    folder = KEPT / mark.hexdigest()[:16]
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / "lock").open("w") as lock:  # two test processes build it once
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = folder / "_kernel.so"
        if not made.exists():
            _forget_old_builds(3)
            folder.mkdir(exist_ok=True)
            with ThreadPoolExecutor(os.cpu_count()) as workers:
                objects = list(workers.map(lambda source: _compile(source, folder, flags), sources))
            _run([COMPILER, *flags, "-shared", *map(str, objects), "-o", str(folder / "linked.so")])
            for each in objects:
                each.unlink()
            (folder / "linked.so").rename(made)
        return made


def _compile(source: Path, folder: Path, flags: Sequence[str]) -> Path:
    made = folder / f"{source.parent.name}-{source.stem}.o"
    include = sysconfig.get_paths()["include"]
    _run([COMPILER, *flags, f"-I{include}", f"-I{SOURCES}", "-c", str(source), "-o", str(made)])
    return made


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stderr}")


def _forget_old_builds(keep: int) -> None:
    folders = sorted((path for path in KEPT.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
    for folder in folders[:-keep]:
        shutil.rmtree(folder)


def run_sanitised(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A module of tests.kernel in a separate process, on the sanitised build."""
    libraries = [_library(name) for name in ("libasan.so", "libstdc++.so")]
    environment = os.environ | {
        "NOKOSU_KERNEL_BUILD": str(build(SANITISED)),
        # The sanitiser has to be there before Python is, and to find the C++ exceptions that it watches.
        "LD_PRELOAD": " ".join(libraries),
        "ASAN_OPTIONS": "detect_leaks=0",  # Python itself leaves memory to the system
    }
    command = [sys.executable, "-m", "tests.kernel.other_build", module, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def _library(name: str) -> str:
    """Where the compiler keeps a library."""
    command = [COMPILER, f"-print-file-name={name}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
