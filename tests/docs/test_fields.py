"""The documents describe exactly the existing fields."""

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

from nokosu.core.view import View

DOCS = Path(__file__).parents[2] / "docs"


def section(document: str, heading: str) -> str:
    text = (DOCS / document).read_text(encoding="utf-8")
    return text.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def described(document: str, heading: str) -> list[str]:
    """The first cell of each row of the section's table."""
    return re.findall(r"^\| `(\w+)` \|", section(document, heading), re.MULTILINE)


def example(document: str, heading: str) -> dict[str, Any]:
    (block,) = re.findall(r"^```json\n(.*?)^```$", section(document, heading), re.MULTILINE | re.DOTALL)
    found: dict[str, Any] = json.loads(block)
    return found


def test_the_view_has_the_fields_of_the_bot_protocol() -> None:
    assert described("bot-protocol.md", "The view") == [field.name for field in fields(View)]
    assert list(example("bot-protocol.md", "The view")) == [field.name for field in fields(View)]


def test_the_example_record_has_the_keys_that_are_described() -> None:
    record = example("records.md", "An example")
    sometimes = ["substitutions", "fairness", "assists"]
    assert list(record) == [key for key in described("records.md", "The match") if key not in sometimes]
    assert [*record["ruleset"], "house"] == described("records.md", "The ruleset"), "house rules alone have the last"
    assert list(record["rounds"][0]) == described("records.md", "A round")
