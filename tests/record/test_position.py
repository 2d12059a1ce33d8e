"""A point of a round in one line: exact both ways, and everything else refused with what is wrong and where."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nokosu import editions
from nokosu.core.match import Match
from nokosu.core.pieces import Colour
from nokosu.core.round import Round
from nokosu.core.stream import Stream
from nokosu.core.view import view, view_of_round
from nokosu.record import SeatInfo, record_of, verify
from nokosu.record.position import Position, is_position, position_of, rules_text
from nokosu.record.position_fields import can_be_scored
from nokosu.record.position_parts import PositionError
from nokosu.record.position_reader import parse_position
from tests.builders import SEED, play_on, random_match, rules, small_rules
from tests.strategies import matches

OPEN = (
    "nokosu/1 second/3 dealer:2 hands:R024B045G356/R1B136G02Y145/R356B2G14Y026 aside:Y3 "
    "dice:dR5dY6/dY6/dG4 pool:dR225dB24dG36dY45 draft:dY6"
)
SEEN = (
    "nokosu/1 second/3 scores:15:20:7 dealer:2 seat:1 hands:?/R1B36G02Y145/? aside:? "
    "dice:dR5dB4dY6/dY6dG6dY5/dR2dG34dY4 pool:dR2 "
    "draft:dY6,zero-dB2,dG3,dB4,dG6,dY4,dR5,dY5,dR2 tricks:B5,B1,G4/dR5"
)


def every_position(match: Match) -> Iterator[Position]:
    yield position_of(match)
    for seat in (None, *range(match.ruleset.players)):
        yield position_of(view(match, seat))


def parsed(text: str) -> Position | None:
    try:
        return parse_position(text)
    except PositionError:
        return None


def refusal(text: str) -> str:
    with pytest.raises(PositionError) as refused:
        parse_position(text)
    said = str(refused.value)
    assert "\n" not in said
    assert 1 <= refused.value.column <= len(text) + 1
    return said


@given(matches())
def test_a_position_is_the_same_after_text_and_back(match: Match) -> None:
    for position in every_position(match):
        text = str(position)
        again = parse_position(text)
        assert again == position
        assert str(again) == text
        assert "\n" not in text
        assert text.isascii()
    assert parse_position(str(position_of(match))).round == match.round


@given(matches())
def test_every_seat_sees_in_the_open_position_what_it_sees_at_the_table(match: Match) -> None:
    position = parse_position(str(position_of(match)))
    for seat in (None, *range(match.ruleset.players)):
        assert position.view(seat) == view(match, seat)


@given(matches(), st.randoms(use_true_random=False))
def test_the_order_of_pieces_in_a_place_does_not_matter(match: Match, chance: random.Random) -> None:
    text = str(position_of(match))
    assert str(parse_position(shuffled(text, chance))) == text


def shuffled(text: str, chance: random.Random) -> str:
    """Each list of pieces in another order, piece by piece."""
    words = text.split(" ")
    for at, word in enumerate(words):
        label, _, value = word.partition(":")
        if label in {"hands", "dice", "pool"}:
            places = value.split("/")
            words[at] = f"{label}:" + "/".join(mixed(place, chance) for place in places)
    return " ".join(words)


def mixed(place: str, chance: random.Random) -> str:
    groups = re.findall(r"(d?[RBGYP])([0-7]+)", place)
    found = [colour + number for colour, numbers in groups for number in numbers]
    chance.shuffle(found)
    return "".join(found) or "-"


@given(matches(), st.data())
def test_a_damaged_text_is_refused_in_one_line_or_is_another_position(match: Match, data: st.DataObject) -> None:
    text = str(data.draw(st.sampled_from(list(every_position(match)))))
    at = data.draw(st.integers(0, len(text)))
    until = data.draw(st.integers(at, min(len(text), at + 6)))
    letters = st.text(st.sampled_from("RBGYPd0123456789?-/:,@= zerops") | st.characters(), max_size=4)
    damaged = text[:at] + data.draw(letters) + text[until:]
    again = parsed(damaged)
    assert refusal(damaged) if again is None else parse_position(str(again)) == again


@given(st.text())
def test_any_other_text_is_refused(text: str) -> None:
    assert refusal(text).startswith("notation, column 1: expected nokosu/1, found ")


@pytest.mark.parametrize("edition", editions.names())
def test_choices_of_the_table_are_kept(edition: str) -> None:
    for players in editions.load(edition).players:
        for removed in (None, Colour.GREEN) if editions.load(edition).offers_colour(players) else (None,):
            for rounds in (None, 1, 20):
                ruleset = editions.ruleset(edition, players, rounds=rounds, removed_colour=removed)
                position = position_of(random_match(ruleset, 5))
                assert parse_position(str(position)) == position


def test_rules_that_are_not_the_first_revision_of_an_edition_are_named_with_their_digest() -> None:
    other = small_rules(3)
    assert rules_text(other) == f"small/3@{other.digest[:12]}"
    assert rules_text(rules(4)) == "second/4"
    changed = replace(rules(4), bonus=11)
    assert rules_text(changed) == f"second/4@{changed.digest[:12]}"
    assert rules_text(replace(rules(3, "manual"), players=5)).startswith("manual/5@")
    assert f"rules: no revision of the edition second has the digest {changed.digest[:12]}" in refusal(
        OPEN.replace("second/3", f"second/4@{changed.digest[:12]}")
    )


def test_a_view_says_nothing_of_other_hands() -> None:
    position = parse_position(SEEN)
    assert position.view(1) is position.seen
    assert position.seen.to_act == 1
    with pytest.raises(ValueError, match="does not say what seat 0 holds"):
        position.view(0)
    with pytest.raises(ValueError, match="unknown cards"):
        _ = position.round


def test_unknown_cards_can_be_filled_in_with_any_that_fit() -> None:
    position = parse_position(SEEN)
    filled = [position.filled(Stream(SEED, number)) for number in range(20)]
    assert len({round_.hands for round_ in filled}) > 10
    for round_ in filled:
        assert view_of_round(round_, 1, position.seen.scores, 1) == position.seen
    assert parse_position(OPEN).filled(Stream(SEED)) == parse_position(OPEN).round


END = ""


def check_refusal(text: str, at: str, told: str) -> None:
    """The message starts with a column, which is where `at` is in the text; END is after its last character."""
    said = refusal(text)
    column, _, what = said.removeprefix("notation, column ").partition(": ")
    assert what.startswith(told)
    assert text[int(column) - 1 :].startswith(at) if at else int(column) == len(text) + 1


@pytest.mark.parametrize(
    ("old", "new", "at", "told"),
    [
        ("nokosu/1", "nokosu/2", "nokosu/2", "expected nokosu/1, found 'nokosu/2'"),
        (OPEN, "nokosu/1", END, "expected second/4, found ''"),
        (OPEN, "nokosu/1 second/3", END, "expected dealer:0, found ''"),
        ("second/3", "Second/3", "Second/3", "expected second/4, found 'Second/3'"),
        ("second/3", "second/6", "second/6", "expected second/4, found 'second/6'"),
        ("second/3", "third/3", "third/3", "unknown edition third; built in: first, hungarian, manual, roger, second."),
        ("second/3", "third/3@0123456789ab", "third", "unknown edition third; built in: first,"),
        ("second/3", "second/3@0123456789ab", "second", "no such rules: no revision of the edition second has the"),
        ("second/3", "second/3,rounds=30", "second", "no such rules: a match has 1 to 20 rounds, not 30"),
        ("second/3", "second/3,removed=R", "second", "no such rules: the edition second leaves no choice"),
        ("dealer:2", "scores:1:2 dealer:2", "1:2", "expected 3 parts separated by “:”, found 2"),
        ("dealer:2", "scores:1:2:01 dealer:2", "01", "expected 0–1000000, found '01'"),
        ("dealer:2", "scores:99:0:0 dealer:2", "99:0:0", "no round can end with the points 99:0:0"),
        (
            "dealer:2",
            "scores:" + ",".join(["15:20:7"] * 4) + " dealer:2",
            "15",
            "points of 4 rounds, but the match has 4",
        ),
        ("dealer:2", "dealer:3", "3 hands", "expected 0–2, found '3'"),
        ("dealer:2", "dealer:", " hands", "expected 0–2, found ''"),
        ("dealer:2 ", "", "hands:", "expected dealer:0, found 'hands:R024B045G356"),
        ("dealer:2 ", "dealer:2  ", " hands", "expected hands:R024B5/R024B5/R024B5, found ''"),
        ("dealer:2 ", "dealer:2 seat:0 ", "R1B136G02Y145", "expected ?, found 'R1B136G02Y145'"),
        ("dealer:2 ", "dealer:2 seat:7 ", "7 hands", "expected 0–2, found '7'"),
        ("/R1B136G02Y145", "/?", "?/R3", "expected R024B5, found '?'"),
        ("/R1B136G02Y145", "", "R024", "expected 3 parts separated by “/”, found 2"),
        ("R024B045G356", "R024B045G35", "R024", "expected pieces: 9, found: 8"),
        ("R024B045G356", "R024B045G35R", "R/R1", "expected R024B5, found 'R'"),
        ("R024B045G356", "R024B045G35dR6", "dR6/R1", "expected R5, found 'dR6'"),
        ("R024B045G356", "R024B045G358", "8/R1", "expected R024B5, found '8'"),
        ("R024B045G356", "", "/R1", "expected R024B5, found ''"),
        ("R024B045G356", "R024B045G355", "R024", "G5 is here for the second time"),
        ("R1B136G02Y145", "R0B136G02Y145", "R0B1", "R0 is here for the second time"),
        ("R1B136G02Y145", "R1B136G02Y14P5", "R1B1", "P5 is not in play"),
        ("aside:Y3", "aside:Y34", "Y34", "Y4 is here for the second time"),
        ("aside:Y3", "aside:-", "- dice", "expected pieces: 1, found: 0"),
        ("aside:Y3 ", "", "dice:", "expected aside:R0, found 'dice:"),
        ("dice:dR5dY6", "dice:dR5", "dR5/dY6", "dY6 was picked, but is neither here nor played"),
        ("dice:dR5dY6", "dice:dR56dY6", "dR56", "expected pieces: 2, found: 3"),
        ("dice:dR5dY6", "dice:dR7dY6", "dR7", "expected dR5, found 'dR7'"),
        ("dice:dR5dY6", "dice:R5dY6", "R5dY6", "expected dR5, found 'R5'"),
        ("pool:dR225", "pool:dR25", "dR25", "expected pieces: 9, found: 8"),
        ("pool:dR225dB24", "pool:dR22555", "dR5dY6", "this deal is impossible: 6 red dice; the bag holds 4"),
        ("pool:dR225", "pool:dR22dP5", "dR5dY6", "this deal is impossible: dP5 is not among the dice in play"),
        ("draft:dY6", "draft:Y6", "Y6", "expected dR5, found 'Y6'"),
        ("draft:dY6", "draft:zero-", END, "expected dR5, found ''"),
        ("draft:dY6", "draft:dY6 plays:R5", "plays", "nothing more can follow here, found 'plays:R5'"),
        ("draft:dY6", "draft:dY6 ", END, "nothing more can follow here, found ''"),
        ("draft:dY6", "draft:dY6 declarations:no", "no", "expected pass, zero-dR1, found 'no'"),
        ("draft:dY6", "draft:dY6 declarations:pass", "pass", "“pass” is not legal for seat 1 (D6: "),
        ("draft:dY6", "draft:dY6 tricks:R0,R1", "R0,", "R0 is here for the second time"),
        ("draft:dY6", f"draft:{',' * 4096}", "nokosu", "the text has more than 4096 characters"),
    ],
)
def test_a_malformed_or_impossible_position_is_refused(old: str, new: str, at: str, told: str) -> None:
    assert OPEN.count(old) == 1
    check_refusal(OPEN.replace(old, new), at, told)


@pytest.mark.parametrize(
    ("old", "new", "at", "told"),
    [
        ("B5,B1,G4/dR5", "B5,B1,G4/G4", "G4", "G4 is here for the second time"),
        ("B5,B1,G4/dR5", "B5,B1/dR5", "B5,B1/", "expected 3 parts separated by “,”, found 2"),
        ("B5,B1,G4/dR5", "B5,B1,G4/dR5,R1,R3,R5", "R5", "nothing more can follow here, found 'R5'"),
        ("B5,B1,G4/dR5", "B5,Y1,G4/dR5", "Y1,", "Y1 is here for the second time"),
        ("B5,B1,G4/dR5", "B5,B1,G4/", END, "expected R5, dR5, found ''"),
        ("B5,B1,G4/dR5", "/".join(["B5,B1,G4"] * 13), "B5,B1,G4", "nothing more can follow here, found 'B5,B1,G4'"),
        ("R1B36G02Y145", "R1B36G02Y14", "R1B36", "expected pieces: 8, found: 7"),
        ("dY4,dR5,dY5,dR2", "dY4,dR5,dY5,dR2,dR2", "dR2 tricks", "nothing more can follow here, found 'dR2'"),
        ("pool:dR2", "pool:-", "- draft", "expected pieces: 1, found: 0"),
        ("draft:dY6,zero-dB2", "draft:zero-dY6,zero-dB2", "dR5dB4dY6/", "expected pieces: 2, found: 3"),
    ],
)
def test_a_malformed_or_impossible_view_is_refused(old: str, new: str, at: str, told: str) -> None:
    assert SEEN.count(old) == 1
    check_refusal(SEEN.replace(old, new), at, told)


DECLARED = (
    "nokosu/1 manual/3 dealer:2 hands:R024B045G356/R1B136G02Y145/R356B2G14Y026 aside:Y3 "
    "dice:dR5dB4dR5/dY6dG6dY5dB2/dG4dG3dY4dR2 pool:dR2 "
    "draft:dY6,dB2,dG3,dB4,dG6,dY4,dR5,dY5,dR2 declarations:zero-dY6,pass,pass"
)


@pytest.mark.parametrize(
    ("text", "old", "new", "at", "told"),
    [
        (SEEN, "dR5dB4dY6/", "dR5dB4dG5/", "dR5dB4dG5", "dY6 was picked, but is neither here nor played"),
        (SEEN, "draft:dY6,zero-dB2,dG3,dB4,dG6,dY4,dR5,dY5,dR2 ", "", "dR2 tricks", "expected pieces: 10, found: 1"),
        (DECLARED, "pass,pass", "pass,pass,pass", "pass", "“pass” is not legal for seat 0 (F1: "),
        (DECLARED, "zero-dY6", "zero-dY5", "dR5dB4dR5/", "dY6 was picked, but is neither here nor played"),
        (DECLARED, "pass,pass", "pass,pass tricks:Y0", "Y0", "Y0 is here for the second time"),
    ],
)
def test_a_history_that_the_rules_do_not_allow_is_refused(text: str, old: str, new: str, at: str, told: str) -> None:
    assert parsed(text) is not None
    assert text.count(old) == 1
    check_refusal(text.replace(old, new), at, told)


@pytest.mark.parametrize(
    ("seat", "hands", "tricks", "at", "told"),
    [
        # Dice are public, so that they oblige unknown hands too.
        (1, "?/R1B136G2Y145/?", "G3,G0,B0", "B0", "“play B0” is not legal for seat 2 (F4: "),
        (1, "?/R1B136G0Y145/?", "B5,G2,B2", "G2,B2", "“play G2” is not legal for seat 1 (T2: "),
        (0, "R024B04G356/?/?", "B5,R1,G4", "B5", "no hands fit these plays"),
        (0, "R024B045G356/?/?", "dR6,B1,G4/dR6,B3,Y0/dR6,B6,R3/dR6,Y1,Y6/dR6,Y4,G1",
         "dR55dB4dY6", "this seat has played more than it had"),
    ],
)  # fmt: skip
def test_plays_that_no_hand_allows_are_refused(seat: int, hands: str, tricks: str, at: str, told: str) -> None:
    text = (
        f"nokosu/1 second/3 dealer:2 seat:{seat} hands:{hands} aside:? dice:dR55dB4dY6/dG6dY56/dR2dG34dY4 pool:dR2 "
        f"draft:dY6,zero-dB2,dG3,dB4,dG6,dY4,dR5,dY5,dR2 tricks:{tricks}"
    )
    check_refusal(text, at, told)


def test_plays_before_the_draft_is_over_are_refused() -> None:
    start = "nokosu/1 second/3 dealer:2 seat:1 hands:?/R1B136G02Y145/? aside:? dice:dR5/dY6/dG4 pool:dR225dB24dG36dY456"
    assert parsed(start) is not None
    check_refusal(f"{start} tricks:B5", "B5", "“play B5” is not legal for seat 0 (D6: ")


@given(matches())
def test_every_real_score_can_be_scored(match: Match) -> None:
    for row in match.scores:
        assert can_be_scored(match.ruleset, row)


@pytest.mark.parametrize("points", [(12, 0, 1), (13, 0, 0), (15, 20, 8), (10, 10, 10), (60, 60, 0)])
def test_points_that_no_round_gives_are_known(points: tuple[int, ...]) -> None:
    assert not can_be_scored(rules(3), points)


@given(matches())
def test_its_actions_lead_from_the_deal_to_the_position(match: Match) -> None:
    position = position_of(match)
    now = Round.start(match.ruleset, match.round.dealer, match.round.deal)
    for action in position.actions:
        now = now.apply(action)
    assert now == match.round


@given(matches())
def test_a_match_of_its_round_goes_on_from_there(match: Match) -> None:
    going_on = position_of(match).match(Stream(SEED))
    assert going_on.ruleset.rounds == 1
    assert going_on.round == replace(match.round, ruleset=going_on.ruleset)
    assert going_on.over == match.over
    end = play_on(going_on, 200)
    assert end.over
    assert verify(record_of(end, [SeatInfo("A")] * match.ruleset.players)) is None


def test_a_position_is_told_from_a_file() -> None:
    assert is_position(OPEN)
    assert is_position("nokosu/2 something new")
    assert not is_position("nokosu/matches.jsonl")
    assert not is_position("match nokosu/1.jsonl")
