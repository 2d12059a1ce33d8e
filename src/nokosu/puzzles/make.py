"""Puzzles found in matches: every decision is looked at, and very few remain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from nokosu.bots.certain import Goal, Prover, TooMuch
from nokosu.bots.registry import make
from nokosu.bots.search import club_weights
from nokosu.core.actions import Action, Play
from nokosu.core.match import Match
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase, Round
from nokosu.core.stream import Stream
from nokosu.core.view import View, view
from nokosu.core.worlds import World, count, rebuild
from nokosu.puzzles.odds import judged, promising
from nokosu.puzzles.puzzle import Kind, Option, Puzzle
from nokosu.puzzles.rate import results
from nokosu.puzzles.rating import rating
from nokosu.puzzles.themes import goal_of, theme_of
from nokosu.record.position import position_of

LEAST_GAP: Final = 1.0
"""Points by which the answer of a certain puzzle is also better on average, by the endgame solver."""
MOST_WORLDS: Final = {2: 500, 3: 250, 4: 60}
"""How many worlds are looked at, by the number of tricks to come: what is solved quickly."""
LEAST_WORLDS: Final = 3
LEAST_OPTIONS: Final = 3
"""With fewer, guessing is too good."""
_NODES: Final = 40_000
_SOLVER_NODES: Final = 3_000_000
_TRIED: Final = 12
"""Refuting worlds in which a line is looked for where everybody plays for themselves."""


def ending_puzzle(seen: View, club: Action) -> Puzzle | None:
    """Return the puzzle that a decision among the last tricks makes, if it makes one: certain, or else of odds."""
    from nokosu.kernel.endgame import Effort, list_worlds, solve  # noqa: PLC0415  (needs the extension)

    goal = goal_of(seen)
    most = MOST_WORLDS[seen.ruleset.tricks - len(seen.tricks)]
    if goal is None or not LEAST_WORLDS <= count(seen) <= most:
        return None
    try:
        solution = solve(seen, club=club_weights(seen.ruleset.players), effort=Effort(nodes=_SOLVER_NODES))
    except ValueError:  # the kernel's Refused
        return None
    best, second = sorted(solution.lines, key=lambda line: -line.margin)[:2]
    if best.action == club or best.margin - second.margin < LEAST_GAP:
        return None
    worlds = list_worlds(seen, most)
    try:
        options = _proved(seen, goal, best.action, worlds)
    except TooMuch:
        return None
    if options is not None:
        return _puzzle("certain", seen, goal, options, len(worlds))
    return odds_puzzle(seen, goal, club)


def odds_puzzle(seen: View, goal: Goal, club: Action) -> Puzzle | None:
    """Return the puzzle of odds that a decision makes, if both judges are sure of one answer."""
    found = judged(seen, club) if goal.seat == seen.seat else None
    return None if found is None else _puzzle("odds", seen, goal, found.options, found.worlds)


def _proved(seen: View, goal: Goal, answer: Action, worlds: Sequence[World]) -> tuple[Option, ...] | None:
    """Return all options if the answer alone is certain, and each of the others lost in some world."""
    prover = Prover(seen, goal, _NODES, worlds)
    pieces = [action.piece for action in seen.legal or () if isinstance(action, Play)]
    assert isinstance(answer, Play)
    if not prover.certain(answer.piece):
        return None
    lines: dict[Piece, tuple[Piece, ...]] = {}
    for piece in pieces:
        if piece != answer.piece:
            lost = (worlds[each] for each in range(len(worlds)) if prover.refutes(piece, each))
            line = _natural(seen, goal, piece, islice(lost, _TRIED))
            if line is None:
                return None
            lines[piece] = line
    lost_in = {piece: [each for each in range(len(worlds)) if prover.refutes(piece, each)] for piece in lines}
    shown = next(iter(lost_in.values()))[0]
    line = _natural(seen, replace(goal, made=not goal.made), answer.piece, [worlds[shown]])
    wrong = (Option(Play(piece), len(worlds) - len(lost_in[piece]), lines[piece]) for piece in lines)
    return Option(answer, len(worlds), line or prover.line(answer.piece, shown)), *wrong


def _natural(seen: View, goal: Goal, piece: Piece, worlds: Iterable[World]) -> tuple[Piece, ...] | None:
    """Return how the round ends without the goal where everybody plays for themselves, in one of these worlds."""
    for world in worlds:
        now, line = rebuild(seen, world).apply(Play(piece)), [piece]
        while now.to_act is not None:
            each = _best(now)
            line.append(each)
            now = now.apply(Play(each))
        if now.score[goal.seat].made != goal.made:
            return tuple(line)
    return None


def _best(now: Round) -> Piece:
    """Return what the seat to act plays with open cards, for itself."""
    from nokosu.kernel.endgame import solve_round  # noqa: PLC0415  (needs the extension)

    action = solve_round(now).best.action
    assert isinstance(action, Play)
    return action.piece


def _puzzle(kind: Kind, seen: View, goal: Goal, options: tuple[Option, ...], worlds: int) -> Puzzle:
    answer = options[0].action
    theme = theme_of(seen, goal, answer)
    rated = rating(results(seen, answer))
    return Puzzle(kind, theme, goal, rated, worlds, options, str(position_of(seen)))


def puzzles_in(moments: Iterable[Match], *, odds: bool = False) -> Iterator[Puzzle]:
    """Yield the puzzles in the moments of a match: among the last tricks, or, with `odds`, before them."""
    club = make("club")
    for match in moments:
        assert match.to_act is not None
        seen = view(match, match.to_act)
        if len(seen.legal or ()) < LEAST_OPTIONS:
            continue
        first = club.choose(seen, Stream(bytes(32), "club"))
        late = seen.phase is Phase.PLAY and seen.ruleset.tricks - len(seen.tricks) in MOST_WORLDS
        found = None
        if late and not odds:
            found = ending_puzzle(seen, first)
        elif odds and not late and promising(seen, first):
            goal = goal_of(seen)
            found = None if goal is None else odds_puzzle(seen, goal, first)
        if found:
            yield found
