"""All editions that come with the program, by name, revision and digest; house rules by their file."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from nokosu.core.errors import RulesetError
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import Ruleset
from nokosu.editions.edition import Edition
from nokosu.editions.house import house_editions, is_file_name, read_house
from nokosu.editions.loader import parse_edition

DEFAULT: Final = "second"
"""The edition in print, and one of the two for five players."""


@cache
def _shelf() -> tuple[Edition, ...]:
    """Every revision of every edition, by name, newest first."""
    files = Path(__file__).parent.glob("*.toml")
    editions = [parse_edition(file.read_text(encoding="utf-8"), file.name) for file in files]
    return tuple(sorted(editions, key=lambda edition: (edition.name, -edition.revision)))


def names() -> tuple[str, ...]:
    """The editions' names, sorted."""
    return tuple(dict.fromkeys(edition.name for edition in _shelf()))


def known(name: str) -> bool:
    """Return whether there is an edition of this name, built in or read from a file before."""
    return bool(_found(name))


def load(name: str) -> Edition:
    """The newest revision of an edition. It never reads a file, so that a stranger may name the edition."""
    return _revisions(name)[0]


def find(name_or_file: str) -> Edition:
    """An edition by its name, or the house rules in a file whose name ends in `.toml`, for local use only."""
    return read_house(name_or_file, names()) if is_file_name(name_or_file) else load(name_or_file)


def original(name: str) -> Edition | None:
    """The first revision of a built-in edition, which a name alone will always mean; None for house rules."""
    return next((edition for edition in reversed(_shelf()) if edition.name == name), None)


def pairs() -> tuple[tuple[str, int], ...]:
    """Every edition with every number of players that it is for."""
    return tuple((name, players) for name in names() for players in load(name).players)


def ruleset(
    name: str, players: int, *, rounds: int | None = None, removed_colour: Colour | str | None = None
) -> Ruleset:
    """The rules of a match: an edition, a number of players, and the table's choices; a colour also by its letter.

    >>> ruleset("second", 4).tricks
    14
    """
    return load(name).ruleset(players, rounds, removed_colour)


def ruleset_by_digest(
    name: str,
    players: int,
    *,
    rounds: int | None = None,
    removed_colour: Colour | None = None,
    digest: str,
) -> Ruleset:
    """The rules that a record was played by, of whatever revision; RulesetError if none has a digest that starts so."""
    candidates = [edition.ruleset(players, rounds, removed_colour) for edition in _revisions(name)]
    for candidate in candidates:
        if candidate.digest.startswith(digest):
            return candidate
    raise RulesetError(
        f"no revision of the edition {name} has the digest {digest[:16]}…; the newest has {candidates[0].digest[:16]}…"
    )


def _found(name: str) -> tuple[Edition, ...]:
    """Return the revisions of an edition, newest first; none for an unknown edition."""
    return tuple(edition for edition in _shelf() if edition.name == name) or house_editions(name)


def _revisions(name: str) -> tuple[Edition, ...]:
    revisions = _found(name)
    if not revisions:
        raise RulesetError(f"there is no edition {name!r:.40}; there are: {', '.join(names())}")
    return revisions
