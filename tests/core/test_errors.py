"""Refusals are values: a message id, parameters, a clause."""

import re
from pathlib import Path

import pytest

from nokosu.core import errors
from nokosu.core.errors import IllegalAction, NokosuError, Reason, reason
from tests.builders import pieces

RULE_BOOK = Path(__file__).parents[2] / "docs" / "rules.md"
SOURCES = Path(errors.__file__).parent


def test_a_reason_keeps_its_parameters_in_order_as_text() -> None:
    why = reason("why.follow", "F4", piece=pieces("R3")[0], suit="red")
    assert why == Reason("why.follow", "F4", (("piece", "R3"), ("suit", "red")))
    assert str(why) == "why.follow piece=R3 suit=red (F4)"
    assert str(reason("why.zero-gone", "Z2")) == "why.zero-gone (Z2)"


def test_an_illegal_action_says_what_was_tried_and_why_not() -> None:
    error = IllegalAction("play R3", reason("why.zero-gone", "Z2"))
    assert (error.tried, error.reason.clause) == ("play R3", "Z2")
    assert str(error) == "play R3 is not legal here (rule Z2)"
    assert str(IllegalAction("play R3", error.reason, "Both are taken.")) == "Both are taken."


@pytest.mark.parametrize("name", ["IllegalAction", "NotationError", "RulesetError", "DealError", "WorldsError"])
def test_every_refusal_is_a_nokosu_error(name: str) -> None:
    assert issubclass(getattr(errors, name), NokosuError)


def test_reasons_name_clauses_of_the_rule_book() -> None:
    clauses = set(re.findall(r"^\*\*([A-Z]\d+)\*\*", RULE_BOOK.read_text(encoding="utf-8"), re.MULTILINE))
    named = {
        clause
        for path in SOURCES.glob("*.py")
        for clause in re.findall(r'reason\("why\.[a-z-]+", "(\w+)"', path.read_text(encoding="utf-8"))
    }
    assert len(named) > 4
    assert named <= clauses
