"""Does a bot take zero contracts where they pay? Long rollouts both ways say.

    python bench/zeros.py --rounds 600 --json
    python bench/zeros.py --bot neural --rounds 600 --json

Copies of a bot draft and declare. At every decision that offers zero, and where the policy does not rule it out (logits
less than --screen apart), the best zero contract and the best other action are tried in the same worlds that the seat
believes in, and the policy plays all of them to the end. The difference of the two means is the gain. What is taken,
and what could be worth taking, is looked at once more in --again other worlds: only the second look counts.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
from bench.champion import make
from bench.timing import provenance
from nokosu import editions
from nokosu.arena.processes import cores
from nokosu.bots.neural import bot as neural
from nokosu.bots.play import bot_stream
from nokosu.core.actions import Action, DeclareZero, TakeZero
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.stream import seed_from_number
from nokosu.core.view import View, view
from nokosu.kernel.actions import canonical, number_of
from nokosu.kernel.judge import Settings, answer, judge_report, judge_request
from nokosu.kernel.network import Network
from nokosu.kernel.state import State
from nokosu.record.position import position_of

MEASURES: Final = ("src/nokosu/bots", "src/nokosu/kernel")
TO_THE_END: Final = 14
CLEAR: Final = 2.0
"""Standard errors by which a first look must say that zero does not gain a point, for a second to be left out."""

Chooser = Callable[[View, bytes], Action]


@dataclass(frozen=True)
class Job:
    """One round: a pure function of this."""

    bot: str
    weights: str
    edition: str
    players: int
    number: int
    worlds: int
    again: int
    screen: float


@dataclass(frozen=True)
class Offer:
    """A decision that offered zero and was looked at."""

    round: int
    at: str
    """The position, as its seat sees it."""
    gap: float
    """The policy's logit of the best zero contract less that of the best other action."""
    taken: bool
    gain: float
    """Points that zero gains, by rollouts."""
    error: float
    """The standard error of that."""
    worlds: int


@cache
def network(path: str) -> Network:
    """Return the weights in a file, or the shipped ones."""
    return Network(Path(path).read_bytes()) if path else neural.network()


@cache
def chooser(bot: str, weights: str) -> Chooser:
    """Return how a bot chooses; without a bot it is the policy of the weights."""
    if bot:
        made = make(bot)
        return lambda seen, seed: made.choose(seen, bot_stream(seed, seen))
    return lambda seen, _: max(said(seen, network(weights)))[1]


def said(seen: View, known: Network) -> list[tuple[float, Action]]:
    """Return the policy's logit of every legal action."""
    assert seen.seat is not None
    state = State.from_view(seen)
    logits, order = known.said(state.observe(seen.seat))[0].actions, state.colour_order(seen.seat)
    return [(logits[canonical(number_of(action), order)], action) for action in seen.legal or ()]


def offers(job: Job) -> tuple[list[Offer], int]:
    """Return the offers of one round, and how many zero contracts were taken."""
    ruleset = editions.ruleset(job.edition, job.players, rounds=1)
    seed = seed_from_number(job.number, "zeros", job.players)
    match = Match.start(ruleset, seed)
    choose = chooser(job.bot, job.weights)
    found: list[Offer] = []
    taken = 0
    while match.round.phase is not Phase.PLAY:
        assert match.to_act is not None
        seen = view(match, match.to_act)
        chosen = choose(seen, seed)
        taken += is_zero(chosen)
        found += offer(job, seen, chosen)
        match = match.apply(chosen)
    return found, taken


def is_zero(action: Action) -> bool:
    """Return whether it takes a zero contract."""
    return isinstance(action, TakeZero | DeclareZero)


def offer(job: Job, seen: View, chosen: Action) -> Iterator[Offer]:
    """Look at a decision that offers zero, if the policy does not rule it out."""
    known = network(job.weights)
    rows = said(seen, known)
    zeros, others = ([row for row in rows if is_zero(row[1]) == wanted] for wanted in (True, False))
    if not zeros:
        return
    gap = max(zeros)[0] - max(others)[0]
    taken = is_zero(chosen)
    if gap <= -job.screen and not taken:
        return
    both = (chosen, max(others)[1]) if taken else (max(zeros)[1], chosen)
    gain, error = _gain(seen, known, both, job.number, job.worlds)
    worlds = job.worlds
    if job.again and (taken or gain > 1 - CLEAR * error):
        worlds = job.again
        gain, error = _gain(seen, known, both, -1 - job.number, worlds)
    at = str(position_of(seen))
    yield Offer(job.number, at, round(gap, 3), taken, round(gain, 2), round(error, 2), worlds)


def _gain(seen: View, known: Network, both: tuple[Action, Action], seed: int, worlds: int) -> tuple[float, float]:
    """Return the points that the first action gains over the second, and the standard error."""
    settings = Settings(worlds=worlds, tricks=TO_THE_END)
    request = judge_request(seen, seed=seed & (1 << 63) - 1, settings=settings, club=None, only=both)
    report = judge_report(answer(request, known))
    one, other = ([line.action for line in report.lines].index(action) for action in both)
    return report.lines[one].margin - report.lines[other].margin, report.error(one, other)


def count(some: list[Offer]) -> dict[str, int]:
    """Return how many there are, and how many of them are taken."""
    return {"offers": len(some), "taken": sum(each.taken for each in some)}


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--bot", default="", help="who drafts and declares; default: the policy of the weights")
    parser.add_argument("--weights", default="", help="a file of weights; default: the shipped ones")
    parser.add_argument("--edition", default=editions.DEFAULT)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="number of the first round")
    parser.add_argument("--worlds", type=int, default=48, help="for a first look")
    parser.add_argument("--again", type=int, default=600, help="worlds for a second look; 0: there is none")
    parser.add_argument("--screen", type=float, default=3.5)
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    jobs = [
        Job(
            options.bot,
            options.weights,
            options.edition,
            options.players,
            number,
            options.worlds,
            options.again,
            options.screen,
        )
        for number in range(options.first, options.first + options.rounds)
    ]
    with ProcessPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(offers, jobs, chunksize=5))
    found = [offer for some, _ in rows for offer in some]
    good, bad = ([each for each in found if way * each.gain >= 1] for way in (1, -1))
    taken = [each.gain for each in found if each.taken]
    said = {
        **provenance(),
        "command": shlex.join(["python", "bench/zeros.py", *sys.argv[1:]]),
        "bot": options.bot or "neural",
        "rounds": options.rounds,
        "seats": options.rounds * options.players,
        "zeros_taken": len(taken),
        "rounds_with_zero": sum(number > 0 for _, number in rows),
        "gains": count(good),
        "loses": count(bad),
        "taken_gain": round(fmean(taken), 2) if taken else 0.0,
        "offers": [asdict(each) for each in found],
    }
    if options.json:
        print(json.dumps(said))
        return
    print(f"{said['zeros_taken']} zero contracts by {said['seats']} seats, in {said['rounds_with_zero']} of the rounds")
    print(f"mean gain of those taken: {said['taken_gain']:+}")
    print(f"offers that gain a point or more: {said['gains']}; that lose as much: {said['loses']}")


if __name__ == "__main__":
    main()
