"""Results for programs (one JSON object) and for people (a table, a plot)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

import nokosu
from nokosu.arena.origin import commit
from nokosu.arena.processes import ArenaError
from nokosu.arena.tally import Pair, Tally
from nokosu.arena.unit import Plan
from nokosu.locale import t


def to_json(plan: Plan, tally: Tally) -> dict[str, object]:
    """Everything that is needed to play it again and compare."""
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
        "pairs": [pair.to_json() for pair in tally.pairs],
    }


def margin_text(pair: Pair) -> str:
    """`+12.3 ± 0.8`: what a progress bar and a table show."""
    margin = pair.margin
    if margin.high is None:
        return f"{margin.mean:+.1f}"
    return f"{margin.mean:+.1f} ± {margin.high - margin.mean:.1f}"


def table(plan: Plan, pairs: Sequence[Pair]) -> Table:
    """One line a match-up: one `a`, the others `b`."""
    shown = Table(title=t("arena.title", edition=plan.edition, players=plan.players, seed=plan.seed))
    shown.add_column(t("arena.one"))
    shown.add_column(t("arena.field"))
    for heading in (
        t("arena.rounds"),
        t("arena.margin"),
        t("arena.made"),
        t("arena.zero"),
        t("arena.zero-made"),
        t("arena.tricks"),
        t("arena.ms"),
        t("arena.ms-p95"),
    ):
        shown.add_column(heading, justify="right")
    for pair in pairs:
        a, b = pair.side_a, pair.side_b
        shown.add_row(
            pair.a,
            pair.b,
            str(pair.rounds),
            margin_text(pair),
            f"{_percent(a.share(a.made))} : {_percent(b.share(b.made))}",
            f"{_percent(a.share(a.zeros))} : {_percent(b.share(b.zeros))}",
            f"{_percent(a.zeros_made_share)} : {_percent(b.zeros_made_share)}",
            f"{_number(a.share(a.tricks))} : {_number(b.share(b.tricks))}",
            f"{_number(a.times.mean)} : {_number(b.times.mean)}",
            f"{_number(a.times.percentile(0.95))} : {_number(b.times.percentile(0.95))}",
        )
    return shown


def failures(pairs: Sequence[Pair]) -> dict[str, int]:
    """How often each bot had to be replaced; such rounds tell little about it."""
    found: dict[str, int] = {}
    for pair in pairs:
        for name, side in ((pair.a, pair.side_a), (pair.b, pair.side_b)):
            found[name] = found.get(name, 0) + side.failures
    return {name: times for name, times in found.items() if times}


def plot(plan: Plan, pairs: Sequence[Pair], file: Path) -> None:
    """Margins with their intervals, the best on top (extra `bench`)."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415  (an extra)
        from matplotlib.figure import Figure  # noqa: PLC0415  (the same)
    except ImportError:
        raise ArenaError(t("arena.no-matplotlib")) from None
    ordered = sorted(pairs, key=lambda pair: pair.margin.mean)
    margins = [pair.margin for pair in ordered]
    reach = [0.0 if margin.high is None else margin.high - margin.mean for margin in margins]
    figure = Figure(figsize=(8, 1.2 + 0.4 * len(ordered)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.axvline(0, color="0.7", linewidth=1)
    axes.errorbar([margin.mean for margin in margins], range(len(ordered)), xerr=reach, fmt="o", capsize=4)
    axes.set_yticks(range(len(ordered)), [t("arena.pair", a=pair.a, b=pair.b) for pair in ordered])
    axes.set_xlabel(t("arena.plot-margin"))
    axes.set_title(t("arena.title", edition=plan.edition, players=plan.players, seed=plan.seed))
    try:
        figure.savefig(file)
    except (OSError, ValueError) as error:
        raise ArenaError(t("output.cannot-write", file=str(file), error=str(error))) from None


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
