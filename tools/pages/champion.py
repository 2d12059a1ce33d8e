"""The tables of figures in docs/champion.md, and of training runs and matches in docs/champion-log.md."""

from typing import Any, Final

from tools.pages import DOCS, numbers, renewed, table

PAGE: Final = DOCS / "champion.md"
LOG: Final = DOCS / "champion-log.md"


def runs(data: dict[str, Any]) -> str:
    """Return one row for every training run, with its last evaluation."""
    rows = []
    for run in data["runs"]:
        last = run["evaluations"][-1]
        played = f"{run['decisions'] / 1e9:.2f} billion", f"{run['seconds'] / 60:.1f}", run["million_per_second"]
        rows.append((run["run"], run["what"], *played, *(_margin(last.get(bot)) for bot in ("club", "search:1000"))))
    head = ("run", "what was new", "decisions", "minutes", "M/s", "over `club`", "over `search:1000`")
    return table(head, rows)


def figures(data: dict[str, Any], training: dict[str, Any]) -> str:
    """Return what the champion is to reach, and what it reached: with the shipped weights, or the last measured."""
    rows = []
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
        rows.append((figure["what"], figure["must"], figure["aim"], measured, rounds or "–"))
    answer = training["best_responses"][0]
    last = answer["evaluations"][-1]["past"]
    what = f"gain of a best response to {answer['to']} that trained for {answer['minutes']} minutes"
    rows.append((what, "≤ +2.5", "≤ +1", f"{_signed(last['margin'])} ± {last['half']:.1f}", last["rounds"]))
    return table(("figure", "goal", "aim", "measured", "rounds"), rows)


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
    """Return one row for every match-up."""
    rows = []
    for match in data["matches"]:
        time = match.get("ms_per_move")
        made = f"{match['made']:.0%}" if "made" in match else "–"
        thought = "–" if time is None or "machine" in match else f"{time:.0f}"
        players = "" if match["players"] == 4 else f", {match['players']} players"
        players += "" if match["edition"] == "second" else f", `{match['edition']}`"
        who = match["weights"], f"`{match['bot']}`", f"`{match['field']}`{players}"
        rows.append((*who, _interval(match["margin"]), made, thought, match["rounds"]))
    return table(("weights", "bot", "over", "margin", "contracts made", "ms per move", "rounds"), rows)


def looking(data: dict[str, Any]) -> str:
    """Return what other settings are worth, judged move by move."""
    rows = [
        (f"`{row['bot']}`", _interval({**row, "mean": row["gain"]}), f"{row['ms']:.0f}") for row in data["rows"][1:]
    ]
    return table(("bot", "points per round more than `champion:100ms`", "ms per decision"), rows)


def beliefs(data: dict[str, Any]) -> str:
    """Bits lost per hidden card, by opponent and stage."""
    stages = list(data["rows"][0]["bits"])
    rows = ((f"`{row['field']}`", *(f"{row['bits'][stage]:.2f}" for stage in stages)) for row in data["rows"])
    return table(("opponents", *stages), rows)


def weighing(data: dict[str, Any]) -> str:
    """Bits that weighing the worlds tells, by opponent and by what the opponents are taken for."""
    rows = (
        (f"`{row['field']}`", *(_interval(row["bits"][model]) for model in ("policy", "club"))) for row in data["rows"]
    )
    return table(("opponents", "taken for the network's policy", "taken for softened club players"), rows)


def _margin(found: dict[str, float] | None) -> str:
    if found is None:
        return "–"
    return f"{found['margin']:+.1f} ± {found['half']:.1f} ({found['made']:.0%} made)".replace("-", "−")


def page(old: str) -> str:
    """Return the page with its table renewed."""
    return renewed(old, "champion", {"figures": figures(numbers("champion"), numbers("training"))})


def log(old: str) -> str:
    """Return the log with its tables renewed."""
    parts = {
        "matches": matches(numbers("champion")),
        "lookahead": looking(numbers("lookahead")),
        "beliefs": beliefs(numbers("beliefs")),
        "weighing": weighing(numbers("likelihood")),
        "runs": runs(numbers("training")),
    }
    return renewed(old, "champion", parts)
