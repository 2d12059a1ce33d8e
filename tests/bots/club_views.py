"""Views to try the club player on: rounds played by it and by chance in turn, in every edition."""

from __future__ import annotations

from collections.abc import Iterator

from nokosu.bots.club.club import Club
from nokosu.core.match import Match
from nokosu.core.round import Round
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View, view
from nokosu.editions import pairs, ruleset


def situations(rounds: int, *, edition: str | None = None, players: int | None = None) -> Iterator[tuple[Round, View]]:
    """Every decision of so many rounds of each edition and number of players: the truth and the view of the seat."""
    for name, seats in pairs():
        if edition not in (None, name) or players not in (None, seats):
            continue
        for number in range(rounds):
            seed = seed_from_number(number, name, seats)
            stream = Stream(seed, "test")
            match = Match.start(ruleset(name, seats, rounds=1), seed)
            while match.to_act is not None:
                seen = view(match, match.to_act)
                yield match.round, seen
                assert seen.legal
                by_chance = stream.below(3) == 0
                match = match.apply(stream.choice(seen.legal) if by_chance else Club().choose(seen, stream))
