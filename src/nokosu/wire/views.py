"""A view as JSON, exactly as docs/bot-protocol.md has it: what one reader may know, and nothing else."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from nokosu.wire.base import ActionText, Message, Seat

Card = Annotated[str, Meta(pattern="^[RBGYP][0-7]$")]
Die = Annotated[str, Meta(pattern="^d[RBGYP][1-6]$")]
PieceText = Annotated[str, Meta(pattern="^([RBGYP][0-7]|d[RBGYP][1-6])$")]
ColourLetter = Literal["R", "B", "G", "Y", "P"]
PhaseName = Literal["draft", "declare", "play", "over"]


class RulesetRef(Message, frozen=True, kw_only=True):
    """Which rules are played by."""

    edition: str
    players: int
    rounds_override: int | None
    removed_colour: ColourLetter | None


class DraftPick(Message, frozen=True, kw_only=True, omit_defaults=True):
    """D6: a die taken; Z1: or a zero die, and what was removed for it."""

    seat: Seat
    take: str
    """A die, or the word zero."""
    discard: Die | None = None


class DeclarationMade(Message, frozen=True, kw_only=True, omit_defaults=True):
    """Z5: zero or not; Z6: and the die returned."""

    seat: Seat
    zero: bool
    returned: Die | None = msgspec.field(name="return", default=None)


class WonTrickSeen(Message, frozen=True, kw_only=True):
    """A finished trick; plays from its leader on."""

    leader: Seat
    plays: list[PieceText]
    winner: Seat


class TrickSeen(Message, frozen=True, kw_only=True):
    """The trick that lies on the table; plays from its leader on."""

    leader: Seat
    plays: list[PieceText]


class View(Message, frozen=True, kw_only=True):
    """What a seat knows. A spectator's has `seat` null and neither `hand` nor `legal`."""

    seat: Seat | None
    ruleset: RulesetRef
    round: int
    rounds: int
    dealer: Seat
    removed_colour: ColourLetter | None
    phase: PhaseName
    to_act: Seat | None
    cards_left: list[int]
    drawn: list[list[Die]]
    pool_rolled: list[Die]
    pool: list[Die]
    zero_dice_left: int | None
    trump: Die | None
    dice: list[list[Die]]
    zero: list[bool]
    draft: list[DraftPick]
    declarations: list[DeclarationMade]
    tricks: list[WonTrickSeen]
    trick: TrickSeen | None
    won: list[int]
    scores: list[list[int]]
    totals: list[int]
    hand: list[Card] | msgspec.UnsetType = msgspec.UNSET
    legal: list[ActionText] | msgspec.UnsetType = msgspec.UNSET
