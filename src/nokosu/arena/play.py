"""Playing a unit: a pure function of its description, as long as no clock limits a bot."""

from __future__ import annotations

from functools import cache

from nokosu.arena.failures import each_failure_once
from nokosu.arena.result import PlayedRound, UnitResult, played
from nokosu.arena.times import Times, timed
from nokosu.arena.unit import Unit, deal_seed
from nokosu.bots.base import Bot, MatchBot
from nokosu.bots.cmd import CmdBot
from nokosu.bots.log import Log
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.record.codec import encode


def play_unit(unit: Unit, *, keep_records: bool = False) -> UnitResult:
    """Return every deal with `a` in every seat. Bots never receive the record, because its deals are played again."""
    ruleset = unit.ruleset
    times_a, times_b = Times(), Times()
    make_a, make_b = _Supply(unit.a, times_a), _Supply(unit.b, times_b)
    rounds: list[PlayedRound] = []
    records: list[str] = []
    with each_failure_once():
        for deal in unit.deal_numbers:
            for seat in range(unit.players):
                bots = [make_a.bot() if other == seat else make_b.bot() for other in range(unit.players)]
                record = play_match(ruleset, deal_seed(unit.seed, deal), bots, move_ms=unit.move_ms, reveal=False)
                rounds.append(played(record, deal, seat))
                if keep_records:
                    records.append(encode(record))
    return UnitResult(unit, tuple(rounds), times_a, times_b, tuple(records) if keep_records else None)


class _Supply:
    """Bots of one name. A bot that is bound to one match is created again for each seat of each match."""

    def __init__(self, spec: str, times: Times) -> None:
        self._spec = spec
        self._times = times
        self._first = make(spec)

    def bot(self) -> Bot:
        bot = make(self._spec) if isinstance(self._first, MatchBot) else self._first
        if isinstance(bot, CmdBot):
            bot.log = _log_of(self._spec)
        return timed(bot, self._times)


@cache
def _log_of(spec: str) -> Log:  # noqa: ARG001  (what it is cached by)
    """Share one limited log between all matches of a program: a thousand matches would fill a disk."""
    return Log()
