"""Should the champion weigh its worlds by what the others did? Bits that this would tell it about the hidden cards.

    python bench/likelihood.py --field neural --field club --field search:1000 --rounds 60
    python bench/likelihood.py … --write     the result into docs/benchmarks/likelihood.json besides

One seat plays `neural`, the others the field. At every third of its decisions, worlds are drawn as the network believes
them. Each of them, and the true one, is weighed by how likely everything that the others did was in it, if they were
the network's policy, or a club player who now and then does something else, as the search takes them to be. The
figure is the logarithm (base 2) of the true world's weight over the mean weight: how much likelier than the beliefs
alone the weights make the truth. Below 0 they mislead.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from math import exp, log
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from bench.beliefs import decisions
from bench.timing import DOCS, provenance
from nokosu.arena.processes import cores
from nokosu.arena.statistics import clustered
from nokosu.bots.neural.bot import network
from nokosu.bots.search import club_weights
from nokosu.kernel import _kernel
from nokosu.kernel.colours import to_canonical
from nokosu.kernel.layout import OBSERVATION_SIZE
from nokosu.kernel.search import Settings
from nokosu.kernel.state import State

MEASURES: Final = (
    "src/nokosu/bots/neural",
    "src/nokosu/kernel",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

WORLDS: Final = 48
EVERY: Final = 3
LEAST: Final = 1e-3
"""Nothing is taken to be less likely than this."""
MODELS: Final = ("policy", "club")

Found = dict[str, list[float]]
"""Bits by model, one number for each decision."""


def chance(scores: Sequence[float], taken: int, temperature: float = 1.0) -> float:
    """Return the chance of one of several actions, by their scores."""
    top = max(scores)
    weights = [exp((score - top) / temperature) for score in scores]
    return max(weights[taken] / sum(weights), LEAST)


def likelihoods(start: _kernel.State, actions: bytes, observer: int) -> dict[str, float]:
    """Return the logarithm of how likely the others' actions were in one world, by model."""
    state, seen, asked, sums = start, bytearray(), [], dict.fromkeys(MODELS, 0.0)
    weights, softness = club_weights(start.players), Settings().belief_temperature
    for action in actions:
        legal = state.legal()
        if state.to_act is not None and state.to_act != observer and len(legal) > 1:
            own = to_canonical(state.colour_order(state.to_act))
            seen += state.observe(state.to_act)
            asked.append(([own.action(each) for each in legal], legal.index(action)))
            rows = _kernel.club(state, weights)
            taken = [row[0] for row in rows].index(action)
            sums["club"] += log(chance([row[1] for row in rows], taken, softness))
        state.step(action)
    assert len(seen) == OBSERVATION_SIZE * len(asked)
    said = network().said(bytes(seen)) if asked else []
    for (legal, taken), answer in zip(asked, said, strict=True):
        sums["policy"] += log(chance([answer.actions[each] for each in legal], taken))
    return sums


def worlds(state: State, seed: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the true world, then believed ones: every seat's cards, and those aside."""
    yield state.hands, state.aside
    yield from _kernel.believed(state, network(), WORLDS, seed)


def gains(field: str, number: int, seed: int, players: int) -> Found:
    """Return one round."""
    found: Found = defaultdict(list)
    for at, (match, seat, _) in enumerate(decisions(field, number, seed, players)):
        if at % EVERY:
            continue
        state = State.from_round(match.round)
        played = [dealt & ~held for dealt, held in zip(state.dealt, state.hands, strict=True)]
        by_world = []
        for hands, aside in worlds(state, at):
            dealt = tuple(hand | cards for hand, cards in zip(hands, played, strict=True))
            start = _kernel.State.deal_given(
                state.rules, state.dealer, dealt, aside, state.drawn, state.pool_rolled, b""
            )
            by_world.append(likelihoods(start, state.actions, seat))
        for model in MODELS:
            found[model].append(gain([each[model] for each in by_world]))
    return dict(found)


def gain(logs: Sequence[float]) -> float:
    """Bits by which the first world is likelier than the others are on average."""
    top = max(logs)
    mean = sum(exp(each - top) for each in logs[1:]) / (len(logs) - 1)
    return (logs[0] - top - log(max(mean, 1e-300))) / log(2)


def row(field: str, rounds: Iterable[Found]) -> dict[str, object]:
    """Return the mean over all decisions of a field, with its interval, by model."""
    by_round = list(rounds)
    bits = {
        model: asdict(clustered({number: found[model] for number, found in enumerate(by_round)})) for model in MODELS
    }
    return {"field": field, "bits": bits}


def main() -> None:
    """Play and print a row for each field."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--field", action="append", help="the bot at the other seats; can be repeated")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=882)
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = []
    with ProcessPoolExecutor(options.processes) as pool:
        for field in options.field or ("neural", "club", "search:1000"):
            jobs = [pool.submit(gains, field, each, options.seed, options.players) for each in range(options.rounds)]
            rows.append(row(field, (job.result() for job in jobs)))
            print(json.dumps(rows[-1]), flush=True)
    if options.write:
        found = {**provenance(), "players": options.players, "rounds": options.rounds, "worlds": WORLDS, "rows": rows}
        (DOCS / "likelihood.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
