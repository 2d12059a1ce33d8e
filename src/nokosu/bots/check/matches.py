"""Trials that are matches: every edition, every number of players, long ones, and a table full of the same program."""

from __future__ import annotations

from collections.abc import Iterator

from nokosu import editions
from nokosu.bots.base import Bot
from nokosu.bots.check.candidate import Candidate
from nokosu.bots.check.finding import Finding, advice
from nokosu.bots.check.watched import Company, Watched
from nokosu.bots.play import play_match
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import seed_from_number
from nokosu.locale import t

LONGEST = 20
"""M6: rounds in the longest match that there can be."""

_HURRIED = 0.8


def every_table(candidate: Candidate, move_ms: int) -> Iterator[Finding]:
    """Yield one round in each edition with each number of players, every time in the next seat."""
    tables = [(name, players) for name in editions.names() for players in editions.load(name).players]
    for number, (name, players) in enumerate(tables):
        ruleset = editions.ruleset(name, players, rounds=1)
        yield from _match(candidate, ruleset, {number % players}, move_ms, number)


def long_match(candidate: Candidate, move_ms: int) -> Iterator[Finding]:
    """Yield the longest match that the rules allow."""
    ruleset = editions.ruleset(editions.DEFAULT, 3, rounds=LONGEST)
    yield from _match(candidate, ruleset, {2}, move_ms, LONGEST)


def full_table(candidate: Candidate, move_ms: int) -> Iterator[Finding]:
    """Play in all seats at once: processes that share a file or a port get into each other's way here."""
    players = max(editions.load(editions.DEFAULT).players)
    ruleset = editions.ruleset(editions.DEFAULT, players, rounds=1)
    yield from _match(candidate, ruleset, set(range(players)), move_ms, players)


def repeated(candidate: Candidate, move_ms: int) -> Iterator[Finding]:
    """Yield the same round twice: equal views and equal streams should give equal actions."""
    ruleset = editions.ruleset(editions.DEFAULT, 4, rounds=1)
    first, second = Watched(candidate.make()), Watched(candidate.make())
    records = [
        play_match(ruleset, seed_from_number(0, "bot-check"), [bot, *(Company() for _ in range(3))], move_ms=move_ms)
        for bot in (first, second)
    ]
    yield from first.findings
    if records[0].rounds != records[1].rounds:
        yield advice(t("check.not-repeatable"))


def _match(candidate: Candidate, ruleset: Ruleset, seats: set[int], move_ms: int, number: int) -> Iterator[Finding]:
    watched = {seat: Watched(candidate.make()) for seat in seats}
    bots: list[Bot] = [watched.get(seat) or Company() for seat in range(ruleset.players)]
    play_match(ruleset, seed_from_number(number, "bot-check"), bots, move_ms=move_ms)
    for bot in watched.values():
        yield from bot.findings
    slowest = max(bot.slowest_ms for bot in watched.values())
    if slowest > _HURRIED * move_ms:
        yield advice(t("check.hurried", ms=round(slowest), limit=move_ms))
