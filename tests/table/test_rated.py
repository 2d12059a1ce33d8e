"""Rated tables without a server: what they refuse, who plays for whom, and the places in the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from nokosu import editions
from nokosu.core.actions import DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.notation import parse_piece
from nokosu.record.model import Substitution
from nokosu.table import matches, rated
from nokosu.table.refusal import Refused
from nokosu.wire import commands as ask
from nokosu.wire.entries import Moved, StoodIn
from nokosu.wire.entries import decode as read
from nokosu.wire.lobby import CreateTable, Pace, SeatWish, TableSettings
from tests.table.hosted import PEOPLE, Driver

SETTINGS: dict[str, Any] = {"players": 3, "rounds": 1, "rated": True, "take_backs": False, "pace": rated.PACES[0]}
OPEN = [SeatWish(kind="me"), SeatWish(kind="open"), SeatWish(kind="open")]


def rated_form(**changes: Any) -> CreateTable:
    return CreateTable(settings=TableSettings(**SETTINGS | changes), seats=OPEN)


def rated_table() -> Driver:
    """A rated table with three people whose first round is dealt."""
    host = Driver(rated_form())
    host.ask(1, ask.Sit, rated=True)
    host.ask(2, ask.Sit, rated=True)
    assert host.state.status == "playing"
    return host


def refusals(host: Driver) -> list[str]:
    return [frame for frame in host.frames if isinstance(frame, str)]


@pytest.mark.parametrize(
    "changes",
    [
        {"hints": True},
        {"coach": True},
        {"take_backs": True},
        {"substitutes": True},
        {"pace": Pace()},
        {"pace": Pace(kind="live", bank_ms=7_200_000)},
        {"pace": Pace(kind="live", bank_ms=300_000, on_timeout="wait")},
        {"pace": Pace(kind="days")},
    ],
)
def test_no_rated_table_helps_anybody_or_has_other_clocks(changes: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        Driver(rated_form(**changes))
    assert refused.value.why.message == "table.rated-settings"
    assert Driver(rated_form(**changes | {"rated": False})).state.status == "open"


def test_no_rated_table_has_house_rules() -> None:
    text = (Path(editions.__file__).parent / "second.toml").read_text("utf-8")
    form = structs.replace(rated_form(), house=text.replace('edition = "second"', 'edition = "our-club"'))
    with pytest.raises(Refused) as refused:
        Driver(form)
    assert refused.value.why.message == "table.rated-settings"
    same = Driver(structs.replace(form, settings=rated_form(rated=False).settings))
    assert same.state.settings.house is not None
    assert not rated.allowed(structs.replace(same.state.settings, rated=True)), "not by their numbers either"


def test_only_a_rated_table_takes_the_time_away_with_a_missed_move() -> None:
    host = Driver(rated_form(rated=False))
    host.ask(1, ask.Sit)
    host.ask(2, ask.Sit)
    slow = host.state.to_act
    assert slow is not None
    host.now = host.host.due(host.now) or 0
    host.take(host.host.wake(host.now))
    assert host.state.chairs[slow].why == "timeout"
    assert host.state.banks[slow] == rated.PACES[0].bank_ms


def test_no_bot_sits_at_a_rated_table() -> None:
    seats = [*OPEN[:2], SeatWish(kind="bot", bot="beginner")]
    with pytest.raises(Refused) as refused:
        Driver(CreateTable(settings=TableSettings(**SETTINGS), seats=seats))
    assert refused.value.why.message == "table.rated-people"
    host = Driver(rated_form())
    host.ask(0, ask.SetSeat, seat=1, bot="beginner")
    host.ask(0, ask.Start, fill_with="beginner")
    assert refusals(host) == ["table.rated-people"] * 2
    host.ask(1, ask.Sit, rated=True)
    host.ask(0, ask.SetSeat, seat=1)
    assert [chair.open for chair in host.state.chairs] == [False, True, True]


def test_nobody_sits_down_to_something_else_than_they_agreed_to() -> None:
    host = Driver(rated_form())
    host.ask(1, ask.Sit)
    assert refusals(host) == ["table.rated-agree"]
    other = Driver(rated_form(rated=False))
    other.ask(1, ask.Sit, rated=True)
    assert refusals(other) == ["table.not-rated"]
    assert host.state.people() == other.state.people() == [0]


def test_nobody_is_helped_pauses_or_hands_a_seat_to_a_bot() -> None:
    host = rated_table()
    host.move(0)
    for kind, fields in (
        (ask.AskTakeBack, {"expected_seq": host.state.seq}),
        (ask.Undo, {"action_seq": host.state.seq}),
        (ask.HandToBot, {"seat": 1}),
        (ask.Pause, {}),
    ):
        host.ask(0, kind, **fields)
    assert refusals(host) == ["table.rated"] * 4
    for helped in (host.host.hint, host.host.chances, host.host.coached):
        with pytest.raises(Refused):
            helped(PEOPLE[host.state.to_act or 0], host.now)


def moves(host: Driver) -> Iterator[Moved]:
    yield from (entry for entry in map(read, (row.body for row in host.rows)) if isinstance(entry, Moved))


def wait(host: Driver) -> None:
    """Let what is due happen: a clock runs out, a piece is played for somebody."""
    assert host.host.ask(host.now) is None, "no bot is asked"
    due = host.host.due(host.now)
    assert due is not None
    host.now = max(host.now, due)
    host.take(host.host.wake(host.now))


def test_a_missed_move_is_the_lowest_piece_and_the_next_one_is_ones_own() -> None:
    host = rated_table()
    slow = host.state.to_act
    assert slow is not None
    assert host.state.match is not None
    lowest = min(action.piece.number for action in host.state.match.legal() if action.piece)
    wait(host)
    assert read(host.rows[-1].body) == StoodIn(seat=slow, bot=rated.LOWEST, why="timeout", once=True)
    wait(host)
    (moved,) = moves(host)
    assert (moved.seat, moved.by) == (slow, "stand_in")
    assert int(moved.action[-1]) == lowest
    assert host.state.chairs[slow].stand_in is None
    assert host.state.banks[slow] == 10_000, "the time that was there is gone"
    assert host.replayed().banks == host.state.banks


def test_whoever_misses_three_moves_is_not_waited_for_and_comes_back_by_moving() -> None:
    host = rated_table()
    slow = host.state.to_act
    assert slow is not None
    for _ in range(3):
        while host.state.to_act != slow:
            host.move(0)
        wait(host)
        wait(host)
    assert host.state.chairs[slow].why == "timeout"
    while host.state.to_act != slow:
        host.move(0)
    host.ask(slow, ask.Return)
    host.move(0)
    assert host.state.chairs[slow].stand_in is None


def test_leaving_is_for_good_and_means_the_last_place() -> None:
    host = rated_table()
    host.ask(0, ask.Leave)
    host.ask(0, ask.Return)
    assert refusals(host) == ["table.rated-left"]
    while host.state.to_act is not None:
        if host.state.to_act == 0:
            wait(host)
        else:
            host.move(0)
    record = matches.record(host.state, {})
    assert record.substitutions is not None
    assert {each.by for each in record.substitutions} == {rated.LOWEST}
    assert rated.places(record)[0] == 2
    assert sorted(rated.places(record)) in ([0, 1, 2], [0, 0, 2])
    assert rated.share(record) == pytest.approx(1 / 4)
    # Without leaving, points alone decide.
    stayed = replace(record, substitutions=None)
    assert record.totals is not None
    assert rated.places(stayed) == tuple(sum(other > own for other in record.totals) for own in record.totals)


def test_the_first_to_go_is_last_and_whoever_comes_back_has_not_gone() -> None:
    host = rated_table()
    while host.state.to_act is not None:
        host.move(0)
    record = matches.record(host.state, {})

    def went(*said: tuple[int, str | None]) -> tuple[int, ...]:
        gone = [Substitution(seat, 0, number, by, "left") for number, (seat, by) in enumerate(said)]
        return rated.places(replace(record, substitutions=tuple(gone)))

    assert went((2, "lowest"), (1, "lowest")) == (0, 1, 2)
    assert went((1, "lowest"), (2, "lowest")) == (0, 2, 1)
    assert went((1, "lowest"), (1, None)) == rated.places(record)


def test_all_who_have_not_left_are_asked_before_a_match_is_ended_and_it_counts() -> None:
    host = rated_table()
    # The seat to act is away: the others cannot end the match behind its back.
    away = host.state.to_act
    assert away is not None
    host.take(host.host.wake(host.now + 61_000, away_since=host.now))
    assert host.state.chairs[away].why == "away"
    for seat in {0, 1, 2} - {away}:
        host.ask(seat, ask.Abandon)
    assert host.state.ended is None
    host.ask(away, ask.Abandon)
    assert host.replayed().status == "abandoned"
    record = matches.record(host.state, {})
    assert rated.share(record) == 0, "no round was played to its end"
    assert sorted(rated.places(record)) == [0, 0, 2]


def test_the_lowest_piece_is_no_zero_where_there_is_a_choice() -> None:
    assert rated.lowest(
        [TakeZero(parse_piece("dR1")), Take(parse_piece("dR4")), Take(parse_piece("dB2")), Take(parse_piece("dG2"))]
    ) == Take(parse_piece("dB2"))
    assert rated.lowest([TakeZero(parse_piece("dR3")), TakeZero(parse_piece("dB1"))]) == TakeZero(parse_piece("dB1"))
    assert rated.lowest([DeclareZero(parse_piece("dR1")), Pass()]) == Pass()
    assert rated.lowest([Play(parse_piece("R7")), Play(parse_piece("dB3")), Play(parse_piece("G3"))]) == Play(
        parse_piece("dB3")
    )
