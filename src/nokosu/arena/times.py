"""How long moves took: a mean and percentiles that can be added up, whatever their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil, exp, log
from time import perf_counter
from typing import Final

from nokosu.bots.base import Bot, MatchBot
from nokosu.core.actions import Action
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View

_STEP: Final = log(1.02)
_LEAST: Final = 1e-4


@dataclass(slots=True)
class Times:
    """Milliseconds of moves, counted in buckets two per cent wide."""

    total: float = 0.0
    buckets: Counter[int] = field(default_factory=Counter)

    def add(self, ms: float) -> None:
        self.total += ms
        self.buckets[round(log(max(ms, _LEAST)) / _STEP)] += 1

    def merge(self, other: Times) -> None:
        self.total += other.total
        self.buckets.update(other.buckets)

    @property
    def moves(self) -> int:
        return self.buckets.total()

    @property
    def mean(self) -> float | None:
        return self.total / self.moves if self.moves else None

    def percentile(self, share: float) -> float | None:
        """Return the time that this share of all moves did not exceed, to one per cent."""
        needed = ceil(share * self.moves)
        for bucket, moves in sorted(self.buckets.items()):
            needed -= moves
            if needed <= 0:
                return exp(bucket * _STEP)
        return None

    def to_json(self) -> dict[str, object]:
        return {"total": self.total, "buckets": {str(bucket): n for bucket, n in sorted(self.buckets.items())}}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Times:
        total, buckets = data["total"], data["buckets"]
        assert isinstance(total, int | float)
        assert isinstance(buckets, dict)
        return cls(float(total), Counter({int(bucket): int(n) for bucket, n in buckets.items()}))


class Timed:
    """Plays as the bot does, and notes how long each decision took. Moves without a choice are not counted."""

    def __init__(self, bot: Bot, times: Times) -> None:
        self.name = bot.name
        self._bot = bot
        self._times = times

    def choose(self, view: View, stream: Stream) -> Action:
        start = perf_counter()
        action = self._bot.choose(view, stream)
        if len(view.legal or ()) > 1:
            self._times.add((perf_counter() - start) * 1000)
        return action


class TimedMatchBot(Timed):
    """The same for a bot that is told when its match begins and ends."""

    def __init__(self, bot: Bot, match_bot: MatchBot, times: Times) -> None:
        super().__init__(bot, times)
        self._match_bot = match_bot

    def start(self, seat: int, ruleset: Ruleset, move_ms: int | None) -> str:
        return self._match_bot.start(seat, ruleset, move_ms)

    def close(self, record: Mapping[str, object] | None) -> None:
        self._match_bot.close(record)


def timed(bot: Bot, times: Times) -> Bot:
    """Wrap a bot; a match bot stays a match bot."""
    return TimedMatchBot(bot, bot, times) if isinstance(bot, MatchBot) else Timed(bot, times)
