"""Results for programs: one JSON object."""

from __future__ import annotations

from collections.abc import Mapping

import nokosu
from nokosu.arena.provenance import commit
from nokosu.arena.ranking import ranking
from nokosu.arena.sprt import UntilSure
from nokosu.arena.statistics import Interval
from nokosu.arena.tally import Tally, short
from nokosu.arena.unit import Plan


def to_json(plan: Plan, tally: Tally, until: UntilSure | None = None) -> dict[str, object]:
    """Return everything that is needed to play it again and compare."""
    called = plan.called
    return {
        "format": "nokosu-arena/1",
        "version": nokosu.__version__,
        "commit": commit(),
        "edition": plan.edition,
        "players": plan.players,
        "digest": plan.ruleset.digest,
        "rounds": plan.rounds,
        "move_ms": plan.move_ms,
        "seeds": {"seed": plan.seed, "deals": [0, plan.deals]},
        "bots": list(plan.bots),
        "names": list(called.values()),
        "versions": list(plan.versions),
        "ranking": [{"bot": called[rank.bot], **_interval(rank.strength)} for rank in ranking(plan.bots, tally.pairs)],
        "until_sure": until and _tests(until, called),
        "pairs": [{**pair.to_json(), "a": called[pair.a], "b": called[pair.b]} for pair in tally.pairs],
    }


def _interval(strength: Interval | None) -> dict[str, float | None]:
    values = (strength.mean, strength.low, strength.high) if strength else (None,) * 3
    return dict(zip(("strength", "low", "high"), map(short, values), strict=True))


def _tests(until: UntilSure, called: Mapping[str, str]) -> dict[str, object]:
    return {
        "points": until.rule.points,
        "alpha": until.rule.error,
        "beta": until.rule.error,
        "tests": [
            {
                "a": called[a],
                "b": called[b],
                "verdict": test.verdict.value,
                "difference": short(test.mean),
                "deals": test.deals,
            }
            for (a, b), test in until.tests.items()
        ],
    }
