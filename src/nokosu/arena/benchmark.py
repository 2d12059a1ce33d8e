"""The fixed benchmark for papers: one bot against a field of each reference bot, on deals that everyone shares.

Nothing here changes: another set of opponents, deals or seats is another version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import nokosu
from nokosu import editions
from nokosu.arena.provenance import commit
from nokosu.arena.statistics import Interval, clustered
from nokosu.arena.tally import Pair, Tally, short
from nokosu.arena.unit import Plan

FORMAT: Final = "nokosu-benchmark/1"
PLAYERS: Final = 4
OPPONENTS: Final = ("random", "greedy", "club", "search:200")
"""Bots that give the same answers on every machine, weakest first; as they played when the benchmark was made."""
_AS_THEN: Final = MappingProxyType({"club": "club:unguarded", "search:200": "search:200,unguarded"})
"""Today's bots of these names leave out stupid moves."""
REFERENCES: Final = tuple(_AS_THEN.get(name, name) for name in OPPONENTS)
DEALS: Final = 250
"""Each is played once in every seat: 1000 rounds against each opponent."""
DEAL_SETS: Final[Mapping[str, int]] = MappingProxyType({"dev": 7_100_001, "test": 7_200_001})
"""Seeds by name: tune on `dev`, report `test`."""


@dataclass(frozen=True, slots=True)
class Benchmark(Plan):
    """The first bot alone against a field of each of the others."""

    @property
    def matchups(self) -> tuple[tuple[str, str], ...]:
        return tuple((self.bots[0], opponent) for opponent in self.bots[1:])


def benchmark(bot: str, name: str, deals: int, *, deal_set: str, move_ms: int) -> Benchmark:
    """Return the plan for a bot; fewer deals than DEALS are for a trial."""
    seed = DEAL_SETS[deal_set]
    bots, names = (bot, *REFERENCES), (name, *OPPONENTS)
    return Benchmark(bots, editions.DEFAULT, PLAYERS, deals * PLAYERS, seed, move_ms, names=names)


def score_of(pairs: Iterable[Pair]) -> Interval | None:
    """Return the mean of the margins over all opponents, clustered by deal; None if a match-up has no result."""
    deals: dict[int, list[float]] = {}
    for pair in pairs:
        if pair.margin is None:
            return None
        for deal, margins in pair.margins.items():
            deals.setdefault(deal, []).extend(margins)
    return clustered(deals)


def report(plan: Benchmark, tally: Tally, deal_set: str) -> dict[str, object]:
    """Return the result for programs, with all that is needed to play it again."""
    found = score_of(tally.pairs)
    return {
        "format": FORMAT,
        "version": nokosu.__version__,
        "commit": commit(),
        "digest": plan.ruleset.digest,
        "deal_set": deal_set,
        "deals": plan.deals,
        "complete": plan.deals == DEALS,
        "bot": plan.names[0],
        "bot_version": plan.versions[0] if plan.versions else "",
        **_bounds("score", found),
        "opponents": [_opponent(pair, plan.called[pair.b]) for pair in tally.pairs],
    }


def _bounds(name: str, found: Interval | None) -> dict[str, float | None]:
    values = (found.mean, found.low, found.high) if found else (None,) * 3
    return dict(zip((name, "low", "high"), map(short, values), strict=True))


def _opponent(pair: Pair, name: str) -> dict[str, object]:
    made = pair.side_a.share(pair.side_a.made)
    times = {"ms": short(pair.side_a.times.mean), "failures": pair.side_a.failures}
    return {"bot": name, **_bounds("margin", pair.margin), "rounds": pair.rounds, "made": short(made), **times}
