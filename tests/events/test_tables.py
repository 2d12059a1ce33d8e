"""The tables of a contest: their secrets, as docs/fairness.md tells them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nokosu.events.tables import secret_of

pytestmark = pytest.mark.quick
PAGE = (Path(__file__).parents[2] / "docs/fairness.md").read_text("utf-8").partition("## Contests")[2]


def test_the_secrets_of_tables_follow_from_that_of_the_contest() -> None:
    examples = json.loads(PAGE.split("```json\n")[1].split("```")[0])
    secret = bytes(range(32))
    assert secret_of(secret, 0, None).hex() == examples["all"]
    assert secret_of(secret, 1, 2).hex() == examples["third"]
