"""`nokosu deal` and `nokosu editions`."""

import json
from pathlib import Path

import pytest

from nokosu import editions
from nokosu.pictures.palettes import plain
from nokosu.pictures.pieces import art
from tests.cli.commands import in_json, nokosu


def dealt(*arguments: str) -> dict[str, object]:
    return in_json("deal", *arguments)


def test_D1_to_D5_a_deal_has_the_keys_of_a_record() -> None:
    data = dealt("--players", "3", "--seed", "1")
    record = json.loads(nokosu("simulate", "--players", "3", "--seed", "1").stdout)
    first = record["rounds"][0]
    for key in ("dealer", "removed_colour", "cards", "aside", "drawn", "pool"):
        assert data[key] == first[key]
    assert (data["seed"], data["ruleset"], data["round"]) == (record["seed"], record["ruleset"], 0)


def test_M1_a_later_round_of_a_records_seed() -> None:
    record = json.loads(nokosu("simulate", "--players", "4", "--seed", "9").stdout)
    data = dealt("--players", "4", "--seed", record["seed"], "--round", "3")
    assert (data["round"], data["dealer"]) == (2, record["rounds"][2]["dealer"])
    assert data["cards"] == record["rounds"][2]["cards"]


def test_M7_C6_a_colour_of_the_tables_choice() -> None:
    data = dealt("--edition", "manual", "--players", "3", "--removed-colour", "r", "--seed", "1")
    assert data["removed_colour"] == "R"
    assert "R" not in json.dumps(data["cards"])


def test_without_a_seed_every_deal_is_another() -> None:
    assert dealt()["seed"] != dealt()["seed"]


@pytest.mark.quick
def test_a_deal_for_people_shows_every_seat_the_middle_and_the_seed() -> None:
    data = dealt("--players", "3", "--seed", "1")
    text = nokosu("deal", "--players", "3", "--seed", "1").stdout
    assert str(data["seed"]) in text
    hands = data["cards"]
    assert isinstance(hands, list)
    for hand in hands:
        assert " ".join(hand) in text


@pytest.mark.quick
def test_the_table_of_editions_has_a_row_for_each_pair() -> None:
    result = nokosu("editions")
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines()]
    for edition, players in editions.pairs():
        rules = editions.ruleset(edition, players)
        numbers = [players, rules.cards_each, rules.aside, len(rules.bag), rules.drawn_each, rules.pool_size]
        assert [edition, *map(str, numbers), str(rules.tricks)] in rows


def test_the_editions_as_json() -> None:
    found = json.loads(nokosu("editions", "--json").stdout)
    assert found["default"] == editions.DEFAULT
    assert [each["edition"] for each in found["editions"]] == list(editions.names())
    tables = [(each["edition"], table["players"]) for each in found["editions"] for table in each["tables"]]
    assert tables == list(editions.pairs())
    (three, *_) = found["editions"][0]["tables"]
    assert three["digest"] == editions.ruleset("first", 3).digest


def test_a_deal_is_drawn_with_all_cards(tmp_path: Path) -> None:
    text = nokosu("deal", "--seed", "7", "--round", "2", "--svg", str(tmp_path / "deal.svg"))
    assert text.stdout == nokosu("deal", "--seed", "7", "--round", "2").stdout
    drawn = (tmp_path / "deal.svg").read_text("utf-8")
    assert drawn == nokosu("deal", "--seed", "7", "--round", "2", "--svg", "-").stdout
    assert "Round 2 of 5: the draft" in drawn
    deal = json.loads(nokosu("deal", "--seed", "7", "--round", "2", "--json").stdout)
    for card in (card for hand in deal["cards"] for card in hand):
        assert art(card, plain("standard")) in drawn


def test_a_picture_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    result = nokosu("deal", "--seed", "7", "--svg", str(tmp_path / "no/deal.svg"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "no/deal.svg: No such file or directory" in result.stderr
    assert len(result.stderr.splitlines()) == 1
