"""House rules: an edition from a group's own file.

A record names its edition and the digest of its rules. An edition that was read from a file is kept here, so that
records and positions that name it can be read afterwards. Where no file is at hand, as at a server's table, the rules
travel as numbers: the keys of a file for one number of players.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

from nokosu.core.errors import RulesetError
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import Ruleset
from nokosu.editions.edition import Edition, PlayerCount
from nokosu.editions.loader import edition_from, parse_edition

ENDING: Final = ".toml"
MOST_CHARACTERS: Final = 4000
"""Of a file that a stranger sends; the editions of the box have 600 to 800."""
OF_ALL: Final = (
    *("revision", "zero_rule", "zero_dice", "tie_rule", "trick_points", "bonus", "zero_bonus", "number_trumps"),
    *("removed_colour", "removed_colour_free"),
)
"""Keys of a file that every number of players shares, but for its name and title."""
OF_ONE: Final = tuple(field.name for field in fields(PlayerCount))
"""Keys of a file for one number of players."""
NUMBERS: Final = (*OF_ALL, *OF_ONE)

_READ: dict[str, Edition] = {}


def is_file_name(name: str) -> bool:
    """Return whether this names a file of house rules; the names of built-in editions have no dot."""
    return name.endswith(ENDING)


def read_house(file: str, taken: tuple[str, ...]) -> Edition:
    """Return the edition in a file, read once; RulesetError names the file and what is wrong.

    `taken` names cannot be used.
    """
    if file in _READ:
        return _READ[file]
    try:
        text = Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise RulesetError(f"{file}: cannot be read: {error.strerror or error}") from None
    except ValueError:  # not UTF-8, or a name that no file can have
        raise RulesetError(f"{file}: not a text file in UTF-8") from None
    edition = parse_house(text, file, taken)
    _READ[file] = edition
    return edition


def parse_house(text: str, source: str, taken: tuple[str, ...]) -> Edition:
    """Return house rules from the text of a file; RulesetError names the source and what is wrong."""
    edition = parse_edition(text, source)
    if edition.name in taken:
        raise RulesetError(f"{source}: edition: {edition.name!r} is a built-in edition; give yours another name")
    return edition


def house_editions(name: str) -> tuple[Edition, ...]:
    """Return the editions of this name that were read from files, the latest first."""
    return tuple(edition for edition in reversed(_READ.values()) if edition.name == name)


def house_numbers(rules: Ruleset) -> dict[str, Any]:
    """Return rules as numbers: the keys that their file has for this many players, and what the table chose."""
    return {
        "revision": rules.revision,
        "zero_rule": rules.zero_rule.value,
        "zero_dice": rules.zero_dice,
        "tie_rule": rules.tie_rule.value,
        "trick_points": rules.trick_points,
        "bonus": rules.bonus,
        "zero_bonus": rules.zero_bonus,
        "number_trumps": rules.number_trumps.value,
        "removed_colour": (rules.removed or Colour.PURPLE).letter,
        "removed_colour_free": rules.removed_choice is not None,
        "rounds": rules.rounds,
        "removes_colour": rules.removed is not None,
        **{name: getattr(rules, name) for name in OF_ONE[2:]},
    }


def edition_numbers(edition: Edition, players: int) -> dict[str, Any]:
    """Return what an edition's file says for this many players."""
    return house_numbers(edition.ruleset(players)) | {
        "removed_colour": edition.removed_colour.letter,
        "removed_colour_free": edition.removed_colour_free,
    }


def house_edition(name: str, players: int, numbers: Mapping[str, Any]) -> Edition:
    """Return the edition of rules that travelled as numbers, checked like a file; RulesetError says what is wrong."""
    for key in numbers:
        if key not in NUMBERS:
            raise RulesetError(f"{name}: {key[:40]}: unknown key")
    shared = {key: value for key, value in numbers.items() if key in OF_ALL}
    own = {key: value for key, value in numbers.items() if key in OF_ONE}
    return edition_from({"edition": name, "title": name, **shared, "players": {str(players): own}}, name)
