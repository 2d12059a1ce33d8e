"""Is the judge right? Planted blunders, the strongest bot against itself, claimed and realised losses, strengths, time.

Also how much of the points the luck of the deal explains.

    python bench/review.py blunders self truth champions strength --minutes 60 --jobs 8    go on with these parts
    python bench/review.py --json                                  what has been measured so far
    python bench/review.py --write                                 the same into docs/benchmarks/review.json

Every unit of work follows from its number, and is one line in bench/kept/review/PART.jsonl, with the commit that made
it: a run can be stopped at any time and goes on where it was, on another machine too. All jobs work on the part that is
furthest from its goal, so the parts end together; one that has reached its goal gets no more time while another has
not. Four players, `second` unless the part says otherwise.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import cache
from itertools import count, filterfalse
from pathlib import Path
from time import monotonic, process_time
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
from bench.timing import DOCS, ROOT, provenance
from nokosu import editions
from nokosu.arena.provenance import commit
from nokosu.bots.base import Bot
from nokosu.bots.neural.bot import network
from nokosu.bots.registry import make
from nokosu.core.actions import Action, DeclareZero, Play, TakeZero
from nokosu.core.match import Match, totals_of
from nokosu.core.round import Phase
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View, view, view_of_round
from nokosu.core.worlds import rebuild
from nokosu.judge import DEEP, QUICK, judge_decision, review_match
from nokosu.judge.averages import average
from nokosu.judge.settings import TO_THE_END
from nokosu.judge.totals import known_luck, without_deal
from nokosu.kernel.champion import believed_worlds
from nokosu.kernel.judge import Report, Settings, answer, follow_report, follow_request, judge_report, judge_request
from nokosu.wire.review import NAMED, Judgement, Part

MEASURES: Final = ("src/nokosu/judge", "src/nokosu/kernel/judge", "src/nokosu/bots/neural")
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

KEPT: Final = ROOT / "bench/kept/review"
FILE: Final = DOCS / "review.json"
STRONG: Final = "champion:16"
SWIFT: Final = "champion:4,stakes=0"
"""Who plays out claims; for points, because that is what was claimed."""
CHAMPIONS_WORLDS: Final = 40
FIELD: Final = ("random", "beginner", "club", "search:1000", "champion:16")
"""Strengths in the order that points lost per decision must show."""
DEALT: Final = ("club", "champion:16", "search:200")
"""Whose points the luck of the deal is compared with."""
BLUNDER: Final = 4.0
TRUTH: Final = 160
"""Worlds in which the truth about two actions is played out."""

Row = dict[str, Any]


@cache
def player(bot: str) -> Bot:
    """Return a bot, made once."""
    return make(bot)


def played_out(seen: View, actions: Sequence[Action], worlds: int, seed: int) -> Report:
    """Play actions (all if none is named) out in fresh worlds, the network's policy in all seats."""
    settings = Settings(worlds=worlds, tricks=TO_THE_END, endgame=0)
    request = judge_request(seen, seed=seed, settings=settings, club=None, network=True, only=actions)
    return judge_report(answer(request, network()))


def true_loss(seen: View, better: Action, worse: Action, worlds: int, seed: int) -> tuple[float, float]:
    """Play both actions out in fresh worlds: margin lost, and its standard error."""
    report = played_out(seen, (better, worse), worlds, seed)
    at = {line.action: place for place, line in enumerate(report.lines)}
    lost = report.lines[at[better]].margin - report.lines[at[worse]].margin
    return lost, report.error(at[better], at[worse])


def walked(
    number: int, bots: Sequence[str], edition: str = "second", rounds: int = 1
) -> Iterator[tuple[Match, Action]]:
    """Yield every state of a match between bots, with what was done there; at last its end."""
    match = Match.start(editions.ruleset(edition, len(bots), rounds=rounds), seed_from_number(number, "review"))
    seats, chance = [player(bot) for bot in bots], Stream(seed_from_number(number), "review")
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
    """Plant bad moves into a round of strong play: those that lose four points or more must be found.

    Every second round one seat takes zero if that has some chance, so that blunders under zero can be planted.
    """
    chance = Stream(seed_from_number(number), "plant")
    edition = "first" if number % 4 == 3 else "second"
    for match, action in strong_play(number, edition):
        seen = view(match, match.to_act)
        legal = [each for each in seen.legal or () if each != action]
        late = seen.phase is Phase.PLAY and seen.ruleset.tricks - len(seen.tricks) <= 3
        under_zero = seen.zero[seen.seat or 0]
        # Of each kind of decision about as many: few of the first plays and of the drafts are worth four points.
        if not legal or (seen.phase is Phase.PLAY and not under_zero and chance.below(2 if late else 4)):
            continue
        planted = chance.choice(legal)
        if seen.phase is Phase.PLAY:
            if true_loss(seen, action, planted, 24, 1)[0] < BLUNDER:
                continue
        else:
            found = _drafted_badly(seen, action, chance)
            if found is None or (isinstance(found, TakeZero | DeclareZero) and chance.below(4)):
                continue
            planted = found
        loss, error = true_loss(seen, action, planted, TRUTH, 2)
        if loss < BLUNDER:
            continue
        quick = judge_decision(seen, planted, QUICK)
        found_at_once = quick.verdict in NAMED
        deep = quick if found_at_once else judge_decision(seen, planted, DEEP)
        yield {
            "edition": edition,
            "at": seen.decisions,
            "planted": str(planted),
            "kind": kind_of(seen, planted),
            "loss": loss,
            "error": error,
            "quick": quick.verdict,
            "deep": deep.verdict,
            "claimed": deep.loss,
        }


def strong_play(number: int, edition: str) -> Iterator[tuple[Match, Action]]:
    """Yield every state of a round of `neural`; in every second one a seat takes zero where it may succeed."""
    match = Match.start(editions.ruleset(edition, 4, rounds=1), seed_from_number(number, "review"))
    bot, chance = player("neural"), Stream(seed_from_number(number), "review")
    wanted = number % 2 == 0
    while match.to_act is not None:
        seen = view(match, match.to_act)
        action = bot.choose(seen, chance)
        zeros = [each for each in seen.legal or () if isinstance(each, TakeZero | DeclareZero)]
        if wanted and zeros and not any(seen.zero) and not isinstance(action, TakeZero | DeclareZero):
            lines = played_out(seen, zeros, 16, 5).lines
            best = max(lines, key=lambda line: line.made)
            if best.made >= 0.35:
                action, wanted = best.action, False
        yield match, action
        match = match.apply(action)


def _drafted_badly(seen: View, action: Action, chance: Stream) -> Action | None:
    """Return one of the actions of a draft that a few long rollouts find four points worse, if there is one."""
    lines = {line.action: line.margin for line in played_out(seen, (), 24, 1).lines}
    bad = [each for each in seen.legal or () if lines[action] - lines[each] >= BLUNDER]
    other = [each for each in bad if not isinstance(each, TakeZero | DeclareZero)]
    return chance.choice(other or bad) if bad else None


def strongest(number: int) -> Iterator[Row]:
    """Judge the strongest bot's decisions against itself."""
    for match, action in walked(number, [STRONG] * 4):
        seen = view(match, match.to_act)
        if len(seen.legal or ()) > 1:
            deep = judge_decision(seen, action, DEEP)
            quick = judge_decision(seen, action, QUICK)
            row = {"kind": kind_of(seen, action), "at": seen.decisions, "done": str(action)}
            yield row | {"deep": deep.verdict, "quick": quick.verdict, "loss": deep.loss}


def truth(number: int) -> Iterator[Row]:
    """Compare what the judge claims was lost with what fresh rollouts lose, the network's policy in all seats."""
    for match, action in walked(number, ["beginner", "club", "search:200", "beginner"]):
        seen = view(match, match.to_act)
        if len(seen.legal or ()) < 2:
            continue
        for effort in (QUICK, DEEP):
            said = judge_decision(seen, action, effort)
            if said.verdict in NAMED:
                best = next(each for each in seen.legal or () if str(each) == said.best)
                loss, error = true_loss(seen, best, action, 60, 3)
                yield claimed(seen, said, loss, error)


def champions(number: int) -> Iterator[Row]:
    """Compare the same for the first decision of a round that the deep look names, the champion in all seats."""
    for match, action in walked(number, ["beginner", "club", "search:200", "beginner"]):
        seen = view(match, match.to_act)
        # Not all of one kind: each unit begins at another place of the round.
        if len(seen.legal or ()) < 2 or seen.decisions < number * 7 % 40:
            continue
        said = judge_decision(seen, action, DEEP)
        if said.verdict in NAMED:
            best = next(each for each in seen.legal or () if str(each) == said.best)
            lost = [played_by_champions(seen, best, action, number, world) for world in range(CHAMPIONS_WORLDS)]
            yield claimed(seen, said, statistics.fmean(lost), statistics.stdev(lost) / math.sqrt(len(lost)))
            return


def claimed(seen: View, said: Judgement, loss: float, error: float) -> Row:
    """Return one row of a comparison of claims and truth."""
    return {
        "depth": said.depth,
        "phase": said.phase,
        "at": seen.decisions,
        "claimed": said.loss,
        "realised": loss,
        "error": error,
        "verdict": said.verdict,
    }


def played_by_champions(seen: View, better: Action, worse: Action, number: int, world: int) -> float:
    """Return what the worse action loses against the better one with the cards of one believed world."""
    seed = Stream(seed_from_number(number), "believed", world).seed64()
    (found,) = believed_worlds(seen, network(), number=1, seed=seed)
    margins = []
    for action in (better, worse):
        played, chance, bot = rebuild(seen, found).apply(action), Stream(seed_from_number(world), "play"), player(SWIFT)
        while played.to_act is not None:
            played = played.apply(bot.choose(view_of_round(played, seen.round, seen.scores, played.to_act), chance))
        scores = [each.total for each in played.score]
        own = scores.pop(seen.seat or 0)
        margins.append(own - statistics.fmean(scores))
    return margins[0] - margins[1]


def strength(number: int) -> Iterator[Row]:
    """Review a match of five rounds of one bot of the field against three club players."""
    bot, match = FIELD[number % len(FIELD)], number // len(FIELD)
    seat = match % 4
    bots = ["club"] * 4
    bots[seat] = bot
    found = review_match(ended(match, bots, rounds=5), seat, QUICK)
    yield {
        "bot": bot,
        "rounds": [
            {
                "points": row.points,
                "average": row.average.value,
                "deal": row.deal.value,
                "adjusted": round(without_deal(row), 3),
                "hidden": row.hidden.value,
                "others": row.others.value,
                "own": row.decisions.value,
            }
            for row in found.rounds
        ],
        "lost": sum(each.lost for each in found.decisions),
        "decisions": len(found.decisions),
        "losses": [round(each.loss, 2) for each in found.decisions],
        "named": {name: sum(each.verdict == name for each in found.decisions) for name in NAMED},
    }


def deals(number: int) -> Iterator[Row]:
    """Say what every deal of a match was worth to one seat before anything was done, as both depths measure it."""
    bot, place = DEALT[number % len(DEALT)], number // len(DEALT)
    seat = place % 4
    bots = ["club"] * 4
    bots[seat] = bot
    match = ended(1000 + place, bots, rounds=5)
    for index, played in enumerate(match.rounds):
        row: Row = {"bot": bot, "points": match.scores[index][seat]}
        usual = average(match.ruleset, (seat - played.dealer - 1) % 4, network=True).points
        standing = (match.ruleset.rounds - index - 1, *totals_of(match.scores[:index], 4))
        for effort in (QUICK, DEEP):
            asked = follow_request(played, seat, seed=index, playouts=effort.samples, match=standing, network=True)
            first = follow_report(answer(asked, network())).worths[0]
            row[effort.depth] = [round(first.points[seat] - usual, 4), round(first.errors[seat], 4)]
        yield row


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
    "champions": champions,
    "strength": strength,
    "deals": deals,
    "timing": timing,
}
GOALS: Final = {
    "blunders": 500,
    "self": 3000,
    "truth": 1000,
    "champions": 50,
    "strength": 500,
    "deals": 600,
    "timing": 3,
}
"""Rows: planted blunders, decisions, claims, claims, matches, rounds, matches at both depths."""


def go_on(parts: Sequence[str], minutes: float, jobs: int, units: int | None = None) -> None:
    """Do further units, each of the part that is furthest from its goal; each is one line."""
    KEPT.mkdir(parents=True, exist_ok=True)
    end = monotonic() + 60 * minutes
    done = {part: {unit for unit, _ in kept(part)} for part in parts}
    to_do = {part: filterfalse(done[part].__contains__, count()) for part in parts}
    rows = {part: sum(len(some) for _, some in kept(part)) for part in parts}
    left = dict.fromkeys(parts, units if units is not None else math.inf)
    under_way: dict[Future[list[Row]], tuple[str, int]] = {}
    made_at = commit()
    with ProcessPoolExecutor(jobs) as workers:
        while True:
            while len(under_way) < jobs and monotonic() < end:
                wanted = [part for part in parts if left[part] > 0]
                if not wanted:
                    break
                part = min(wanted, key=lambda each: _progress(each, rows[each], under_way.values()))
                unit = next(to_do[part])
                under_way[workers.submit(unit_of, part, unit)] = part, unit
                left[part] -= 1
            if not under_way:
                return
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                part, unit = under_way.pop(future)
                found = future.result()
                rows[part] += len(found)
                with (KEPT / f"{part}.jsonl").open("a", encoding="utf-8") as out:
                    out.write(json.dumps({"unit": unit, "commit": made_at, "rows": found}) + "\n")


def unit_of(part: str, number: int) -> list[Row]:
    """Return the rows of one unit."""
    return list(PARTS[part](number))


def _progress(part: str, rows: int, under_way: Collection[tuple[str, int]]) -> float:
    """Return how far a part is on its way to its goal, the units under way as one row each."""
    return (rows + sum(other == part for other, _ in under_way)) / GOALS[part]


def kept(part: str) -> list[tuple[int, list[Row]]]:
    """Return every unit so far with its rows."""
    return [(line["unit"], line["rows"]) for line in _lines(part)]


def _lines(part: str) -> list[Row]:
    file = KEPT / f"{part}.jsonl"
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def summary() -> Row:
    """Return all figures."""
    rows = {part: [row for _, some in kept(part) for row in some] for part in PARTS}
    made: dict[str, Callable[[list[Row]], Row]] = {
        "blunders": _blunders,
        "self": _self,
        "truth": _truth,
        "champions": lambda some: {"bot": SWIFT, "worlds": CHAMPIONS_WORLDS} | _truth(some),
        "strength": _strength,
        "deals": _deals,
        "timing": _timing,
    }
    commits = {part: ", ".join(sorted({line["commit"] for line in _lines(part)})) for part in PARTS}
    return {part: {"commit": commits[part]} | made[part](rows[part]) for part in PARTS if rows[part]}


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
    """Return points lost per decision with their 95 % interval, and how much less points vary without luck."""
    found: Row = {}
    for bot in FIELD:
        some = [row for row in rows if row["bot"] == bot]
        if len(some) < 2:
            continue
        decisions = sum(row["decisions"] for row in some)
        lost = sum(row["lost"] for row in some) / decisions
        rest = [row["lost"] - lost * row["decisions"] for row in some]
        reach = 1.96 * math.sqrt(sum(each**2 for each in rest)) / decisions
        rounds = [each for row in some for each in row["rounds"]]
        raw, adjusted = [each["points"] for each in rounds], [each["adjusted"] for each in rounds]
        difference = [points - other for points, other in zip(raw, adjusted, strict=True)]
        variance = statistics.variance(raw)
        found[bot] = {
            "matches": len(some),
            "lost": round(lost, 4),
            "margin": round(reach, 4),
            "named": {name: sum(row["named"][name] for row in some) for name in NAMED},
            "points": round(statistics.fmean(raw), 2),
            "points_without_deal": round(statistics.fmean(adjusted), 2),
            "difference_error": round(statistics.stdev(difference) / math.sqrt(len(difference)), 2),
            "variance": round(variance, 1),
            "variance_without_deal": round(statistics.variance(adjusted), 1),
            "share_of_the_deal": round(1 - statistics.variance(adjusted) / variance, 3),
        }
    every = sorted(loss for row in rows for loss in row["losses"])
    shares = (0.5, 0.8, 0.9, 0.95, 0.99)
    found["losses"] = {f"{share:.0%}": every[int(share * (len(every) - 1))] for share in shares} if every else {}
    return found


def _deals(rows: list[Row]) -> Row:
    """Return how much less points vary without the luck of the deal, the bots' own means apart."""

    def variance(points: Callable[[Row], float]) -> float:
        of_bots = [[points(row) for row in rows if row["bot"] == bot] for bot in DEALT]
        return sum((len(some) - 1) * statistics.variance(some) for some in of_bots) / (len(rows) - len(of_bots))

    found: Row = {
        "bots": DEALT,
        "rounds": len(rows),
        "points": round(statistics.fmean(row["points"] for row in rows), 2),
    }
    whole = variance(lambda row: float(row["points"]))
    found["variance"] = round(whole, 1)
    for depth in ("quick", "deep"):

        def left(row: Row, depth: str = depth) -> float:
            value, error = row[depth]
            return float(row["points"] - known_luck(Part(value=value, error=error)))

        found[depth] = {
            "points_without_deal": round(statistics.fmean(map(left, rows)), 2),
            "variance_without_deal": round(variance(left), 1),
            "share_of_the_deal": round(1 - variance(left) / whole, 3),
            "spread": round(math.sqrt(statistics.variance(row[depth][0] for row in rows)), 2),
            "error": round(math.sqrt(statistics.fmean(row[depth][1] ** 2 for row in rows)), 2),
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
    parser.add_argument("--minutes", type=float, default=10.0, help="for all of them (default: 10)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
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
    if asked.parts:
        go_on(asked.parts, asked.minutes, asked.jobs, asked.units)
    found = {**provenance(), **summary()}
    if asked.write:
        # What was measured before its rows were kept stays, with its own commit.
        found = json.loads(FILE.read_text("utf-8")) | found
        FILE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    print(json.dumps(found) if asked.json else json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
