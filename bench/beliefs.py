"""Where the network believes the hidden cards are, against different opponents: bits lost per card.

    python bench/beliefs.py --field neural --field club --field search:1000 --rounds 60
    python bench/beliefs.py … --write     the result into docs/benchmarks/beliefs.json besides

One seat plays `neural`, the others the field. At each of its decisions the network says with whom each unseen card is;
the loss is minus the logarithm (base 2) of the chance that it gave to the truth. Knowing nothing loses 1.58 bits at
four players (the logarithm of three). What loses more misleads.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from math import exp, log2
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from bench.champion import make
from bench.timing import DOCS, provenance
from nokosu import editions
from nokosu.arena.processes import cores
from nokosu.bots.neural.bot import network
from nokosu.bots.play import bot_stream
from nokosu.core.actions import Play
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view
from nokosu.kernel.actions import TABLE, canonical, number_of
from nokosu.kernel.state import State

MEASURES: Final = (
    "src/nokosu/bots/neural",
    "src/nokosu/kernel",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

PLACES: Final = 5
"""Logits per card: the four others from the observer's left, and aside."""
FIRST: Final = next(number for number, action in enumerate(TABLE) if isinstance(action, Play))
"""Actions that play a card are numbered from here on, as the cards are in the beliefs."""
STAGES: Final = ("draft", "tricks 1 to 4", "tricks 5 to 9", "tricks 10 to 14")

Losses = dict[str, tuple[float, int]]
"""By stage: bits, and cards that they are the sum of."""


def decisions(field: str, number: int, seed: int, players: int) -> Iterator[tuple[Match, int, str]]:
    """Yield one round of `neural` against the field: the match at each of its decisions, its seat, and the stage."""
    dealt = seed_from_number(seed, "beliefs", number)
    match = Match.start(editions.ruleset(editions.DEFAULT, players, rounds=1), dealt)
    seat = number % players
    while match.to_act is not None:
        seen = view(match, match.to_act)
        if match.to_act == seat and len(seen.legal or ()) > 1:
            done = sum(match.round.won)
            yield match, seat, STAGES[0 if match.round.phase is Phase.DRAFT else 1 + (done > 3) + (done > 8)]
        bot = make("neural" if match.to_act == seat else field)
        match = match.apply(bot.choose(seen, bot_stream(dealt, seen)))


def losses(field: str, number: int, seed: int, players: int) -> Losses:
    """Return one round."""
    found: dict[str, tuple[float, int]] = defaultdict(lambda: (0.0, 0))
    for match, seat, stage in decisions(field, number, seed, players):
        bits, cards = found[stage]
        told = told_chances(match, seat)
        found[stage] = (bits - sum(map(log2, told)), cards + len(told))
    return dict(found)


def told_chances(match: Match, seat: int) -> list[float]:
    """Return, for every card in another hand, the chance that the network gave to its being there."""
    players = len(match.totals)
    state = State.from_view(view(match, seat))
    belief, order = network().said(state.observe(seat))[0].belief, state.colour_order(seat)
    chances = []
    for other in range(players):
        if other == seat:
            continue
        for card in match.round.hands[other]:
            at = PLACES * (canonical(number_of(Play(card)), order) - FIRST)
            weights = [exp(logit) for logit in belief[at : at + players - 1]]
            chances.append(weights[(other - seat) % players - 1] / sum(weights))
    return chances


def main() -> None:
    """Play and print a row for each field."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--field", action="append", help="the bot at the other seats; can be repeated")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=881)
    parser.add_argument("--processes", type=int, default=cores())
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = []
    print(f"{'field':16}" + "".join(f"{stage:>18}" for stage in STAGES))
    with ProcessPoolExecutor(options.processes) as pool:
        for field in options.field or ("neural", "club", "search:1000"):
            jobs = [
                pool.submit(losses, field, number, options.seed, options.players) for number in range(options.rounds)
            ]
            sums: dict[str, list[tuple[float, int]]] = defaultdict(list)
            for job in jobs:
                for stage, found in job.result().items():
                    sums[stage].append(found)
            bits = {stage: sum(one[0] for one in sums[stage]) / sum(one[1] for one in sums[stage]) for stage in STAGES}
            rows.append({"field": field, "bits": bits})
            print(f"{field:16}" + "".join(f"{bits[stage]:18.3f}" for stage in STAGES))
    print(f"knowing nothing: {log2(options.players - 1):.3f}")
    if options.write:
        result = {**provenance(), "players": options.players, "rounds": options.rounds, "rows": rows}
        (DOCS / "beliefs.json").write_text(json.dumps(result, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
