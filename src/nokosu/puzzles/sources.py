"""Where puzzles come from: matches between bots, numbered from a seed, and records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from nokosu import editions
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.match import Match
from nokosu.core.stream import Stream, seed_from_number
from nokosu.record.model import Record
from nokosu.record.replay import replay

PLAYERS: Final = (3, 4, 4, 4, 5)
BOTS: Final = (
    "club",
    "club",
    "club:take_zero=10",
    "club:take_zero=10",
    "club:counts=no",
    "beginner",
    "neural",
)
"""Who sits at the tables: strong and weak players make different positions, eager ones make zeros."""


def bot_match(seed: int, number: int) -> Record:
    """Return a match between bots drawn from the list; the same numbers give the same match."""
    secret = seed_from_number(seed, "puzzles", number)
    draw = Stream(secret, "table")
    players = PLAYERS[draw.below(len(PLAYERS))]
    bots = [make(BOTS[draw.below(len(BOTS))]) for _ in range(players)]
    return play_match(editions.ruleset(editions.DEFAULT, players), secret, bots, reveal=False)


def moments(record: Record) -> Iterator[Match]:
    """Yield the match before every decision."""
    for match, _ in replay(record):
        if match.to_act is not None:
            yield match
