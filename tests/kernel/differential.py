"""Core against kernel: the same deals and the same choices must look the same at every decision.

    python -m tests.kernel.differential --rounds 200000

plays all editions and player counts in turn on all cores and exits with 1 if anything differed.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from nokosu import editions
from nokosu.core.deal import deal
from nokosu.core.pieces import Colour
from nokosu.core.round import Phase, Round
from nokosu.core.ruleset import NumberTrumps, Ruleset
from nokosu.core.stream import seed_from_number
from nokosu.kernel.actions import SIZE, TABLE
from nokosu.kernel.convert import TRUMPS, cards_of, dice_of
from nokosu.kernel.state import PHASES, State

CHUNK = 50
PAIRS = editions.pairs()


@dataclass(frozen=True)
class Tally:
    """What a run has seen."""

    rounds: int = 0
    decisions: int = 0
    differences: tuple[str, ...] = ()

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.rounds + other.rounds,
            self.decisions + other.decisions,
            self.differences + other.differences,
        )


@cache
def rules(pair: int, variant: int) -> Ruleset:
    """Return an edition for a player count: every other time with another colour removed, if it may be.

    Every third time it has the optional rule T3.
    """
    name, players = PAIRS[pair]
    edition = editions.load(name)
    removed = Colour(variant % 5) if variant % 2 and edition.offers_colour(players) else None
    ruleset = edition.ruleset(players, None, removed)
    return replace(ruleset, number_trumps=NumberTrumps.UNLESS_PAIR) if variant % 3 == 2 else ruleset


def play_both(number: int) -> Tally:
    """One round through both; the first difference ends it. The number says everything about it."""
    ruleset = rules(number % len(PAIRS), number // len(PAIRS) % 10)
    seed = seed_from_number(number, "differential")
    dice = random.Random(number)
    index, dealer = number % 7, number % ruleset.players
    dealt = deal(ruleset, seed, index, dealer)
    fast = State.from_seed(ruleset, seed, index, dealer)
    decisions = 0
    try:
        if fast.deal() != dealt:
            return Tally(1, 0, (_report(number, fast, "deal"),))
        slow = Round.start(ruleset, dealer, dealt)
        while True:
            what = difference(slow, fast)
            if what:
                return Tally(1, decisions, (_report(number, fast, what),))
            legal = fast.legal()
            if not legal:
                return Tally(1, decisions)
            if decisions % 16 == number % 16 and not _refuses(fast, dice.randrange(SIZE), legal):
                return Tally(1, decisions, (_report(number, fast, "an illegal action taken"),))
            action = dice.choice(legal)
            slow = slow.apply(TABLE[action])
            fast.step(action)
            decisions += 1
    except ValueError as error:
        return Tally(1, decisions, (_report(number, fast, repr(error)),))


def difference(slow: Round, fast: State) -> str | None:
    """What the two do not agree on, if anything."""
    if PHASES[fast.phase] is not slow.phase:
        return "phase"
    if fast.to_act != slow.to_act:
        return "trick winner" if slow.trick and not slow.trick.plays else "seat to act"
    if fast.legal_actions() != slow.legal():
        return "legal actions"
    if (None if fast.trump is None else TRUMPS[fast.trump]) != slow.trump:
        return "trump"
    if fast.won != slow.won:
        return "tricks won"
    seat = slow.to_act or 0
    if cards_of(fast.hands[seat]) != slow.hands[seat] or dice_of(fast.dice[seat]) != slow.dice[seat]:
        return "pieces in front"
    if slow.phase is not Phase.OVER:
        return None
    score = slow.score
    if fast.scores != tuple(seat.total for seat in score) or fast.made != tuple(seat.made for seat in score):
        return "score"
    return None


def _refuses(state: State, action: int, legal: list[int]) -> bool:
    """Whether an action that is not legal is refused and leaves everything as it was."""
    if action in legal:
        return True
    before = state.clone()
    try:
        state.step(action)
    except ValueError:
        return state == before
    return False


def _report(number: int, state: State, what: str) -> str:
    name, players = PAIRS[number % len(PAIRS)]
    return f"round {number} ({name}, {players} players), decision {len(state.actions)}: {what}"


def play_many(first: int, count: int) -> Tally:
    """Some rounds in a row, over all pairs in turn."""
    total = Tally()
    for number in range(first, first + count):
        total += play_both(number)
    return total


def shares(rounds: int) -> Iterator[tuple[int, int]]:
    for first in range(0, rounds, CHUNK):
        yield first, min(CHUNK, rounds - first)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.kernel.differential", description="core against kernel")
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args(arguments)
    total = Tally()
    columns = (
        TextColumn("core against kernel"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns) as progress, ProcessPoolExecutor(options.jobs) as workers:
        bar = progress.add_task("", total=options.rounds)
        for tally in workers.map(play_many, *zip(*shares(options.rounds), strict=True)):
            total += tally
            progress.update(bar, completed=total.rounds, description=f"{len(total.differences)} differences")
    for line in total.differences[:20]:
        print(line)  # noqa: T201  (a command's output)
    print(  # noqa: T201
        f"{total.rounds} rounds of {len(PAIRS)} editions and player counts, {total.decisions} decisions: "
        f"{len(total.differences)} differences"
    )
    return 1 if total.differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
