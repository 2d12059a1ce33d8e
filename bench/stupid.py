"""Stupid moves: how often each bot makes them, in the same situations for all.

    python bench/stupid.py                       a table of all characters and levels
    python bench/stupid.py --bot otto --bot ryu --situations 600 --json
    python bench/stupid.py --situations 20       a quick one

Club players and lovers of zero play rounds in the kernel. Where one of them could make a stupid move and a better one
is left, that is a situation; every bot is then asked what it does there. nokosu/bots/blunders.py defines the kinds that
a view decides. Two more take a program: in the last three tricks, giving up a contract that the solver proves to be
sure, whatever the others hold and play; and in the draft, a choice that leaves no target above 10 % where another
leaves one above 20 %, by the champion's estimates.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from array import array
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from math import comb
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
from bench.champion import make, spec_of
from bench.timing import provenance
from nokosu import editions
from nokosu.arena.processes import cores
from nokosu.bots.advice.by_champion import champion_estimates
from nokosu.bots.blunders import ABSURD, GUARDED, KINDS, Stupid, stupid_moves
from nokosu.bots.certain import Goal, Prover, TooMuch, sure_plays
from nokosu.bots.characters import CHARACTERS
from nokosu.bots.club.weights import PICK, tuned
from nokosu.bots.levels import LEVELS
from nokosu.bots.play import bot_stream
from nokosu.core.actions import Action, Play
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.stream import seed_from_number
from nokosu.core.view import View, view
from nokosu.kernel import _kernel
from nokosu.kernel.actions import TABLE
from nokosu.kernel.endgame import solve
from nokosu.kernel.state import State
from nokosu.record.position import position_of

MEASURES: Final = ("src/nokosu/bots", "src/nokosu/kernel")
PROVEN = "sure contract given up"
DRAFT = "draft without a target"
ALL = (*KINDS, PROVEN, DRAFT)
PLAYERS = (3, 4, 5)
ZERO_LOVER = 8.0
"""Points by which every other seat overrates zero, so that there are zero contracts to look at."""
LAST = 3
WORLDS = 90
SOLVED, DRAFTED = 2, 16
"""Every so many rounds are looked at with the solver, and for their drafts: both take long."""
LEAST, ENOUGH = 0.1, 0.2
FEW = 6
"""So many stupid moves of a kind are told with their positions."""
BATCH: Final = 60
"""Rounds for each process before the situations found are counted; it changes only how many rounds are played."""


@dataclass(frozen=True)
class Situation:
    """A view with stupid moves and better ones."""

    kind: str
    seed: bytes
    seen: View
    stupid: Stupid
    chosen: Action
    """What was done there by a club player without a guard, or by a lover of zero."""


def rounds(players: int, number: int) -> Iterator[tuple[bytes, View, Action]]:
    """Let club players and lovers of zero play a round; yield every view with a choice, and what is chosen."""
    seed = seed_from_number(number, "stupid", players)
    ruleset = editions.ruleset(editions.DEFAULT, players, rounds=1)
    usual = tuned(players)
    pick = dict(zip(PICK, usual.pick, strict=True)) | {"take_zero": ZERO_LOVER}
    lover = replace(usual, pick=tuple(pick.values()))
    weights = [array("d", each.flat()).tobytes() for each in (usual, lover)]
    match = Match.start(ruleset, seed)
    state = State.from_round(match.round)
    while match.to_act is not None:
        seat = match.to_act
        legal = match.legal()
        if len(legal) > 1:
            scores = _kernel.club(state, weights[(seat + number) % 2])
            action = max(scores, key=lambda row: row[1])[0]
            yield seed, view(match, seat), TABLE[action]
        else:
            action = state.legal()[0]
        state.step(action)
        match = match.apply(TABLE[action])


def proven(seen: View) -> Stupid:
    """Return the moves that give up a contract which another move makes for sure.

    A strategy must make it in every world, whatever the others play, without knowing which world it is: what makes it
    in every world with open cards is worth a proof, but is none.
    """
    if seen.phase is not Phase.PLAY or seen.ruleset.tricks - len(seen.tricks) > LAST or seen.seat is None:
        return frozenset()
    try:
        safe = solve(seen, method="paranoid", worlds_limit=WORLDS).lines
        hopeful = [line.action for line in safe if line.made > 1 - 1e-9]
        if not hopeful or len(hopeful) == len(safe):
            return frozenset()
        prover = Prover(seen, Goal(seen.seat, made=True))
        sure = {action for action in hopeful if isinstance(action, Play) and prover.certain(action.piece)}
        if not sure:
            return frozenset()
        usual = solve(seen, worlds_limit=WORLDS).lines
    except (_kernel.Refused, TooMuch):
        return frozenset()
    best = max(line.margin for line in usual if line.action in sure)
    return frozenset(line.action for line in usual if line.action not in sure and line.margin < best - 1)


def draft(seed: bytes, seen: View) -> Stupid:
    """Return the picks that leave no target above 10 %, where another leaves one above 20 %."""
    if seen.phase is not Phase.DRAFT:
        return frozenset()
    found = {each.action: max(each.makes) for each in champion_estimates(seen, bot_stream(seed, seen), 16)}
    if max(found.values(), default=0.0) <= ENOUGH:
        return frozenset()
    return frozenset(action for action, chance in found.items() if chance <= LEAST)


def situations(players: int, number: int, kinds: tuple[str, ...]) -> list[Situation]:
    """Return the situations of one round."""
    found = []
    for seed, seen, chosen in rounds(players, number):
        stupid = stupid_moves(seen, [kind for kind in kinds if kind in KINDS])
        if stupid and (sure := sure_plays(seen)):  # what a proof asks for is not stupid, whatever it looks like
            stupid = {kind: moves - sure for kind, moves in stupid.items()}
        if PROVEN in kinds and number // 3 % SOLVED == 0:
            stupid[PROVEN] = proven(seen)
        if DRAFT in kinds and number // 3 % DRAFTED == 0:
            stupid[DRAFT] = draft(seed, seen)
        found += [Situation(kind, seed, seen, moves, chosen) for kind, moves in stupid.items() if moves]
    return found


def _situations(job: tuple[int, int, tuple[str, ...]]) -> list[Situation]:
    return situations(*job)


def upper(count: int, number: int) -> float:
    """Return the upper bound of a share: the 95 % interval of Clopper and Pearson, one-sided at 97.5 %."""
    if not number or count == number:
        return 1.0
    low, high = count / number, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        below = sum(comb(number, k) * middle**k * (1 - middle) ** (number - k) for k in range(count + 1))
        low, high = (middle, high) if below > 0.025 else (low, middle)
    return high


def ask(job: tuple[str, list[Situation]]) -> list[bool]:
    """Return for each situation whether the bot makes a stupid move there."""
    spec, some = job
    bot = make(spec)
    return [bot.choose(each.seen, bot_stream(each.seed, each.seen)) in each.stupid for each in some]


def write_positions(path: Path, pool: dict[str, list[Situation]]) -> None:
    """Write three situations of each kind that a view decides, first those in which a club player errs."""
    lines = ["# Written by bench/stupid.py --positions: situations with stupid moves, for tests/bots/test_blunders.py."]
    for kind in KINDS:
        some = sorted(pool.get(kind, ()), key=lambda each: each.chosen not in each.stupid)
        for each in some[:3]:
            stupid = ", ".join(f'"{action}"' for action in sorted(map(str, each.stupid)))
            lines.append(f'\n[[situation]]\nkind = "{kind}"\nat = "{position_of(each.seen)}"\nstupid = [{stupid}]')
    path.write_text("\n".join(lines) + "\n", "utf-8")


def ruled_out(bot: str, kind: str) -> bool:
    """Return whether a character leaves out this kind of stupid move altogether."""
    if bot not in CHARACTERS:
        return False
    return kind in (ABSURD if CHARACTERS[bot].level == "beginner" else GUARDED)


def collect(
    workers: ProcessPoolExecutor, kinds: list[str], options: argparse.Namespace
) -> tuple[dict[str, list[Situation]], int]:
    """Return situations of each kind, and how many rounds were played for them."""
    pool: dict[str, list[Situation]] = {kind: [] for kind in kinds}
    played, missing = 0, tuple(kinds)
    numbers = range(options.first, options.first + options.rounds)
    jobs = ((PLAYERS[number % 3], number, missing) for number in numbers)
    while missing and played < options.rounds:
        batch = list(islice(jobs, BATCH * options.jobs))
        played += len(batch)
        for found in workers.map(_situations, batch, chunksize=BATCH // 4):
            for each in found:
                if each.kind in pool and len(pool[each.kind]) < options.situations:
                    pool[each.kind].append(each)
        missing = tuple(kind for kind, some in pool.items() if len(some) < options.situations)
    return pool, played


def main() -> None:
    """Collect situations, ask everybody, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--bot", action="append", help="default: every character and level")
    parser.add_argument("--kind", action="append", choices=ALL, help="default: all")
    parser.add_argument("--situations", type=int, default=600, help="of each kind, if the rounds have as many")
    parser.add_argument("--rounds", type=int, default=200_000, help="at most, to find them in")
    parser.add_argument("--first", type=int, default=0, help="number of the first round")
    parser.add_argument("--jobs", type=int, default=cores())
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--check", action="store_true", help="fail where a character makes a move that it should leave out"
    )
    parser.add_argument("--positions", type=Path, help="write a few situations for tests/bots/stupid.toml")
    options = parser.parse_args()
    bots, kinds = options.bot or list(dict.fromkeys([*CHARACTERS, *LEVELS])), options.kind or list(ALL)
    with ProcessPoolExecutor(options.jobs) as workers:
        pool, played = collect(workers, kinds, options)
        every = [each for kind in kinds for each in pool[kind]]
        size = 100
        work = [(bot, every[at : at + size]) for bot in bots for at in range(0, len(every), size)]
        answers = iter([answer for some in workers.map(ask, work) for answer in some])
    if options.positions:
        write_positions(options.positions, pool)
    rows = []
    for bot in bots:
        said = [next(answers) for _ in every]
        for kind in kinds:
            wrong = [each for each, bad in zip(every, said, strict=True) if bad and each.kind == kind]
            number = len(pool[kind])
            rows.append(
                {
                    "bot": bot,
                    "plays_as": spec_of(bot),
                    "kind": kind,
                    "situations": number,
                    "stupid": len(wrong),
                    "per_1000": round(1000 * len(wrong) / max(1, number), 1),
                    "at_most": round(1000 * upper(len(wrong), number), 1),
                    "at": [str(position_of(each.seen)) for each in wrong] if len(wrong) <= FEW else [],
                }
            )
    command = shlex.join(["python", "bench/stupid.py", *sys.argv[1:]])
    report = {**provenance(), "command": command, "rounds": played, "rows": rows}
    bad = [row for row in rows if options.check and row["stupid"] and ruled_out(str(row["bot"]), str(row["kind"]))]
    if options.json:
        print(json.dumps(report))
        sys.exit(bool(bad))
    print(f"{played} rounds; stupid moves per 1,000 situations (upper bound), situations of each kind")
    for kind in kinds:
        print(f"{kind}: {len(pool[kind])} situations")
        for row in rows:
            if row["kind"] == kind:
                print(f"  {row['bot']:8} {row['per_1000']:6} ({row['at_most']})  {row['stupid']}")
    for row in bad:
        print(f"left out, but made: {row['bot']}, {row['kind']}: {row['stupid']} of {row['situations']}")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
