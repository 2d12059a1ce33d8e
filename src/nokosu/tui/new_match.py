"""What somebody wants to play, before there is a table."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from nokosu import editions
from nokosu.wire.lobby import BotPace

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match against bots, or for several people at one keyboard. `bots` has one entry for every other seat."""

    edition: str = editions.DEFAULT
    """A name, or a file of house rules."""
    players: int = 4
    rounds: int | None = None
    removed_colour: str | None = None
    bots: tuple[str, ...] = ()
    name: str = ""
    people: tuple[str, ...] = ()
    """The names of several people; empty for one who plays alone."""
    seat: int = 0
    """Where the one who plays alone sits."""
    seed: bytes | None = None
    """Given where the same cards and dice are wanted again."""
    coach: bool = False
    pace: BotPace = "normal"
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(SECRET_BYTES))
