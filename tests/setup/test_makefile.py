"""The Makefile's own promises, with a Python that only notes what it is asked for."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
PYTHON = """#!/bin/sh
case "$*" in
  *"-e ."*) echo built >> "$PLACE/noted" ;;
  *sysconfig*) [ -e "$PLACE/Python.h" ] && echo Python.h || echo ;;
esac
"""


def program(path: Path, text: str = "#!/bin/sh\n") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def test_the_kernel_is_built_again_when_a_compiler_or_the_headers_come(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in ("pyproject.toml", "setup.py", "constraints.txt", "tools/catalogues.py", ".venv/.made"):
        program(tmp_path / name)
    program(tmp_path / ".venv/bin/python", PYTHON)
    compiler = tmp_path / "compiler"

    def builds() -> int:
        """How often the package was installed until now."""
        environment = {**os.environ, "PLACE": str(tmp_path), "CXX": str(compiler), "MAKEFLAGS": ""}
        subprocess.run(["make", ".venv/.package"], cwd=tmp_path, env=environment, check=True, capture_output=True)
        return (tmp_path / "noted").read_text().count("built")

    assert [builds(), builds()] == [1, 1]
    program(compiler)
    assert [builds(), builds()] == [2, 2]
    (tmp_path / "Python.h").touch()
    assert [builds(), builds()] == [3, 3]


def test_without_a_compiler_or_the_headers_wasmtime_brings_the_strong_opponents(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in ("pyproject.toml", "setup.py", "constraints.txt", "tools/catalogues.py", ".venv/.made"):
        program(tmp_path / name)
    program(tmp_path / "compiler")
    program(tmp_path / "with", "#!/bin/sh\nexit 0\n")
    program(tmp_path / "without", "#!/bin/sh\nexit 1\n")

    def portable(compiler: str, python: str) -> bool:
        """Whether `make play` installs what runs the browser's kernel at the server."""
        environment = {**os.environ, "CXX": str(tmp_path / compiler), "PYTHON": str(tmp_path / python), "MAKEFLAGS": ""}
        command = ["make", "-n", "play"]
        done = subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
        return "touch .venv/.portable" in done.stdout

    assert not portable("compiler", "with")
    assert portable("nowhere", "with")
    assert portable("compiler", "without")


def test_the_packages_come_before_everything_that_make_test_does() -> None:
    """With several jobs too: the compiler has to be there when the kernel is built."""
    command, environment = ["make", "-j4", "-n", "test"], {**os.environ, "MAKEFLAGS": ""}
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    steps = done.stdout.splitlines()
    first = next(number for number, step in enumerate(steps) if "system-packages.sh --or-leave-out" in step)
    assert not [step for step in steps[:first] if "pip" in step or "pytest" in step or "ruff" in step]
