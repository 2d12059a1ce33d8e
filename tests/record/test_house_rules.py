"""Records of house rules bring their numbers along, which the digest proves."""

import json
from typing import Any

import pytest

from nokosu import editions
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.stream import seed_from_number
from nokosu.record import decode, encode, verify
from tests.editions.test_loader import GOOD


def a_record(text: str = GOOD, colour: str | None = None) -> dict[str, Any]:
    rules = editions.house_rules(text, "club.toml").ruleset(3, 1, colour)
    record = encode(play_match(rules, seed_from_number(5), [make("random") for _ in range(3)]))
    found: dict[str, Any] = json.loads(record)
    return found


def fault(record: dict[str, Any]) -> str:
    found = verify(decode(json.dumps(record)))
    return "" if found is None else ".".join(map(str, found.path))


def test_a_record_is_read_without_the_file() -> None:
    record = a_record()
    assert not editions.known("club")
    assert record["ruleset"]["house"]["bonus"] == 10
    assert fault(record) == ""
    assert fault(a_record(colour="R")) == ""
    assert json.loads(encode(decode(json.dumps(record)))) == record


def test_a_built_in_edition_needs_no_numbers() -> None:
    record = play_match(editions.ruleset("first", 3, rounds=1), seed_from_number(5), [make("random") for _ in range(3)])
    assert "house" not in json.loads(encode(record))["ruleset"]


@pytest.mark.parametrize(
    ("house", "where"),
    [
        ({"bonus": 9}, "ruleset.digest"),
        ({"bonus": 9_999}, "ruleset.house"),
        ({"pool_size": 11}, "ruleset.house"),
        ({"zero_rule": [[]]}, "ruleset.house"),
        ({"surprise": 1}, "ruleset.house"),
    ],
)
def test_other_numbers_do_not_verify(house: dict[str, object], where: str) -> None:
    record = a_record()
    record["ruleset"]["house"] |= house
    assert fault(record) == where


@pytest.mark.parametrize("house", [None, 7, [], "text", {}])
def test_what_are_no_numbers_is_said(house: object) -> None:
    record = a_record()
    record["ruleset"]["house"] = house
    assert fault(record) == "ruleset.house"


def test_no_numbers_change_a_built_in_edition() -> None:
    """A record that calls its own numbers `second` is judged by the second edition."""
    record = a_record()
    record["ruleset"]["edition"] = "second"
    assert fault(record) == "ruleset.digest"
