"""The deal of the day without a server: days, the table, equal answers to equal play, and the file of results."""

from __future__ import annotations

import datetime as dt
import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nokosu.bots.registry import make
from nokosu.core.match import Match
from nokosu.core.notation import parse_action
from nokosu.core.stream import Stream
from nokosu.core.view import view
from nokosu.record.fairness import chained, commitment
from nokosu.server.daily_count import Count
from nokosu.table import daily, daily_file
from nokosu.table.bot_seed import bot_seed
from nokosu.table.days import DAY_MS, day_at, day_text, parse_day
from nokosu.table.host import new_rows, replay
from nokosu.wire.daily import DailyLine
from nokosu.wire.entries import Seated

DAY = parse_day("2026-11-18")
EPOCH = dt.date(1970, 1, 1).toordinal()


@given(st.dates(dt.date(1600, 1, 1), dt.date(9999, 12, 31)))
def test_days_are_those_of_the_calendar(date: dt.date) -> None:
    day = date.toordinal() - EPOCH
    assert day_text(day) == date.isoformat()
    assert parse_day(date.isoformat()) == day


@pytest.mark.parametrize("text", ["2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "today", "２０２６-11-18", ""])
def test_other_texts_are_not_days(text: str) -> None:
    with pytest.raises(ValueError, match="not a day"):
        parse_day(text)


def test_a_day_ends_at_midnight_utc_and_the_seat_moves_on() -> None:
    assert day_at(daily.closes(DAY)) == DAY + 1
    assert day_at(daily.closes(DAY) - 1) == DAY
    assert daily.closes(DAY) - daily.closes(DAY - 1) == DAY_MS
    assert [daily.seat_of(DAY + day) for day in range(5)] == [(DAY + day) % 4 for day in range(5)]


def test_every_secret_of_a_chain_is_the_commitment_to_the_next() -> None:
    last = bytes(range(32))
    days = [chained(last, 10 - day) for day in range(11)]
    assert days[10] == last
    assert all(commitment(following) == day for day, following in pairwise(days))


def test_the_chain_of_the_document_is_one() -> None:
    page = (Path(__file__).parents[2] / "docs/fairness.md").read_text("utf-8").partition("## The chain of days")[2]
    chain = [bytes.fromhex(each) for each in json.loads(page.split("```json\n")[1].split("```")[0])]
    assert len(chain) == 4
    assert all(commitment(following) == day for day, following in pairwise(chain))


def played(secret: bytes, choose: str = "first") -> Match:
    """The deal of a day: a person who does the first or the last legal thing, and the bots."""
    seat = daily.seat_of(DAY)
    plan = daily.table_of(DAY, Seated(seat=seat, person="p"), "CODE1234", secret, ranked=True)
    match = replay("t", new_rows([plan.created, *plan.rest], 0)).match
    assert match is not None
    bots = {each.seat: make(each.bot) for each in plan.rest if isinstance(each, Seated) and each.bot}
    while (to_act := match.to_act) is not None:
        seen = view(match, to_act)
        if to_act == seat:
            action = match.legal()[0 if choose == "first" else -1]
        else:
            action = bots[to_act].choose(seen, Stream(bot_seed(secret.hex(), seen), "bot"))
        match = match.apply(parse_action(str(action), match.round.phase))
    return match


def test_equal_play_meets_equal_answers_and_the_line_says_how_it_was_played() -> None:
    secret, seat = daily.site_secret(DAY), daily.seat_of(DAY)
    line, same, other = (daily.line_of(played(secret, choose), seat) for choose in ("first", "first", "last"))
    assert line == same != other
    figures = line.figures
    assert figures.tricks == sum(figures.won)
    assert len(figures.won) == 14
    assert figures.made == (figures.tricks == figures.target)
    assert line.own[0] == figures.first
    assert len(line.own) == 3 + 14
    assert len(line.actions) == 4 * len(line.own)
    assert daily.line_of(played(daily.site_secret(DAY + 4)), seat) != line


def test_a_file_of_results_is_true_until_one_of_them_is_changed() -> None:
    secret, seat = daily.site_secret(DAY), daily.seat_of(DAY)
    lines = [daily.line_of(played(secret, choose), seat) for choose in ("first", "last", "first")]
    count = Count()
    for line in lines:
        count.add(line.figures, line.own)
    summary = count.summary(None, ())
    head = daily_file.head_of(DAY, 3, chained(secret, 3).hex(), secret.hex(), len(lines))
    results: list[dict[str, object]] = [
        {"place": summary.place(line.figures.points), "points": line.figures.points, "actions": list(line.actions)}
        for line in lines
    ]
    assert [fault for _, fault in daily_file.check_day(head, results)] == [None] * 4
    # An opponent who answers otherwise, though legally: the same history, another answer.
    index = next(at for at, action in enumerate(lines[0].actions) if action not in lines[0].own)
    match = replay_of(secret, lines[0].actions[:index])
    another = next(str(action) for action in match.legal() if str(action) != lines[0].actions[index])
    forged = [*lines[0].actions[:index], another]
    faults = dict(daily_file.check_day(head, [*results[:2], {**results[2], "actions": forged}]))
    fault = faults[4]
    assert fault is not None
    assert fault.path == ("actions", index)
    assert fault.reason.message == "record.differs"


def replay_of(secret: bytes, actions: tuple[str, ...]) -> Match:
    plan = daily.table_of(DAY, Seated(seat=daily.seat_of(DAY), person="p"), "CODE1234", secret, ranked=True)
    match = replay("t", new_rows([plan.created, *plan.rest], 0)).match
    assert match is not None
    for action in actions:
        match = match.apply(parse_action(action, match.round.phase))
    return match


def line(points: int, *, made: bool = True) -> DailyLine:
    return DailyLine(points=points, tricks=3, target=3, made=made, won=[True] * 3, first="a")


def test_a_count_knows_places_and_partings() -> None:
    count = Count()
    ways = ((30, "abc"), (10, "abd"), (10, "axc"), (4, "b"))
    for points, way in ways:
        count.add(line(points, made=points > 5), tuple(way))
    summary = count.summary(None, tuple("axd"))
    assert summary.people == 4
    assert [summary.place(points) for points, _ in ways] == [1, 2, 2, 4]
    assert [(each.target, each.people, each.made) for each in summary.targets] == [(3, 4, 3)]
    first, second, third = summary.partings(tuple("abc"))
    assert [(each.action, each.people, each.mine, each.champion) for each in first.options] == [
        ("a", 3, True, True),
        ("b", 1, False, False),
    ]
    assert [(each.action, each.people, each.mean_points) for each in second.options] == [("b", 2, 20.0), ("x", 1, 10.0)]
    assert [each.champion for each in second.options] == [False, True]
    assert [each.champion for each in third.options] == [False, False], "the champion went another way before"
    assert [each.decision for each in summary.partings(())] == [0, 1, 2]


def test_of_very_many_ways_the_most_common_are_kept() -> None:
    count = Count()
    for number in range(6_000):
        count.add(line(number % 40), (str(number % 2), str(number % 3_000), str(number)))
    tree = count.summary(None, ()).tree
    assert tree.people == 6_000
    assert {action: branch.people for action, branch in tree.options.items()} == {"0": 3_000, "1": 3_000}
