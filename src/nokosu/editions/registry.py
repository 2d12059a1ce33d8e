"""All editions that come with the program, by name, revision and digest; house rules by their file."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from nokosu.core.errors import RulesetError
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import Ruleset
from nokosu.editions.edition import Edition
from nokosu.editions.house import edition_numbers, house_editions, is_file_name, parse_house, read_house
from nokosu.editions.loader import parse_edition

DEFAULT: Final = "second"
"""The edition in print, and one of the two for five players."""


@cache
def _released() -> tuple[Edition, ...]:
    """Return every revision of every edition, by name, newest first."""
    files = Path(__file__).parent.glob("*.toml")
    editions = [parse_edition(file.read_text(encoding="utf-8"), file.name) for file in files]
    return tuple(sorted(editions, key=lambda edition: (edition.name, -edition.revision)))


def names() -> tuple[str, ...]:
    """Return the editions' names, sorted."""
    return tuple(dict.fromkeys(edition.name for edition in _released()))


@cache
def _names() -> frozenset[str]:
    return frozenset(names())


def built_in(name: str) -> bool:
    """Return whether an edition of this name comes with the program."""
    return name in _names()


def known(name: str) -> bool:
    """Return whether there is an edition of this name, built in or read from a file before."""
    return bool(_found(name))


def load(name: str) -> Edition:
    """Return the newest revision of an edition. It never reads a file, so that a stranger may name the edition."""
    return _revisions(name)[0]


def find(name_or_file: str) -> Edition:
    """Return an edition by its name, or the house rules in a file whose name ends in `.toml`, for local use only."""
    return read_house(name_or_file, names()) if is_file_name(name_or_file) else load(name_or_file)


def house_rules(text: str, source: str) -> Edition:
    """Return house rules from the text of a file that somebody sent; RulesetError says what is wrong."""
    return parse_house(text, source, names())


def nearest(edition: Edition, players: int) -> Edition:
    """Return the built-in edition that differs least for as many players; the one in print where several do."""
    own = edition_numbers(edition, players)

    def differences(other: Edition) -> int:
        theirs = edition_numbers(other, players)
        return sum(own[key] != theirs[key] for key in own if key != "revision")

    candidates = [load(name) for name in (DEFAULT, *names())]
    return min((each for each in candidates if players in each.players), key=differences)


def original(name: str) -> Edition | None:
    """Return the first revision of a built-in edition, which a name alone will always mean; None for house rules."""
    return next((edition for edition in reversed(_released()) if edition.name == name), None)


def pairs() -> tuple[tuple[str, int], ...]:
    """Return every edition with every number of players that it is for."""
    return tuple((name, players) for name in names() for players in load(name).players)


def ruleset(
    name: str, players: int, *, rounds: int | None = None, removed_colour: Colour | str | None = None
) -> Ruleset:
    """Return the rules of a match: an edition, a number of players, the table's choices; a colour by its letter.

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
    """Return the rules that a record was played by, of whatever revision.

    RulesetError if none has a digest that starts so.
    """
    candidates = [edition.ruleset(players, rounds, removed_colour) for edition in _revisions(name)]
    for candidate in candidates:
        if candidate.digest.startswith(digest):
            return candidate
    raise RulesetError(
        f"no revision of the edition {name} has the digest {digest[:16]}…; the newest has {candidates[0].digest[:16]}…"
    )


def _found(name: str) -> tuple[Edition, ...]:
    """Return the revisions of an edition, newest first; none for an unknown edition."""
    return tuple(edition for edition in _released() if edition.name == name) or house_editions(name)


def _revisions(name: str) -> tuple[Edition, ...]:
    revisions = _found(name)
    if not revisions:
        raise RulesetError(f"there is no edition {name!r:.40}; there are: {', '.join(names())}")
    return revisions
