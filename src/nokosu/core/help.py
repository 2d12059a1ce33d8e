"""What a reader of a view would otherwise work out alone, computed from the view and nothing else (H4).

Clients hold no rules: they are sent this beside a view. Reasons are message ids, worded at the edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nokosu.core.actions import Play
from nokosu.core.contract import open_targets
from nokosu.core.errors import Reason, reason
from nokosu.core.follow import following, playable, refusals
from nokosu.core.pieces import DICE, Piece
from nokosu.core.round import Phase, why_no_zero
from nokosu.core.ruleset import NumberTrumps
from nokosu.core.trick import led_suit, winning_play
from nokosu.core.trump import Suit, TrumpKind, is_trump, strength, suit, trump_kind, trump_of
from nokosu.core.view import View

Pieces = tuple[Piece, ...]

_ORDER = (Suit.TRUMP, *(each for each in Suit if each is not Suit.TRUMP))
LAST_PICK: Final = 2
"""Dice in the middle before the last pick: T3 depends on both."""
_TURN_CLAUSE = {Phase.DRAFT: "D6", Phase.DECLARE: "Z5", Phase.PLAY: "W5"}


@dataclass(frozen=True, slots=True)
class Leading:
    """The seat that wins the trick so far, and its piece."""

    seat: int
    piece: Piece


@dataclass(frozen=True, slots=True)
class PickNumber:
    """D6: which of its picks the seat to act makes: number 2 of 3."""

    number: int
    of: int


@dataclass(frozen=True, slots=True)
class Help:
    """Help for one view. For spectators everything about a hand is empty.

    waiting: why this seat can do nothing at all now; None when it is its turn.
    unplayable: for each piece of the seat to act that may not be played, why (tricks only).
    must_follow: whether the seat to act must play the led suit (tricks only).
    gives_up: each die that would end the last open target of the seat to act, and that target; nothing if every
        piece it may play does (tricks only).
    no_zero: why the seat to act may not take a zero die (draft only).
    pick: which pick the seat to act makes (draft only).
    targets: for every seat the trick counts that would still make its contract.
    trumps: every card and die of the game that is a trump, and why; empty before there is a trump die.
    order: the hand by suit, trumps apart and first, strongest first.
    if_trump: for each die in the middle the own cards and dice that would be trumps if it stayed (draft only).
    """

    waiting: Reason | None
    unplayable: tuple[tuple[Piece, Reason], ...]
    must_follow: bool
    gives_up: tuple[tuple[Piece, int], ...]
    no_zero: Reason | None
    pick: PickNumber | None
    led: Suit | None
    leading: Leading | None
    targets: tuple[tuple[int, ...], ...]
    tricks_left: int
    trumps: tuple[tuple[Piece, TrumpKind], ...]
    order: tuple[tuple[Suit, Pieces], ...]
    if_trump: tuple[tuple[Piece, Pieces], ...]


def help_for(view: View) -> Help:
    """Return the help that belongs to a view."""
    return Help(
        waiting=why_wait(view.seat, view.to_act, view.phase),
        unplayable=unplayable(view),
        must_follow=must_follow(view),
        gives_up=gives_up(view),
        no_zero=no_zero(view),
        pick=pick(view),
        led=led(view),
        leading=leading(view),
        targets=targets(view),
        tricks_left=view.ruleset.tricks - len(view.tricks),
        trumps=trumps(view),
        order=sorted_hand(view.hand or (), view.trump),
        if_trump=if_trump(view),
    )


def why_wait(seat: int | None, to_act: int | None, phase: Phase) -> Reason | None:
    """Return why this audience can do nothing now, from public facts alone; None if it is its turn."""
    if to_act is None:
        return reason("why.phase", "M4", phase=phase.value)
    if seat is None:
        return reason("why.no-seat", "H4")
    if seat == to_act:
        return None
    return reason("why.turn", _TURN_CLAUSE[phase], seat=to_act)


def sorted_hand(hand: Pieces, trump: Piece | None) -> tuple[tuple[Suit, Pieces], ...]:
    """W3: pieces by suit, trumps first, strongest first; suits that are not held are left out."""
    groups: dict[Suit, list[Piece]] = {each: [] for each in _ORDER}
    for piece in hand:
        groups[Suit(piece.colour) if trump is None else suit(piece, trump)].append(piece)
    for pieces in groups.values():
        pieces.sort(key=lambda piece: (-piece.number if trump is None else -strength(piece, trump), piece))
    return tuple((each, tuple(pieces)) for each, pieces in groups.items() if pieces)


def _own_turn(view: View, phase: Phase) -> bool:
    return view.phase is phase and view.seat is not None and view.seat == view.to_act


def unplayable(view: View) -> tuple[tuple[Piece, Reason], ...]:
    """F2, F4: a reason for each piece in front of the seat to act that may not be played."""
    if not _own_turn(view, Phase.PLAY):
        return ()
    assert view.seat is not None
    assert view.trump is not None
    return refusals(
        view.hand or (),
        view.dice[view.seat],
        zero=view.zero[view.seat],
        lead=view.trick.lead if view.trick else None,
        trump=view.trump,
    )


def must_follow(view: View) -> bool:
    """F4: whether the seat to act holds a piece of the led suit that it may play."""
    if not _own_turn(view, Phase.PLAY):
        return False
    assert view.seat is not None
    assert view.trump is not None
    pieces = playable(view.hand or (), view.dice[view.seat], zero=view.zero[view.seat])
    return bool(following(pieces, led(view), view.trump))


def gives_up(view: View) -> tuple[tuple[Piece, int], ...]:
    """S2: the dice with the only number that is still a target, where another piece may be played instead."""
    if not _own_turn(view, Phase.PLAY):
        return ()
    assert view.seat is not None
    seat, dice = view.seat, view.dice[view.seat]
    targets = _targets(view, seat)
    if view.zero[seat] or len(targets) != 1 or sum(die.number == targets[0] for die in dice) != 1:
        return ()
    kept = next(die for die in dice if die.number == targets[0])
    legal = {action.piece for action in view.legal or () if isinstance(action, Play)}
    return ((kept, targets[0]),) if kept in legal and len(legal) > 1 else ()


def pick(view: View) -> PickNumber | None:
    """D6: which of its picks the seat to act makes."""
    if view.phase is not Phase.DRAFT or view.to_act is None:
        return None
    made = sum(each.seat == view.to_act for each in view.draft)
    return PickNumber(made + 1, view.ruleset.picks_each)


def no_zero(view: View) -> Reason | None:
    """Z2, C5: why no zero die may be taken."""
    if not _own_turn(view, Phase.DRAFT):
        return None
    assert view.seat is not None
    return why_no_zero(view.zero_dice_left, has_one=view.zero[view.seat])


def led(view: View) -> Suit | None:
    """F4: the suit that must be followed; None before the first play of a trick."""
    if view.trick is None or view.trump is None:
        return None
    return led_suit(view.trick.plays, view.trump)


def leading(view: View) -> Leading | None:
    """W1 to W4, if the trick ended here."""
    if view.trick is None or view.trump is None or not view.trick.plays:
        return None
    best = winning_play(view.trick.plays, view.trump)
    return Leading(view.trick.seat_of(best, view.ruleset.players), view.trick.plays[best])


def targets(view: View) -> tuple[tuple[int, ...], ...]:
    """Return for every seat the trick counts that would still make its contract."""
    return tuple(_targets(view, seat) for seat in range(view.ruleset.players))


def _targets(view: View, seat: int) -> tuple[int, ...]:
    """S2: from the dice in front. Z5: a seat that has yet to declare may also choose zero."""
    tricks_left = view.ruleset.tricks - len(view.tricks)
    counts = open_targets(view.dice[seat], zero=view.zero[seat], won=view.won[seat], tricks_left=tricks_left)
    if view.phase is not Phase.DECLARE or any(said.seat == seat for said in view.declarations):
        return counts
    return (0, *counts)


def trumps(view: View) -> tuple[tuple[Piece, TrumpKind], ...]:
    """T1: every card and die of the game that is a trump, and why."""
    trump = view.trump
    if trump is None:
        return ()
    dice = (die for die in DICE if die.colour in view.ruleset.colours)
    kinds = ((piece, trump_kind(piece, trump)) for piece in (*view.ruleset.deck, *dice))
    return tuple((piece, kind) for piece, kind in kinds if kind is not None)


def if_trump(view: View) -> tuple[tuple[Piece, Pieces], ...]:
    """T1: what each die of the middle would make of the own pieces."""
    if view.seat is None:
        return ()
    own = (view.hand or ()) + view.dice[view.seat]
    return tuple((die, trumps_among(own, trump)) for die, trump in would_be_trump(view).items())


def would_be_trump(view: View) -> dict[Piece, Piece]:
    """D7: the trump that each die of the middle would be if it stayed. T3: of two, one will be the last taken."""
    if view.phase is not Phase.DRAFT:
        return {}
    if view.ruleset.number_trumps is NumberTrumps.UNLESS_PAIR and len(view.pool) == LAST_PICK:
        first, second = view.pool
        return {first: trump_of(first, second), second: trump_of(second, first)}
    return {die: die for die in view.pool}


def trumps_among(pieces: Pieces, trump: Piece) -> Pieces:
    """T1: those of the pieces that this trump die would make trumps, each once."""
    return tuple(piece for piece in dict.fromkeys(pieces) if is_trump(piece, trump))
