"""The tables of a contest: their secrets, as docs/fairness.md tells them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nokosu.events.pairing import LARGEST, SMALLEST, equal_sizes, pair
from nokosu.events.results import CHAMPION
from nokosu.events.tables import alone_round, bots_of, secret_of
from nokosu.wire.contests import ContestSettings

pytestmark = pytest.mark.quick
PAGE = (Path(__file__).parents[2] / "docs/fairness.md").read_text("utf-8").partition("## Contests")[2]


def test_the_secrets_of_tables_follow_from_that_of_the_contest() -> None:
    examples = json.loads(PAGE.split("```json\n")[1].split("```")[0])
    secret = bytes(range(32))
    assert secret_of(secret, 0, None).hex() == examples["all"]
    assert secret_of(secret, 1, 2).hex() == examples["third"]


@pytest.mark.parametrize("people", [2, 3, 5, 6, 7])
def test_the_same_seat_of_the_same_deal_has_the_same_neighbours(people: int) -> None:
    for wanted in range(SMALLEST, LARGEST + 1):
        tables = pair(range(people), [], equal_sizes(people, wanted), "")
        names = [bots_of(table) for table in tables]
        for seat in range(min(wanted, LARGEST - 1)):
            assert len({bots[seat] for bots in names} - {None}) <= 1, tables
        for table, bots in zip(tables, names, strict=True):
            assert [bot is None for bot in bots] == [player >= 0 for player in table]
            there = [bot for bot in bots if bot]
            assert len(set(there)) == len(there), "nobody sits at a table twice"


def test_the_champion_meets_the_bots_that_the_person_has_met() -> None:
    for players in range(SMALLEST, LARGEST + 1):
        settings = ContestSettings(kind="duplicate", form="champion", players=players, same_deals=True)
        for number in range(6):
            mine, its = (alone_round(settings, number, each) for each in (0, CHAMPION))
            assert bots_of(mine) == bots_of(its)
            assert bots_of(mine).count(None) == 1
