"""How fast the search is beside OpenSpiel's, in one run on one core, and whether it keeps its time.

    python bench/search.py            a table
    python bench/search.py --json     the same for programs
    python bench/search.py --write    docs/benchmarks/search.json and .md besides

Simulations a second of CPU time at the first play, worlds and beliefs included, in turns with OpenSpiel's ISMCTS at the
first play of oh_hell for four with twelve tricks; medians (bench/timing.py). Time limits are measured on the wall.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from rich.console import Console
from rich.table import Table

from bench import openspiel
from bench.timing import DOCS, Contender, provenance, sentence, take_turns
from nokosu import editions
from nokosu.bots.play import bot_stream
from nokosu.bots.registry import make
from nokosu.bots.search import look_ahead
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.stream import seed_from_number
from nokosu.core.view import View, view

MEASURES: Final = (
    "src/nokosu/kernel/search",
    "src/nokosu/kernel/rollout_policy",
    "src/nokosu/kernel/worlds",
    "src/nokosu/kernel/rules",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

RULES: Final = editions.ruleset("second", 4, rounds=1)
OURS: Final = "Nokosu search"
PEER: Final = f"OpenSpiel ISMCTS, {openspiel.ISMCTS_GAME}"
SIZES: Final = (5000, 10_000, 20_000)
USUAL: Final = 10_000
"""About what `search:100ms` does; the figure is judged here. Longer searches spread the cost of weighing the worlds."""
DEALS: Final = 4
HEAD: Final = """\
# The search beside OpenSpiel's

Written by `bench/search.py --write`; the numbers with all that belongs to them are in [search.json](search.json).
Simulations a second of CPU time on one core at the first play, for both in searches of the same sizes; everybody in
turn, medians of {turns} turns. The figure is judged at {usual} simulations, about what 100 ms allow. Ours draws and
weighs its worlds within that time, and plays out by its rollout policy and at random; OpenSpiel's ISMCTS plays out at
random.
Waiting for the processor counts in milliseconds on the wall, not in the others.
{provenance}
"""


def decisions(seed: int) -> Iterator[View]:
    """Yield the views of a random round at every decision with a choice."""
    random, match = Random(seed), Match.start(RULES, seed_from_number(seed, "bench"))
    while not match.over:
        if len(match.legal()) > 1:
            yield view(match, match.to_act)
        match = match.apply(random.choice(match.legal()))


def first_plays() -> list[View]:
    """Return the first play of a few rounds."""
    return [next(seen for seen in decisions(seed) if seen.phase is Phase.PLAY) for seed in range(DEALS)]


def ours(simulations: int) -> Contender:
    """Return the search with the settings that the bot has."""
    views = first_plays()

    def work() -> float:
        return float(sum(look_ahead(seen, seed=1, simulations=simulations).simulations for seen in views))

    return Contender(f"{OURS}, {simulations} simulations", work)


def moves_ms(name: str, rounds: int, every: int, *, wall: bool) -> list[float]:
    """Milliseconds of a bot's moves, at every so many decisions of a few rounds."""
    bot, clock = make(name), perf_counter if wall else process_time
    taken = []
    for seed in range(rounds):
        for number, seen in enumerate(decisions(seed)):
            if number % every == 0:
                stream = bot_stream(seed_from_number(seed, "bench"), seen)
                begin = clock()
                bot.choose(seen, stream)
                taken.append((clock() - begin) * 1000)
    return taken


def measure(turns: int) -> dict[str, Any]:
    """Return all figures."""
    contenders = {OURS: [ours(size) for size in SIZES]}
    try:
        version = openspiel.version()
        contenders[PEER] = [openspiel.ismcts(size) for size in SIZES]
    except ImportError:
        version = None
    seen = take_turns([each for row in contenders.values() for each in row], turns)
    rates = {
        name: {size: round(seen[each.name].median) for size, each in zip(SIZES, row, strict=True)}
        for name, row in contenders.items()
    }
    ratios = {size: round(rates[OURS][size] / rates[PEER][size], 2) for size in SIZES} if version else {}
    club, search = moves_ms("club", 6, 1, wall=False), moves_ms("search:100ms", 4, 5, wall=True)
    return {
        **provenance(),
        "open_spiel": version,
        "edition": "second",
        "players": 4,
        "turns": turns,
        "judged_at": USUAL,
        "simulations_per_s": rates,
        "ratios_to_ismcts": ratios,
        "ratio_to_ismcts": ratios.get(USUAL),
        "search_100ms_wall": _spread(search),
        "club_move_cpu_ms": _spread(club),
    }


def _spread(taken: list[float]) -> dict[str, float]:
    p95 = statistics.quantiles(taken, n=20)[-1]
    return {"moves": len(taken), "p50": round(statistics.median(taken), 2), "p95": round(p95, 2)}


def rows(data: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return one row per figure: its name, the result and the target."""
    wall, club = data["search_100ms_wall"], data["club_move_cpu_ms"]
    return [
        *(
            (f"{name}, {size} simulations", f"{rate:,} /s", "")
            for name, sizes in data["simulations_per_s"].items()
            for size, rate in sizes.items()
        ),
        *(
            (
                f"times OpenSpiel's, {size} simulations",
                f"{ratio:.2f}",
                _aim(ratio) if int(size) == data["judged_at"] else "",
            )
            for size, ratio in data["ratios_to_ismcts"].items()
        ),
        ("`search:100ms`, on the wall", f"{wall['p50']:.0f} ms, p95 {wall['p95']:.0f} ms", "p95 ≤ 120 ms"),
        ("`club`, CPU time of a move", f"{club['p50']:.2f} ms, p95 {club['p95']:.2f} ms", "≤ 2 ms"),
    ]


def _aim(ratio: float) -> str:
    return f"≥ 4, aim 10: {'reached' if ratio >= 4 else 'not reached'}"


def page(data: dict[str, Any]) -> str:
    """Return the page in docs."""
    head = HEAD.format(usual=data["judged_at"], turns=data["turns"], provenance=sentence(data))
    return "\n".join(
        [head, "| | seen | figure |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows(data)), ""]
    )


def main() -> None:
    """Measure and print; write if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--turns", type=int, default=5, help="turns of every contender (5)")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks/search.*")
    options = parser.parse_args()
    found = measure(options.turns)
    if options.json:
        print(json.dumps(found, indent=1))
    else:
        table = Table("", "seen", "figure")
        for row in rows(found):
            table.add_row(*row)
        Console().print(table, sentence(found))
    if options.write:
        DOCS.mkdir(parents=True, exist_ok=True)
        (DOCS / "search.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        (DOCS / "search.md").write_text(page(found), "utf-8")


if __name__ == "__main__":
    main()
