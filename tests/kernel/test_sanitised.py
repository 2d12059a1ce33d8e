"""The kernel under AddressSanitizer and UndefinedBehaviorSanitizer; and faults planted in it, which must be found.

Each of these is a separate process on another build of the same sources (builds.py).
"""

from tests.kernel.builds import run_sanitised
from tests.kernel.planted import FAULTS
from tests.night import NIGHTLY


def test_planted_faults_are_found_and_nothing_else() -> None:
    done = run_sanitised("tests.kernel.planted")
    assert done.returncode == 0, done.stderr
    lines = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert len(lines) == 5 + len(FAULTS)
    for name, found in lines.items():
        if name.startswith("no fault"):
            assert found == "nothing found", name
        else:
            assert found != "NOT NOTICED", name


def test_the_differential_is_clean_of_undefined_behaviour() -> None:
    done = run_sanitised("tests.kernel.differential", "--rounds", "20000" if NIGHTLY else "240", "--jobs", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    assert ": 0 differences" in done.stdout


def test_random_input_is_refused_or_played() -> None:
    done = run_sanitised("tests.kernel.fuzz", "--attempts", "120", "--seconds", "600" if NIGHTLY else "0")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 7
    # Every kind but plain noise is taken now and then, so that what comes after is exercised too.
    assert [line for line in lines if ": 0 of" in line] == [line for line in lines if line.startswith("random_bytes")]


def test_a_read_out_of_place_would_be_noticed() -> None:
    done = run_sanitised("tests.kernel.overrun")
    assert done.returncode != 0
    assert "AddressSanitizer" in done.stderr or "runtime error" in done.stderr
