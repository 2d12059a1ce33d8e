"""Plants every fault of base/faults.hpp in turn and sees whether a check notices.

    python -m tests.kernel.other_build tests.kernel.planted

Only a build with NOKOSU_FAULTS=1 has `plant`. Prints a line a fault: its name, and what noticed it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from nokosu.kernel import _kernel
from nokosu.kernel.endgame import Effort
from nokosu.kernel.env import BatchEnv, arrays
from nokosu.kernel.state import State
from tests.kernel.differential import play_many
from tests.kernel.endings import TooLong, difference, endings
from tests.kernel.positions import RULESETS, positions

ROUNDS = 240


def differential() -> str | None:
    found = play_many(0, ROUNDS).differences
    return found[0].split(": ")[1] if found else None


def worlds() -> str | None:
    """A sampled world is played again from its deal: a void that is not honoured makes an action illegal."""
    for ruleset in RULESETS:
        for number, (_, state) in enumerate(positions(ruleset, 1)):
            for other in state.sample_worlds(number % ruleset.players, number, 3):
                try:
                    State.from_bytes(other.to_bytes())
                except _kernel.Refused as refused:
                    return str(refused)
    return None


def observations() -> str | None:
    """What a seat cannot know is dealt again: its observation must stay what it was."""
    for ruleset in RULESETS:
        for number, (_, state) in enumerate(positions(ruleset, 2)):
            seat = number % ruleset.players
            for other in state.sample_worlds(seat, number, 3):
                if other.observe(seat) != state.observe(seat):
                    return "another hand changes the observation"
    return None


def threads() -> str | None:
    """One batch on one thread and on two."""
    results = []
    for count in (1, 2):
        env = BatchEnv(RULESETS, 24, threads=count)
        bound = arrays(24, ["observations"])
        env.bind(**bound)
        env.reset()
        env.step_random(10)
        results.append(bytes(bound["observations"]))
    return None if results[0] == results[1] else "two threads give other arrays than one"


def solved() -> str | None:
    """The exact endgame against brute force; number trumps and twins are where equals meet."""
    for ruleset in RULESETS:
        for match in endings(ruleset, 2, range(25)):
            with suppress(TooLong):
                found = difference(match.round, Effort())
                if found:
                    return found.split(": ")[0]
    return None


Check = Callable[[], str | None]
FAULTS: dict[str, Check] = {
    "first of equals wins": differential,
    "last die follows": differential,
    "trump keeps its colour": differential,
    "pair is trump": differential,
    "bonus for all": differential,
    "voids forgotten": worlds,
    "observation peeks": observations,
    "threads share a stream": threads,
    "equals are alike": solved,
}
"""In the order of base/faults.hpp, from 1 on."""


@contextmanager
def planted(fault: int) -> Iterator[None]:
    plant: Callable[[int], None] = getattr(_kernel, "plant")  # noqa: B009  (only this build has it)
    plant(fault)
    try:
        yield
    finally:
        plant(0)


def main() -> int:
    for check in (differential, worlds, observations, threads, solved):
        found = check()
        sys.stdout.write(f"no fault, {check.__name__}: {found or 'nothing found'}\n")
    for number, (name, check) in enumerate(FAULTS.items(), 1):
        with planted(number):
            found = check()
        sys.stdout.write(f"{name}: {found or 'NOT NOTICED'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
