"""Margins as a picture (extra `bench`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from nokosu.arena.processes import ArenaError
from nokosu.arena.tally import Pair
from nokosu.arena.unit import Plan
from nokosu.locale import t


def plot_formats() -> tuple[str, ...]:
    """Return the endings of file names that a plot can have (extra `bench`)."""
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
    called = plan.called
    names = [t("arena.pair", a=called[pair.a], b=called[pair.b]) for pair in ordered]
    axes.set_yticks(range(len(ordered)), names)
    axes.set_xlabel(t("arena.plot-margin"))
    axes.set_title(t("arena.title", edition=plan.edition, players=plan.players, seed=plan.seed))
    try:
        figure.savefig(file)
    except (OSError, ValueError) as error:
        said = (getattr(error, "strerror", None) or str(error)).rstrip(".")
        raise ArenaError(t("output.cannot-write", file=str(file), error=said)) from None
