"""When bot moves appear: at fixed times after the turn began, which say nothing about a hand (docs/bot-protocol.md).

A table has slots of a fixed length, its deadline. A move appears at the end of the first slot in which its bot can be
done: after the time it waited for a free process, which depends on other tables, and a fixed time to think, which
depends on the bot's level. A forced move, which needs no thought, and one that the bot has made before are taken to
need as long. A bot that is slower than that falls to the end of a later slot.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from nokosu.table.state import State
from nokosu.wire.lobby import BotPace

_SEARCH: Final = re.compile(r"search:(\d+)(ms|s)\b")
_THINKING_MS: Final = 50
"""For bots that do not search."""


@dataclass(frozen=True, slots=True)
class Slots:
    """How long a slot is, and whether all bot moves up to the person's next turn share one."""

    length_ms: int
    together: bool

    def appears(self, needed_ms: int, took_ms: int) -> int:
        """How long after the turn began a move appears that is taken to need so long and really took so long."""
        return max(1, -(-max(needed_ms, took_ms) // self.length_ms)) * self.length_ms


def slots(pace: BotPace, bot_delay_ms: int) -> Slots:
    """The slots of a table at which one person plays; between people the pace is normal."""
    match pace:
        case "relaxed":
            return Slots(max(2 * bot_delay_ms, 1), together=False)
        case "normal":
            return Slots(max(bot_delay_ms, 1), together=False)
        case "fast":
            return Slots(max(bot_delay_ms, 1), together=True)
        case "instant":
            return Slots(max(bot_delay_ms // 4, 1), together=True)


def slots_at(state: State, bot_delay_ms: int) -> Slots:
    """A person alone with bots has chosen a pace, and plays for themselves; otherwise it is the usual one."""
    people = [state.chairs[seat] for seat in state.people()]
    own = len(people) == 1 and not people[0].stand_in
    return slots(state.bot_pace if own else "normal", bot_delay_ms)


def thinking_ms(spec: str) -> int:
    """How long a bot is taken to think: somewhat longer than the time that it is given."""
    found = _SEARCH.match(spec)
    if not found:
        return _THINKING_MS
    budget = int(found[1]) * (1000 if found[2] == "s" else 1)
    return budget + budget // 5 + _THINKING_MS
