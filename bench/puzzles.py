"""Do puzzles keep their answers? Some of the book, chosen by chance, are proved or judged again.

    python bench/puzzles.py --number 200 --write

Certain puzzles are proved again from their position alone: every world, every play. Puzzles of odds are judged again in
ten times the worlds with another seed; where the last tricks were solved in every world, there are no more worlds to
draw, and the same judges solve them all again. An answer is kept if each judge by itself still prefers it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
from bench.timing import provenance
from nokosu.core.stream import Stream, seed_from_number
from nokosu.judge import DEEP
from nokosu.puzzles import book
from nokosu.puzzles.check import fault
from nokosu.puzzles.odds import judged_again
from nokosu.puzzles.puzzle import Puzzle

MEASURES: Final = ("src/nokosu/puzzles", "src/nokosu/judge", "src/nokosu/kernel/judge", "src/nokosu/kernel/endgame")
WHERE: Final = Path("docs/benchmarks/puzzles.json")


@dataclass(frozen=True)
class Again:
    """One puzzle, looked at again."""

    puzzle: str
    kind: str
    theme: str
    way: str
    """How it was looked at."""
    kept: bool
    why: str = ""


def again(puzzle: str, times: int, seed: int) -> Again:
    """Look at a puzzle again."""
    found = book.find(puzzle)
    assert found is not None
    wrong = fault(found)
    if wrong is None and found.kind == "odds":
        said = judged_again(found.view, times, seed)
        others = {name: str(best) for name, best in said.items() if best != found.answer.action}
        wrong = ", ".join(f"{name}: {best}" for name, best in others.items()) or None
    return Again(found.id, found.kind, found.theme, _way(found), wrong is None, wrong or "")


def _way(puzzle: Puzzle) -> str:
    """Return how a puzzle is looked at again; the last four tricks are solved, so there are no more worlds to draw."""
    if puzzle.kind == "certain":
        return "certain, proved again"
    seen = puzzle.view
    late = seen.trick is not None and seen.ruleset.tricks - len(seen.tricks) <= DEEP.look.search.endgame
    return "odds, every world solved again" if late else "odds, ten times the worlds"


def chosen(number: int, seed: int) -> list[Puzzle]:
    """Draw puzzles from the book."""
    left, stream = list(book.shipped()), Stream(seed_from_number(seed), "puzzles again")
    return [left.pop(stream.below(len(left))) for _ in range(min(number, len(left)))]


def main() -> None:
    """Measure and print, or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=200)
    parser.add_argument("--times", type=int, default=10, help="how many times the worlds")
    parser.add_argument("--seed", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"write {WHERE}")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    measured = provenance()
    drawn = [puzzle.id for puzzle in chosen(args.number, args.seed)]
    with ProcessPoolExecutor(args.jobs) as pool:
        results = list(pool.map(again, drawn, [args.times] * len(drawn), [args.seed] * len(drawn)))
    kept = sum(each.kept for each in results)
    found = {
        **measured,
        "measures": MEASURES,
        "command": f"python bench/puzzles.py --number {args.number} --times {args.times} --seed {args.seed} --write",
        "book": len(book.shipped()),
        "bytes": book.FILE.stat().st_size,
        "n": len(results),
        "kept": kept,
        "share": round(kept / len(results), 4),
        "kinds": Counter(each.way for each in results),
        "lost": [asdict(each) for each in results if not each.kept],
    }
    if args.write:
        WHERE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    if args.json:
        print(json.dumps(found))
    else:
        print(f"{kept} of {len(results)} keep their answer ({kept / len(results):.1%})")
        for each in results:
            if not each.kept:
                print(f"{each.puzzle} {each.kind} {each.theme}: {each.why}")


if __name__ == "__main__":
    main()
