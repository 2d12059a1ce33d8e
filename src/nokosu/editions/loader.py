"""Read an edition's file: every key is known, of its type and sensible, or an error names it.

A rule that was added after the first release has a default here, so that older files need not name it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from typing import Any, Final, TypeVar

from nokosu.core.errors import NotationError, RulesetError
from nokosu.core.notation import parse_colour
from nokosu.core.pieces import HIGHEST_CARD, Colour
from nokosu.core.quoting import quoted
from nokosu.core.ruleset import NumberTrumps, TieRule, ZeroRule
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
_LATER_KEYS: Final[Mapping[str, str]] = {
    "number_trumps": NumberTrumps.ALWAYS.value,
}
"""Keys that a file may leave out, and what that means."""
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
_KINDS: Final[Mapping[type, str]] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    dict: "a table",
}
_SEATS: Final = range(3, 6)
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,31}")
_POINTS: Final = ("trick_points", "bonus", "zero_bonus")
MOST_POINTS: Final = 100
MOST_NUMBER: Final = 1_000_000
"""Above every number that a file can need; revisions have no other limit."""
MOST_DICE: Final = 5
"""C3: dice of one colour in the box."""


def parse_edition(text: str, source: str) -> Edition:
    """Return an edition from TOML text; RulesetError names the source and the key that is wrong."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # numbers and lists beyond what Python reads are not TOMLDecodeErrors
        raise RulesetError(f"{source}: not TOML: {str(error).splitlines()[0][:200]}") from None
    return edition_from(data, source)


def edition_from(data: Mapping[str, Any], source: str) -> Edition:
    """Return an edition from the keys of its file; RulesetError names the source and the key that is wrong."""
    data = {**_LATER_KEYS, **data}
    _check_keys(data, {**_EDITION_KEYS, **dict.fromkeys(_LATER_KEYS, str)}, source)
    if not _NAME.fullmatch(data["edition"]):
        said = "expected lower-case letters, digits and hyphens, at most 32"
        raise RulesetError(f"{source}: edition: {said}, found {quoted(data['edition'])}")
    for key in _POINTS:
        if data[key] > MOST_POINTS:
            raise RulesetError(f"{source}: {key}: expected 0 to {MOST_POINTS}, found {data[key]}")
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
        number_trumps=_member(NumberTrumps, data["number_trumps"], f"{source}: number_trumps"),
    )
    if (edition.zero_rule is ZeroRule.BLACK_DICE) != (edition.zero_dice > 0):
        expected = "1 or more" if edition.zero_rule is ZeroRule.BLACK_DICE else "0"
        said = f"expected {expected} with zero_rule {edition.zero_rule.value}, found {edition.zero_dice}"
        raise RulesetError(f"{source}: zero_dice: {said}")
    return edition


def _player_counts(data: Mapping[str, Any], source: str) -> dict[int, PlayerCount]:
    counts: dict[int, PlayerCount] = {}
    for key, numbers in data.items():
        where = f"{source}: players.{key}"
        if key not in map(str, _SEATS):
            raise RulesetError(f"{source}: players.{key[:40]}: expected players.3, players.4 or players.5")
        if not isinstance(numbers, dict):
            raise RulesetError(f"{where}: expected a table, found {quoted(numbers)}")
        _check_keys(numbers, _PLAYERS_KEYS, where)
        counts[int(key)] = PlayerCount(**numbers)
        _check_numbers(int(key), counts[int(key)], where)
    if not counts:
        raise RulesetError(f"{source}: players: expected at least one of players.3, players.4, players.5")
    return counts


def _check_numbers(players: int, numbers: PlayerCount, where: str) -> None:
    """Check that the numbers fit each other: cards, dice and picks add up. Every message says which number would."""
    colours = len(Colour) - numbers.removes_colour
    cards = colours * (numbers.highest_card + 1)
    pool = players * numbers.picks_each + 1
    dice = players * numbers.drawn_each + pool
    dice_needed = -(-dice // colours)
    _check(where, "rounds", numbers.rounds, range(1, MOST_ROUNDS + 1))
    _check(where, "highest_card", numbers.highest_card, range(HIGHEST_CARD + 1))
    _check(where, "picks_each", numbers.picks_each, range(1, MOST_DICE + 1))
    _check(where, "drawn_each", numbers.drawn_each, range(MOST_DICE + 1))
    if cards % players > 1 or cards < players:
        said = f"{cards} cards cannot be dealt to {players} players with at most one left over"
        raise RulesetError(f"{where}.highest_card: {said}")
    _check(where, "cards_each", numbers.cards_each, (cards // players,), f"{cards} cards for {players} players")
    _check(where, "pool_size", numbers.pool_size, (pool,), f"{players} players, {numbers.picks_each} picks each, trump")
    if dice_needed > MOST_DICE:
        raise RulesetError(f"{where}: {dice} dice are needed; {colours} colours have {colours * MOST_DICE}")
    needed = range(dice_needed, MOST_DICE + 1)
    _check(where, "dice_per_colour", numbers.dice_per_colour, needed, f"{dice} dice, {colours} colours")


def _check(where: str, key: str, value: int, allowed: Sequence[int], because: str = "") -> None:
    if value in allowed:
        return
    low, high = allowed[0], allowed[-1]
    expected = f"{low}" if low == high else f"{low} to {high}"
    reason = f" ({because})" if because else ""
    raise RulesetError(f"{where}.{key}: expected {expected}{reason}, found {value}")


def _check_keys(data: Mapping[str, Any], expected: Mapping[str, type], where: str) -> None:
    for key in data:
        if key not in expected:
            close = get_close_matches(key, expected, n=1)
            hint = f"; did you mean {close[0]}?" if close else f"; the keys are {', '.join(expected)}"
            raise RulesetError(f"{where}: {key[:40]}: unknown key{hint}")
    for key, kind in expected.items():
        if key not in data:
            raise RulesetError(f"{where}: {key}: missing")
        # bool is an int to isinstance, but `true` is not a number of rounds
        if type(data[key]) is not kind:
            raise RulesetError(f"{where}: {key}: expected {_KINDS[kind]}, found {quoted(data[key])}")
        if kind is int and not 0 <= data[key] <= MOST_NUMBER:
            limit = "0 or more" if data[key] < 0 else f"at most {MOST_NUMBER}"
            raise RulesetError(f"{where}: {key}: expected {limit}, found {quoted(data[key])}")


def _member(kind: type[EnumT], value: str, where: str) -> EnumT:
    for member in kind:
        if member.value == value:
            return member
    known = ", ".join(str(member.value) for member in kind)
    raise RulesetError(f"{where}: expected one of {known}, found {quoted(value)}")


def _colour(value: str, where: str) -> Colour:
    try:
        return parse_colour(value)
    except NotationError as error:
        raise RulesetError(f"{where}: {error}") from None
