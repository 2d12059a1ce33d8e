"""Writes src/nokosu/judge/averages.toml: `python -m tools.judge_averages`. Takes minutes; the same deals every time."""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from nokosu import editions
from nokosu.bots.neural.bot import network
from nokosu.core.deal import deal
from nokosu.core.round import Round
from nokosu.core.stream import seed_from_number
from nokosu.kernel.judge import answer, follow_report, follow_request

TARGET = Path(__file__).parents[1] / "src/nokosu/judge/averages.toml"
DEALS = 4000
PLAYOUTS = 50
SAMPLES = 2


def main(deals: int = DEALS) -> None:
    """Write the table: for each edition and number of players, mean and standard error by place in the draft."""
    lines = [
        f"# Mean points of a round and their standard error by place in the draft, over {deals} deals each.",
        "# Written by tools/judge_averages.py: what the deal is worth by the network's critic, or by playouts.",
    ]
    for name in ("network", "playouts"):
        lines += ["", f"[{name}]"]
        lines += [
            f"{edition}-{players} = {row(edition, players, name, deals)}" for edition, players in editions.pairs()
        ]
    TARGET.write_text("\n".join(lines) + "\n", "utf-8")


def row(edition: str, players: int, way: str, deals: int) -> list[list[float]]:
    """Return mean and standard error for each place, the dealer's left first."""
    rules = editions.ruleset(edition, players)
    found: list[list[float]] = [[] for _ in range(players)]
    by_network = way == "network"
    known = network() if by_network else None
    for number in range(deals):
        seed = seed_from_number(number, "averages")
        start = Round.start(rules, 0, deal(rules, seed, 0, 0))
        request = follow_request(
            start, 0, seed=number, playouts=SAMPLES if by_network else PLAYOUTS, match=(), network=by_network
        )
        first = follow_report(answer(request, known)).worths[0]
        for place in range(players):
            found[place].append(first.points[(1 + place) % players])
    sys.stdout.write(f"{way} {edition} {players}\n")
    return [[round(statistics.fmean(each), 3), round(statistics.stdev(each) / deals**0.5, 3)] for each in found]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS)
