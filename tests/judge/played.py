"""Matches for the judge's tests: short, and played by programs of known strength."""

from __future__ import annotations

from functools import cache

from nokosu import editions
from nokosu.bots.registry import make
from nokosu.core.match import Match
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import view
from nokosu.judge.settings import Effort, Look
from nokosu.kernel.judge import Settings

_LITTLE = Look(
    search=Settings(worlds=20, playouts=1),
    network=Settings(worlds=4, tricks=0),
    long=Settings(worlds=4, tricks=0),
    club=Settings(worlds=4, playouts=1, by_club=True),
)
SMALL = Effort(
    depth="quick", screen=_LITTLE, look=_LITTLE, again=_LITTLE, suspicious=1.0, names_from=2.0, samples=2, playouts=20
)
"""As little as shows that everything goes together."""


@cache
def played(
    edition: str = "second", players: int = 3, rounds: int = 1, number: int = 1, bots: tuple[str, ...] = ("club",)
) -> Match:
    """Return a finished match; the last bot takes the seats that are left."""
    match = Match.start(editions.ruleset(edition, players, rounds=rounds), seed_from_number(number))
    seats = [make(bots[min(seat, len(bots) - 1)]) for seat in range(players)]
    chance = Stream(seed_from_number(number), "bots")
    while match.to_act is not None:
        match = match.apply(seats[match.to_act].choose(view(match, match.to_act), chance))
    return match
