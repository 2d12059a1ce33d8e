"""The kernel is there where it has to be, and can be hidden."""

import os
import subprocess
import sys

from nokosu import kernel

LOOK = "from nokosu import kernel; print(kernel.available, kernel.describe())"


def ask(**environment: str) -> str:
    clean = {name: value for name, value in os.environ.items() if name != "NOKOSU_NO_KERNEL"}
    done = subprocess.run(
        [sys.executable, "-c", LOOK], env=clean | environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_these_tests_run_with_the_kernel() -> None:
    # Not skipped where it is missing: whoever runs this folder wants it, and on CI it must have been built.
    assert kernel.available, kernel.why_not


def test_it_says_that_it_is_there() -> None:
    assert ask().startswith("True C++ kernel (")


def test_it_can_be_hidden() -> None:
    assert ask(NOKOSU_NO_KERNEL="1") == "False Python core (no kernel: hidden by NOKOSU_NO_KERNEL)"


def test_hidden_means_hidden() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import nokosu.kernel.state"],
        env=os.environ | {"NOKOSU_NO_KERNEL": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "nokosu.kernel._kernel halted" in done.stderr
