"""Is the judge right? Planted blunders, the strongest bot against itself, claimed and realised losses, strengths, time.

    python bench/review.py blunders self truth strength --minutes 10   go on with these parts, ten minutes each
    python bench/review.py --json                                      what has been measured so far
    python bench/review.py --write                                     the same into docs/benchmarks/review.json

Every unit of work is one line in build/review/PART.jsonl and follows from its number: a run can be stopped at any time
and goes on where it was. Four players, `second` unless the part says otherwise.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic, process_time
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
from bench.timing import DOCS, ROOT, provenance
from nokosu import editions
from nokosu.bots.neural.bot import network
from nokosu.bots.registry import make
from nokosu.core.actions import Action, DeclareZero, Play, TakeZero
from nokosu.core.match import Match
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View, view
from nokosu.judge import DEEP, QUICK, judge_decision, review_match
from nokosu.judge.settings import TO_THE_END
from nokosu.kernel.judge import Settings, answer, judge_report, judge_request
from nokosu.wire.review import NAMED, Judgement

MEASURES: Final = ("src/nokosu/judge", "src/nokosu/kernel/judge", "src/nokosu/bots/neural")
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

KEPT: Final = ROOT / "build/review"
FILE: Final = DOCS / "review.json"
STRONG: Final = "champion:16"
FIELD: Final = ("random", "beginner", "club", "search:1000", "champion:16")
"""Strengths in the order that points lost per decision must show."""
BLUNDER: Final = 4.0
TRUTH: Final = 160
"""Worlds in which the truth about two actions is played out."""

Row = dict[str, Any]


def true_loss(seen: View, better: Action, worse: Action, worlds: int, seed: int) -> tuple[float, float]:
    """Play both actions out in fresh worlds, the network's policy in all seats: margin lost, and its standard error."""
    settings = Settings(worlds=worlds, tricks=TO_THE_END, endgame=0)
    request = judge_request(seen, seed=seed, settings=settings, club=None, network=True, only=(better, worse))
    report = judge_report(answer(request, network()))
    at = {line.action: place for place, line in enumerate(report.lines)}
    lost = report.lines[at[better]].margin - report.lines[at[worse]].margin
    return lost, report.error(at[better], at[worse])


def walked(
    number: int, bots: Sequence[str], edition: str = "second", rounds: int = 1
) -> Iterator[tuple[Match, Action]]:
    """Yield every state of a match between bots, with what was done there; at last its end."""
    match = Match.start(editions.ruleset(edition, len(bots), rounds=rounds), seed_from_number(number, "review"))
    seats, chance = [make(bot) for bot in bots], Stream(seed_from_number(number), "review")
    while match.to_act is not None:
        action = seats[match.to_act].choose(view(match, match.to_act), chance)
        yield match, action
        match = match.apply(action)


def ended(number: int, bots: Sequence[str], rounds: int = 1) -> Match:
    """Return a match between bots at its end."""
    *_, (match, action) = walked(number, bots, rounds=rounds)
    return match.apply(action)


def kind_of(seen: View, action: Action) -> str:
    """Name the kind of a decision."""
    assert seen.seat is not None
    if isinstance(action, TakeZero | DeclareZero):
        return "zero"
    if seen.zero[seen.seat]:
        return "under zero"
    return ("die" if action.piece.is_die else "card") if isinstance(action, Play) else seen.phase.value


def blunders(number: int) -> Iterator[Row]:
    """Plant bad moves into a round of strong play: those that lose four points or more must be found."""
    chance = Stream(seed_from_number(number), "plant")
    edition = "first" if number % 4 == 3 else "second"
    for match, action in walked(number, ["neural"] * 4, edition):
        seen = view(match, match.to_act)
        legal = [each for each in seen.legal or () if each != action]
        if not legal or chance.below(4):
            continue
        planted = chance.choice(legal)
        if true_loss(seen, action, planted, 24, 1)[0] < BLUNDER:
            continue
        loss, error = true_loss(seen, action, planted, TRUTH, 2)
        if loss < BLUNDER:
            continue
        quick = judge_decision(seen, planted, QUICK)
        found = quick.verdict in NAMED
        deep = quick if found else judge_decision(seen, planted, DEEP)
        yield {
            "edition": edition,
            "kind": kind_of(seen, planted),
            "loss": loss,
            "error": error,
            "quick": quick.verdict,
            "deep": deep.verdict,
            "claimed": quick.loss,
        }


def strongest(number: int) -> Iterator[Row]:
    """Judge the strongest bot's decisions against itself."""
    for match, action in walked(number, [STRONG] * 4):
        seen = view(match, match.to_act)
        if len(seen.legal or ()) > 1:
            deep = judge_decision(seen, action, DEEP)
            quick = judge_decision(seen, action, QUICK)
            yield {"kind": kind_of(seen, action), "deep": deep.verdict, "quick": quick.verdict, "loss": deep.loss}


def truth(number: int) -> Iterator[Row]:
    """Compare what the judge claims was lost with what fresh rollouts lose."""
    for match, action in walked(number, ["beginner", "club", "search:200", "club"]):
        seen = view(match, match.to_act)
        if len(seen.legal or ()) < 2:
            continue
        for effort in (QUICK, DEEP):
            said = judge_decision(seen, action, effort)
            if said.verdict in NAMED:
                best = next(each for each in seen.legal or () if str(each) == said.best)
                loss, error = true_loss(seen, best, action, 60, 3)
                yield {
                    "depth": said.depth,
                    "claimed": said.loss,
                    "realised": loss,
                    "error": error,
                    "verdict": said.verdict,
                }


def strength(number: int) -> Iterator[Row]:
    """Review one round of each bot of the field against three club players."""
    for bot in FIELD:
        seat = number % 4
        bots = ["club"] * 4
        bots[seat] = bot
        found = review_match(ended(number, bots), seat, QUICK)
        (row,) = found.rounds
        yield {
            "bot": bot,
            "points": row.points,
            "deal": row.deal.value,
            "hidden": row.hidden.value,
            "others": row.others.value,
            "lost": sum(each.lost for each in found.decisions),
            "own": row.decisions.value,
            "decisions": len(found.decisions),
        }


def timing(number: int) -> Iterator[Row]:
    """Time a review of five rounds with four players, in seconds of CPU on one core."""
    match = ended(number, ["beginner", "club", "club", "club"], rounds=5)
    for effort in (QUICK, DEEP):
        first: list[float] = []
        begin = process_time()

        def told(judged: Judgement, *_: int, begin: float = begin, first: list[float] = first) -> None:
            if judged.verdict in NAMED and not first:
                first.append(process_time() - begin)

        found = review_match(match, 0, effort, told=told)
        took = process_time() - begin
        yield {"depth": effort.depth, "seconds": took, "first": first[0] if first else None, "decisions": found.total}


PARTS: Final[Mapping[str, Callable[[int], Iterator[Row]]]] = {
    "blunders": blunders,
    "self": strongest,
    "truth": truth,
    "strength": strength,
    "timing": timing,
}


def go_on(part: str, minutes: float, units: int | None = None) -> None:
    """Do further units of a part; each is one line."""
    KEPT.mkdir(parents=True, exist_ok=True)
    file = KEPT / f"{part}.jsonl"
    number = len(kept(part))
    end = monotonic() + 60 * minutes
    with file.open("a", encoding="utf-8") as out:
        while monotonic() < end and (units is None or units > 0):
            rows = list(PARTS[part](number))
            out.write(json.dumps({"unit": number, "rows": rows}) + "\n")
            out.flush()
            number += 1
            units = None if units is None else units - 1


def kept(part: str) -> list[list[Row]]:
    """Return the rows of every unit so far."""
    file = KEPT / f"{part}.jsonl"
    return [json.loads(line)["rows"] for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def summary() -> Row:
    """Return all figures."""
    rows = {part: [row for unit in kept(part) for row in unit] for part in PARTS}
    made: dict[str, Callable[[list[Row]], Row]] = {
        "blunders": _blunders,
        "self": _self,
        "truth": _truth,
        "strength": _strength,
        "timing": _timing,
    }
    return {part: made[part](rows[part]) for part in PARTS if rows[part]}


def _share(rows: Sequence[Row], test: Callable[[Row], bool]) -> float | None:
    return round(sum(map(test, rows)) / len(rows), 4) if rows else None


def _blunders(rows: list[Row]) -> Row:
    kinds = sorted({row["kind"] for row in rows})

    def figures(some: list[Row]) -> Row:
        return {
            "planted": len(some),
            "quick": _share(some, lambda row: row["quick"] in NAMED),
            "deep": _share(some, lambda row: row["deep"] in NAMED),
        }

    return figures(rows) | {"kinds": {kind: figures([row for row in rows if row["kind"] == kind]) for kind in kinds}}


def _self(rows: list[Row]) -> Row:
    found: Row = {"bot": STRONG, "decisions": len(rows)}
    for depth in ("quick", "deep"):
        said = [row[depth] for row in rows]
        found[depth] = {name: round(said.count(name) / len(said), 4) for name in NAMED}
    return found


def _truth(rows: list[Row]) -> Row:
    found: Row = {}
    for depth in ("quick", "deep"):
        some = [row for row in rows if row["depth"] == depth]
        if len(some) < 3:
            continue
        weights = [1 / (row["error"] ** 2 + 1) for row in some]
        square = sum(w * row["claimed"] ** 2 for w, row in zip(weights, some, strict=True))
        slope = sum(w * row["claimed"] * row["realised"] for w, row in zip(weights, some, strict=True)) / square
        rest = [
            w * row["claimed"] * (row["realised"] - slope * row["claimed"])
            for w, row in zip(weights, some, strict=True)
        ]
        error = math.sqrt(sum(each**2 for each in rest)) / square
        found[depth] = {
            "decisions": len(some),
            "slope": round(slope, 3),
            "low": round(slope - 1.96 * error, 3),
            "high": round(slope + 1.96 * error, 3),
            "claimed": round(statistics.fmean(row["claimed"] for row in some), 3),
            "realised": round(statistics.fmean(row["realised"] for row in some), 3),
        }
    return found


def _strength(rows: list[Row]) -> Row:
    found: Row = {}
    for bot in FIELD:
        some = [row for row in rows if row["bot"] == bot]
        if len(some) < 2:
            continue
        count = sum(row["decisions"] for row in some)
        lost = sum(row["lost"] for row in some) / count
        rest = [row["lost"] - lost * row["decisions"] for row in some]
        reach = 1.96 * math.sqrt(sum(each**2 for each in rest)) / count
        raw, adjusted = [row["points"] for row in some], [row["points"] - row["deal"] for row in some]
        found[bot] = {
            "rounds": len(some),
            "lost": round(lost, 4),
            "margin": round(reach, 4),
            "points": round(statistics.fmean(raw), 2),
            "without_deal": round(statistics.fmean(adjusted), 2),
            "variance": round(statistics.variance(raw), 1),
            "variance_without_deal": round(statistics.variance(adjusted), 1),
            "share_of_the_deal": round(
                statistics.variance([row["deal"] for row in some]) / statistics.variance(raw), 3
            ),
        }
    return found


def _timing(rows: list[Row]) -> Row:
    found: Row = {}
    for depth in ("quick", "deep"):
        some = [row for row in rows if row["depth"] == depth]
        if some:
            first = [row["first"] for row in some if row["first"] is not None]
            found[depth] = {
                "matches": len(some),
                "seconds": round(statistics.median(row["seconds"] for row in some), 2),
                "most": round(max(row["seconds"] for row in some), 2),
                "first": round(statistics.median(first), 2) if first else None,
                "decisions": round(statistics.fmean(row["decisions"] for row in some), 1),
            }
    return found


def main() -> None:
    """Go on with the parts that are named, or say what is known."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"what to go on with: {', '.join(PARTS)}")
    parser.add_argument("--minutes", type=float, default=10.0, help="for each part (default: 10)")
    parser.add_argument("--units", type=int, help="at most so many units of each part")
    parser.add_argument("--kept", type=Path, help=f"folder of results (default: {KEPT.relative_to(ROOT)})")
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument("--write", action="store_true", help=f"write {FILE.relative_to(ROOT)}")
    asked = parser.parse_args()
    if asked.kept:
        globals()["KEPT"] = asked.kept
    for part in asked.parts:
        if part not in PARTS:
            parser.error(f"unknown part: {part}")
        go_on(part, asked.minutes, asked.units)
    found = {**provenance(), **summary()}
    if asked.write:
        FILE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    print(json.dumps(found) if asked.json else json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
