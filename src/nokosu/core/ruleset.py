"""Everything that the rules may depend on, as numbers and enums.

A ruleset is an edition resolved for a number of players and a table's choices. The engine reads it
and nothing else: what differs in number is a field here, what differs in kind is one of the enums.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum
from functools import cached_property
from typing import Final

from nokosu.core.pieces import Colour, Piece, card

_ASKED_FOR: Final = ("rounds_override", "removed_choice")
"""What a table asked for is not part of the resolved rules: `rounds` and `removed` say what came of it."""


class ZeroRule(Enum):
    """How a player comes to a zero contract."""

    BLACK_DICE = "black-dice"
    """Z1: by taking a black zero die in the draft."""

    DECLARED = "declared"
    """Z5: by declaring it after the draft."""


class TieRule(Enum):
    """M5: what happens when the highest total is shared."""

    SHARED = "shared"
    LEFTOVER = "leftover-then-shared"


class NumberTrumps(Enum):
    """T1, T3: when the number of the trump die is trump."""

    ALWAYS = "always"
    UNLESS_PAIR = "unless-pair"
    """T3: not if the last two dice in the middle show the same number."""


@dataclass(frozen=True)
class Ruleset:
    """The rules of one match. Fields with "override" or "choice" say what the table asked for.

    A field with a default came after the first release. It must mean "as before" by default: then older files,
    records and digests stay as they are.

    >>> import nokosu
    >>> rules = nokosu.ruleset("second", players=5)
    >>> rules.cards_each, rules.tricks, rules.rounds
    (8, 11, 6)
    """

    edition: str
    revision: int
    players: int
    rounds: int
    rounds_override: int | None
    removed: Colour | None
    removed_choice: Colour | None
    highest_card: int
    cards_each: int
    dice_per_colour: int
    drawn_each: int
    pool_size: int
    picks_each: int
    zero_rule: ZeroRule
    zero_dice: int
    tie_rule: TieRule
    trick_points: int
    bonus: int
    zero_bonus: int
    number_trumps: NumberTrumps = NumberTrumps.ALWAYS

    def __repr__(self) -> str:
        return f"<Ruleset {self.edition}, {self.players} players, {self.rounds} rounds>"

    @cached_property
    def colours(self) -> tuple[Colour, ...]:
        """C1, C6: the colours in play."""
        return tuple(colour for colour in Colour if colour is not self.removed)

    @cached_property
    def deck(self) -> tuple[Piece, ...]:
        """C2, C6: the cards in play, sorted. M3: every round starts from all of them."""
        numbers = range(self.highest_card + 1)
        return tuple(card(colour, number) for colour in self.colours for number in numbers)

    @cached_property
    def bag(self) -> tuple[Colour, ...]:
        """C3, C6: the colours of the dice in the bag, sorted."""
        return tuple(colour for colour in self.colours for _ in range(self.dice_per_colour))

    @cached_property
    def aside(self) -> int:
        """D2: how many cards are left over by the deal."""
        return len(self.deck) - self.players * self.cards_each

    @cached_property
    def dice_each(self) -> int:
        """Dice that each seat has or has passed up for a zero die when the draft is over."""
        return self.drawn_each + self.picks_each

    @cached_property
    def tricks(self) -> int:
        """F2, Z8: every seat plays all cards and all dice but one."""
        return self.cards_each + self.dice_each - 1

    @cached_property
    def digest(self) -> str:
        """Return a fingerprint of the resolved rules: old records are judged by the rules they name.

        A field with a default counts only where it differs, so that a new rule changes no digest of older rules.
        """
        import hashlib  # noqa: PLC0415  (a match needs no digest until it is recorded)
        import json  # noqa: PLC0415  (the same)

        plain = {
            field.name: _plain(getattr(self, field.name))
            for field in fields(self)
            if field.name not in _ASKED_FOR and getattr(self, field.name) != field.default
        }
        text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: object) -> object:
    if isinstance(value, Colour):
        return value.letter
    return value.value if isinstance(value, Enum) else value
