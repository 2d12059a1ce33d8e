"""The kernel is there where it has to be, and can be hidden."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from nokosu import kernel

ROOT = Path(__file__).parents[2]
LOOK = "from nokosu import kernel; print(kernel.available, kernel.describe())"


def ask(**environment: str) -> str:
    clean = {name: value for name, value in os.environ.items() if name != "NOKOSU_NO_KERNEL"}
    done = subprocess.run(
        [sys.executable, "-c", LOOK], env=clean | environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_these_tests_run_with_the_kernel() -> None:
    # Not skipped where it is missing: a run of this folder wants it, and on CI it must have been built.
    assert kernel.available, kernel.why_not


def test_it_says_that_it_is_there() -> None:
    assert ask().startswith("True C++ kernel (")


def test_it_can_be_hidden() -> None:
    assert ask(NOKOSU_NO_KERNEL="1") == "False Python core (no kernel: hidden by NOKOSU_NO_KERNEL)"


WORK = """
import hashlib
from nokosu.kernel import describe
from nokosu.kernel.env import ARRAYS, BatchEnv, arrays, choose
from tests.kernel.positions import RULESETS
env, out = BatchEnv(RULESETS, 60, seed=4), arrays(60, ARRAYS)
env.bind(**out)
env.reset()
actions = memoryview(bytearray(60))
seen = hashlib.sha256()
for step in range(150):
    choose(out["masks"], actions, step)
    env.step(actions) if step % 2 else env.step_random(1)
    for name, values in out.items():
        seen.update(values)
for game in range(60):
    seen.update(env.state(game).playout(game).actions)
print(seen.hexdigest(), describe())
"""


def test_the_portable_code_gives_the_same_bytes() -> None:
    """On a processor without AVX2 and BMI2 both are the portable one."""
    best, portable = (
        subprocess.run(
            [sys.executable, "-c", WORK], env=os.environ | extra, cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split(" ", 1)
        for extra in ({}, {"NOKOSU_PORTABLE": "1"})
    )
    assert portable[1] == "C++ kernel (portable code)\n"
    assert best[0] == portable[0]


@pytest.mark.parametrize("module", ["env", "state", "endgame", "network"])
def test_a_module_that_needs_the_kernel_says_what_is_missing_and_how_to_get_it(module: str) -> None:
    hidden = os.environ | {"NOKOSU_NO_KERNEL": "1"}
    assert importing(module, hidden) == (
        "ImportError: this needs the compiled kernel, which is missing (hidden by NOKOSU_NO_KERNEL). "
        "Unset NOKOSU_NO_KERNEL."
    )


NOT_BUILT = """
import sys
sys.modules["nokosu.kernel._kernel"] = None
import nokosu.kernel.{module}
"""


def test_where_the_kernel_was_not_built_the_way_to_build_it_is_named() -> None:
    said = importing("env", dict(os.environ), NOT_BUILT)
    assert said.startswith("ImportError: this needs the compiled kernel, which is missing (")
    assert said.endswith(
        "Install a C++ compiler and Python's headers, then install nokosu again (in a checkout: make setup)."
    )


def importing(module: str, environment: dict[str, str], code: str = "import nokosu.kernel.{module}") -> str:
    """The last line of the traceback."""
    done = subprocess.run(
        [sys.executable, "-c", code.format(module=module)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    return done.stderr.splitlines()[-1]


def test_other_names_are_missing_as_usual() -> None:
    assert not hasattr(kernel, "no_such_name")
