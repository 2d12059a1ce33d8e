"""Records to test with, and JSON that can be bent."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from nokosu import editions
from nokosu.core.match import Match
from nokosu.core.pieces import Colour
from nokosu.record import Record, SeatInfo, Status, Substitution, decode, encode, record_of
from nokosu.record.fairness import fairness_of, seed_from
from tests.builders import SEED, play_on, random_match

NAMES = ("Ann", "Club", "Bea", "Zoë", "李")
SECRET = bytes(range(100, 132))
NONCES = tuple(bytes([seat] * 32) for seat in range(5))

Json = dict[str, Any]
Key = str | int


def seats(players: int) -> list[SeatInfo]:
    """Ann, Club (a bot), Bea, …"""
    return [SeatInfo(name, "club" if name == "Club" else None) for name in NAMES[:players]]


def match_of(
    edition: str = "second",
    players: int = 3,
    *,
    rounds: int | None = 1,
    removed: Colour | None = None,
    actions: int = 10**6,
    choices: int = 1,
    seed: bytes = SEED,
) -> Match:
    ruleset = editions.ruleset(edition, players, rounds=rounds, removed_colour=removed)
    return random_match(ruleset, actions, choices, seed)


def record(match: Match, **options: Any) -> Record:
    return record_of(match, seats(match.ruleset.players), **options)


def given(match: Match) -> Match:
    """The same deals, typed in by hand, and no decision yet."""
    deals = [round_.deal for round_ in match.rounds]
    return Match.from_deals(match.ruleset, match.rounds[0].dealer, deals)


def given_record(edition: str = "second", players: int = 3, rounds: int = 1) -> Record:
    """A finished match without a seed."""
    seeded = match_of(edition, players, rounds=rounds)
    return record(play_on(given(seeded), 10**6, 5))


def served_record(players: int = 3) -> Record:
    """A match that a server dealt, with somebody replaced for a while."""
    nonces = NONCES[:players]
    match = match_of("roger", players, rounds=2, seed=seed_from(SECRET, nonces))
    changes = [
        Substitution(0, 0, 3, "club", "timeout"),
        Substitution(0, 0, 20, None, "back"),
        Substitution(2, 1, 0, "random", "left"),
    ]
    return record(match, fairness=fairness_of(SECRET, nonces), substitutions=changes)


def unfinished(actions: int, edition: str = "second", players: int = 3) -> Record:
    match = match_of(edition, players, rounds=2, actions=actions)
    return record(match, status=Status.ABANDONED)


def as_json(given: Record) -> Json:
    """A record as JSON that may be changed."""
    bent: Json = json.loads(encode(given))
    return bent


def from_text(bent: Json) -> Record:
    return decode(json.dumps(bent))


def at(value: Any, path: Sequence[Key]) -> Any:
    for key in path:
        value = value[key]
    return value


def changed(given: Record, path: Sequence[Key], value: Any) -> Json:
    """The record's JSON with another value at a path."""
    bent = as_json(given)
    at(bent, path[:-1])[path[-1]] = value
    return bent


def without(given: Record, path: Sequence[Key]) -> Json:
    """The record's JSON without a key or an entry."""
    bent = as_json(given)
    del at(bent, path[:-1])[path[-1]]
    return bent


def edited(given: Record, edit: Callable[[Json], object]) -> Json:
    """The record's JSON after some editing."""
    bent = as_json(given)
    edit(bent)
    return bent
