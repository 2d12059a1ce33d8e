"""The examples in the documents are true: the program itself would write them."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from nokosu.core.view import view
from nokosu.record import Record, decode, encode, match_at, record_of, to_json, verify
from nokosu.wire.views import View, view_from_json, view_to_json

DOCS = Path(__file__).parents[2] / "docs"
SEAT, DECISION = 2, 17


def example(document: str) -> dict[str, Any]:
    text = (DOCS / document).read_text(encoding="utf-8")
    (block,) = re.findall(r"^```json\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    found: dict[str, Any] = json.loads(block)
    return found


def example_record() -> Record:
    return decode(json.dumps(example("records.md")))


def test_the_example_record_is_verified() -> None:
    assert verify(example_record()) is None


def test_the_example_record_is_what_the_program_writes() -> None:
    record = example_record()
    written = record_of(match_at(record), record.seats)
    assert to_json(written) == example("records.md")
    assert list(json.loads(encode(written))) == list(example("records.md"))


def test_a_changed_example_record_is_refused() -> None:
    changed = example("records.md")
    changed["rounds"][0]["scores"][0] += 1
    assert verify(decode(json.dumps(changed))) is not None


def test_the_example_view_is_what_its_seat_saw() -> None:
    seen = view_to_json(view(match_at(example_record(), 0, DECISION), SEAT))
    assert seen == example("bot-protocol.md")
    assert list(seen) == list(example("bot-protocol.md"))


def test_the_example_view_can_be_read_back() -> None:
    assert view_to_json(view_from_json(msgspec.convert(example("bot-protocol.md"), View))) == example("bot-protocol.md")
