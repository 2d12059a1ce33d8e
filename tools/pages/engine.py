"""The figures of bench/engine.py for people: a table in the terminal, a page and a plot."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from bench.timing import sentence
from tools.pages import table as markdown

HEAD: Final = """\
# The kernel beside its peers

Written by `bench/engine.py --write`; the numbers with all that belongs to them are in [engine.json](engine.json).
One core, CPU time, everybody in turn, medians of {turns} turns.
{provenance}

![random play in decisions a second](engine.svg)
"""
PLAYING: Final = """
## Random play

Decisions a second. Four players, edition `second`, the round from the draft to the score. OpenSpiel {spiel}: its games
play out inside C++, without a tree (an MCTSBot of two simulations with many rollouts each); decisions are counted over
random rounds from the same positions.
"""
ENVIRONMENT: Final = """
## The batched environment

Steps a second of {env_games} games on one core, colours in canonical order, with seats, ends and rewards. Deals for the
next round are part of it. *step(actions)* is given actions that were chosen beforehand; *choose(masks), then
step(actions)* looks for a random one in every mask, as a training loop would; *step_random* chooses inside.
"""
FIGURES: Final = (
    ("random play, times the best OpenSpiel game", "≥ 8", lambda data: (data["ratio_to_best_peer"], 8, 1)),
    ("M steps/s with masks", "≥ 10", lambda data: (_million(data, "masks: step(actions)"), 10, 1)),
    (
        "M steps/s with masks and observations",
        "≥ 2",
        lambda data: (_million(data, "masks and observations: step(actions)"), 2, 1),
    ),
    ("import of the kernel and first call, ms", "≤ 20", lambda data: (data["start_ms"], 20, -1)),
    ("the same through editions and the core's types, ms", "≤ 20", lambda data: (data["start_with_core_ms"], 20, -1)),
    ("`pip install .`, s on the wall", "≤ 60", lambda data: (data["build"] and data["build"]["wall_s"], 60, -1)),
)


def _million(data: dict[str, Any], name: str) -> float:
    return float(round(data["env_steps_per_s"][name] / 1e6, 2))


def figures(data: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """Return the target, the result and whether the target is met."""
    rows = []
    for name, aim, look in FIGURES:
        seen, limit, sign = look(data)
        word = "not measured" if seen is None else "reached" if sign * seen >= sign * limit else "not reached"
        rows.append((name, aim, "–" if seen is None else f"{seen:g}", word))
    return rows


def show(data: dict[str, Any]) -> None:
    """Tables on the terminal."""
    console = Console()
    for title, unit, key in (
        ("random play", "decisions/s", "decisions_per_s"),
        ("batched environment, one core", "steps/s", "env_steps_per_s"),
    ):
        table = Table("", unit, title=title, title_justify="left")
        table.columns[1].justify = "right"
        for name, rate in data[key].items():
            table.add_row(name, f"{rate:,}")
        console.print(table)
    table = Table("", "figure", "seen", "", title="figures", title_justify="left")
    for row in figures(data):
        table.add_row(*row)
    console.print(table)
    console.print(sentence(data), highlight=False)


def page(data: dict[str, Any]) -> str:
    """Return the page in docs."""
    build = f"\nThe build took {data['build']['cpu_s']} s of CPU time.\n" if data["build"] else ""
    apart = "".join(f"\n{name}: {word}.\n" for name, word in data["not_compared"].items())
    steps = [(name, f"{rate:,}") for name, rate in data["env_steps_per_s"].items()]
    return "".join(
        [
            HEAD.format(turns=data["turns"], provenance=sentence(data)) + "\n",
            markdown(("", "figure", "seen", ""), figures(data)) + build,
            PLAYING.format(spiel=data["open_spiel"] or "was not installed") + "\n",
            markdown(("", "decisions/s", "kernel is faster by"), _playing(data)) + apart,
            ENVIRONMENT.format(**data) + "\n",
            markdown(("", "steps/s"), steps),
        ]
    )


def _playing(data: dict[str, Any]) -> list[tuple[str, ...]]:
    rates = data["decisions_per_s"]
    ours = next(iter(rates.values()))
    return [(name, f"{rate:,}", f"{ours / rate:.1f}") for name, rate in rates.items()]


def plot(data: dict[str, Any], path: Path) -> None:
    """Bars of random play, longest first; a logarithmic scale, for Python is a thousand times slower."""
    import matplotlib as mpl  # noqa: PLC0415  (an extra)

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "nokosu"
    from matplotlib import pyplot as plt  # noqa: PLC0415

    rates = dict(sorted(data["decisions_per_s"].items(), key=lambda item: item[1]))
    figure, axes = plt.subplots(figsize=(8, 0.45 * len(rates) + 1.2), layout="constrained")
    colours = ["#b5403a" if name.startswith("Nokosu") else "#5b7d9b" for name in rates]
    bars = axes.barh(list(rates), list(rates.values()), color=colours)
    axes.bar_label(bars, labels=[f"{rate / 1e6:.3g} M" for rate in rates.values()], padding=3)
    axes.set_xscale("log")
    axes.set_xlim(right=max(rates.values()) * 3)
    axes.set_xlabel("random play, decisions per second of CPU time on one core")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
