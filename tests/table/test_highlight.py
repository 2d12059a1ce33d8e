"""What is told about a finished match."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from nokosu import editions
from nokosu.core import events
from nokosu.core.events import MatchEnded, RoundScored, ScoreLine, TrickTaken
from nokosu.core.match import Match
from nokosu.core.notation import parse_piece
from nokosu.core.stream import seed_from_number
from nokosu.locale import Texts, languages
from nokosu.table import highlight as module
from nokosu.table.highlight import FINDERS, kind_of, remarkable, worded
from nokosu.wire.tables import Highlight

pytestmark = pytest.mark.quick
ROOT = Path(__file__).parents[2]
NAMES = ["Anna", "Béla", "Chloé"]
Told = Callable[..., str]


def finished(edition: str = "second", players: int = 3, rounds: int = 2, number: int = 1) -> Match:
    """A match in which everybody does the first thing that is legal."""
    match = Match.start(editions.ruleset(edition, players, rounds=rounds), seed_from_number(number))
    while not match.over:
        match = match.apply(match.legal()[0])
    return match


OVER = finished()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """The sentence about a match that went like this."""

    def tell(*rows: str, winners: tuple[int, ...] | None = None, tricks: str = "012" * 4) -> str:
        history = _history(rows, winners, tricks)
        monkeypatch.setattr(module, "history", lambda *_: history)
        found = remarkable(OVER)
        assert found is not None
        return worded(found, Texts("en"), NAMES)

    return tell


def _history(rows: tuple[str, ...], winners: tuple[int, ...] | None, tricks: str) -> list[events.Event]:
    """Points by round and seat, "+" for a contract that was made, "z" for a zero; the winners of the tricks."""
    happened, totals = list[events.Event](), [0, 0, 0]
    for index, row in enumerate(rows):
        happened += [TrickTaken(int(seat), 0, ()) for seat in tricks]
        lines = list[ScoreLine]()
        for seat, text in enumerate(row.split()):
            points, zero = int(text.rstrip("+z")), text.endswith("z")
            totals[seat] += points
            made = zero or text.endswith("+")
            kept = None if zero else parse_piece("dR1")
            lines.append(ScoreLine(kept, 0, made, 0, 0, 10 * zero, points, totals[seat]))
        happened.append(RoundScored(index, tuple(lines)))
    best = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    return [*happened, MatchEnded(tuple(totals), winners or best)]


def test_someone_who_made_every_contract(told: Told) -> None:
    assert told("20+ 3 2", "15+ 12+ 1") == "Anna hit every target."


def test_a_winner_without_a_contract(told: Told) -> None:
    assert told("9 3 2", "8 2 13+") == "Anna won without hitting a single target."


def test_a_winner_who_was_last_in_the_middle_of_the_match(told: Told) -> None:
    assert told("3 12+ 4", "2 4 20+", "40+ 3 2") == "Anna was last after round 2 and still won."


def test_zeros_in_number_or_alone(told: Told) -> None:
    assert told("3 30z 4", "20z 3 2") == "2 zeros were made."
    assert told("5 30z 4", "20+ 3 2") == "Béla made a zero in round 1."


def test_a_close_match_and_a_tie_that_a_die_has_decided(told: Told) -> None:
    assert told("13+ 4 3", "4 12+ 3") == "Only one point between first and second."
    assert (
        told("13+ 4 3", "4 13+ 3", winners=(1,)) == "A tie at 17 points: the higher die kept in the last round decided."
    )


def test_tricks_in_a_row_do_not_run_on_into_the_next_round(told: Told) -> None:
    assert told("23+ 4 13+", "4 3 3", tricks="012012222222") == "Chloé won 7 tricks in a row in round 1."
    assert told("23+ 4 13+", "4 3 3", tricks="222201010222") == "Nobody hit their target in round 2."


def test_one_who_made_it_alone_nobody_and_the_best_round(told: Told) -> None:
    assert told("23+ 4 3", "4 13+ 13+") == "Only Anna hit the target in round 1: 23 points."
    assert told("13+ 14+ 3", "4 3 3", "25+ 13+ 2") == "Nobody hit their target in round 2."
    assert told("13+ 14+ 3", "20+ 3 11+", "3 11+ 12+") == "Anna scored 20 points in round 2."


def test_a_lead_that_changes(told: Told) -> None:
    rows = ("13+ 14+ 3", "14+ 3 11+", "2 25+ 12+", "29+ 11+ 3")
    assert told(*rows) == "The lead changed 3 times."


def test_contracts_in_a_row_are_told_before_one_that_was_made_alone(told: Told) -> None:
    rows = ("13+ 14+ 3", "23+ 4 3", "13+ 4 12+", "3 11+ 12+")
    assert told(*rows, tricks="012" * 4) == "Anna hit 3 targets in a row."


def test_highlights_are_ranked_by_how_rare_they_were_measured() -> None:
    measured = json.loads((ROOT / "docs/benchmarks/highlights.json").read_text("utf-8"))["share"]
    order = [kind_of(find) for find in FINDERS]
    assert set(order) == set(measured)
    assert order == sorted(order, key=lambda kind: measured[kind])


def test_the_person_it_is_about_is_addressed_in_every_language() -> None:
    for message, yours in module.YOURS.items():
        about = Highlight(message=message, seat=1, round=0, n=7)
        for language in languages():
            texts = Texts(language)
            assert "Béla" in worded(about, texts, NAMES)
            assert worded(about, texts, NAMES, own=0) == worded(about, texts, NAMES)
            assert "Béla" not in worded(about, texts, NAMES, own=1), yours


def test_a_match_that_goes_on_has_nothing_to_tell() -> None:
    assert remarkable(replace(OVER, round=OVER.finished[0], finished=())) is not None
    assert remarkable(Match.start(OVER.ruleset, seed_from_number(1))) is None


@pytest.mark.parametrize("edition", editions.names())
def test_every_match_has_something_to_tell(edition: str) -> None:
    for number in range(3):
        found = remarkable(finished(edition, rounds=1 + number, number=number))
        assert found is not None
        assert worded(found, Texts("ja"), NAMES)
