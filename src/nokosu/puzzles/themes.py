"""What a puzzle is about, from the position, the goal and the answer."""

from __future__ import annotations

from nokosu.bots.certain import Goal
from nokosu.core.actions import Action, Play
from nokosu.core.contract import open_targets
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.trick import winning_play
from nokosu.core.view import View
from nokosu.puzzles.puzzle import Theme


def targets(view: View, seat: int) -> tuple[int, ...]:
    """Return the numbers of tricks with which a seat would still make its target."""
    left = view.ruleset.tricks - len(view.tricks)
    return open_targets(view.dice[seat], zero=view.zero[seat], won=view.won[seat], tricks_left=left)


def goal_of(view: View) -> Goal | None:
    """Return what the seat to act wants: its own target, or that the leader misses; None if neither is open.

    The leader is the one with the most points so far among the others whose target is open.
    """
    assert view.seat is not None
    if view.phase is not Phase.PLAY or targets(view, view.seat):
        return Goal(view.seat, made=True)
    others = [seat for seat in range(view.ruleset.players) if seat != view.seat and targets(view, seat)]
    leaders = [seat for seat in others if view.totals[seat] == max(view.totals[each] for each in others)]
    return Goal(leaders[0], made=False) if len(leaders) == 1 else None


def theme_of(view: View, goal: Goal, answer: Action) -> Theme:
    """Return the theme."""
    seat = view.seat
    assert seat is not None
    if view.phase is Phase.DRAFT:
        return "take"
    if not goal.made:
        return "break"
    if view.zero[seat]:
        return "zero"
    pieces = [action.piece for action in view.legal or () if isinstance(action, Play)]
    dice = {piece for piece in pieces if piece.is_die}
    if isinstance(answer, Play) and answer.piece.is_die and len({die.number for die in dice}) > 1:
        return "keep"
    assert view.trick is not None
    takes = {_takes(view, piece) for piece in pieces}
    return "lead" if not view.trick.plays or len(takes) > 1 else "make"


def _takes(view: View, piece: Piece) -> bool:
    """Return whether a piece would be the best of the trick so far."""
    assert view.trick is not None
    assert view.trump is not None
    plays = (*view.trick.plays, piece)
    return winning_play(plays, view.trump) == len(plays) - 1


def likeness(view: View, goal: Goal, answer: Action) -> tuple[object, ...]:
    """Return what two puzzles that are alike have in common: the pieces by strength, whatever their colours are."""
    from nokosu.core.trump import strength, suit  # noqa: PLC0415

    trump, seat = view.trump, view.seat
    assert seat is not None
    if trump is None:
        return (view.seat, view.pool, view.hand, view.dice[seat])
    order: dict[int, int] = {}

    def told(piece: Piece) -> tuple[int, int, bool]:
        kind = suit(piece, trump)
        return order.setdefault(kind, len(order)), strength(piece, trump), piece.is_die

    lying = tuple(map(told, view.trick.plays if view.trick else ()))
    own = tuple(sorted(map(told, (*(view.hand or ()), *view.dice[seat]))))
    return lying, told(answer.piece) if answer.piece else None, own, goal.made, targets(view, seat)
