"""Time at a table: what a turn has used, when something is due. Pure: the time now is an argument."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from nokosu.table.state import State
from nokosu.wire.tables import Clock

HOUR_MS = 3_600_000
ABSENT_MS: Final = 15_000
"""People who were connected more recently are not absent: they may be loading the page again."""
HAND_OVER_MS: Final = 5 * 60_000
"""How long an absent person is waited for at a private table without clocks, before others may call a bot."""
OTHERS_RESUME_MS: Final = 5 * 60_000
OTHERS_RESUME_DAYS_MS: Final = 24 * HOUR_MS
"""How long a pause is the host's alone, without and with days for a move."""


@dataclass(frozen=True, slots=True)
class Downtimes:
    """Downtimes of the server: (began, ended), in order. They do not count."""

    spans: list[tuple[int, int]] = field(default_factory=list)

    def elapsed(self, since: int, now: int) -> int:
        """Return the milliseconds from `since` to `now` during which the server was up."""
        lost = sum(max(0, min(ended, now) - max(began, since)) for began, ended in self.spans)
        return max(0, now - since - lost)


def used(state: State, now: int, downtimes: Downtimes) -> int:
    """Return what the seat to act has used of its time in this turn."""
    return state.used + downtimes.elapsed(state.turn_since, now)


def left(state: State, now: int, downtimes: Downtimes) -> int | None:
    """Return what the seat to act has left, the time before its clock runs included.

    None where no clock runs, as for bots.
    """
    seat = state.to_act
    if seat is None or state.chairs[seat].playing_bot or state.out_of_time == seat:
        return None
    before = max(0, state.turn_since - now)
    match state.settings.pace.kind:
        case "live":
            return before + max(0, state.banks[seat] - used(state, now, downtimes))
        case "days":
            return before + max(0, state.settings.pace.hours_a_move * HOUR_MS - used(state, now, downtimes))
        case _:
            return None


def waits_for_absent(state: State) -> bool:
    """Return whether no bot plays by itself for an absent person: at private tables without clocks."""
    return state.settings.pace.kind == "relaxed" and not state.settings.public


def absent_for(state: State, away_since: int | None, now: int) -> int | None:
    """Return how long the others have waited for an absent seat to act; None if they do not."""
    seat = state.to_act
    if seat is None or away_since is None or state.settings.pace.kind == "days" or state.chairs[seat].playing_bot:
        return None
    return now - max(away_since, state.turn_since)


def grace_left(state: State, away_since: int | None, now: int) -> int | None:
    """Return how long until a bot plays for an absent seat to act; None if none will."""
    waited = absent_for(state, away_since, now)
    return None if waited is None or waits_for_absent(state) else max(0, state.settings.pace.grace_ms - waited)


def hand_over_left(state: State, away_since: int | None, now: int) -> int | None:
    """Return how long until the others may hand an absent seat to act to a bot; None where a bot comes by itself."""
    waited = absent_for(state, away_since, now)
    return max(0, HAND_OVER_MS - waited) if waited is not None and waits_for_absent(state) else None


def due_in(state: State, away_since: int | None, now: int, downtimes: Downtimes) -> int | None:
    """Return when something happens by itself if the seat to act does nothing; None if nothing does."""
    waits = [wait for wait in (left(state, now, downtimes), grace_left(state, away_since, now)) if wait is not None]
    return min(waits, default=None)


def others_resume_at(state: State) -> int:
    """Return when people other than the host may end the pause."""
    days = state.settings.pace.kind == "days"
    return state.paused_at + (OTHERS_RESUME_DAYS_MS if days else OTHERS_RESUME_MS)


def clock(state: State, away_since: int | None, now: int, downtimes: Downtimes) -> Clock:
    """Return the clock as clients are told."""
    remaining = left(state, now, downtimes)
    banks = None
    if state.settings.pace.kind == "live" and state.match:
        banks = list(state.banks)
        seat = state.to_act
        if seat is not None and remaining is not None:
            banks[seat] = remaining
    days = state.settings.pace.kind == "days"
    return Clock(
        banks_ms=banks,
        left_ms=remaining,
        grace_ms=grace_left(state, away_since, now),
        hand_over_ms=hand_over_left(state, away_since, now),
        due=now + remaining if days and remaining is not None else None,
        stopped=state.status == "paused",
    )
