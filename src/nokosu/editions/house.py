"""House rules: an edition from a group's own file, for this process.

A record names its edition and the digest of its rules. An edition that was read from a file is kept here, so that
records and positions that name it can be read afterwards.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from nokosu.core.errors import RulesetError
from nokosu.editions.edition import Edition
from nokosu.editions.loader import parse_edition

ENDING: Final = ".toml"

_READ: dict[str, Edition] = {}


def is_file_name(name: str) -> bool:
    """Return whether this names a file of house rules; the names of built-in editions have no dot."""
    return name.endswith(ENDING)


def read_house(file: str, taken: tuple[str, ...]) -> Edition:
    """The edition in a file, read once; RulesetError names the file and what is wrong. `taken` names cannot be used."""
    if file in _READ:
        return _READ[file]
    try:
        text = Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise RulesetError(f"{file}: cannot be read: {error.strerror or error}") from None
    except ValueError:  # not UTF-8, or a name that no file can have
        raise RulesetError(f"{file}: not a text file in UTF-8") from None
    edition = parse_edition(text, file)
    if edition.name in taken:
        raise RulesetError(f"{file}: edition: {edition.name!r} is a built-in edition; give yours another name")
    _READ[file] = edition
    return edition


def house_editions(name: str) -> tuple[Edition, ...]:
    """The editions of this name that were read from files, the latest first."""
    return tuple(edition for edition in reversed(_READ.values()) if edition.name == name)
