"""A plan of matches, and the units of work that it is cut into."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from itertools import permutations
from typing import Final

from nokosu import editions
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import seed_from_number

DEALS_PER_UNIT: Final = 5
"""Small enough to lose little by an interruption; the same on every machine, so that results fit together."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One `a` against a field of `b`, on some deals, with `a` in every seat of every deal."""

    a: str
    b: str
    edition: str
    players: int
    seed: int
    first_deal: int
    deals: int
    move_ms: int | None = None
    version_a: str = ""
    version_b: str = ""
    """The versions of the bots (version.py): the same name may be another program tomorrow."""

    @property
    def key(self) -> str:
        """The description as text: units with equal keys give equal results."""
        return json.dumps(asdict(self), sort_keys=True)

    @property
    def work(self) -> str:
        """The same without the versions: equal for any version of the bots."""
        return replace(self, version_a="", version_b="").key

    @property
    def ruleset(self) -> Ruleset:
        """A deal is a match of one round: margins are points per round (M6)."""
        return editions.find(self.edition).ruleset(self.players, rounds=1)

    @property
    def deal_numbers(self) -> range:
        return range(self.first_deal, self.first_deal + self.deals)


@dataclass(frozen=True, slots=True)
class Plan:
    """Every bot against a field of every other, each match-up on the same deals."""

    bots: tuple[str, ...]
    edition: str
    players: int
    rounds: int
    seed: int
    move_ms: int | None = None
    versions: tuple[str, ...] = ()
    """Versions by bot (version.py); by default no bot has one."""
    names: tuple[str, ...] = ()
    """Display names by bot; by default each bot's own name."""

    @property
    def matchups(self) -> tuple[tuple[str, str], ...]:
        """All ordered pairs: one against a field, and the reverse."""
        return tuple(permutations(self.bots, 2))

    @property
    def called(self) -> dict[str, str]:
        """The name of each bot."""
        return dict(zip(self.bots, self.names or self.bots, strict=True))

    @property
    def deals(self) -> int:
        """Each deal is played once with `a` in each seat; a number of rounds that does not divide is rounded up."""
        return -(-self.rounds // self.players)

    @property
    def ruleset(self) -> Ruleset:
        return editions.find(self.edition).ruleset(self.players, rounds=1)

    def units(self) -> Iterator[Unit]:
        """Yield all match-ups on some deals, then on the next: an interrupted run has something of each."""
        version = dict(zip(self.bots, self.versions or [""] * len(self.bots), strict=True))
        for first in range(0, self.deals, DEALS_PER_UNIT):
            deals = min(DEALS_PER_UNIT, self.deals - first)
            for a, b in self.matchups:
                table = (self.edition, self.players, self.seed, first, deals, self.move_ms)
                yield Unit(a, b, *table, version_a=version[a], version_b=version[b])


def deal_seed(seed: int, deal: int) -> bytes:
    """Return the seed of one deal: cards, dice and dealer follow from it."""
    return seed_from_number(seed, "arena", deal)
