"""Foreign and damaged files: one clear line that names the line, the key and what was expected."""

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from nokosu.record import RecordError, decode, encode, read_lines
from nokosu.record.codec import LONGEST_LINE
from nokosu.record.fault import path_text, shown
from nokosu.record.strict_json import DEEPEST
from tests.record import samples
from tests.record.samples import Json, Key, as_json, changed, edited, match_of, record, without

GOOD = encode(record(match_of()))


def said(line: bytes | str | Json) -> str:
    """What is said about a bad line: always a single printable line."""
    with pytest.raises(RecordError) as error:
        decode(json.dumps(line) if isinstance(line, dict) else line)
    text = str(error.value)
    assert text.isprintable()
    assert len(text) < 500
    return text


def with_extra(raw: str) -> str:
    """A good record with one more key whose value is written as it is."""
    return GOOD[:-1] + f',"x":{raw}}}'


BAD_LINES: list[tuple[bytes | str, str]] = [
    (
        b"\xef\xbb\xbf" + GOOD.encode(),
        "the record starts with a byte order mark; save the file as UTF-8 without one",
    ),
    (b"\xff\xfe{\x00}\x00", "not valid UTF-8 from byte 1"),
    (GOOD.encode().replace(b"Bea", b"B\xe9a"), f"not valid UTF-8 from byte {GOOD.index('Bea') + 2}"),
    (b"", "empty line; expected one record per line"),
    (b" \t\r\n", "empty line; expected one record per line"),
    (b"{", "not valid JSON from column 2"),
    (GOOD[:-1], f"not valid JSON from column {len(GOOD)}"),
    (GOOD + GOOD, f"not valid JSON from column {len(GOOD) + 1}"),
    ("nokosu", "not valid JSON from column 1"),
    ("[" * 100_000, "lists and objects are nested more than 32 levels deep"),
    (with_extra("[" * DEEPEST + "]" * DEEPEST), "lists and objects are nested more than 32 levels deep"),
    ("[]", "expected an object, found []"),
    ("null", "expected an object, found null"),
    ('"nokosu-record/1"', 'expected an object, found "nokosu-record/1"'),
    ("{}", "format: missing; every record has this key"),
    (with_extra("NaN"), "x: a record cannot contain the number NaN"),
    (with_extra("[-Infinity]"), "x[0]: a record cannot contain the number -Infinity"),
    (with_extra("1e999"), "x: a record cannot contain the number 1e999"),
    (with_extra("9" * 19), 'x: expected a number of at most 18 digits, found "9999999999999999999"'),
    (
        with_extra("-" + "9" * 100_000),
        'x: expected a number of at most 18 digits, found "-' + "9" * 78 + "…",
    ),
    (with_extra('{"a":{"b":1,"c":2,"b":1}}'), "x.a.b: duplicate key"),
    (GOOD[:-1] + ',"seed":null}', "seed: duplicate key"),
    (with_extra('"\\ud800"'), 'x: unpaired surrogate in this text: "\\ud800"'),
    (with_extra('{"\\udfff":1}'), 'x: unpaired surrogate in this text: "\\udfff"'),
    (with_extra('{"\\udfff":1,"\\udfff":2}'), 'x["\\udfff"]: duplicate key'),
    (GOOD.replace("Bea", "\ud800"), f"not valid UTF-8 from byte {GOOD.index('Bea') + 1}"),
    (with_extra('"' + "x" * LONGEST_LINE + '"'), "the line is longer than 4194304 bytes, more than any record needs"),
]


@pytest.mark.parametrize(("line", "expected"), BAD_LINES, ids=[expected for _, expected in BAD_LINES])
def test_a_line_that_is_no_record(line: bytes | str, expected: str) -> None:
    assert said(line) == expected


ROUND: tuple[Key, ...] = ("rounds", 0)
TRICK: tuple[Key, ...] = (*ROUND, "tricks", 4)
SEATS = "expected a whole number from 0 to 2"
HEX = "expected 64 lower-case hexadecimal digits"
CARD = 'expected a card such as "B4"'
DIE = 'expected a die such as "dB4"'
PIECE = 'expected a card such as "B4" or a die such as "dB4"'


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("format",), "nokosu-record/2", "expected one of nokosu-record/1"),
        (("format",), ["nokosu-record/1"], "expected one of nokosu-record/1"),
        (("ruleset",), [], "expected an object"),
        (("ruleset", "edition"), 2, "expected a text"),
        (("ruleset", "players"), 2, "expected a whole number from 3 to 5"),
        (("ruleset", "players"), 3.0, "expected a whole number from 3 to 5"),
        (("ruleset", "players"), True, "expected a whole number from 3 to 5"),
        (("ruleset", "rounds_override"), 21, "expected a whole number from 1 to 20"),
        (("ruleset", "removed_colour"), "X", "expected a colour (one of R, B, G, Y, P)"),
        (("ruleset", "digest"), "abc", HEX),
        (("seats",), {}, "expected a list"),
        (("seats", 1), "Club", "expected an object"),
        (("seats", 1, "bot"), None, "expected a text"),
        (("seed",), "0" * 63, HEX),
        (("seed",), "A" * 64, HEX),
        (("seed",), 0, HEX),
        (("status",), "over", "expected one of finished, abandoned, underway"),
        (("rounds",), None, "expected a list"),
        ((*ROUND, "dealer"), 3, SEATS),
        ((*ROUND, "dealer"), -1, SEATS),
        ((*ROUND, "cards", 1, 2), "dR1", CARD),
        ((*ROUND, "cards", 1, 2), 5, "expected a text"),
        ((*ROUND, "cards", 1), None, "expected a list"),
        ((*ROUND, "pool", 0), "R1", DIE),
        ((*ROUND, "trump"), None, "expected a text"),
        ((*ROUND, "draft", 4, "take"), "dR7", DIE),
        ((*TRICK, "plays", 1), "R8", PIECE),
        ((*TRICK, "winner"), None, SEATS),
        ((*ROUND, "won", 0), 10**10, "expected a whole number from 0 to 1000000000"),
        (("totals",), "three", "expected a list"),
        (("winners", 0), [1], SEATS),
        (("fairness",), None, "expected an object"),
    ],
)
def test_a_value_of_the_wrong_kind(path: tuple[Key, ...], value: Any, expected: str) -> None:
    place = {ROUND: "round 1: ", TRICK: "round 1, trick 5: "}.get(path[:4], "round 1: " if path[:2] == ROUND else "")
    stands = json.dumps(value)
    assert said(changed(record(match_of()), path, value)) == f"{place}{path_text(path)}: {expected}, found {stands}"


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("seats",), [], "seats: expected a list of 3 entries, found 0"),
        ((*ROUND, "leftover"), ["dR1"], "round 1: rounds[0].leftover: expected a list of 3 entries, found 1"),
        (
            (*TRICK, "plays"),
            ["R1"] * 4,
            "round 1, trick 5: rounds[0].tricks[4].plays: expected a list of at most 3 entries, found 4",
        ),
        (("winners", 0), {"seat": 1}, "winners[0]: expected a whole number from 0 to 2, found {…}"),
        (("substitutions",), [{"seat": 0}], "substitutions[0].round: missing; every record has this key"),
    ],
)
def test_lists_and_objects_of_the_wrong_size(path: tuple[Key, ...], value: Any, expected: str) -> None:
    assert said(changed(record(match_of()), path, value)) == expected


KEYS = [
    *[(key,) for key in ("format", "ruleset", "seats", "seed", "status", "rounds")],
    *[("ruleset", key) for key in ("edition", "players", "rounds_override", "removed_colour", "digest")],
    *[("rounds", 0, key) for key in ("dealer", "removed_colour", "cards", "aside", "drawn", "pool")],
    *[("seats", 0, "name"), ("rounds", 0, "draft", 0, "seat"), ("rounds", 0, "draft", 0, "take")],
    *[("rounds", 0, "tricks", 0, "leader"), ("rounds", 0, "tricks", 0, "plays")],
]


@pytest.mark.parametrize("path", KEYS, ids=path_text)
def test_a_missing_key(path: tuple[Key, ...]) -> None:
    assert said(without(record(match_of()), path)).endswith(f"{path_text(path)}: missing; every record has this key")


def zero_turn(bent: Json) -> Json:
    found: Json = next(turn for turn in bent["rounds"][0]["draft"] if turn["take"] == "zero")
    return found


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda bent: zero_turn(bent).pop("discard"), "discard: missing; every record has this key"),
        (lambda bent: zero_turn(bent).update(take="dR1"), "discard: this key contradicts its neighbours"),
    ],
)
def test_Z1_a_zero_die_and_the_die_it_removed_go_together(edit: Callable[[Json], object], expected: str) -> None:
    assert expected in said(edited(record(match_of()), edit))


def test_Z6_a_zero_and_the_die_returned_go_together() -> None:
    written = record(match_of("first", 3))
    said_zero = [entry["zero"] for entry in as_json(written)["rounds"][0]["declarations"]]
    assert sorted(set(said_zero)) == [False, True]
    yes, no = (
        ("rounds", 0, "declarations", said_zero.index(True)),
        ("rounds", 0, "declarations", said_zero.index(False)),
    )
    assert said(without(written, (*yes, "return"))).endswith("return: missing; every record has this key")
    assert said(changed(written, (*yes, "zero"), False)).startswith(
        f"round 1: {path_text(yes)}.return: this key contradicts its neighbours;"
    )
    assert said(changed(written, (*no, "zero"), True)).endswith("return: missing; every record has this key")
    assert said(changed(written, (*no, "zero"), "no")).endswith('zero: expected true or false, found "no"')


def test_a_bad_line_is_not_the_end_of_the_file() -> None:
    long = b'"' + b"x" * (3 * LONGEST_LINE) + b'"\n'
    file = io.BytesIO(b"\n" + GOOD.encode() + b"\n" + long + GOOD.encode() + b"\r\n{}\n" + GOOD.encode())
    lines = list(read_lines(file))
    assert [line.number for line in lines] == [1, 2, 3, 4, 5, 6]
    assert [isinstance(line.content, RecordError) for line in lines] == [True, False, True, False, True, False]
    assert encode(lines[5].record) == GOOD
    with pytest.raises(RecordError, match=r"^line 5: format: missing; every record has this key$") as error:
        _ = lines[4].record
    assert error.value.line == 5


def test_a_file_that_ends_in_a_line_too_long() -> None:
    (line,) = read_lines(io.BytesIO(b"x" * (LONGEST_LINE + 5)))
    assert str(line.content) == "line 1: the line is longer than 4194304 bytes, more than any record needs"


def test_an_empty_file_has_no_records() -> None:
    assert list(read_lines(io.BytesIO(b""))) == []


def test_floats_and_short_numbers_of_other_programs_are_read() -> None:
    assert decode(with_extra("[1.5,-1e-7,123456789012345678]")).extra == {"x": [1.5, -1e-7, 123456789012345678]}


def test_whitespace_around_a_record_is_no_matter() -> None:
    assert decode("  " + json.dumps(as_json(samples.served_record())) + " \r\n") == samples.served_record()


def test_paths_are_short_and_printable() -> None:
    assert path_text(("rounds", 2, "tricks", 4, "plays", 1)) == "rounds[2].tricks[4].plays[1]"
    assert path_text(("x-note", "a b", 0)) == '["x-note"]["a b"][0]'
    assert path_text(("é", "\n")) == '["\\u00e9"]["\\n"]'
    assert len(path_text(("k" * 10_000,))) < 100


def test_values_are_shown_short() -> None:
    assert shown(("R5", None, 3)) == '["R5", null, 3]'
    assert shown({}) == "{}"
    assert len(shown(["x" * 1000] * 1000)) < 100
    assert len(shown("x" * 10**6)) < 100
