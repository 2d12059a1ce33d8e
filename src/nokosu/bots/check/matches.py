"""Trials that are matches: every edition, every number of players, long ones, and a table full of the same program."""

from __future__ import annotations

from collections.abc import Iterator

from nokosu import editions
from nokosu.bots.base import Bot
from nokosu.bots.check.finding import Finding, advice
from nokosu.bots.check.watched import Company, Watched
from nokosu.bots.play import play_match
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import seed_from_number
from nokosu.locale import t

LONGEST = 20
"""M6: rounds in the longest match that there can be."""

_HURRIED = 0.8


def every_table(command: list[str], move_ms: int) -> Iterator[Finding]:
    """One round in each edition with each number of players, every time in the next seat."""
    tables = [(name, players) for name in editions.names() for players in editions.load(name).players]
    for number, (name, players) in enumerate(tables):
        ruleset = editions.ruleset(name, players, rounds=1)
        yield from _match(command, ruleset, {number % players}, move_ms, number)


def long_match(command: list[str], move_ms: int) -> Iterator[Finding]:
    """As many rounds as there can be."""
    ruleset = editions.ruleset(editions.DEFAULT, 3, rounds=LONGEST)
    yield from _match(command, ruleset, {2}, move_ms, LONGEST)


def full_table(command: list[str], move_ms: int) -> Iterator[Finding]:
    """In all seats at once: processes that share a file or a port get into each other's way here."""
    players = max(editions.load(editions.DEFAULT).players)
    ruleset = editions.ruleset(editions.DEFAULT, players, rounds=1)
    yield from _match(command, ruleset, set(range(players)), move_ms, players)


def _match(command: list[str], ruleset: Ruleset, seats: set[int], move_ms: int, number: int) -> Iterator[Finding]:
    watched = {seat: Watched(command) for seat in seats}
    bots: list[Bot] = [watched.get(seat) or Company() for seat in range(ruleset.players)]
    play_match(ruleset, seed_from_number(number, "bot-check"), bots, move_ms=move_ms)
    for bot in watched.values():
        yield from bot.findings
    slowest = max(bot.slowest_ms for bot in watched.values())
    if slowest > _HURRIED * move_ms:
        yield advice(t("check.hurried", ms=round(slowest), limit=move_ms))
