"""House rules: their numbers, as a table plays them and as everybody sees them before sitting down."""

from __future__ import annotations

from typing import Annotated, Literal

from nokosu.editions.house import MOST_CHARACTERS
from nokosu.wire.base import END, Message
from nokosu.wire.struct import Meta

EditionName = Annotated[str, Meta(pattern="^[a-z][a-z0-9-]{0,31}" + END, description="As the file names its edition.")]
HouseText = Annotated[
    str,
    Meta(min_length=1, max_length=MOST_CHARACTERS, description="A file of house rules, as docs/house-rules.md says."),
]
_Number = Annotated[int, Meta(ge=0, le=1_000_000)]


class HouseNumbers(Message, frozen=True, kw_only=True):
    """Rules for one number of players, with the keys of their file (docs/house-rules.md)."""

    revision: _Number
    zero_rule: Literal["black-dice", "declared"]
    zero_dice: _Number
    tie_rule: Literal["shared", "leftover-then-shared"]
    trick_points: _Number
    bonus: _Number
    zero_bonus: _Number
    number_trumps: Literal["always", "unless-pair"]
    removed_colour: Literal["R", "B", "G", "Y", "P"]
    removed_colour_free: bool
    rounds: _Number
    removes_colour: bool
    highest_card: _Number
    cards_each: _Number
    dice_per_colour: _Number
    drawn_each: _Number
    pool_size: _Number
    picks_each: _Number


class HouseRules(Message, frozen=True, kw_only=True):
    """House rules next to the built-in edition that differs least from them."""

    numbers: HouseNumbers
    base: str
    usual: HouseNumbers
    """The same numbers in the edition `base`."""
    tricks: _Number
    """In a round; it follows from the numbers."""


class CheckHouse(Message, frozen=True, kw_only=True):
    """POST /api/house-rules: a file to check, before a table is made with it."""

    text: HouseText


class HousePlayers(Message, frozen=True, kw_only=True):
    """House rules for one number of players."""

    players: int
    rules: HouseRules


class HouseOffer(Message, frozen=True, kw_only=True):
    """The name of the edition in a file, and its rules for each number of players."""

    edition: EditionName
    players: list[HousePlayers]
