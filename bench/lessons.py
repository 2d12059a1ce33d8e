"""What the rounds of four networks teach: the numbers and positions of docs/playing-well.md.

    python bench/lessons.py --rounds 1000 > docs/benchmarks/lessons.json

Four copies of the champion's network play rounds of the second edition, and everything is counted from them: without
looking ahead, because many rounds are worth more here than the last bit of strength. The positions come from other
rounds: for each lesson the first in which the champion, looking ahead, parts two actions clearly. The same command
gives the same numbers on every machine.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import nokosu
from bench.timing import provenance
from nokosu import editions
from nokosu.arena.processes import cores
from nokosu.bots.advice.model import Option
from nokosu.bots.play import bot_stream
from nokosu.bots.registry import make
from nokosu.core.actions import Play, Take, TakeZero
from nokosu.core.match import Match
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase, Round
from nokosu.core.stream import seed_from_number
from nokosu.core.trick import winning_play
from nokosu.core.trump import is_trump, strength
from nokosu.core.view import View, view

MEASURES: Final = ("src/nokosu/bots/neural", "src/nokosu/kernel/champion", "src/nokosu/kernel/network")
PLAYERS: Final = 4
TRICKS: Final = 14
LATE: Final = 4
"""With so many tricks to go, how many targets a seat can still hit."""
HIGH, LOW = 5, 2
"""Numbers above HIGH are high without being trumps, up to LOW low; trumps are high from HIGH on."""
FIRST_POSITION: Final = 1_000_000
"""The positions come from rounds that nothing else is counted from."""


@dataclass(frozen=True)
class Seat:
    """What one seat had before the first trick, and what became of it."""

    place: int
    """0 picks first; the last one chooses the trump die."""
    zero: bool
    target: int
    won: int
    points: int
    others_hit: int
    trumps: int
    high: int
    numbers: int
    """How many different numbers its dice show."""
    ways: int
    """How many targets it could still hit, by count alone, with LATE tricks to go."""


@dataclass(frozen=True)
class Laid:
    """A piece in a trick."""

    kind: str
    position: int
    wins: bool
    by_equal: bool
    """It wins over a piece as strong as itself that was there before."""


def points_of(number: int) -> Iterator[Match]:
    """Yield every point of a round between four copies of the network."""
    seed = seed_from_number(number, "lessons")
    match, player = Match.start(editions.ruleset(editions.DEFAULT, PLAYERS, rounds=1), seed), make("neural")
    yield match
    while match.to_act is not None:
        seen = view(match, match.to_act)
        match = match.apply(player.choose(seen, bot_stream(seed, seen)))
        yield match


def kind(piece: Piece, trump: Piece) -> str:
    """Return a word for the strength of a piece."""
    if not is_trump(piece, trump):
        return "high" if piece.number > HIGH else "low" if piece.number <= LOW else "middle"
    if piece.number == trump.number:
        return "twin" if piece.colour is trump.colour else "trump number"
    return "high trump" if piece.number >= HIGH else "low trump"


def ways(at: Round, seat: int) -> int:
    """Return how many targets a seat can still hit, by count alone."""
    if at.zero[seat]:
        return int(at.won[seat] == 0)
    return len({die.number for die in at.dice[seat] if 0 <= die.number - at.won[seat] <= TRICKS - len(at.tricks)})


def count(number: int) -> tuple[list[Seat], list[Laid]]:
    """Play a round; return its seats and the pieces of its tricks."""
    rounds = [match.round for match in points_of(number)]
    ready = next(each for each in rounds if each.phase is Phase.PLAY)
    late = next(each for each in rounds if len(each.tricks) == TRICKS - LATE)
    over, trump = rounds[-1], ready.trump
    assert trump is not None
    hits = [contract.made_by(won) for contract, won in zip(over.contracts, over.won, strict=True)]
    seats = []
    for seat in range(PLAYERS):
        held = [*ready.hands[seat], *ready.dice[seat]]
        seats.append(
            Seat(
                place=(seat - over.dealer - 1) % PLAYERS,
                zero=over.zero[seat],
                target=over.contracts[seat].target,
                won=over.won[seat],
                points=over.score[seat].total,
                others_hit=sum(hits) - hits[seat],
                trumps=sum(is_trump(piece, trump) for piece in held),
                high=sum(kind(piece, trump) == "high" for piece in held),
                numbers=len({die.number for die in ready.dice[seat]}),
                ways=ways(late, seat),
            )
        )
    return seats, [piece for taken in over.tricks for piece in laid(taken.trick.plays, trump)]


def laid(plays: tuple[Piece, ...], trump: Piece) -> Iterator[Laid]:
    """Yield the pieces of a trick."""
    best = winning_play(plays, trump)
    before = winning_play(plays[:best], trump) if best else 0
    by_equal = best > 0 and _equal(plays[before], plays[best], trump)
    for position, piece in enumerate(plays):
        yield Laid(kind(piece, trump), position, position == best, position == best and by_equal)


def _equal(one: Piece, other: Piece, trump: Piece) -> bool:
    same_suit = is_trump(one, trump) == is_trump(other, trump) and (is_trump(one, trump) or one.colour is other.colour)
    return same_suit and strength(one, trump) == strength(other, trump)


def group(seats: Iterable[Seat], key: Callable[[Seat], int]) -> list[dict[str, float]]:
    """Return a row per value of the key: how many seats, their points, tricks and hits, with 95 % intervals."""
    rows: dict[int, list[Seat]] = {}
    for seat in seats:
        rows.setdefault(key(seat), []).append(seat)
    return [{"key": name, **summary(rows[name])} for name in sorted(rows)]


def summary(seats: list[Seat]) -> dict[str, float]:
    """Return how some seats did."""
    n = len(seats)
    points = sum(seat.points for seat in seats) / n
    spread = sqrt(sum((seat.points - points) ** 2 for seat in seats) / max(1, n - 1))
    hit = sum(seat.won == seat.target for seat in seats) / n
    return {
        "seats": n,
        "points": round(points, 2),
        "points_half": round(1.96 * spread / sqrt(n), 2),
        "tricks": round(sum(seat.won for seat in seats) / n, 2),
        "hit": round(hit, 4),
        "hit_half": round(1.96 * sqrt(hit * (1 - hit) / n), 4),
        "trumps": round(sum(seat.trumps for seat in seats) / n, 2),
        "high": round(sum(seat.high for seat in seats) / n, 2),
    }


def share(pieces: list[Laid], key: Callable[[Laid], str | int]) -> dict[str, dict[str, float]]:
    """Return for each value of the key how many pieces there were and which share won its trick."""
    rows: dict[str, list[Laid]] = {}
    for piece in pieces:
        rows.setdefault(str(key(piece)), []).append(piece)
    return {
        name: {"pieces": len(some), "wins": round(sum(piece.wins for piece in some) / len(some), 4)}
        for name, some in sorted(rows.items())
    }


# --- positions ------------------------------------------------------------------------------------------------------

Pair = tuple[Option, Option]
"""What the champion does, and what it does not."""


def _play(option: Option) -> Piece:
    assert isinstance(option.action, Play)
    return option.action.piece


def _wins(seen: View, piece: Piece) -> bool:
    assert seen.trick is not None
    assert seen.trump is not None
    plays = seen.trick.plays
    return winning_play((*plays, piece), seen.trump) == len(plays)


def _left(seen: View) -> int:
    return TRICKS - len(seen.tricks)


def _in_tricks(seen: View, least: int, most: int, lying: Iterable[int]) -> bool:
    return (
        seen.phase is Phase.PLAY
        and seen.trick is not None
        and seen.seat is not None
        and least <= _left(seen) <= most
        and len(seen.trick.plays) in lying
    )


def first_pick(seen: View) -> bool:
    """Return whether nobody has picked yet."""
    return seen.phase is Phase.DRAFT and not seen.draft


def hand(_: View, options: tuple[Option, ...]) -> Pair | None:
    """Return the best die and the worst one, where the worst one costs a tenth of the chance."""
    takes = [option for option in options if isinstance(option.action, Take)]
    worst = min(takes, key=lambda option: option.chance)
    return (takes[0], worst) if takes[0] is options[0] and takes[0].chance - worst.chance > 0.1 else None


def last_pick(seen: View) -> bool:
    """Return whether two dice are left, so that the one that is not taken makes the trumps."""
    return seen.phase is Phase.DRAFT and len(seen.pool) == 2


def trumps(_: View, options: tuple[Option, ...]) -> Pair | None:
    """Return the better and the worse last pick, if they part by 15 points of chance."""
    takes = [option for option in options if isinstance(option.action, Take)]
    if len(takes) == 2 and takes[0] is options[0] and takes[0].chance - takes[1].chance > 0.15:
        return takes[0], takes[1]
    return None


def middle_pick(seen: View) -> bool:
    """Return whether this is the second pick of three."""
    return seen.phase is Phase.DRAFT and len(seen.draft) // PLAYERS == 1 and len(seen.draft) % PLAYERS < PLAYERS


def take(_: View, options: tuple[Option, ...]) -> Pair | None:
    """Return the best die and the highest one, where the highest is clearly worse."""
    takes = [option for option in options if isinstance(option.action, Take)]
    highest = max(takes, key=lambda option: option.action.die.number if isinstance(option.action, Take) else 0)
    if takes[0] is options[0] and takes[0].margin - highest.margin > 1 and takes[0].chance - highest.chance > 0.06:
        return takes[0], highest
    return None


def spread(seen: View, options: tuple[Option, ...]) -> Pair | None:
    """Return a die with a new number and the best one with a number held already, where the new one is better."""
    held = {die.number for die in seen.dice[seen.seat or 0]}
    takes = [(option, option.action.die.number) for option in options if isinstance(option.action, Take)]
    again = [option for option, number in takes if number in held]
    if takes[0][0] is options[0] and takes[0][1] not in held and again and options[0].chance - again[0].chance > 0.08:
        return options[0], again[0]
    return None


def last_round_of_picks(seen: View) -> bool:
    """Return whether this is the third pick of three, before the last one of all."""
    return seen.phase is Phase.DRAFT and len(seen.draft) // PLAYERS == 2 and len(seen.pool) > 2


def zero(_: View, options: tuple[Option, ...]) -> Pair | None:
    """Return zero and the best die, where zero is better by a point."""
    takes = [option for option in options if isinstance(option.action, Take)]
    if isinstance(options[0].action, TakeZero) and takes and options[0].margin - takes[0].margin > 1:
        return options[0], takes[0]
    return None


def could_duck(seen: View) -> bool:
    """Return whether some pieces would win the trick so far and others lose it."""
    if not _in_tricks(seen, 3, 6, (2, 3)) or seen.zero[seen.seat or 0]:
        return False
    won = [_wins(seen, action.piece) for action in seen.legal or () if isinstance(action, Play)]
    return any(won) and not all(won)


def duck(seen: View, options: tuple[Option, ...]) -> Pair | None:
    """Return a piece that loses and the best one that wins, where losing is better by a third."""
    wins = [option for option in options if _wins(seen, _play(option))]
    if not _wins(seen, _play(options[0])) and options[0].chance - wins[0].chance > 0.33 and options[0].chance > 0.7:
        return options[0], wins[0]
    return None


def plays_last(seen: View) -> bool:
    """Return whether this is the last piece of a trick, in the middle of a round."""
    return _in_tricks(seen, 3, 8, (PLAYERS - 1,)) and not seen.zero[seen.seat or 0]


def equal(seen: View, options: tuple[Option, ...]) -> Pair | None:
    """Return a piece that wins over its equal and the best one that loses, where winning is clearly better."""
    assert seen.trick is not None
    assert seen.trump is not None
    plays, best = seen.trick.plays, _play(options[0])
    beaten = plays[winning_play(plays, seen.trump)]
    losing = [option for option in options if not _wins(seen, _play(option))]
    if losing and _wins(seen, best) and _equal(beaten, best, seen.trump) and options[0].chance > 0.6:
        return (options[0], losing[0]) if options[0].chance - losing[0].chance > 0.2 else None
    return None


def two_dice(seen: View) -> bool:
    """Return whether two dice with different numbers are left, and both may be played."""
    if not _in_tricks(seen, 3, 7, (1, 2, 3)) or seen.seat is None or seen.zero[seen.seat]:
        return False
    dice = seen.dice[seen.seat]
    playable = [action.piece for action in seen.legal or () if isinstance(action, Play) and action.piece.is_die]
    return len(dice) == len(playable) == 2 and dice[0].number != dice[1].number


def throw(_: View, options: tuple[Option, ...]) -> Pair | None:
    """Return the die to play and the die to keep, where playing the other loses half of the chance."""
    dice = [option for option in options if _play(option).is_die]
    if dice[0] is options[0] and dice[0].chance - dice[1].chance > 0.4 and dice[0].chance > 0.6:
        return dice[0], dice[1]
    return None


def could_lead(seen: View) -> bool:
    """Return whether this is the lead, in the middle of a round."""
    return _in_tricks(seen, 4, 8, (0,)) and not seen.zero[seen.seat or 0]


def lead(seen: View, options: tuple[Option, ...]) -> Pair | None:
    """Return a low lead and the best high one, where the low one is clearly better."""
    assert seen.trump is not None
    trump = seen.trump
    high = [
        option for option in options if kind(_play(option), trump) in ("twin", "trump number", "high trump", "high")
    ]
    low = kind(_play(options[0]), trump) in ("low", "middle", "low trump")
    if low and high and options[0].chance - high[0].chance > 0.15 and options[0].chance > 0.6:
        return options[0], high[0]
    return None


def could_break(seen: View) -> bool:
    """Return whether this is near the end of a round, with something to follow."""
    return _in_tricks(seen, 2, 5, (1, 2, 3))


def breaks(_: View, options: tuple[Option, ...]) -> Pair | None:
    """Return two actions that hit as often, where one costs the others far more."""
    for other in options[1:]:
        if options[0].chance > 0.7 and abs(options[0].chance - other.chance) < 0.05:
            ahead = options[0].margin - other.margin
            if ahead > 1.5 and abs(options[0].score - other.score) < ahead / 2:
                return options[0], other
    return None


LESSONS: Final[Mapping[str, tuple[Callable[[View], bool], Callable[[View, tuple[Option, ...]], Pair | None]]]] = {
    "hand": (first_pick, hand),
    "spread": (last_round_of_picks, spread),
    "take": (middle_pick, take),
    "trumps": (last_pick, trumps),
    "zero": (last_round_of_picks, zero),
    "lead": (could_lead, lead),
    "duck": (could_duck, duck),
    "equal": (plays_last, equal),
    "throw": (two_dice, throw),
    "break": (could_break, breaks),
}


def told(option: Option) -> dict[str, object]:
    """Return what is said about an action."""
    return {
        "action": str(option.action),
        "chance": round(option.chance, 3),
        "score": round(option.score, 2),
        "margin": round(option.margin, 2),
    }


def found(lesson: str) -> dict[str, object]:
    """Return the first position of a lesson."""
    asks, pair = LESSONS[lesson]
    for number in range(FIRST_POSITION, 2 * FIRST_POSITION):
        for match in points_of(number):
            if match.to_act is None or not asks(seen := view(match, match.to_act)):
                continue
            position = str(nokosu.position(seen))
            if two := advised(position, pair):
                sys.stderr.write(f"{lesson}: round {number}\n")
                return {"lesson": lesson, "round": number, "position": position, "best": two[0], "other": two[1]}
    raise RuntimeError(lesson)


def advised(
    position: str, pair: Callable[[View, tuple[Option, ...]], Pair | None]
) -> tuple[dict[str, object], dict[str, object]] | None:
    """Ask the champion about a position; return the two actions of its lesson."""
    seen = nokosu.position(position).view()
    two = pair(seen, nokosu.advise(seen).options)
    return (told(two[0]), told(two[1])) if two else None


def main() -> None:
    """Play, look for the positions, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="number of the first round")
    parser.add_argument("--jobs", type=int, default=cores())
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        looking = pool.map(found, LESSONS)
        counting = pool.map(count, range(options.first, options.first + options.rounds), chunksize=5)
        positions, played = list(looking), list(counting)
    seats = [seat for some, _ in played for seat in some]
    pieces = [piece for _, some in played for piece in some]
    coloured = [seat for seat in seats if not seat.zero]
    said = {
        **provenance(),
        "command": shlex.join(["python", "bench/lessons.py", *sys.argv[1:]]),
        "first": options.first,
        "rounds": options.rounds,
        "all": summary(seats),
        "zero": group(seats, lambda seat: int(seat.zero)),
        "target": group(coloured, lambda seat: seat.target),
        "trumps": group(coloured, lambda seat: seat.trumps),
        "place": group(seats, lambda seat: seat.place),
        "numbers": group(coloured, lambda seat: seat.numbers),
        "ways": group(coloured, lambda seat: seat.ways),
        "others_hit": group(seats, lambda seat: seat.others_hit),
        "pieces": share(pieces, lambda piece: piece.kind),
        "order": share(pieces, lambda piece: piece.position),
        "by_equal": round(sum(piece.by_equal for piece in pieces) / (len(pieces) / PLAYERS), 4),
        "positions": positions,
    }
    json.dump(said, sys.stdout, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
