"""Whatever is fed to the reader, the verifier or the replay: a record, a fault or a RecordError, and nothing else."""

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nokosu.record import Record, RecordError, decode, encode, from_json, match_at, read_lines, verify
from tests.record import samples
from tests.record.mutants import places, put
from tests.record.samples import as_json, match_of, record

SAMPLES = [
    as_json(written)
    for written in (
        record(match_of("second", 3)),
        record(match_of("first", 4)),
        samples.given_record(),
        samples.served_record(),
        samples.unfinished(20),
    )
]
LINES = [json.dumps(whole).encode() for whole in SAMPLES]

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-2, 6)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["R5", "dB4", "zero", "R", "finished", "underway", "second", "0" * 64, "nokosu-record/1"])
)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
)


def survives(line: bytes, read: Callable[[bytes], Record] = decode) -> None:
    """Read it, judge it, replay it. What is wrong is said in one printable line."""
    said = ""
    try:
        found = read(line)
        assert decode(encode(found)) == found
        judge(found)
    except RecordError as error:
        said = str(error)
    assert said.isprintable()


def judge(read: Record) -> None:
    fault = verify(read)
    assert fault is None or str(fault).isprintable()
    match = match_at(read)
    assert fault is not None or len(match.rounds) >= len(read.rounds)


@given(st.binary(max_size=200))
def test_any_bytes(line: bytes) -> None:
    survives(line)


@given(anything)
def test_any_json(value: Any) -> None:
    survives(json.dumps(value).encode())


@given(st.data(), st.sampled_from(SAMPLES))
def test_a_record_with_anything_anywhere(data: st.DataObject, whole: dict[str, Any]) -> None:
    paths = [path for path, _ in places(whole, ())]
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(paths))
        value = data.draw(anything | st.sampled_from([value for _, value in places(whole, ())]))
        try:
            bent = put(whole, path, value)
            survives(json.dumps(bent).encode())
            whole = bent
        except (KeyError, IndexError, TypeError, AttributeError):
            # An earlier change took this place away.
            continue


@given(st.data(), st.sampled_from(LINES))
def test_a_record_with_damaged_bytes(data: st.DataObject, line: bytes) -> None:
    damaged = bytearray(line)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        match data.draw(st.sampled_from(["change", "cut", "insert", "end"])):
            case "change":
                damaged[at] = data.draw(st.integers(0, 255))
            case "cut":
                del damaged[at : at + data.draw(st.integers(1, 20))]
            case "insert":
                damaged[at:at] = data.draw(
                    st.binary(min_size=1, max_size=4) | st.sampled_from([b'"', b"[", b"}", b"1e9"])
                )
            case _:
                del damaged[at:]
        if not damaged:
            break
    survives(bytes(damaged))


@given(st.lists(st.binary(max_size=50) | st.sampled_from(LINES), max_size=4))
def test_a_file_of_anything(lines: list[bytes]) -> None:
    found = list(read_lines(io.BytesIO(b"\n".join(lines))))
    assert [line.number for line in found] == list(range(1, len(found) + 1))


def careless(line: bytes) -> Record:
    """A reader with a planted fault: it trusts the keys to be there."""
    value = json.loads(line)
    assert value["format"]
    return from_json(value)


def test_a_careless_reader_is_found_out() -> None:
    @settings(report_multiple_bugs=False)
    @given(anything)
    def any_json(value: Any) -> None:
        survives(json.dumps(value).encode(), careless)

    with pytest.raises((KeyError, TypeError, AssertionError)):
        any_json()
