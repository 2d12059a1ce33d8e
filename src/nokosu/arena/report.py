"""Results for programs (one JSON object) and for people (a table, a plot)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.table import Table

import nokosu
from nokosu.arena.origin import commit
from nokosu.arena.processes import ArenaError
from nokosu.arena.tally import MOST_FAILED, Pair, Side, Tally
from nokosu.arena.unit import Plan
from nokosu.locale import plural, t


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
        "versions": list(plan.versions),
        "pairs": [pair.to_json() for pair in tally.pairs],
    }


def margin_text(pair: Pair) -> str:
    """`+12.3 ± 0.8`: what a progress bar and a table show."""
    margin = pair.margin
    if margin is None:
        return t("arena.no-margin")
    if margin.high is None:
        return f"{margin.mean:+.1f}"
    return f"{margin.mean:+.1f} ± {margin.high - margin.mean:.1f}"


def table(plan: Plan, pairs: Sequence[Pair]) -> Table:
    """Two lines a match-up: the one `a` with its margin, and the field of `b`."""
    rounds = plan.deals * plan.players
    title = t("arena.title", edition=plan.edition, players=plan.players, seed=plan.seed)
    shown = Table(title=title, caption=plural("arena.rounds", rounds), box=SIMPLE_HEAD, pad_edge=False)
    shown.add_column(t("arena.bot"))
    headings = [
        t("arena.margin"),
        t("arena.made"),
        t("arena.zero"),
        t("arena.zero-made"),
        t("arena.tricks"),
        t("arena.ms"),
        t("arena.ms-p95"),
    ]
    failing = any(pair.failed_rounds for pair in pairs)
    if failing:
        headings.insert(1, t("arena.failed"))
    for heading in headings:
        shown.add_column(heading, justify="right")
    for pair in pairs:
        for name, margin, side in (
            (pair.a, margin_text(pair), pair.side_a),
            (t("arena.field", bot=pair.b), "", pair.side_b),
        ):
            failed = [_percent(side.share(side.failures))] if failing else []
            shown.add_row(name, margin, *failed, *_side(side))
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


def failures(pairs: Sequence[Pair]) -> Iterator[str]:
    """Which bots had to be replaced, how often and why, in words."""
    sides: dict[str, list[Side]] = {}
    for pair in pairs:
        sides.setdefault(pair.a, []).append(pair.side_a)
        sides.setdefault(pair.b, []).append(pair.side_b)
    for name, mine in sides.items():
        times = sum(side.failures for side in mine)
        why = sum((side.why for side in mine), Counter[str]())
        if times:
            words = ", ".join(f"{word} {number}" for word, number in why.most_common()) or "?"
            yield t("arena.failures", bot=name, times=times, seats=sum(side.seats for side in mine), why=words)
    if any(pair.margin is None for pair in pairs):
        yield t("arena.no-margin-because", percent=round(100 * MOST_FAILED))


def plot_formats() -> tuple[str, ...]:
    """The endings of file names that a plot can have (extra `bench`)."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415  (an extra)
    except ImportError:
        raise ArenaError(t("arena.no-matplotlib")) from None
    return tuple(sorted(FigureCanvasAgg.get_supported_filetypes()))


def plot(plan: Plan, pairs: Sequence[Pair], file: Path) -> None:
    """Margins with their intervals, the best on top (extra `bench`)."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415  (an extra)
        from matplotlib.figure import Figure  # noqa: PLC0415  (the same)
    except ImportError:
        raise ArenaError(t("arena.no-matplotlib")) from None
    measured = [(pair, margin) for pair in pairs if (margin := pair.margin) is not None]
    measured.sort(key=lambda each: each[1].mean)
    ordered, margins = [pair for pair, _ in measured], [margin for _, margin in measured]
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
