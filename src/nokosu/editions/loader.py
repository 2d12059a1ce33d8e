"""Reading an edition's file: every key is known, present, of its type and sensible, or an error names it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import Enum
from typing import Any, Final, TypeVar

from nokosu.core.errors import NotationError, RulesetError
from nokosu.core.notation import parse_colour
from nokosu.core.pieces import HIGHEST_CARD, Colour
from nokosu.core.ruleset import TieRule, ZeroRule
from nokosu.editions.edition import MOST_ROUNDS, Edition, PlayerCount

EnumT = TypeVar("EnumT", bound=Enum)

_EDITION_KEYS: Final[Mapping[str, type]] = {
    "edition": str,
    "title": str,
    "revision": int,
    "zero_rule": str,
    "zero_dice": int,
    "tie_rule": str,
    "trick_points": int,
    "bonus": int,
    "zero_bonus": int,
    "removed_colour": str,
    "removed_colour_free": bool,
    "players": dict,
}
_PLAYERS_KEYS: Final[Mapping[str, type]] = {
    "rounds": int,
    "removes_colour": bool,
    "highest_card": int,
    "cards_each": int,
    "dice_per_colour": int,
    "drawn_each": int,
    "pool_size": int,
    "picks_each": int,
}
_SEATS: Final = range(3, 6)


def parse_edition(text: str, source: str) -> Edition:
    """An edition from TOML text; RulesetError names the source and the key that is wrong."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesetError(f"{source}: not TOML: {error}") from None
    _check_keys(data, _EDITION_KEYS, source)
    edition = Edition(
        name=data["edition"],
        title=data["title"],
        revision=data["revision"],
        zero_rule=_member(ZeroRule, data["zero_rule"], f"{source}: zero_rule"),
        zero_dice=data["zero_dice"],
        tie_rule=_member(TieRule, data["tie_rule"], f"{source}: tie_rule"),
        trick_points=data["trick_points"],
        bonus=data["bonus"],
        zero_bonus=data["zero_bonus"],
        removed_colour=_colour(data["removed_colour"], f"{source}: removed_colour"),
        removed_colour_free=data["removed_colour_free"],
        players=_player_counts(data["players"], source),
    )
    if (edition.zero_rule is ZeroRule.BLACK_DICE) != (edition.zero_dice > 0):
        raise RulesetError(f"{source}: zero_dice: black dice go with zero_rule black-dice alone")
    return edition


def _player_counts(data: Mapping[str, Any], source: str) -> dict[int, PlayerCount]:
    counts: dict[int, PlayerCount] = {}
    for key, numbers in data.items():
        where = f"{source}: players.{key}"
        if key not in map(str, _SEATS):
            raise RulesetError(f"{where}: the game is for 3 to 5 players")
        if not isinstance(numbers, dict):
            raise RulesetError(f"{where}: a table is expected")
        _check_keys(numbers, _PLAYERS_KEYS, where)
        counts[int(key)] = PlayerCount(**numbers)
        _check_numbers(int(key), counts[int(key)], where)
    if not counts:
        raise RulesetError(f"{source}: players: at least one number of players is expected")
    return counts


def _check_numbers(players: int, numbers: PlayerCount, where: str) -> None:
    """The numbers fit each other: cards, dice and picks add up."""
    colours = len(Colour) - numbers.removes_colour
    cards = colours * (numbers.highest_card + 1)
    dice = colours * numbers.dice_per_colour
    facts = {
        "rounds": 1 <= numbers.rounds <= MOST_ROUNDS,
        "highest_card": numbers.highest_card <= HIGHEST_CARD,
        "picks_each": numbers.picks_each >= 1,
        "cards_each": 0 <= cards - players * numbers.cards_each <= 1,
        "pool_size": numbers.pool_size == players * numbers.picks_each + 1,
        "dice_per_colour": dice >= players * numbers.drawn_each + numbers.pool_size,
    }
    for key, holds in facts.items():
        if not holds:
            raise RulesetError(f"{where}.{key}: {getattr(numbers, key)} does not add up")


def _check_keys(data: Mapping[str, Any], expected: Mapping[str, type], where: str) -> None:
    for key in data:
        if key not in expected:
            raise RulesetError(f"{where}: {key}: unknown key")
    for key, kind in expected.items():
        if key not in data:
            raise RulesetError(f"{where}: {key}: missing")
        # bool is an int to isinstance, and a number of rounds that is `true` helps nobody
        if type(data[key]) is not kind:
            raise RulesetError(f"{where}: {key}: {kind.__name__} expected")
        if kind is int and data[key] < 0:
            raise RulesetError(f"{where}: {key}: {data[key]} is negative")


def _member(kind: type[EnumT], value: str, where: str) -> EnumT:
    for member in kind:
        if member.value == value:
            return member
    known = ", ".join(str(member.value) for member in kind)
    raise RulesetError(f"{where}: {value!r} is unknown; one of {known} is")


def _colour(value: str, where: str) -> Colour:
    try:
        return parse_colour(value)
    except NotationError as error:
        raise RulesetError(f"{where}: {error}") from None
