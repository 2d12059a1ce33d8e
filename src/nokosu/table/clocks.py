"""Time at a table: what a turn has used, when something is due. Pure: the time now is an argument."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

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


class Absence(NamedTuple):
    """How long the others still wait for an absent seat to act; None if they do not."""

    grace_ms: int | None = None
    """Until a bot plays for it."""
    hand_over_ms: int | None = None
    """Until they may hand it to a bot, where none comes by itself."""


def absence(state: State, away_since: int | None, now: int) -> Absence:
    """Return how long an absent seat to act is waited for."""
    seat = state.to_act
    if seat is None or away_since is None or state.settings.pace.kind == "days" or state.chairs[seat].playing_bot:
        return _NOBODY_ABSENT
    waited = now - max(away_since, state.turn_since)
    if waits_for_absent(state):
        return Absence(hand_over_ms=max(0, HAND_OVER_MS - waited))
    return Absence(grace_ms=max(0, state.settings.pace.grace_ms - waited))


_NOBODY_ABSENT: Final = Absence()


def due_in(state: State, away_since: int | None, now: int, downtimes: Downtimes) -> int | None:
    """Return when something happens by itself if the seat to act does nothing; None if nothing does."""
    waits = (left(state, now, downtimes), absence(state, away_since, now).grace_ms)
    return min((wait for wait in waits if wait is not None), default=None)


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
    days, absent = state.settings.pace.kind == "days", absence(state, away_since, now)
    return Clock(
        banks_ms=banks,
        left_ms=remaining,
        grace_ms=absent.grace_ms,
        hand_over_ms=absent.hand_over_ms,
        due=now + remaining if days and remaining is not None else None,
        stopped=state.status == "paused",
    )
