"""How rare each kind of highlight is: the share of bot matches in which it is true; nokosu.table ranks by it.

python bench/highlights.py [--matches 400] [--write]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Final

import nokosu
from nokosu.arena.provenance import commit
from nokosu.table.highlight import FINDERS, kind_of, true_of

RESULTS: Final = Path(__file__).parent.parent / "docs/benchmarks/highlights.json"
MEASURES: Final = ("src/nokosu/table/highlight.py", "src/nokosu/bots")
PARTY: Final = ("otto", "hana", "lili", "tofu", "bruno")
"""As a person's table is mixed: beginners and club players; they change seats from match to match."""


def count(matches: int) -> dict[str, object]:
    """Play matches of three, four and five, and count what is true of them."""
    found = Counter[str]()
    for number in range(matches):
        players = 3 + number % 3
        bots = [nokosu.bots.get(PARTY[(number + seat) % len(PARTY)]) for seat in range(players)]
        match = nokosu.Match.start("second", players=players, seed=number)
        while (seat := match.to_act) is not None:
            match = match.apply(bots[seat].choose(match.view()))
        found.update(true_of(match))
    shares = {kind_of(find): round(found[kind_of(find)] / matches, 4) for find in FINDERS}
    return {"commit": commit(), "edition": "second", "bots": list(PARTY), "matches": matches, "share": shares}


def main() -> None:
    """Count, and print or write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=400, help="how many matches to play")
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    options = parser.parse_args()
    result = count(options.matches)
    text = json.dumps(result, indent=2) + "\n"
    if options.write:
        RESULTS.write_text(text, "utf-8")
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
