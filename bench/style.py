"""What each character does more than others: zeros tried, high targets, trumps led, contracts made.

    python bench/style.py --rounds 400 --json

Each character plays alone against three of Otto, four players, the same deals for all. The margin over Otto, with its
95 % interval, comes from the same rounds, and so does what each gains on the one before it in the list.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
from bench.champion import make, spec_of
from bench.timing import provenance
from nokosu import editions
from nokosu.arena.processes import cores
from nokosu.arena.statistics import clustered
from nokosu.bots.characters import CHARACTERS, DEFAULT_BOT
from nokosu.bots.play import bot_stream
from nokosu.core.actions import Play
from nokosu.core.match import Match
from nokosu.core.stream import seed_from_number
from nokosu.core.trump import is_trump
from nokosu.core.view import view

MEASURES: Final = ("src/nokosu/bots", "src/nokosu/kernel")
PLAYERS: Final = 4
HIGH: Final = 4
"""A target from here on is high."""


@dataclass(frozen=True)
class Played:
    """One round of the character."""

    number: int
    margin: float
    made: bool
    zero: bool
    target: int
    leads: int
    trumps_led: int


def play(job: tuple[str, int]) -> Played:
    """Play one round: a pure function of the character and the number."""
    name, number = job
    seed = seed_from_number(number, "style")
    match = Match.start(editions.ruleset(editions.DEFAULT, PLAYERS, rounds=1), seed)
    seat, own, field = number % PLAYERS, make(name), make(DEFAULT_BOT)
    leads = trumps = 0
    while match.to_act is not None:
        seen = view(match, match.to_act)
        action = (own if match.to_act == seat else field).choose(seen, bot_stream(seed, seen))
        if match.to_act == seat and isinstance(action, Play) and seen.trick is not None and not seen.trick.plays:
            assert seen.trump is not None
            leads, trumps = leads + 1, trumps + is_trump(action.piece, seen.trump)
        match = match.apply(action)
    contract, points = match.round.contracts[seat], match.totals
    margin = points[seat] - (sum(points) - points[seat]) / (PLAYERS - 1)
    made = contract.made_by(match.round.won[seat])
    return Played(number, margin, made, contract.is_zero, contract.target, leads, trumps)


def interval(margins: dict[int, float]) -> dict[str, float]:
    """Return a mean over deals with its 95 % interval."""
    found = asdict(clustered({number: [margin] for number, margin in margins.items()}))
    return {key: round(value, 3) for key, value in found.items()}


def step(before: list[Played], played: list[Played]) -> dict[str, float]:
    """Return what a character gains on the one before it, on the same deals."""
    return interval({one.number: one.margin - other.margin for other, one in zip(before, played, strict=True)})


def summary(name: str, played: list[Played]) -> dict[str, object]:
    """Return a character's row."""
    zeros = [one for one in played if one.zero]
    others = [one for one in played if not one.zero]
    return {
        "bot": name,
        "plays_as": spec_of(name),
        "rounds": len(played),
        "margin": interval({one.number: one.margin for one in played}),
        "made": round(sum(one.made for one in played) / len(played), 4),
        "zeros": round(len(zeros) / len(played), 4),
        "zeros_made": round(sum(one.made for one in zeros) / len(zeros), 4) if zeros else None,
        "high_targets": round(sum(one.target >= HIGH for one in others) / max(1, len(others)), 4),
        "trumps_led": round(sum(one.trumps_led for one in played) / max(1, sum(one.leads for one in played)), 4),
    }


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--bot", action="append", help="default: every character")
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    before: list[Played] = []
    numbers = range(options.first, options.first + options.rounds)
    with ProcessPoolExecutor(options.jobs) as pool:
        for name in options.bot or CHARACTERS:
            played = list(pool.map(play, [(name, number) for number in numbers], chunksize=10))
            rows.append({**summary(name, played), "step": step(before, played) if before else None})
            before = played
            if not options.json:
                print(rows[-1], flush=True)
    if options.json:
        command = shlex.join(["python", "bench/style.py", *sys.argv[1:]])
        print(json.dumps({**provenance(), "command": command, "rows": rows}))


if __name__ == "__main__":
    main()
