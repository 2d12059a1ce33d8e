"""What one seat may know (H1 to H4). Built up field by field, never stripped down from the truth.

No field here can hold another seat's cards, the card aside, the deal or the seed.
"""

from __future__ import annotations

from dataclasses import dataclass

from nokosu.core.actions import Action
from nokosu.core.match import Match, totals_of
from nokosu.core.pieces import Colour, Piece
from nokosu.core.round import Declaration, Phase, Pick, Round, WonTrick, decisions
from nokosu.core.ruleset import Ruleset
from nokosu.core.trick import Trick

Pieces = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A seat's view, or a spectator's: `seat` None, and neither hand nor legal actions.

    Fields are those of docs/bot-protocol.md, in its order; what a seat holds is its own alone (H1).
    """

    seat: int | None
    ruleset: Ruleset
    round: int
    rounds: int
    dealer: int
    removed_colour: Colour | None
    phase: Phase
    to_act: int | None
    hand: Pieces | None
    cards_left: tuple[int, ...]
    drawn: tuple[Pieces, ...]
    pool_rolled: Pieces
    pool: Pieces
    zero_dice_left: int | None
    trump: Piece | None
    dice: tuple[Pieces, ...]
    zero: tuple[bool, ...]
    draft: tuple[Pick, ...]
    declarations: tuple[Declaration, ...]
    tricks: tuple[WonTrick, ...]
    trick: Trick | None
    won: tuple[int, ...]
    scores: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    legal: tuple[Action, ...] | None

    @property
    def decisions(self) -> int:
        """How many decisions have been taken in this round, by everybody: all of them are public (H2)."""
        return decisions(self.draft, self.declarations, self.tricks, self.trick, self.ruleset.players)


def own_hand(match: Match, seat: int) -> Pieces:
    """H1: a seat's cards, for that seat alone. While it waits, everything else in its view is public (H2)."""
    return match.round.hands[seat]


def view(match: Match, seat: int | None) -> View:
    """H4: the view of a seat, or of a spectator (None). With `view_of_round`, the only way from the truth to a view."""
    if seat is not None and not 0 <= seat < match.ruleset.players:
        raise IndexError(f"seat {seat} at a table for {match.ruleset.players}")
    return view_of_round(match.round, match.round_index, match.scores, seat)


def view_of_round(now: Round, index: int, scores: tuple[tuple[int, ...], ...], seat: int | None) -> View:
    """Return the view of a match's round, `index` from 0; `scores` has a row for every round that is over.

    H1: the hand is the seat's own. H2: dice, picks, declarations, plays and scores are public.
    H3: the card aside is in nobody's view.
    """
    ruleset = now.ruleset
    return View(
        seat=seat,
        ruleset=ruleset,
        round=index,
        rounds=ruleset.rounds,
        dealer=now.dealer,
        removed_colour=ruleset.removed,
        phase=now.phase,
        to_act=now.to_act,
        hand=None if seat is None else now.hands[seat],
        cards_left=tuple(map(len, now.hands)),
        drawn=now.deal.drawn,
        pool_rolled=now.deal.pool,
        pool=now.pool,
        zero_dice_left=now.zero_dice_left,
        trump=now.trump,
        dice=now.dice,
        zero=now.zero,
        draft=now.draft,
        declarations=now.declarations,
        tricks=now.tricks,
        trick=now.trick,
        won=now.won,
        scores=scores,
        totals=totals_of(scores, ruleset.players),
        legal=None if seat is None else now.legal() if seat == now.to_act else (),
    )
