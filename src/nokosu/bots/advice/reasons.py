"""One-line reasons for and against an action, in a club player's words.

The advised action gets a reason that speaks for it; the others are told their drawback where they have one. All follow
one reading of the position: whether this trick is wanted, and which numbers the hand should win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nokosu.bots.advice.model import NUMBERS, Estimate
from nokosu.bots.club.club import Club
from nokosu.bots.club.draft import after_action
from nokosu.bots.club.features import Candidate, Outlook
from nokosu.bots.club.position import Position, position
from nokosu.core.actions import DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.contract import open_targets
from nokosu.core.errors import Reason, reason
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.trump import Suit, suit
from nokosu.core.view import View

_MATTERS = 0.05
"""The smallest difference of chances that is worth mentioning."""
_LIKELY = 0.6
_GOOD_ZERO = 0.35
_HOPELESS = 0.02
"""With less of a chance than this, whatever is played, nothing is said about targets."""
_NONE = 0.005
"""An action with less of a chance than this is not praised for what it does for the contract."""
_SAME = 1e-6
_HIGH, _LOW = 5, 2
"""Dice from this number up win tricks, those down from that one lose them."""


@dataclass(slots=True)
class _Case:
    """Reasons for an action and against it, the most important first."""

    speaks_for: list[Reason]
    against: list[Reason]


def reasons(view: View, estimates: Sequence[Estimate], chances: Sequence[float]) -> list[Reason]:
    """Return a reason for every legal action, in the order given: the best first, with its chance of a contract."""
    if len(estimates) == 1:
        return [reason("advice.only")]
    if view.phase is Phase.PLAY:
        hopeless = max(chances) < _HOPELESS
        cases = _plays(view, estimates, [chance < _NONE for chance in chances], hopeless=hopeless)
    else:
        hopeless = False
        cases = _picks(view, estimates)
    advised = [*cases[0].speaks_for, _comparison(estimates, chances, hopeless=hopeless)][0]
    rest = [[*case.against, *case.speaks_for, reason("advice.behind")][0] for case in cases[1:]]
    return [advised, *rest]


def _comparison(estimates: Sequence[Estimate], chances: Sequence[float], *, hopeless: bool) -> Reason:
    """Say what the advised action is better at than the others; true whatever the position is."""
    best = estimates[0]
    if hopeless:
        return reason("advice.hopeless", "S3")
    if chances[0] >= max(chances) - _SAME and chances[0] > min(chances) + _MATTERS / 2:
        return reason("advice.best-chance", "S2")
    if best.score >= max(each.score for each in estimates) - _SAME:
        return reason("advice.best-points", "S1")
    return reason("advice.close")


# In the draft and when zero is declared


def _picks(view: View, estimates: Sequence[Estimate]) -> list[_Case]:
    best = estimates[0].makes
    most = max(best[1:NUMBERS])
    fitting = [number for number in range(1, NUMBERS) if best[number] >= most - _MATTERS]
    return [_pick(view, each, fitting) for each in estimates]


def _pick(view: View, estimate: Estimate, fitting: Sequence[int]) -> _Case:
    action = estimate.action
    if isinstance(action, TakeZero | DeclareZero):
        if estimate.makes[0] >= _GOOD_ZERO:
            return _Case([reason("advice.zero-low", "S4")], [])
        return _Case([], [reason("advice.zero-high", "S4")])
    if isinstance(action, Pass):
        return _Case([reason("advice.pass", "S2")], [])
    assert isinstance(action, Take)
    dice, pool, zero = after_action(view, action)
    number = action.die.number
    if zero:
        low = number <= _LOW
        return _Case([reason("advice.low-die", "Z8")] if low else [], [] if low else [reason("advice.high-die", "Z8")])
    speaks_for, against = [], []
    if len(pool) == 1 and _trumps(view, dice, pool[0]) >= _usual_trumps(view):
        speaks_for.append(reason("advice.trump", "D7", die=pool[0], n=_trumps(view, dice, pool[0])))
    if number in fitting:
        twice = sum(die.number == number for die in dice) > 1
        speaks_for.append(reason("advice.same-number" if twice else "advice.fitting", "S2", number=number))
    elif number > max(fitting):
        against.append(reason("advice.many", "S2", number=number))
        speaks_for += [reason("advice.high-piece", "W1")] if number >= _HIGH else []
    elif number < min(fitting):
        against.append(reason("advice.few", "S2", number=number))
        speaks_for += [reason("advice.low-piece", "W1")] if number <= _LOW else []
    return _Case(speaks_for, against)


def _trumps(view: View, dice: Sequence[Piece], trump: Piece) -> int:
    """Count the trumps that the seat would have."""
    return sum(suit(piece, trump) is Suit.TRUMP for piece in (*(view.hand or ()), *dice))


def _usual_trumps(view: View) -> float:
    """Return the mean over the dice that may stay."""
    found = [after_action(view, action) for action in view.legal or () if isinstance(action, Take)]
    counts = [_trumps(view, dice, pool[0]) for dice, pool, _ in found if len(pool) == 1]
    return sum(counts) / max(1, len(counts))


# In play


def _plays(view: View, estimates: Sequence[Estimate], without: Sequence[bool], *, hopeless: bool) -> list[_Case]:
    here = position(view)
    outlook, found = Club().plays(view)
    by_piece = {candidate.piece: candidate for candidate in found}
    # One plan for the trick, that of the best card: another card may suit another plan, which would confuse.
    plan, cases = 0, []
    for each, lost in zip(estimates, without, strict=True):
        assert isinstance(each.action, Play)
        candidate = by_piece[each.action.piece]
        own = 0 if hopeless else _wanted(here, candidate)
        plan = plan or own
        wanted = own if own == plan else 0
        case = _Case([], [])
        if not hopeless:
            _die(view, candidate, each, case)
            _trick(here, candidate, wanted, case)
        if lost:
            case.speaks_for.clear()
        _others(here, outlook, candidate, found, case)
        _shape(view, here, candidate, wanted, case)
        cases.append(case)
    return cases


def _wanted(here: Position, candidate: Candidate) -> int:
    """S2: 1 if the contract wants this trick for this piece, −1 if it does not, 0 if that hardly matters."""
    if here.zero[here.seat]:
        return 0 if here.won[here.seat] else -1
    gain = candidate.if_won - candidate.if_lost
    return 0 if candidate.piece.is_die or abs(gain) < _MATTERS else 1 if gain > 0 else -1


def _die(view: View, candidate: Candidate, estimate: Estimate, case: _Case) -> None:
    """S2: a die that is played is no longer a possible target."""
    assert view.seat is not None
    if not candidate.piece.is_die or view.zero[view.seat]:
        return
    left, won, dice = view.ruleset.tricks - len(view.tricks), view.won[view.seat], view.dice[view.seat]
    number = candidate.piece.number
    if number not in open_targets(dice, zero=False, won=won, tricks_left=left):
        case.speaks_for.append(reason("advice.dead-die", "S2", number=number))
    elif sum(die.number == number for die in dice) > 1:
        case.speaks_for.append(reason("advice.spare-die", "S2", number=number))
    else:
        case.against.append(reason("advice.live-die", "S2", number=number))
        kept = max(range(1, NUMBERS), key=lambda other: estimate.makes[other])
        if estimate.makes[kept] >= _HOPELESS:
            case.speaks_for.append(reason("advice.keeps-number", "S2", number=kept))


def _trick(here: Position, candidate: Candidate, wanted: int, case: _Case) -> None:
    """S2: how likely the piece is to win the trick, and whether that is wanted."""
    takes, loses = candidate.takes >= _LIKELY, candidate.takes <= 1.0 - _LIKELY
    if here.zero[here.seat] and wanted:
        if takes:
            case.against.append(reason("advice.breaks-own-zero", "S2"))
        elif loses:
            case.speaks_for.append(reason("advice.keeps-own-zero", "S2"))
        else:
            case.against.append(reason("advice.open-unwanted", "S2"))
    elif candidate.piece.is_die and not here.zero[here.seat]:
        return  # what becomes of the targets matters more
    elif wanted > 0:
        if takes:
            case.speaks_for.append(reason("advice.takes-wanted", "S2"))
        elif loses:
            case.against.append(reason("advice.leaves-wanted", "S2"))
        else:
            case.speaks_for.append(reason("advice.open-wanted", "S2"))
    elif wanted < 0:
        if takes:
            case.against.append(reason("advice.takes-unwanted", "S2"))
        elif loses:
            case.speaks_for.append(reason("advice.leaves-unwanted", "S2"))
        else:
            case.against.append(reason("advice.open-unwanted", "S2"))


def _others(here: Position, outlook: Outlook, candidate: Candidate, found: Sequence[Candidate], case: _Case) -> None:
    """S3: a seat that misses pays those that do not. Name a seat that this play affects more than others would."""
    for seat in range(here.players):
        if seat == here.seat:
            continue
        without, with_one = outlook.after[seat]
        usual = sum(other.takers[seat] for other in found) / len(found)
        more = candidate.takers[seat] - usual
        effect = more * (with_one - without)
        if effect <= -_MATTERS and here.zero[seat]:
            case.speaks_for.append(reason("advice.breaks-zero", "S3", seat=seat))
        elif effect <= -_MATTERS:
            case.speaks_for.append(reason("advice.burdens" if more > 0 else "advice.denies", "S3", seat=seat))
        elif effect >= _MATTERS:
            case.against.append(reason("advice.gives" if more > 0 else "advice.spares", "S3", seat=seat))


def _shape(view: View, here: Position, candidate: Candidate, wanted: int, case: _Case) -> None:
    """Describe the hand that this play leaves, where it does not speak against what was said of the trick."""
    assert view.trump is not None
    piece_suit = suit(candidate.piece, view.trump)
    if candidate.takes >= _LIKELY and wanted >= 0 and view.ruleset.trick_points:
        case.speaks_for.append(reason("advice.takes", "S1"))
    if piece_suit is not Suit.TRUMP and here.length[int(piece_suit)] == 1:
        case.speaks_for.append(reason("advice.void", "F5", suit=piece_suit.word))
    rank = next(holding.rank for holding in here.own if holding.piece == candidate.piece)
    if candidate.takes <= 1.0 - _LIKELY and wanted <= 0 and any(holding.rank > rank for holding in here.own):
        case.speaks_for.append(reason("advice.loses", "F5"))
