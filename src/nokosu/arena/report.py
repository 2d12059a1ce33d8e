"""Results for programs (one JSON object) and for people (a table, a plot)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

import nokosu
from nokosu.arena.origin import commit
from nokosu.arena.processes import ArenaError
from nokosu.arena.tally import Pair, Side, Tally
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
    """Two lines a match-up: the one `a` with its margin, and the field of `b`."""
    shown = Table(title=t("arena.title", edition=plan.edition, players=plan.players, seed=plan.seed))
    shown.add_column(t("arena.bot"))
    for heading in (
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
        shown.add_row(pair.a, margin_text(pair), *_side(pair.side_a))
        shown.add_row(t("arena.field", bot=pair.b), t("arena.rounds", rounds=pair.rounds), *_side(pair.side_b))
        shown.add_section()
    return shown


def _side(side: Side) -> list[str]:
    return [
        _percent(side.share(side.made)),
        _percent(side.share(side.zeros)),
        _percent(side.zeros_made_share),
        _number(side.share(side.tricks)),
        _number(side.times.mean),
        _number(side.times.percentile(0.95)),
    ]


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
        said = (getattr(error, "strerror", None) or str(error)).rstrip(".")
        raise ArenaError(t("output.cannot-write", file=str(file), error=said)) from None


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"
