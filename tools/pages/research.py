"""The generated tables of docs/research.md."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from bench.timing import sentence
from nokosu.arena import benchmark
from nokosu.research import decisions, pettingzoo
from nokosu.research.gymnasium import NokosuEnv
from nokosu.research.gymnasium_vector import NokosuVectorEnv
from tools.pages import DOCS, numbers, renewed, table

PAGE: Final = DOCS / "research.md"


def spaces() -> str:
    """Observations, actions and masks of each environment, as it states them itself."""
    single, many, agents = NokosuEnv(), NokosuVectorEnv(1024), pettingzoo.env()
    agent = agents.possible_agents[0]
    both: Any = agents.observation_space(agent)
    rows = (
        ("Gymnasium, `make`", single.observation_space, single.action_space, '`info["action_mask"]`: (161,) int8'),
        (
            "Gymnasium, `make_vec` (1024)",
            many.observation_space,
            f"{type(many.action_space).__name__}, 1024 × Discrete(161)",
            '`infos["action_mask"]`: (1024, 161) int8',
        ),
        (
            "PettingZoo",
            f"Dict: `observation` {both['observation']}",
            agents.action_space(agent),
            f"Dict: `action_mask` {both['action_mask']}",
        ),
    )
    return table(("environment", "observation", "action", "mask"), rows)


def speed(data: dict[str, Any]) -> str:
    """Steps per second, ours and theirs."""
    rates: dict[str, dict[str, float]] = data["rates"]
    rows = [
        (f"**{name}**" if _ours(name) else name, f"{rate['median']:,.0f}", _times(name, rates))
        for name, rate in rates.items()
    ]
    versions = ", ".join(f"{name} {version}" for name, version in data["packages"].items())
    said = f"\nMedians of {data['turns']} turns. {sentence(data)} {versions}.\n"
    return table(("interface: game", "steps/s", "ours is faster by"), rows) + said


def _ours(name: str) -> bool:
    return "Nokosu" in name or name.startswith(("kernel", "Gymnasium"))


def _times(name: str, rates: dict[str, dict[str, float]]) -> str:
    """Ours in the same library over this one; RLCard's games have PettingZoo's as theirs."""
    library = name.partition(":")[0]
    own = rates.get(f"{'PettingZoo' if library == 'RLCard' else library}: Nokosu Dice")
    return "" if own is None or _ours(name) else f"{own['median'] / rates[name]['median']:.1f}"


def curve(data: dict[str, Any]) -> str:
    """Return the margin as MaskablePPO learns."""
    asked = data["arguments"]
    rows = []
    for point in data["curve"]:
        low, high = point["margin"] - point["reach"], point["margin"] + point["reach"]
        margin, rounds = _margin(point["margin"], low, high), f"{point['rounds']:,.0f}"
        rows.append((f"{point['seconds']:.0f}", f"{point['steps']:,.0f}", margin, rounds))
    said = (
        f"\n`--minutes {asked['minutes']:g} --threads {asked['threads']}`; margin in points per round over three "
        f"`{asked['opponents']}` players, with its 95 % interval. {data['said']} Commit {data['commit']}.\n"
    )
    return table(("seconds", "steps", "margin", "rounds"), rows) + said


def results(data: dict[str, Any]) -> str:
    """Our own bots on the benchmark."""
    rows = []
    for run in sorted(data["runs"], key=lambda run: -float(run["score"])):
        margins = [_margin(other["margin"], other["low"], other["high"]) for other in run["opponents"]]
        rows.append((f"`{run['bot']}`", _margin(run["score"], run["low"], run["high"]), *margins, run["deals"]))
    heads = ("bot", "score", *(f"`{opponent}`" for opponent in benchmark.OPPONENTS), "deals")
    commits = ", ".join(sorted({run["commit"][:7] for run in data["runs"]}))
    said = (
        f"\nEvery deal is four rounds against each opponent. The benchmark has {benchmark.DEALS} deals; rows with "
        f"fewer are trials, with wider intervals. Written by `python bench/benchmark.py`, at commit {commits}.\n"
    )
    return table(heads, rows) + said


def _margin(mean: float, low: float, high: float) -> str:
    # Adding 0 turns -0.0 into 0.0.
    return f"{round(mean, 1) + 0.0:+.1f} ± {(high - low) / 2:.1f}".replace("-", "−")


def baseline(data: dict[str, Any]) -> str:
    """Return the bot `openspiel` beside `search`."""
    rows = [
        (
            f"`{run['bot']}`",
            f"`{run['over']}`",
            _margin(run["mean"], run["low"], run["high"]),
            run["rounds"],
            run["played_at"],
        )
        for run in data["matchups"]
    ]
    speeds = data["simulations_per_second"]
    said = (
        "\nOne seat against three copies of the other bot, four players, `second`; one process per core. Per second "
        f"of CPU time `search` runs {speeds['search']:,} simulations, `openspiel` {speeds['openspiel']:,}, and "
        f"with OpenSpiel's own playouts {speeds['openspiel,playouts=openspiel']:,}, with OpenSpiel "
        f"{data['open_spiel']}. {sentence(data)}\n"
    )
    return table(("bot", "against", "margin", "rounds", "played at commit"), rows) + said


def decision_set(data: dict[str, Any]) -> str:
    """Return what is in the set of decisions that `nokosu decisions` makes."""
    rows = [(f"`{bot}`", f"{said['decisions']:,}", f"{said['points']:.2f}") for bot, said in data["bots"].items()]
    said = (
        f"\n{data['rounds']:,} rounds with {data['decisions']:,} decisions. Made at commit {data['commit'][:7]}, the "
        f"file has the SHA-256 `{data['sha256']}`.\n"
    )
    return table(("bot", "decisions", "points per round"), rows) + said


def columns() -> str:
    """Return the arrays of a batch of decisions."""
    rows = (
        (f"`{name}`", np.dtype(kind).name if kind != "U40" else "text", " × ".join(["N", *map(str, shape)]), meaning)
        for name, (kind, shape, meaning) in decisions.COLUMNS.items()
    )
    return table(("array", "type", "shape", "meaning"), rows)


def page(old: str) -> str:
    """Return the page with its tables renewed."""
    parts = {
        "spaces": spaces(),
        "openspiel": baseline(numbers("openspiel")),
        "speed": speed(numbers("research")),
        "curve": curve(numbers("ppo")),
        "benchmark": results(numbers("benchmark")),
        "set": decision_set(numbers("decisions")),
        "decisions": columns(),
    }
    return renewed(old, "research", parts)
