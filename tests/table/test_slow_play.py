"""Slow play waits: a missed move costs one move, absent people are waited for, and nothing ends by itself."""

from __future__ import annotations

import pytest

from nokosu.table import clocks, decide
from nokosu.table.clocks import HAND_OVER_MS, HOUR_MS
from nokosu.table.refusal import Refused
from nokosu.table.state import RESULT_MS
from nokosu.wire import commands as ask
from nokosu.wire.entries import Moved, StoodIn, decode
from nokosu.wire.lobby import Pace
from tests.table.hosted import PEOPLE, Driver, started

DAYS = Pace(kind="days", hours_a_move=1)


def misses(driver: Driver) -> int:
    """Let the seat to act run out of time, and the bot make the moves that it makes then; return the seat."""
    seat = driver.state.to_act
    assert seat is not None
    driver.now += HOUR_MS + RESULT_MS
    driver.take(driver.host.wake(driver.now))
    bots_move(driver)
    return seat


def bots_move(driver: Driver) -> None:
    while question := driver.host.ask(driver.now):
        driver.host.answer(question, str((question.view.legal or ())[0]), driver.now)
        due = driver.host.due(driver.now)
        assert due is not None
        driver.now = due
        driver.take(driver.host.wake(driver.now))


def stood_in(driver: Driver) -> list[bool]:
    """For every time that a bot stood in: whether it was for one move."""
    entries = [decode(row.body) for row in driver.rows]
    return [entry.once for entry in entries if isinstance(entry, StoodIn)]


def by_stand_in(driver: Driver) -> int:
    entries = [decode(row.body) for row in driver.rows]
    return sum(isinstance(entry, Moved) and entry.by == "stand_in" for entry in entries)


def until(driver: Driver, seat: int) -> None:
    """The others move until it is this seat's turn."""
    while driver.state.to_act != seat:
        driver.move(0)


def test_a_bot_makes_the_missed_move_and_the_person_is_asked_again() -> None:
    driver = started(DAYS)
    seat = misses(driver)
    assert (by_stand_in(driver), stood_in(driver)) == (1, [True])
    assert driver.state.chairs[seat].stand_in is None
    assert driver.state.to_act != seat
    shown = [frame["table"]["seats"][seat].get("stand_in") for frame in driver.frames if isinstance(frame, dict)][-4:]
    assert shown == [None] * 4, "everybody is shown that the person plays again"
    until(driver, seat)
    driver.move(0)
    assert by_stand_in(driver) == 1


def test_after_three_missed_moves_in_a_row_the_bot_keeps_the_seat_until_its_person_returns() -> None:
    driver = started(DAYS)
    seat = misses(driver)
    for _ in range(2):
        until(driver, seat)
        misses(driver)
    assert stood_in(driver) == [True, True, False]
    assert driver.state.chairs[seat].stand_in == "beginner"
    driver.ask(seat, ask.Return)
    assert driver.state.chairs[seat].stand_in is None
    until(driver, seat)
    misses(driver)
    assert stood_in(driver)[-1], "counting begins anew"


def test_a_move_of_ones_own_starts_the_count_again() -> None:
    driver = started(Pace(kind="days", hours_a_move=1, missed_moves=2))
    seat = misses(driver)
    until(driver, seat)
    driver.move(0)
    until(driver, seat)
    misses(driver)
    assert stood_in(driver) == [True, True]


def test_a_log_of_before_keeps_the_stand_in() -> None:
    """In older logs a timeout gave the seat to the bot for good; they are read as they were written."""
    assert decode('{"kind":"stood_in","seat":0,"bot":"otto","why":"timeout"}') == StoodIn(
        seat=0, bot="otto", why="timeout", once=False
    )


def test_with_clocks_a_person_who_missed_a_move_has_time_for_the_next_one() -> None:
    driver = started(Pace(kind="live", bank_ms=10_000, increment_ms=0))
    seat = misses(driver)
    until(driver, seat)
    left = clocks.left(driver.state, driver.now, driver.host.policy.downtimes)
    assert left is not None
    assert left > 0


def test_a_private_table_without_clocks_waits_and_after_five_minutes_anybody_may_call_a_bot() -> None:
    driver = started(Pace(kind="relaxed"))
    seat = driver.state.to_act
    assert seat is not None
    away_since, later = driver.now, driver.now + 10 * HOUR_MS
    assert driver.host.due(driver.now, away_since) is None
    assert driver.host.wake(later, away_since) is None
    assert clocks.absence(driver.state, away_since, away_since + 1_000).hand_over_ms == HAND_OVER_MS - 1_000
    command = ask.HandToBot(client_id="h", seat=seat)
    for other in {0, 1, 2} - {seat}:
        for ms, allowed in ((HAND_OVER_MS - 1, False), (HAND_OVER_MS, True)):
            decided = _decides(driver, PEOPLE[other], command, {seat: ms})
            assert (decided == "done") is allowed, decided


def test_with_clocks_only_the_host_calls_a_bot() -> None:
    driver = started(Pace(kind="live"))
    command = ask.HandToBot(client_id="h", seat=0)
    assert _decides(driver, PEOPLE[1], command, {0: HAND_OVER_MS}) == "table.not-host"


def _decides(driver: Driver, person: str, command: ask.HandToBot, absent: dict[int, int]) -> str:
    try:
        decide.decide(driver.state, person, command, driver.host.policy, driver.now, absent)
    except Refused as refused:
        return refused.why.message
    return "done"


def _for_good(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(decide, "StoodIn", lambda **fields: StoodIn(**fields | {"once": False}))


def test_a_bot_that_keeps_the_seat_after_one_missed_move_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    _for_good(monkeypatch)
    driver = started(DAYS)
    seat = misses(driver)
    assert driver.state.chairs[seat].stand_in is not None
