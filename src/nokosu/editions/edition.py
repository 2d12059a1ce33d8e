"""An edition: what one rule document says, for every number of players that it covers."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from nokosu.core.errors import RulesetError
from nokosu.core.notation import parse_colour
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import NumberTrumps, Ruleset, TieRule, ZeroRule

MOST_ROUNDS: Final = 20


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """The numbers for one number of players."""

    rounds: int
    removes_colour: bool
    highest_card: int
    cards_each: int
    dice_per_colour: int
    drawn_each: int
    pool_size: int
    picks_each: int


@dataclass(frozen=True, slots=True)
class Edition:
    """One revision of one edition, as its file says. Fields with a default are rules that older files do not name."""

    name: str
    title: str
    revision: int
    zero_rule: ZeroRule
    zero_dice: int
    tie_rule: TieRule
    trick_points: int
    bonus: int
    zero_bonus: int
    removed_colour: Colour
    removed_colour_free: bool
    players: Mapping[int, PlayerCount]
    number_trumps: NumberTrumps = NumberTrumps.ALWAYS

    def offers_colour(self, players: int) -> bool:
        """M7: whether the table may choose the removed colour."""
        return self._numbers(players).removes_colour and self.removed_colour_free

    def ruleset(self, players: int, rounds: int | None = None, removed_colour: Colour | str | None = None) -> Ruleset:
        """Return the rules for this many players. M6: rounds may be overridden. M7: the removed colour, where free.

        A colour may be given by its letter.
        """
        players = _whole("players", players)
        numbers = self._numbers(players)
        rounds = None if rounds is None else _whole("rounds", rounds)
        if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
            raise RulesetError(f"a match has 1 to {MOST_ROUNDS} rounds, not {rounds}")
        removed_colour = None if removed_colour is None else _colour(removed_colour)
        if removed_colour is not None and not self.offers_colour(players):
            raise RulesetError(f"the edition {self.name} leaves no choice of the removed colour to {players} players")
        default = self.removed_colour if numbers.removes_colour else None
        return Ruleset(
            edition=self.name,
            revision=self.revision,
            players=players,
            rounds=numbers.rounds if rounds is None else rounds,
            rounds_override=rounds,
            removed=default if removed_colour is None else removed_colour,
            removed_choice=removed_colour,
            highest_card=numbers.highest_card,
            cards_each=numbers.cards_each,
            dice_per_colour=numbers.dice_per_colour,
            drawn_each=numbers.drawn_each,
            pool_size=numbers.pool_size,
            picks_each=numbers.picks_each,
            zero_rule=self.zero_rule,
            zero_dice=self.zero_dice,
            tie_rule=self.tie_rule,
            trick_points=self.trick_points,
            bonus=self.bonus,
            zero_bonus=self.zero_bonus,
            number_trumps=self.number_trumps,
        )

    def _numbers(self, players: int) -> PlayerCount:
        if players not in self.players:
            counts = ", ".join(str(number) for number in self.players)
            raise RulesetError(f"the edition {self.name} is for {counts} players, not {players}")
        return self.players[players]


def _whole(name: str, given: int) -> int:
    """Accept a whole number of any type, such as NumPy's, but not `True`."""
    try:
        if not isinstance(given, bool):
            return operator.index(given)
    except TypeError:
        pass
    raise RulesetError(f"{name}: expected a whole number, got {given!r:.40}")


def _colour(given: object) -> Colour:
    """Rules compare colours by identity, so that a bare number or letter would remove none."""
    if isinstance(given, str):
        return parse_colour(given)
    if not isinstance(given, Colour):
        raise RulesetError(f"removed_colour: expected a Colour or one of R, B, G, Y, P, got {given!r:.40}")
    return given
