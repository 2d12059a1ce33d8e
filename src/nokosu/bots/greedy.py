"""The greedy player: the highest piece while tricks are needed, the lowest losing one otherwise.

`greedy:sensible` does not throw away what needs no counting to keep: the last die with which a target is possible.
`greedy:biggest` is the same, and takes the biggest die too.
"""

from __future__ import annotations

from dataclasses import replace

from nokosu.bots.base import Bot
from nokosu.bots.blunders import ABSURD, sensible
from nokosu.bots.registry import no_argument
from nokosu.core.actions import Action, DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.contract import open_targets
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.stream import Stream
from nokosu.core.trick import winning_play
from nokosu.core.trump import is_trump, strength
from nokosu.core.view import View

_LOW = 2
"""A hand of cards with this mean or a lower one goes for zero."""


class Greedy:
    """Plays for the highest number in front that can still be made, and thinks no further."""

    name = "greedy"

    def choose(self, view: View, stream: Stream) -> Action:
        """Return one rule per phase; the stream breaks ties."""
        assert view.legal is not None
        match view.phase:
            case Phase.DRAFT:
                return _pick(view, stream)
            case Phase.DECLARE:
                return _declare(view)
            case _:
                return _play(view, stream)


def _pick(view: View, stream: Stream) -> Action:
    """Zero with a low hand; otherwise a number near the seat's fair share of the tricks."""
    assert view.legal is not None
    assert view.seat is not None
    low = _is_low(view)
    zeros = [action for action in view.legal if isinstance(action, TakeZero)]
    if low and zeros:
        return stream.choice(zeros)
    takes = [action for action in view.legal if isinstance(action, Take)]
    wanted = 1.0 if low or view.zero[view.seat] else view.ruleset.tricks / view.ruleset.players
    nearest = min(abs(action.die.number - wanted) for action in takes)
    return stream.choice([action for action in takes if abs(action.die.number - wanted) == nearest])


def _declare(view: View) -> Action:
    """Z6: with a low hand zero, the highest die returned."""
    assert view.legal is not None
    if not _is_low(view):
        return Pass()
    zeros = [action for action in view.legal if isinstance(action, DeclareZero)]
    return max(zeros, key=lambda action: action.returned.number)


def _is_low(view: View) -> bool:
    assert view.hand is not None
    return sum(card.number for card in view.hand) <= _LOW * len(view.hand)


def _play(view: View, stream: Stream) -> Action:
    """Highest first while a die in front asks for more tricks; else the highest that loses, or the lowest of all."""
    assert view.legal is not None
    assert view.seat is not None
    assert view.trump is not None
    trump = view.trump
    pieces = [action.piece for action in view.legal if isinstance(action, Play)]
    targets = open_targets(
        view.dice[view.seat],
        zero=view.zero[view.seat],
        won=view.won[view.seat],
        tricks_left=view.ruleset.tricks - len(view.tricks),
    )
    if targets and targets[-1] > view.won[view.seat]:
        return Play(_extreme(pieces, trump, stream, highest=True))
    losing = [piece for piece in pieces if not _takes(view, piece)]
    return Play(_extreme(losing or pieces, trump, stream, highest=False))


def _takes(view: View, piece: Piece) -> bool:
    """Return whether the piece would win the trick so far."""
    assert view.trick is not None
    assert view.trump is not None
    plays = (*view.trick.plays, piece)
    return winning_play(plays, view.trump) == len(plays) - 1


def _extreme(pieces: list[Piece], trump: Piece, stream: Stream, *, highest: bool) -> Piece:
    sign = 1 if highest else -1
    grade = {piece: sign * (strength(piece, trump) + 100 * is_trump(piece, trump)) for piece in pieces}
    best = max(grade.values())
    return stream.choice([piece for piece in pieces if grade[piece] == best])


class Sensible:
    """Greedy within what is not absurd."""

    def __init__(self, *, biggest: bool = False) -> None:
        self.name = "greedy:biggest" if biggest else "greedy:sensible"
        self._biggest = biggest
        """Whether it takes the die with the highest number, whatever it holds."""

    def choose(self, view: View, stream: Stream) -> Action:
        """Choose greedily among the moves that are left."""
        assert view.legal is not None
        takes = [action for action in view.legal if isinstance(action, Take)]
        if self._biggest and takes:
            highest = max(action.die.number for action in takes)
            return stream.choice([action for action in takes if action.die.number == highest])
        return Greedy().choose(replace(view, legal=sensible(view, ABSURD, last=0)), stream)


def make(argument: str) -> Bot:
    """`greedy`, `greedy:sensible` or `greedy:biggest`."""
    if argument in ("sensible", "biggest"):
        return Sensible(biggest=argument == "biggest")
    no_argument(Greedy.name, argument)
    return Greedy()
