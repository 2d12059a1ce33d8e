"""What can be done, in groups that people see at a glance, numbered in the order in which they are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nokosu.api.lines import SUITS
from nokosu.core.actions import Action, DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.help import sorted_hand
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.view import View
from nokosu.locale import t


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to see: what it says, and the action that it stands for, None where it cannot be done now."""

    text: str
    action: Action | None


@dataclass(frozen=True, slots=True)
class Group:
    """Choices under a label: a suit, or a kind of decision."""

    label: str
    choices: tuple[Choice, ...]


def groups(view: View) -> list[Group]:
    """Return everything that the seat to act can choose from. When playing, also what it holds and may not play."""
    match view.phase:
        case Phase.DRAFT:
            return _draft(view)
        case Phase.DECLARE:
            return _declarations(view)
        case _:
            return _plays(view)


def numbered(view: View) -> tuple[Action, ...]:
    """Return the legal actions in the order in which they are shown: number 1 is the first."""
    return tuple(choice.action for group in groups(view) for choice in group.choices if choice.action is not None)


def short(action: Action) -> str:
    """Return a legal action without its verb, which the phase says."""
    match action:
        case Take(piece) | Play(piece):
            return str(piece)
        case TakeZero(piece) | DeclareZero(piece):
            return t("choice.zero", die=piece)
        case Pass():
            return t("choice.pass")


def _draft(view: View) -> list[Group]:
    lying = Counter(view.pool)
    takes = {action.die: action for action in view.legal or () if isinstance(action, Take)}
    by_suit = _by_suit(takes, None)
    found = [
        Group(label, tuple(Choice(_times(die, lying[die]), takes[die]) for die in dice)) for label, dice in by_suit
    ]
    zeros = [action for action in view.legal or () if isinstance(action, TakeZero)]
    if zeros:
        found.append(
            Group(
                t("show.take-zero", left=view.zero_dice_left),
                tuple(Choice(str(action.discard), action) for action in zeros),
            )
        )
    return found


def _declarations(view: View) -> list[Group]:
    legal = view.legal or ()
    passes = tuple(Choice(short(action), action) for action in legal if isinstance(action, Pass))
    zeros = tuple(Choice(str(action.returned), action) for action in legal if isinstance(action, DeclareZero))
    return [Group("", passes), Group(t("show.declare-zero"), zeros)]


def _plays(view: View) -> list[Group]:
    """W3: by suit, trumps first; cards before dice, strongest first."""
    plays = {action.piece: action for action in view.legal or () if isinstance(action, Play)}
    own = (view.hand or ()) + (view.dice[view.seat] if view.seat is not None else ())
    times = Counter(own)
    return [
        Group(label, tuple(Choice(_times(piece, times[piece]), plays.get(piece)) for piece in pieces))
        for label, pieces in _by_suit(times, view.trump)
    ]


def _by_suit(pieces: Iterable[Piece], trump: Piece | None) -> list[tuple[str, Sequence[Piece]]]:
    return [
        (t(SUITS[suit]), sorted(held, key=lambda piece: piece.is_die))
        for suit, held in sorted_hand(tuple(pieces), trump)
    ]


def _times(piece: Piece, number: int) -> str:
    return f"{piece} ×{number}" if number > 1 else str(piece)
