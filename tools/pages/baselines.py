"""The generated parts of docs/benchmark.md: all baselines in tables, and how exploitable players are."""

from __future__ import annotations

from itertools import groupby
from statistics import fmean, stdev
from typing import Any, Final

from tools.pages import DOCS, numbers, renewed, table

PAGE: Final = DOCS / "benchmark.md"


HOW: Final = {
    "champion:32": "network trained by self-play (PPO), and a look ahead in 32 believed worlds",
    "neural": "the same network alone",
    "search:1000": "Monte Carlo tree search over sampled worlds",
    "search:200": "the same with 200 simulations",
    "club": "hand-written terms with tuned weights",
    "beginner": "a few rules of thumb",
    "greedy": "wins what it can",
    "random": "any legal action",
}
"""How the players of the benchmark play."""


def scores(data: dict[str, Any], networks: dict[str, Any] | None = None) -> str:
    """Return our own bots, best first, and among them the small networks where they are given."""
    rows = [
        (float(run["score"]), (f"`{run['bot']}`", HOW[run["bot"]], _score(run), run["deals"])) for run in data["runs"]
    ]
    for algorithm, runs in {} if networks is None else _by_algorithm(networks).items():
        found = [run["benchmark"]["score"] for run in runs]
        how = f"small network, {_seconds(runs):.0f} s of one core, {len(runs)} seeds (below)"
        rows.append((fmean(found), (_NAMES[algorithm], how, _spread(found), runs[0]["benchmark"]["deals"])))
    commits = ", ".join(dict.fromkeys(run["commit"][:7] for run in data["runs"]))
    said = (
        f"\nEach row holds for the bot at its commit ({commits}); [the list of figures](benchmarks/README.md) says "
        "what has changed since."
    )
    if networks is not None:
        said += " Of the small networks ± is the standard deviation over their seeds"
        said += (
            "."
            if _complete(networks)
            else "; their trials were played before the reference bots were pinned, so compare them with care."
        )
    said += "\n"
    ordered = [row for _, row in sorted(rows, key=lambda each: -each[0])]
    return table(("player", "how it plays", "score", "deals"), ordered) + said


def _score(run: dict[str, Any]) -> str:
    return f"{_signed(run['score'])} ± {(run['high'] - run['low']) / 2:.1f}"


_NAMES: Final = {"ppo": "MaskablePPO", "nfsp": "NFSP"}
"""Algorithms of learned.json."""


def networks(data: dict[str, Any]) -> str:
    """Return one row per algorithm: the margin at the end of learning, and the score on the fixed benchmark."""
    body = []
    for algorithm, runs in _by_algorithm(data).items():
        ends = [run["points"][-1] for run in runs]
        body.append(
            (
                _NAMES[algorithm],
                f"{_seconds(runs):.0f}",
                f"{fmean(end['rounds'] for end in ends):,.0f}",
                _spread([run["points"][0]["margin"] for run in runs]),
                _spread([end["margin"] for end in ends]),
                _spread([run["benchmark"]["score"] for run in runs]),
            )
        )
    head = ("algorithm", "seconds", "rounds", "margin at first", "margin at last", "score")
    deals = data["runs"][0]["benchmark"]["deals"]
    scored = f"all {deals}" if _complete(data) else f"the first {deals}"
    trial = "" if _complete(data) else ", so a trial"
    said = (
        "\n![Margin over greedy while learning, one line per seed](benchmarks/learned.svg)\n\n"
        "Two hidden layers of 64; five seeds; means and standard deviations over the seeds. *seconds* of one core for "
        "each seed, *rounds* learnt from. *margin* in points per round over three `greedy` players, on 2,048 other "
        f"rounds. *score* on {scored} deals of the fixed benchmark{trial}. PPO learns against `greedy`, "
        "NFSP (OpenSpiel's, in PyTorch) from play with itself. At these sizes NFSP learns little. "
        f"`python bench/learned.py`, commit {data['commit'][:7]}.\n"
    )
    return table(head, body) + said


def _by_algorithm(data: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {name: [run for run in data["runs"] if run["algorithm"] == name] for name in _NAMES}


def _seconds(runs: list[dict[str, Any]]) -> float:
    return float(60 * runs[0]["minutes"])


def _complete(data: dict[str, Any]) -> bool:
    """Return whether every network played the whole benchmark."""
    return all(run["benchmark"]["complete"] for run in data["runs"])


def _spread(values: list[float]) -> str:
    return f"{_signed(fmean(values))} ± {stdev(values):.1f}"


_WIDTH: Final = 560
_HEIGHT: Final = 260
_COLOURS: Final = {"ppo": "#1f5f99", "nfsp": "#b3541e"}


def curves(data: dict[str, Any]) -> str:
    """Return the curves as an SVG: the margin over the processor's seconds, one line per seed."""
    points = [point for run in data["runs"] for point in run["points"]]
    most = max(point["seconds"] for point in points)
    low = int(min(point["margin"] for point in points)) - 1
    high = int(max(point["margin"] for point in points)) + 1

    def at(point: dict[str, float]) -> str:
        down = _HEIGHT * (high - point["margin"]) / (high - low)
        return f"{_WIDTH * point['seconds'] / most:.1f},{down:.1f}"

    lines = []
    for level in range(low, high + 1):
        y = _HEIGHT * (high - level) / (high - low)
        lines.append(f'<path d="M0 {y:.1f}H{_WIDTH}" stroke="#ccc"/>')
        lines.append(f'<text x="-6" y="{y + 4:.1f}" text-anchor="end">{_signed(level).partition(".")[0]}</text>')
    for number, (algorithm, runs) in enumerate(_by_algorithm(data).items()):
        colour, dashes = _COLOURS[algorithm], ' stroke-dasharray="6 3"' if number else ""
        for run in runs:
            drawn = " ".join(map(at, run["points"]))
            lines.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="1.5"{dashes}/>')
        lines.append(f'<text x="{8 + 130 * number}" y="-10" fill="{colour}">{_NAMES[algorithm]}</text>')
    lines.append(f'<text x="{_WIDTH}" y="{_HEIGHT + 20}" text-anchor="end">{most:.0f} s of one core</text>')
    size = f'width="{_WIDTH + 60}" height="{_HEIGHT + 60}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="13">\n'
        '<rect width="100%" height="100%" fill="#fff"/>\n<g transform="translate(40 30)">\n'
        + "\n".join(lines)
        + "\n</g>\n</svg>\n"
    )


def learned(data: dict[str, Any]) -> str:
    """Return one column per seed, one row per point of the curve."""
    by_seed = {seed: list(rows) for seed, rows in groupby(data["rows"], key=lambda row: row["seed"])}
    seeds, curves = list(by_seed), list(by_seed.values())
    body = []
    for points in zip(*curves, strict=True):
        margins = [point["margin"] for point in points]
        mean = f"{_signed(fmean(margins))} ± {stdev(margins):.1f}"
        body.append((f"{points[0]['rounds']:,}", *map(_signed, margins), mean))
    seconds = fmean(curve[-1]["seconds"] for curve in curves)
    said = (
        f"\n{data['algorithm']}, NumPy alone, {len(seeds)} seeds; {seconds:.0f} s of one core each. Margin in points "
        f"per round over three `{data['opponents']}` players, measured on 2,048 other rounds (95 % interval "
        f"± {data['rows'][-1]['reach']:.1f}); the last column has the mean and the standard deviation over the seeds. "
        f"`{data['command']}`, commit {data['commit'][:7]}.\n"
    )
    return table(("rounds learnt from", *(f"seed {seed}" for seed in seeds), "mean"), body) + said


def exploitable(data: dict[str, Any]) -> str:
    """NashConv of fixed players and of CFR+."""
    rows = [
        (
            f"`{row['player']}`" if row["iterations"] is None else f"CFR+, iteration {row['iterations']}",
            f"{row['nash_conv']:.2f}",
        )
        for row in data["rows"]
    ]
    said = (
        "\nNashConv: the points per round that the three seats together could gain by each answering the others "
        f"perfectly; 0 is an equilibrium. `{data['command']}`, commit {data['commit'][:7]}.\n"
    )
    return table(("player", "NashConv"), rows) + said


def _signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")


def page(old: str) -> str:
    """Return the page with its generated parts."""
    parts = {
        "scores": scores(numbers("benchmark"), numbers("learned")),
        "learned": learned(numbers("baselines")),
        "networks": networks(numbers("learned")),
        "exploitability": exploitable(numbers("exploitability")),
    }
    return renewed(old, "baselines", parts)
