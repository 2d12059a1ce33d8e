"""One-line reasons for and against an action, in a club player's words."""

from __future__ import annotations

from nokosu.bots.advice.model import NUMBERS, Estimate
from nokosu.bots.club.club import Club
from nokosu.bots.club.draft import after_action
from nokosu.bots.club.features import Candidate, Outlook
from nokosu.bots.club.position import Position, position
from nokosu.core.actions import Action, DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.contract import open_targets
from nokosu.core.errors import Reason, reason
from nokosu.core.round import Phase
from nokosu.core.trump import Suit, suit
from nokosu.core.view import View

_MATTERS = 0.05
"""The smallest difference of chances that is worth mentioning."""
_LIKELY = 0.6
_GOOD_ZERO = 0.35


def reasons(view: View, estimates: list[Estimate]) -> dict[Action, Reason]:
    """Return a reason for every legal action."""
    if len(estimates) == 1:
        return {estimates[0].action: reason("advice.only")}
    if view.phase is Phase.PLAY:
        here = position(view)
        outlook, found = Club().plays(view)
        return {Play(candidate.piece): _play(view, here, outlook, candidate, found) for candidate in found}
    return {estimate.action: _pick(view, estimate) for estimate in estimates}


# In the draft and when zero is declared


def _pick(view: View, estimate: Estimate) -> Reason:
    action = estimate.action
    if isinstance(action, TakeZero | DeclareZero):
        low = estimate.makes[0] >= _GOOD_ZERO
        return reason("advice.zero-low", "S4") if low else reason("advice.zero-high", "S4")
    if isinstance(action, Pass):
        return reason("advice.pass", "S2")
    assert isinstance(action, Take)
    dice, pool, zero = after_action(view, action)
    if len(pool) == 1:
        return reason("advice.trump", "D7", die=pool[0])
    if zero:
        return reason("advice.low-die", "Z8") if action.die.number <= 2 else reason("advice.high-die", "Z8")
    number, chance = action.die.number, estimate.makes[action.die.number]
    if sum(die.number == number for die in dice) > 1:
        return reason("advice.same-number", "S2", number=number)
    if chance >= max(estimate.makes[other] for other in range(1, NUMBERS)) - _MATTERS:
        return reason("advice.fitting", "S2", number=number)
    likely = max(range(1, NUMBERS), key=lambda other: estimate.makes[other])
    if number > likely:
        return reason("advice.many", "S2", number=number)
    return reason("advice.few", "S2", number=number)


# In play


def _play(view: View, here: Position, outlook: Outlook, candidate: Candidate, found: list[Candidate]) -> Reason:
    """Return the first reason that applies, starting with the most important."""
    return (
        _die(view, candidate)
        or _trick(here, candidate)
        or _others(here, outlook, candidate, found)
        or _shape(view, here, candidate)
    )


def _die(view: View, candidate: Candidate) -> Reason | None:
    """S2: a die that is played is no longer a possible target."""
    assert view.seat is not None
    if not candidate.piece.is_die or view.zero[view.seat]:
        return None
    left = view.ruleset.tricks - len(view.tricks)
    won = view.won[view.seat]
    number = candidate.piece.number
    twice = sum(die.number == number for die in view.dice[view.seat]) > 1
    if number not in open_targets(view.dice[view.seat], zero=False, won=won, tricks_left=left):
        return reason("advice.dead-die", "S2", number=number)
    if twice:
        return reason("advice.spare-die", "S2", number=number)
    return reason("advice.live-die", "S2", number=number)


def _trick(here: Position, candidate: Candidate) -> Reason | None:
    """S2: compare the chances with and without this trick, and how likely the piece is to win it."""
    gain = candidate.if_won - candidate.if_lost
    takes, loses = candidate.takes >= _LIKELY, candidate.takes <= 1.0 - _LIKELY
    if here.zero[here.seat] and not here.won[here.seat]:
        if takes:
            return reason("advice.breaks-own-zero", "S2")
        return reason("advice.keeps-own-zero", "S2") if loses else reason("advice.open-unwanted", "S2")
    if abs(gain) < _MATTERS:
        return None
    if takes:
        return reason("advice.takes-wanted", "S2") if gain > 0 else reason("advice.takes-unwanted", "S2")
    if loses:
        return reason("advice.leaves-wanted", "S2") if gain > 0 else reason("advice.leaves-unwanted", "S2")
    return reason("advice.open-wanted", "S2") if gain > 0 else reason("advice.open-unwanted", "S2")


def _others(here: Position, outlook: Outlook, candidate: Candidate, found: list[Candidate]) -> Reason | None:
    """S3: a seat that misses pays those that do not. Name a seat that this play affects more than others would."""
    for seat in range(here.players):
        if seat == here.seat:
            continue
        without, with_one = outlook.after[seat]
        usual = sum(other.takers[seat] for other in found) / len(found)
        effect = (candidate.takers[seat] - usual) * (with_one - without)
        if effect <= -_MATTERS:
            return reason("advice.breaks-zero" if here.zero[seat] else "advice.hinders", "S3", seat=seat)
        if effect >= _MATTERS:
            return reason("advice.helps", "S3", seat=seat)
    return None


def _shape(view: View, here: Position, candidate: Candidate) -> Reason:
    """Describe the hand that this play leaves."""
    assert view.trump is not None
    piece_suit = suit(candidate.piece, view.trump)
    if candidate.takes >= _LIKELY:
        return reason("advice.takes", "S1")
    if piece_suit is not Suit.TRUMP and here.length[int(piece_suit)] == 1:
        return reason("advice.void", "F5", suit=piece_suit.word)
    return reason("advice.loses", "F5")
