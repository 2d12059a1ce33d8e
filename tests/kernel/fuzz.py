"""Random bytes as states, rules, deals and actions: refused or played, never a crash.

    python -m tests.kernel.fuzz --seconds 60

On the sanitised build (tests/kernel/other_build.py) a read or write out of place ends the process.
"""

from __future__ import annotations

import argparse
import array
import random
import sys
import time
from collections.abc import Callable

from nokosu import editions
from nokosu.kernel import _kernel
from nokosu.kernel.actions import SIZE
from nokosu.kernel.convert import rules_bytes
from nokosu.kernel.env import ARRAYS, arrays
from nokosu.kernel.state import State

RULES = tuple(rules_bytes(editions.ruleset(name, players)) for name, players in editions.pairs())


def some_rules(chance: random.Random) -> bytes:
    """Rules of an edition, mostly; or with some bytes changed."""
    rules = bytearray(chance.choice(RULES))
    for _ in range(chance.choice((0, 0, 0, 1, 2, 14))):
        rules[chance.randrange(len(rules))] = chance.choice((0, 1, 2, 3, 5, 7, 31, 255, chance.randrange(256)))
    return bytes(rules)


def some_state(chance: random.Random) -> State:
    """A state some way into a round."""
    state = State.deal_fast(chance.choice(RULES), chance.getrandbits(64), 0, 0)
    for _ in range(chance.randrange(80)):
        legal = state.legal()
        if not legal:
            break
        state.step(chance.choice(legal))
    return state


def look_at_all(state: State, chance: random.Random) -> None:
    """Everything that can be asked of a state."""
    seat = chance.randrange(state.players)
    state.legal_mask()
    state.observe(seat)
    state.observe_hidden(seat)
    state.count_worlds(seat)
    for other in state.sample_worlds(seat, chance.getrandbits(64), 2):
        other.playout(chance.getrandbits(64))
    state.playouts(1, chance.getrandbits(64))


def random_bytes(chance: random.Random) -> None:
    look_at_all(State.from_bytes(chance.randbytes(chance.choice((0, 1, 15, 60, 137, 138, 139, 200)))), chance)


def damaged_bytes(chance: random.Random) -> None:
    data = bytearray(some_state(chance).to_bytes())
    for _ in range(chance.randrange(4)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    if chance.random() < 0.2:
        data = data[: chance.randrange(len(data))]
    look_at_all(State.from_bytes(bytes(data)), chance)


def random_actions(chance: random.Random) -> None:
    state = some_state(chance)
    for _ in range(20):
        try:
            state.step(chance.randrange(-2, SIZE + 3))
        except ValueError:
            continue
    look_at_all(state, chance)


def random_rules(chance: random.Random) -> None:
    state = State.deal_fast(some_rules(chance), chance.getrandbits(64), 1, 2)
    look_at_all(state.playout(1), chance)
    look_at_all(state, chance)


def random_deal(chance: random.Random) -> None:
    real = some_state(chance)
    hands = [hand ^ (1 << chance.randrange(64) if chance.random() < 0.3 else 0) for hand in real.dealt]
    drawn = [dice if chance.random() < 0.8 else chance.randbytes(len(dice)) for dice in real.drawn]
    pool = real.pool_rolled if chance.random() < 0.8 else chance.randbytes(13)
    actions = real.actions + chance.randbytes(chance.randrange(3))
    look_at_all(State.deal_given(real.rules, real.dealer, hands, real.aside, drawn, pool, actions), chance)


def random_view(chance: random.Random) -> None:
    real = some_state(chance)
    seat = chance.randrange(real.players)
    hand = real.hands[seat] ^ (1 << chance.randrange(64) if chance.random() < 0.3 else 0)
    actions = bytearray(real.actions)
    if actions and chance.random() < 0.5:
        actions[chance.randrange(len(actions))] = chance.randrange(256)
    drawn = [dice if chance.random() < 0.9 else chance.randbytes(len(dice)) for dice in real.drawn]
    arguments = (real.rules, real.dealer, seat, hand, drawn, real.pool_rolled, bytes(actions), chance.getrandbits(64))
    look_at_all(State.deal_seen(*arguments), chance)


def random_batch(chance: random.Random) -> None:
    games = chance.randrange(1, 20)
    tables = [some_rules(chance) for _ in range(3)] if chance.random() < 0.2 else list(RULES)
    table_of = bytes(chance.randrange(len(tables) + (chance.random() < 0.1)) for _ in range(games))
    env = _kernel.BatchEnv(tables, table_of, chance.getrandbits(64), chance.randrange(1, 4), chance.random() < 0.5)
    bound = arrays(games, chance.sample(sorted(ARRAYS), chance.randrange(len(ARRAYS) + 1)))
    env.bind(**bound)
    env.reset()
    env.step_random(chance.randrange(200))
    actions = array.array("q", [chance.randrange(-5, 170) for _ in range(games)])
    if "masks" in bound and chance.random() < 0.7:
        _kernel.choose(bound["masks"], actions, 1)
    env.step(actions)


KINDS: tuple[Callable[[random.Random], None], ...] = (
    random_bytes,
    damaged_bytes,
    random_actions,
    random_rules,
    random_deal,
    random_view,
    random_batch,
)


def attempt(kind: Callable[[random.Random], None], number: int) -> bool:
    """Whether the kernel took this input; a refusal is as good."""
    try:
        kind(random.Random(f"{kind.__name__} {number}"))
    except _kernel.Refused:
        return False
    return True


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.kernel.fuzz", description="random input for the kernel")
    parser.add_argument("--attempts", type=int, default=200, help="of every kind")
    parser.add_argument("--seconds", type=float, default=0, help="go on for so long")
    options = parser.parse_args(arguments)
    taken = {kind.__name__: 0 for kind in KINDS}
    started, number = time.monotonic(), 0
    while number < options.attempts or time.monotonic() - started < options.seconds:
        for kind in KINDS:
            taken[kind.__name__] += attempt(kind, number)
        number += 1
    for name, count in taken.items():
        sys.stdout.write(f"{name}: {count} of {number} taken, the others refused\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
