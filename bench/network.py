"""How long the network takes for a move: in the kernel, and in NumPy with the encoder in Python.

python bench/network.py [--seconds 2] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from nokosu import editions
from nokosu.bots.neural.bot import network
from nokosu.bots.neural.network import Actor
from nokosu.bots.neural.observe import observe
from nokosu.bots.neural.weights import shipped
from nokosu.core.match import Match
from nokosu.core.view import view
from nokosu.kernel.state import State

BATCH = 64


def milliseconds(work: Callable[[], object], seconds: float) -> float:
    """Return the processor time of one call, in milliseconds; the first call warms up and does not count."""
    work()
    begin, calls = time.process_time(), 0
    while time.process_time() - begin < seconds:
        work()
        calls += 1
    return 1000 * (time.process_time() - begin) / max(1, calls)


def main() -> None:
    """Measure at the first decision of a round: everything from a view to logits."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    seen = view(Match.start(editions.ruleset("second", 4, rounds=1), bytes(32)), 1)
    assert seen.seat is not None
    seat, known, actor = seen.seat, network(), Actor(shipped())
    many = State.from_view(seen).observe(seat) * BATCH
    found = {
        "kernel": milliseconds(lambda: known.said(State.from_view(seen).observe(seat)), options.seconds),
        f"kernel, one of {BATCH} together": milliseconds(lambda: known.actor(many), options.seconds) / BATCH,
        "NumPy": milliseconds(lambda: actor(observe(seen)[0]), options.seconds),
    }
    print(json.dumps(found) if options.json else "\n".join(f"{name}: {ms:.3f} ms" for name, ms in found.items()))


if __name__ == "__main__":
    main()
