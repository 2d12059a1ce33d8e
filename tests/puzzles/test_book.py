"""The puzzles that ship: all readable, no two alike, small enough; one for every day."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from nokosu.puzzles import book, shown
from nokosu.puzzles.pick import pick
from nokosu.puzzles.puzzle import KINDS, THEMES, BadPuzzle, parse_puzzle
from nokosu.puzzles.rating import LEAST, MOST, chance, rating, with_people
from nokosu.puzzles.themes import goal_of, likeness, theme_of
from nokosu.table.refusal import Refused

pytestmark = pytest.mark.quick
AT_LEAST = 400
MOST_BYTES = 300_000


def test_there_are_enough_and_they_are_small() -> None:
    assert len(book.shipped()) >= AT_LEAST
    assert book.FILE.stat().st_size <= MOST_BYTES
    assert Counter(puzzle.kind for puzzle in book.shipped()).keys() == set(KINDS)
    assert Counter(puzzle.theme for puzzle in book.shipped()).keys() == set(THEMES)


def test_every_puzzle_is_read_and_fits_its_position() -> None:
    for puzzle in book.shipped():
        assert parse_puzzle(str(puzzle)) == puzzle
        assert str(puzzle.position) == puzzle.text
        assert puzzle.goal == goal_of(puzzle.view)
        assert puzzle.theme == theme_of(puzzle.view, puzzle.goal, puzzle.answer.action)
        assert sorted(map(str, puzzle.view.legal or ())) == sorted(str(each.action) for each in puzzle.options)
        assert LEAST <= puzzle.rating <= MOST
        most = max(each.count for each in puzzle.options[1:])
        assert puzzle.answer.count > most


def test_no_two_are_alike() -> None:
    alike = Counter(likeness(each.view, each.goal, each.answer.action) for each in book.shipped())
    assert max(alike.values()) == 1
    deals = Counter((each.view.drawn, each.view.pool_rolled) for each in book.shipped())
    assert max(deals.values()) == 1


def test_a_planted_double_is_not_picked() -> None:
    some = book.shipped()[:10]
    double = replace(some[0], rating=some[0].rating + 10)
    assert len(pick([*some, double], 20)) == len(some)


def test_every_day_has_a_puzzle_and_days_differ() -> None:
    days = [book.of_day(day) for day in range(20_000, 20_030)]
    assert len({each.id for each in days}) == len(days)
    assert all(each.rating in book.DAILY for each in days)
    assert book.of_day(20_000) is book.of_day(20_000 + len(book.daily()))


def test_other_hands_stay_unknown() -> None:
    for puzzle in book.shipped()[::40]:
        asked = shown.shown(puzzle)
        assert [bool(hand) for hand in asked.position.hands].count(True) <= 1
        assert [option.right for option in asked.options].count(True) == 1
        if puzzle.kind == "odds":
            assert not shown.line(puzzle, str(puzzle.answer.action)).positions
            continue
        for option in puzzle.options:
            line = shown.line(puzzle, str(option.action))
            assert len(line.positions) == len(option.line) + 1
            assert (line.lines[puzzle.goal.seat].made == puzzle.goal.made) == (option is puzzle.answer)


def test_unknown_puzzles_and_actions_are_refused() -> None:
    with pytest.raises(Refused):
        shown.found("zzzzzz")
    with pytest.raises(Refused):
        shown.line(book.shipped()[0], "play P7P7")


def test_lines_that_are_not_puzzles_are_refused() -> None:
    line = str(book.shipped()[0])
    for lines in ([], ["nokosu-puzzles/9"], [book.HEADER, "nothing"], [book.HEADER, line, line]):
        with pytest.raises(BadPuzzle):
            book.read(lines)
    with pytest.raises(BadPuzzle):
        parse_puzzle(line.replace("certain", "perhaps").replace("odds", "perhaps"))


def test_ratings_follow_who_solves() -> None:
    levels = (600, 1000, 1400, 1800, 2200)
    ratings = [
        rating([(level, float(index >= failed), 1) for index, level in enumerate(levels)]) for failed in range(6)
    ]
    assert ratings == sorted(set(ratings))
    assert chance(1500, 1500) == 0.5
    assert with_people(1500, 0, 0) == 1500
    assert with_people(1500, 100, 10) > 1700
    assert with_people(1500, 100, 90) < 1300
    assert with_people(2400, 10**6, 0) == MOST
    assert with_people(600, 10**6, 10**6) == LEAST
