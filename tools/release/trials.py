"""How each artefact is tried: installed in a clean place, with nothing of the checkout within reach."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
CONSTRAINTS: Final = ROOT / "constraints.txt"
_MATCH: Final = ("simulate", "--matches", "1", "--rounds", "1", "--seed", "1")
_START_S: Final = 60
KERNEL_TESTS: Final = (
    "actions",
    "champion",
    "judge",
    "observation",
    "rule_documents",
    "stakes",
    "state",
    "worlds",
)
"""Those of tests/kernel that need nothing but pytest, and are short enough for an emulator."""
_ROUNDS: Final = "300"
NOT_IN_SDIST: Final = frozenset({".ci/run", ".editorconfig", ".gitattributes", ".gitignore"})
"""What is about the repository alone."""


class TrialFailed(Exception):
    """What went wrong in a clean place."""


@contextmanager
def clean_place() -> Iterator[Path]:
    """Provide an empty folder with an environment that has pip alone."""
    with tempfile.TemporaryDirectory() as folder:
        run([sys.executable, "-m", "venv", f"{folder}/venv"], Path(folder))
        yield Path(folder)


def run(command: Sequence[str], cwd: Path, **environment: str) -> str:
    """Return what a program says. Raises TrialFailed if it fails."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NOKOSU_", "PYTHON"))}
    done = subprocess.run(
        command, cwd=cwd, env=kept | environment, capture_output=True, text=True, check=False, timeout=3600
    )
    if done.returncode:
        raise TrialFailed(f"{' '.join(command[:6])}: {(done.stderr or done.stdout).strip()[-1500:]}")
    return done.stdout


def install(folder: Path, *wanted: str) -> None:
    """Install into the clean place, with the versions that are tested."""
    run(
        [f"{folder}/venv/bin/pip", "--disable-pip-version-check", "-q", "install", "-c", str(CONSTRAINTS), *wanted],
        folder,
    )


def try_wheel(wheel: Path, version: str, *, kernel: bool) -> list[str]:
    """Install a wheel; play, serve and use the library. Return what was done."""
    with clean_place() as folder:
        began = time.monotonic()
        install(folder, str(wheel))
        nokosu = f"{folder}/venv/bin/nokosu"
        said = run([nokosu, "--version"], folder)
        if version not in said or ("C++ kernel" in said) != kernel:
            raise TrialFailed(f"{wheel.name} says {said.strip()}")
        run([nokosu, *_MATCH, "--bot", "champion:32" if kernel else "club", "--out", "match.jsonl"], folder)
        first = time.monotonic() - began
        run([nokosu, "verify", "match.jsonl"], folder)
        run([f"{folder}/venv/bin/python", "-c", "import nokosu; print(nokosu.load('match.jsonl'))"], folder)
        install(folder, f"{wheel}[server]")
        _try_server(nokosu, folder, version)
    against = "champions" if kernel else "club players"
    return [f"installed, first match of {against} after {first:.1f} s", "record verified", "library", "server"]


def _try_server(nokosu: str, folder: Path, version: str) -> None:
    """Start the server; its page, its health and a file of the client answer."""
    log = (folder / "log").open("w")
    command = [nokosu, "serve", "--data", str(folder / "data"), "--port", "0"]
    with log, subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=log, text=True) as server:
        try:
            assert server.stdout is not None
            line = server.stdout.readline()
            address = next((word for word in line.split() if word.startswith("http")), None)
            if address is None:
                raise TrialFailed((folder / "log").read_text()[-1500:])
            health = json.loads(_get(f"{address}health"))
            if health["version"] != version or health["status"] != "ok":
                raise TrialFailed(f"/health says {health}")
            listed = json.loads(_get(f"{address}files.json"))
            for name in ("", *listed["python"], *listed["network"]):
                if not _get(address + name):
                    raise TrialFailed(f"/{name} is empty")
        finally:
            server.terminate()


def _get(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=_START_S) as answer:  # noqa: S310  our own server
            body: bytes = answer.read()
            return body
    except (urllib.error.URLError, OSError) as error:
        raise TrialFailed(f"{address}: {error}") from None


def left_out(sdist: Path, tracked: Iterable[str]) -> list[str]:
    """Return the files of the repository that a source distribution lacks."""
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    return sorted(set(tracked) - packed - NOT_IN_SDIST)


def try_sdist(sdist: Path, version: str) -> list[str]:
    """See that it has every file; install from it, with neither Node nor Zig, and find the client in it."""
    if lacks := left_out(sdist, run(["git", "ls-files"], ROOT).splitlines()):
        raise TrialFailed(f"{sdist.name} lacks {', '.join(lacks)}: add them to MANIFEST.in")
    with clean_place() as folder:
        install(folder, f"{sdist}[server]")
        _try_server(f"{folder}/venv/bin/nokosu", folder, version)
        run([f"{folder}/venv/bin/nokosu", *_MATCH, "--bot", "club", "--out", "-"], folder)
    return ["every file of the repository", "installed without Node", "match of club players", "server"]


def try_application(application: Path, version: str) -> list[str]:
    """Run the zipapp with the system's Python."""
    with clean_place() as folder:
        python = f"{folder}/venv/bin/python"
        cache = {"XDG_CACHE_HOME": str(folder / "cache")}
        if version not in run([python, str(application), "--version"], folder, **cache):
            raise TrialFailed(f"{application.name} has another version")
        run([python, str(application), *_MATCH, "--bot", "club", "--out", "-"], folder, **cache)
    return ["run by Python", "match of club players"]


def try_tools(dist: Path, version: str, uv: Path) -> list[str]:
    """`uvx nokosu` and `pipx install nokosu`, with the folder as an index."""
    done = []
    with clean_place() as folder:
        home = {"HOME": str(folder), "UV_CACHE_DIR": str(folder / "uv"), "UV_TOOL_DIR": str(folder / "tools")}
        offered = ["--find-links", str(dist), "--prerelease", "allow"]
        said = run(
            [str(uv), "tool", "run", *offered, "--from", f"nokosu=={version}", "nokosu", "--version"], folder, **home
        )
        done.append("uvx") if version in said else None
        run([f"{folder}/venv/bin/pip", "-q", "--disable-pip-version-check", "install", "pipx"], folder)
        pipx = {"PIPX_HOME": str(folder / "pipx"), "PIPX_BIN_DIR": str(folder / "bin"), "HOME": str(folder)}
        arguments = f"--find-links {dist} --pre"
        run([f"{folder}/venv/bin/pipx", "install", "--pip-args", arguments, f"nokosu=={version}"], folder, **pipx)
        done.append("pipx") if version in run([f"{folder}/bin/nokosu", "--version"], folder) else None
    return done


def try_arm(wheel: Path, version: str) -> list[str]:
    """Run the aarch64 wheel under qemu-user, on a Debian for arm64; nothing where these tools are missing."""
    needed = ("debootstrap", "qemu-aarch64-static", "dpkg-deb")
    if not all(map(shutil.which, needed)) or os.geteuid():
        return []
    with clean_place() as folder:
        system, files = folder / "arm64", folder / "site"
        mirror = _mirror()
        run(["debootstrap", "--foreign", "--variant=minbase", "--arch=arm64", "--include=python3", "bookworm",
             str(system), *mirror], folder)  # fmt: skip
        for package in sorted((system / "var/cache/apt/archives").glob("*.deb")):
            run(["dpkg-deb", "-x", str(package), str(system)], folder)
        install(folder, "--target", str(files), "--no-deps", "--ignore-requires-python",
                "--platform", "manylinux_2_17_aarch64", "--only-binary", ":all:", str(wheel))  # fmt: skip
        install(folder, "--target", str(files), "click", "rich", "pytest")
        python = ["qemu-aarch64-static", "-L", str(system), "-E", f"PYTHONPATH={files}", f"{system}/usr/bin/python3.11"]
        said = run([*python, "-m", "nokosu", "--version"], folder)
        if version not in said or "C++ kernel" not in said:
            raise TrialFailed(f"under qemu: {said.strip()}")
        run([*python, "-m", "nokosu", *_MATCH, "--bot", "champion:8", "--out", "match.jsonl"], folder)
        # The same seed gives the same match on every processor.
        run([*python, "-m", "nokosu", "verify", "match.jsonl"], folder)
        tested = try_kernel(python, folder)
    return ["under qemu-user: loads, match of champions, record verified", *tested]


def try_kernel(python: Sequence[str], folder: Path) -> list[str]:
    """Run the kernel's tests with a Python that has the package and pytest: also core against kernel."""
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    files = [f"tests/kernel/test_{name}.py" for name in KERNEL_TESTS]
    alone = ["--noconftest", "--import-mode=importlib", "-p", "no:cacheprovider"]
    run([*python, "-m", "pytest", "-q", *alone, *files], folder, NOKOSU_LANGUAGE="en")
    run([*python, "-m", "tests.kernel.differential", "--rounds", _ROUNDS, "--jobs", "1"], folder)
    return ["the kernel's tests", f"{_ROUNDS} rounds as in Python"]


def _mirror() -> list[str]:
    """Return where this machine's packages come from, if it says so."""
    for file in Path("/etc/apt/sources.list.d").glob("*.sources"):
        for line in file.read_text("utf-8").splitlines():
            if line.startswith("URIs:"):
                return [line.split()[1]]
    return []
