"""One round: draft, declarations, tricks, score. Immutable; each phase has one legal and one apply function."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, TypeVar, assert_never

from nokosu.core.actions import Action, DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.contract import Contract, final_contract
from nokosu.core.deal import Deal
from nokosu.core.errors import IllegalAction, NotationError, Reason, reason
from nokosu.core.follow import legal_plays, why_not
from nokosu.core.pieces import Piece
from nokosu.core.ruleset import NumberTrumps, Ruleset, ZeroRule
from nokosu.core.scoring import SeatScore, score_round
from nokosu.core.trick import Trick, led_suit, winner
from nokosu.core.trump import trump_of

Pieces = tuple[Piece, ...]
T = TypeVar("T")


class Phase(Enum):
    """What a round is at.

    >>> import nokosu
    >>> nokosu.Match.start("second", players=4, seed=7).round.phase is nokosu.Phase.DRAFT
    True
    """

    DRAFT = "draft"
    DECLARE = "declare"
    PLAY = "play"
    OVER = "over"


_EXAMPLES: Final = {
    Phase.DRAFT: "Take(die)",
    Phase.DECLARE: "Pass()",
    Phase.PLAY: "Play(piece)",
    Phase.OVER: "Play(piece)",
}
"""What to name where something else than an action was given."""


@dataclass(frozen=True, slots=True)
class Pick:
    """D6, Z1: one turn of the draft; a zero die took `die` out of the middle instead of taking it."""

    seat: int
    die: Piece
    zero: bool = False


@dataclass(frozen=True, slots=True)
class Declaration:
    """Z5, Z6: what a seat said, and the die that it returned if it said zero."""

    seat: int
    returned: Piece | None


@dataclass(frozen=True, slots=True)
class WonTrick:
    """A finished trick and who took it."""

    trick: Trick
    winner: int


@dataclass(frozen=True, slots=True)
class Round:
    """The whole truth about a round in progress, hidden cards included: for the authority alone.

    `hands` and `dice` are what each seat still has; `pool` is the middle, in play the trump die alone.
    """

    ruleset: Ruleset
    dealer: int
    deal: Deal
    phase: Phase
    to_act: int | None
    hands: tuple[Pieces, ...]
    dice: tuple[Pieces, ...]
    zero: tuple[bool, ...]
    pool: Pieces
    draft: tuple[Pick, ...]
    declarations: tuple[Declaration, ...]
    tricks: tuple[WonTrick, ...]
    trick: Trick | None
    won: tuple[int, ...]

    @classmethod
    def start(cls, ruleset: Ruleset, dealer: int, deal: Deal) -> Round:
        """Return the round after dealing and rolling. D6: the dealer's left picks first."""
        return cls(
            ruleset=ruleset,
            dealer=dealer,
            deal=deal,
            phase=Phase.DRAFT,
            to_act=(dealer + 1) % ruleset.players,
            hands=deal.cards,
            dice=deal.drawn,
            zero=(False,) * ruleset.players,
            pool=deal.pool,
            draft=(),
            declarations=(),
            tricks=(),
            trick=None,
            won=(0,) * ruleset.players,
        )

    def __repr__(self) -> str:
        """Without a card: it ends up in logs and tracebacks."""
        turn = "" if self.to_act is None else f", seat {self.to_act} to act"
        return f"<Round dealt by seat {self.dealer}: {self.phase.value}{turn}>"

    @property
    def trump(self) -> Piece | None:
        """D7: the die that stays in the middle, once the draft is over. T3: blank if its number is not trump."""
        return None if self.phase is Phase.DRAFT else _trump(self)

    @property
    def zero_dice_left(self) -> int | None:
        """Z2, C5: black zero dice still in the middle; None where the edition has none. Z4: in play none matter."""
        if self.ruleset.zero_rule is not ZeroRule.BLACK_DICE:
            return None
        return self.ruleset.zero_dice - self.zero.count(True)

    @property
    def decisions(self) -> int:
        """How many decisions have been taken in this round, by everybody."""
        return decisions(self.draft, self.declarations, self.tricks, self.trick, self.ruleset.players)

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """S2: what each seat had undertaken; known when the tricks are played."""
        return tuple(final_contract(dice, zero=zero) for dice, zero in zip(self.dice, self.zero, strict=True))

    @property
    def score(self) -> tuple[SeatScore, ...]:
        """S1 to S4, when the round is over."""
        return score_round(self.ruleset, self.won, self.contracts)

    def legal(self) -> tuple[Action, ...]:
        """Return what the seat to act may do: no duplicates, sorted as docs/bot-protocol.md says."""
        match self.phase:
            case Phase.DRAFT:
                return _legal_draft(self)
            case Phase.DECLARE:
                return _legal_declarations(self)
            case Phase.PLAY:
                return _legal_plays(self)
            case Phase.OVER:
                return ()
            case _:
                assert_never(self.phase)

    def apply(self, action: Action) -> Round:
        """Return the round after this action of the seat to act; IllegalAction, with the reason, if it may not be."""
        match self.phase, action:
            case Phase.DRAFT, Take() | TakeZero():
                return _apply_draft(self, action)
            case Phase.DECLARE, Pass() | DeclareZero():
                return _apply_declaration(self, action)
            case Phase.PLAY, Play():
                return _apply_play(self, action)
            case _:
                raise _not_now(action, self.phase)

    def why_not_play(self, piece: Piece) -> Reason | None:
        """Return why the seat to act may not play this piece now, or None if it may."""
        if self.phase is not Phase.PLAY or self.to_act is None or self.trick is None:
            return _wrong_phase(self.phase)
        return why_not(
            piece,
            self.hands[self.to_act],
            self.dice[self.to_act],
            zero=self.zero[self.to_act],
            lead=self.trick.lead,
            trump=_trump(self),
        )


def decisions(
    draft: tuple[Pick, ...],
    declarations: tuple[Declaration, ...],
    tricks: tuple[WonTrick, ...],
    trick: Trick | None,
    players: int,
) -> int:
    """Return how many decisions a round has had."""
    lying = trick.plays if trick else ()
    return len(draft) + len(declarations) + len(tricks) * players + len(lying)


def _not_now(given: object, phase: Phase) -> IllegalAction | NotationError:
    """Return an action of another phase, or a value that is not an action: text, say, which core.notation reads."""
    if isinstance(given, Action):
        return IllegalAction(given, _wrong_phase(phase))
    said = f"expected an action such as {_EXAMPLES[phase]}, got {type(given).__name__}"
    return NotationError(f"{said}; nokosu.core.notation.parse_action(text, phase) reads one from text")


def _wrong_phase(phase: Phase) -> Reason:
    """Return what this phase is for: picks, declarations, plays, or nothing any more."""
    clause = {Phase.DRAFT: "D6", Phase.DECLARE: "Z5", Phase.PLAY: "F1", Phase.OVER: "M4"}[phase]
    return reason("why.phase", clause, phase=phase.value)


# The draft


def why_no_zero(left: int | None, *, has_one: bool) -> Reason | None:
    """Z2: one zero die per player, while any are left. C5: only in editions that have them."""
    if left is None:
        return reason("why.no-zero-dice", "C5")
    if has_one:
        return reason("why.zero-once", "Z2")
    return None if left else reason("why.zero-gone", "Z2")


def _legal_draft(round_: Round) -> tuple[Action, ...]:
    seat = round_.to_act
    assert seat is not None
    dice = tuple(dict.fromkeys(round_.pool))
    takes = tuple(Take(die) for die in dice)
    if why_no_zero(round_.zero_dice_left, has_one=round_.zero[seat]):
        return takes
    return takes + tuple(TakeZero(die) for die in dice)


def _apply_draft(round_: Round, action: Take | TakeZero) -> Round:
    """D6: one die per turn. Z1: or a zero die, and one die is removed. Z3: either way the middle shrinks by one."""
    seat = round_.to_act
    assert seat is not None
    zero = round_.zero
    dice = round_.dice
    if isinstance(action, TakeZero):
        refusal = why_no_zero(round_.zero_dice_left, has_one=zero[seat])
        if refusal:
            raise IllegalAction(action, refusal)
        die = action.discard
        zero = _with(zero, seat, True)
    else:
        die = action.die
        dice = _with(dice, seat, tuple(sorted((*dice[seat], die))))
    if die not in round_.pool:
        raise IllegalAction(action, reason("why.not-in-the-middle", "D6", piece=die))
    draft = (*round_.draft, Pick(seat, die, zero=isinstance(action, TakeZero)))
    after = replace(
        round_,
        to_act=_next(round_, seat),
        dice=dice,
        zero=zero,
        pool=_without(round_.pool, die),
        draft=draft,
    )
    if len(draft) < round_.ruleset.players * round_.ruleset.picks_each:
        return after
    return _after_draft(after)


def _after_draft(round_: Round) -> Round:
    """D7: the last die is trump. W5: the dealer's left will lead."""
    leader = (round_.dealer + 1) % round_.ruleset.players
    declared = round_.ruleset.zero_rule is ZeroRule.DECLARED
    phase = Phase.DECLARE if declared else Phase.PLAY
    return replace(round_, phase=phase, to_act=leader, trick=Trick(leader))


# The declarations


def _legal_declarations(round_: Round) -> tuple[Action, ...]:
    seat = round_.to_act
    assert seat is not None
    returns = tuple(DeclareZero(die) for die in dict.fromkeys(round_.dice[seat]))
    return (Pass(), *returns)


def _apply_declaration(round_: Round, action: Pass | DeclareZero) -> Round:
    """Z5: in turn and openly. Z6: a player who declares zero returns a die at once. Z7: any number may."""
    seat = round_.to_act
    assert seat is not None
    zero, dice, returned = round_.zero, round_.dice, None
    if isinstance(action, DeclareZero):
        returned = action.returned
        if returned not in dice[seat]:
            raise IllegalAction(action, reason("why.not-your-die", "Z6", piece=returned))
        zero = _with(zero, seat, True)
        dice = _with(dice, seat, _without(dice[seat], returned))
    declarations = (*round_.declarations, Declaration(seat, returned))
    everybody = len(declarations) == round_.ruleset.players
    return replace(
        round_,
        phase=Phase.PLAY if everybody else Phase.DECLARE,
        to_act=_next(round_, seat),
        zero=zero,
        dice=dice,
        declarations=declarations,
    )


# The tricks


def _trump(round_: Round) -> Piece:
    """D7, T3: the trump of a round whose draft is over."""
    if round_.ruleset.number_trumps is NumberTrumps.ALWAYS:
        return round_.pool[0]
    return trump_of(round_.pool[0], round_.draft[-1].die)


def _legal_plays(round_: Round) -> tuple[Action, ...]:
    seat, trick = round_.to_act, round_.trick
    assert seat is not None
    assert trick is not None
    pieces = legal_plays(
        round_.hands[seat],
        round_.dice[seat],
        zero=round_.zero[seat],
        led=led_suit(trick.plays, _trump(round_)),
        trump=_trump(round_),
    )
    return tuple(Play(piece) for piece in pieces)


def _apply_play(round_: Round, action: Play) -> Round:
    """F1 to F6: the piece leaves its owner's hand. W1 to W5: a full trick goes to its winner, who leads."""
    piece = action.piece
    refusal = round_.why_not_play(piece)
    if refusal:
        raise IllegalAction(action, refusal)
    seat, trick = round_.to_act, round_.trick
    assert seat is not None
    assert trick is not None
    hands, dice = round_.hands, round_.dice
    if piece.is_die:
        dice = _with(dice, seat, _without(dice[seat], piece))
    else:
        hands = _with(hands, seat, _without(hands[seat], piece))
    trick = trick.with_play(piece)
    if len(trick.plays) < round_.ruleset.players:
        return replace(round_, hands=hands, dice=dice, trick=trick, to_act=_next(round_, seat))
    taker = winner(trick, _trump(round_), round_.ruleset.players)
    tricks = (*round_.tricks, WonTrick(trick, taker))
    over = len(tricks) == round_.ruleset.tricks
    return replace(
        round_,
        phase=Phase.OVER if over else Phase.PLAY,
        to_act=None if over else taker,
        hands=hands,
        dice=dice,
        tricks=tricks,
        trick=None if over else Trick(taker),
        won=_with(round_.won, taker, round_.won[taker] + 1),
    )


# Small changes to tuples


def _next(round_: Round, seat: int) -> int:
    return (seat + 1) % round_.ruleset.players


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _without(pieces: Pieces, piece: Piece) -> Pieces:
    at = pieces.index(piece)
    return pieces[:at] + pieces[at + 1 :]
