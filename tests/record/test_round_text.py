"""A whole round in one line: the same round after text and back, and nothing else is accepted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nokosu.core.match import Match
from nokosu.core.round import Phase, Round
from nokosu.record.position_parts import PositionError
from nokosu.record.round_text import parse_round, round_text
from tests.builders import play_on, random_match, rules
from tests.strategies import rulesets, seeds

TEXT = (
    "nokosu/1 second/3,rounds=1 dealer 2 draft dY6 zero-dB2 dG3 dB4 dG6 dY4 dR5 dY5 dR2 trump dR2 "
    "1. 0: B5* B1 G4 2. 0: R2* G2 R3 3. 0: G6* G0 dG3 4. 0: B4 B3 B2* 5. 2: Y0 dY6* Y5 6. 0: dR5 R1 R6* "
    "7. 2: Y6* dB4 dY5 8. 2: dY4* B0 Y1 9. 2: Y2* R0 B6 10. 2: R5* R4 dG6 11. 2: dR2* G3 dY6 12. 2: G1 G5* Y4 "
    "kept dR5 zero dG4 points 15 20 7"
)


@st.composite
def played_rounds(draw: st.DrawFn) -> Round:
    """A round of any edition, played to its end."""
    ruleset = draw(rulesets(most_rounds=1))
    match = play_on(Match.start(ruleset, draw(seeds())), 100, draw(st.integers(0, 2**32)))
    return match.round


def refusal(text: str) -> str:
    with pytest.raises(PositionError) as refused:
        parse_round(text)
    said = str(refused.value)
    assert "\n" not in said
    column = int(said.removeprefix("notation, column ").partition(":")[0])
    return f"{text[column - 1 :].partition(' ')[0]}: {said.partition(': ')[2]}"


@given(played_rounds())
def test_a_round_is_the_same_after_text_and_back(round_: Round) -> None:
    assert round_.phase is Phase.OVER
    text = round_text(round_)
    assert parse_round(text) == round_
    assert text.isascii()


@given(played_rounds(), st.data())
def test_a_damaged_text_is_refused_in_one_line_or_is_another_round(round_: Round, data: st.DataObject) -> None:
    words = round_text(round_).split(" ")
    at = data.draw(st.integers(0, len(words) - 1))
    words[at] = data.draw(st.sampled_from(words) | st.text(max_size=4))
    damaged = " ".join(words)
    assert parsed(damaged) is None or round_text(parse_round(damaged)) == damaged


def parsed(text: str) -> Round | None:
    try:
        return parse_round(text)
    except PositionError:
        return None


def test_a_round_that_goes_on_is_a_position() -> None:
    with pytest.raises(ValueError, match="write a position"):
        round_text(random_match(rules(3), 20).round)


def test_the_example_of_the_record_page() -> None:
    assert round_text(parse_round(TEXT)) == TEXT


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("nokosu/1 ", "nokosu/9 ", "nokosu/9: expected nokosu/1, found 'nokosu/9'"),
        ("second/3", "third/3", "third/3,rounds=1: unknown edition third;"),
        ("dealer 2", "dealer 3", "3: expected 0–2, found '3'"),
        ("draft dY6", "draft", "trump: expected dR5, found 'trump'"),
        ("trump dR2", "trump R2", "R2: expected dR5, found 'R2'"),
        ("trump dR2", "trump dR1", "B5*: expected B5, found 'B5*'"),
        ("2. 0: R2*", "2. 1: R2*", "1:: expected 0:, found '1:'"),
        ("2. 0: R2* G2 R3", "2. 0: R2 G2 R3*", "R2: expected R2*, found 'R2'"),
        ("B5* B1 G4", "B5* G0 G4", "G0: G0 is here for the second time"),
        ("10. ", "9. ", "9.: expected 10., found '9.'"),
        ("kept dR5 zero dG4", "kept dR5 dG4 zero", "dG4: expected pieces: 0, found: 1"),
        ("points 15 20 7", "points 15 20 8", "8: expected 7, found '8'"),
        ("points 15 20 7", "points 15 20", ": expected 7, found ''"),
        ("points 15 20 7", "points 15 20 7 ", ": nothing more can follow here, found ''"),
        ("trump dR2", "trump dR2 declared pass pass pass", "pass: “pass” is not legal for seat 0"),
        ("trump dR2", "trump dR2 declared no pass pass", "no: expected pass, zero-dR1, found 'no'"),
        ("dealer 2", f"dealer {'2' * 5000}", "nokosu/1: the text has more than 4096 characters"),
    ],
)
def test_a_round_that_cannot_be_is_refused(old: str, new: str, told: str) -> None:
    assert TEXT.count(old) == 1
    assert refusal(TEXT.replace(old, new)).startswith(told)


def test_a_play_that_does_not_follow_is_refused() -> None:
    text = TEXT.replace("B5* B1 G4", "B5* Y1 G4").replace("dY4* B0 Y1", "dY4* B0 B1")
    assert refusal(text).startswith("Y1: “play Y1” is not legal for seat 1 (F4: ")
