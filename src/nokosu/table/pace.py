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

_BUDGET: Final = re.compile(r"(?!cmd:)[a-z-]+:(?P<number>\d+)(?P<unit>ms|s)?(?:,|$)")
"""What a bot that looks ahead declares in its name: a time, or how much it computes (bots/budget.py)."""
_THINKING_MS: Final = 50
"""For bots that do not look ahead."""
_COUNTING_MS: Final = 150
"""For bots that compute a fixed amount, until they have been measured (server/bots/thinking.py)."""


@dataclass(frozen=True, slots=True)
class Slots:
    """How long a slot is, and whether all bot moves up to the person's next turn share one."""

    length_ms: int
    together: bool

    def appears(self, needed_ms: int, took_ms: int) -> int:
        """Return when the move appears, in ms after the turn began."""
        return max(1, -(-max(needed_ms, took_ms) // self.length_ms)) * self.length_ms


def slots(pace: BotPace, bot_delay_ms: int) -> Slots:
    """Return the slots of a table at which one person plays; between people the pace is normal."""
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
    """Return whether a person alone with bots has chosen a pace and plays for themselves.

    Otherwise it is the usual one.
    """
    people = [state.chairs[seat] for seat in state.people()]
    own = len(people) == 1 and not people[0].stand_in
    return slots(state.bot_pace if own else "normal", bot_delay_ms)


def counts(spec: str) -> bool:
    """Return whether a bot looks ahead by a fixed amount: how long that takes depends on the machine."""
    found = _BUDGET.match(spec)
    return found is not None and found["unit"] is None


def thinking_ms(spec: str) -> int:
    """Return how long a bot is taken to think: somewhat longer than the time that it declares."""
    found = _BUDGET.match(spec)
    if not found:
        return _THINKING_MS
    if found["unit"] is None:
        return _COUNTING_MS
    budget = int(found["number"]) * (1000 if found["unit"] == "s" else 1)
    return budget + budget // 5 + _THINKING_MS
