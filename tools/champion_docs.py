"""Write the tables of figures, training runs and matches in docs/champion.md: `python -m tools.champion_docs`."""

import json
from pathlib import Path
from typing import Any, Final

from tools.marked import renewed

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs/champion.md"
RUNS: Final = ROOT / "docs/benchmarks/training.json"
MATCHES: Final = ROOT / "docs/benchmarks/champion.json"
LOOKING: Final = ROOT / "docs/benchmarks/lookahead.json"
BELIEFS: Final = ROOT / "docs/benchmarks/beliefs.json"
WEIGHING: Final = ROOT / "docs/benchmarks/likelihood.json"


def table(data: dict[str, Any]) -> str:
    """One row for every training run, with its last evaluation."""
    lines = [
        "| run | what was new | decisions | minutes | M/s | over `club` | over `search:1000` |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for run in data["runs"]:
        last = run["evaluations"][-1]
        lines.append(
            f"| {run['run']} | {run['what']} | {run['decisions'] / 1e9:.2f} billion | {run['seconds'] / 60:.1f} "
            f"| {run['million_per_second']} | {_margin(last.get('club'))} | {_margin(last.get('search:1000'))} |"
        )
    return "\n".join(lines) + "\n"


def figures(data: dict[str, Any], training: dict[str, Any]) -> str:
    """What the champion is to reach, and what it reached: with the shipped weights, or with those measured last."""
    lines = ["| figure | goal | aim | measured | rounds |", "| --- | --- | --- | --- | --- |"]
    shipped = data["matches"][0]["weights"]
    for figure in data["figures"]:
        found = [
            match
            for match in data["matches"]
            if (match["bot"], match["field"], match["edition"], match["players"])
            == (figure["bot"], figure["field"], figure.get("edition", "second"), figure.get("players", 4))
        ]
        found = [match for match in found if match["weights"] == found[0]["weights"]]
        rounds = sum(match["rounds"] for match in found)
        if found and "won" in found[0]:
            won = sum(match["won"]["mean"] * match["rounds"] for match in found) / rounds
            measured = f"{won:.0%} of {rounds // found[0]['match']} matches"
        else:
            measured = _interval(_pooled(found)) if found else "–"
        if found and found[0]["weights"] != shipped:
            measured += f", with {found[0]['weights']}"
        lines.append(f"| {figure['what']} | {figure['must']} | {figure['aim']} | {measured} | {rounds or '–'} |")
    answer = training["best_responses"][0]
    last = answer["evaluations"][-1]["past"]
    lines.append(
        f"| gain of a best response to {answer['to']} that trained for {answer['minutes']} minutes "
        f"| ≤ +2.5 | ≤ +1 | {_signed(last['margin'])} ± {last['half']:.1f} | {last['rounds']} |"
    )
    return "\n".join(lines) + "\n"


def _pooled(found: list[dict[str, Any]]) -> dict[str, float]:
    """Independent runs of one match-up, taken together."""
    rounds = sum(match["rounds"] for match in found)
    mean = sum(match["margin"]["mean"] * match["rounds"] for match in found) / rounds
    squares = ((match["margin"]["high"] - match["margin"]["low"]) / 2 * match["rounds"] for match in found)
    half = sum(square**2 for square in squares) ** 0.5 / rounds
    return {"mean": mean, "low": mean - half, "high": mean + half}


def _signed(number: float) -> str:
    return f"{number:+.1f}".replace("-", "−")


def _interval(margin: dict[str, float]) -> str:
    low, mean, high = (_signed(margin[name]) for name in ("low", "mean", "high"))
    return f"{mean} ({low} to {high})"


def matches(data: dict[str, Any]) -> str:
    """One row for every match-up."""
    lines = [
        "| weights | bot | over | margin | contracts made | ms per move | rounds |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for match in data["matches"]:
        time = match.get("ms_per_move")
        made = f"{match['made']:.0%}" if "made" in match else "–"
        thought = "–" if time is None or "machine" in match else f"{time:.0f}"
        players = "" if match["players"] == 4 else f", {match['players']} players"
        players += "" if match["edition"] == "second" else f", `{match['edition']}`"
        lines.append(
            f"| {match['weights']} | `{match['bot']}` | `{match['field']}`{players} | {_interval(match['margin'])} "
            f"| {made} | {thought} | {match['rounds']} |"
        )
    return "\n".join(lines) + "\n"


def looking(data: dict[str, Any]) -> str:
    """What other settings are worth, judged move by move."""
    lines = ["| bot | points per round more than `champion:100ms` | ms per decision |", "| --- | --- | --- |"]
    for row in data["rows"][1:]:
        margin = {"mean": row["gain"], "low": row["low"], "high": row["high"]}
        lines.append(f"| `{row['bot']}` | {_interval(margin)} | {row['ms']:.0f} |")
    return "\n".join(lines) + "\n"


def beliefs(data: dict[str, Any]) -> str:
    """Bits lost per hidden card, by opponent and stage."""
    stages = list(data["rows"][0]["bits"])
    lines = [f"| opponents | {' | '.join(stages)} |", "| --- |" + " --- |" * len(stages)]
    for row in data["rows"]:
        bits = " | ".join(f"{row['bits'][stage]:.2f}" for stage in stages)
        lines.append(f"| `{row['field']}` | {bits} |")
    return "\n".join(lines) + "\n"


def weighing(data: dict[str, Any]) -> str:
    """Bits that weighing the worlds tells, by opponent and by what the opponents are taken for."""
    lines = ["| opponents | taken for the network's policy | taken for softened club players |", "| --- | --- | --- |"]
    for row in data["rows"]:
        bits = " | ".join(_interval(row["bits"][model]) for model in ("policy", "club"))
        lines.append(f"| `{row['field']}` | {bits} |")
    return "\n".join(lines) + "\n"


def _margin(found: dict[str, float] | None) -> str:
    if found is None:
        return "–"
    return f"{found['margin']:+.1f} ± {found['half']:.1f} ({found['made']:.0%} made)".replace("-", "−")


def page(old: str) -> str:
    """The page with its tables renewed."""
    played, training, looked, believed, weighed = (
        json.loads(path.read_text("utf-8")) for path in (MATCHES, RUNS, LOOKING, BELIEFS, WEIGHING)
    )
    parts = {
        "figures": figures(played, training),
        "matches": matches(played),
        "lookahead": looking(looked),
        "beliefs": beliefs(believed),
        "weighing": weighing(weighed),
        "runs": table(training),
    }
    return renewed(old, "champion_docs", parts)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
