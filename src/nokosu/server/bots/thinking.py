"""How long each bot is taken to think (table/pace.py): as long as it declares, or as it has been seen to need.

A bot that computes a fixed amount is quicker on one machine than on another. It is measured when the server starts;
later a slower answer raises the figure for all its moves, forced ones too, so that no slow move stands out twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from nokosu.bots import registry
from nokosu.bots.base import BotError
from nokosu.core.match import Match
from nokosu.core.stream import Stream
from nokosu.core.view import View, view
from nokosu.editions import DEFAULT, ruleset
from nokosu.table import pace

_STEP_MS: Final = 50
_MOST_MS: Final = 2_000
"""A machine that is overloaded for a moment does not slow bots down for ever."""
_SAMPLES: Final = (5, 36, 50)
"""Decisions of a match of five in which bots that look ahead take long: in the draft, and in the tricks."""


class ThinkingTimes(Mapping[str, int]):
    """Milliseconds by the name that a bot has at tables."""

    def __init__(self, specs: Mapping[str, str]) -> None:
        self._ms = {name: pace.thinking_ms(_declared(spec)) for name, spec in specs.items()}

    def took(self, bot: str, ms: float) -> None:
        """Learn from an answer; a figure never falls."""
        if ms > self._ms.get(bot, _MOST_MS):
            self._ms[bot] = min(_MOST_MS, -(-int(ms * 1.2) // _STEP_MS) * _STEP_MS)

    def __getitem__(self, bot: str) -> int:
        return self._ms[bot]

    def __iter__(self) -> Iterator[str]:
        return iter(self._ms)

    def __len__(self) -> int:
        return len(self._ms)


def _declared(spec: str) -> str:
    """Return a bot's full name, in which it declares its budget: `champion` is `champion:100ms`."""
    if spec.startswith("cmd:"):
        return spec
    try:
        return registry.make(spec).name
    except BotError:
        return spec


def samples() -> list[View]:
    """Views to measure bots with."""
    match, club, stream = Match.start(ruleset(DEFAULT, 5), bytes(32)), registry.make("club"), Stream(bytes(32), "bot")
    found: list[View] = []
    for number in range(max(_SAMPLES) + 1):
        seen = view(match, match.to_act)
        if number in _SAMPLES:
            found.append(seen)
        match = match.apply(club.choose(seen, stream))
    return found
