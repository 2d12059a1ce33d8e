"""The tables of numbers in docs/rules.md say what the editions' data say."""

import json
from pathlib import Path

import pytest

from nokosu import editions
from nokosu.core.contract import Contract
from nokosu.core.pieces import Colour, die
from nokosu.core.ruleset import Ruleset, TieRule, ZeroRule
from nokosu.core.scoring import score_round

Row = dict[str, str]

RULE_BOOK = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
COUNTS = (3, 4, 5)
NONE = "–"


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tables(text: str) -> list[list[Row]]:
    """Every Markdown table as its rows, each a mapping from the heading of a column to the cell."""
    found: list[list[Row]] = []
    heading: list[str] | None = None
    previous = ""
    for line in text.splitlines():
        if not line.startswith("|"):
            heading = None
        elif set(line) <= set("|-: "):
            heading = cells(previous)
            found.append([])
        elif heading is not None:
            found[-1].append(dict(zip(heading, cells(line), strict=True)))
        previous = line
    return found


def table(*columns: str, text: str = RULE_BOOK) -> list[Row]:
    """The one table that has all these columns."""
    fitting = [rows for rows in tables(text) if set(columns) <= set(rows[0])]
    if len(fitting) != 1:
        raise LookupError(f"{len(fitting)} tables with the columns {', '.join(columns)}")
    return fitting[0]


def known_rulesets() -> list[Ruleset]:
    return [editions.ruleset(name, players) for name, players in editions.pairs()]


def test_C5_M5_M7_the_table_of_editions() -> None:
    zero = {ZeroRule.BLACK_DICE: "Black dice", ZeroRule.DECLARED: "Declared"}
    tie = {TieRule.SHARED: "Shared", TieRule.LEFTOVER: "Leftover die, then shared"}
    said = {row["Edition"].strip("`"): row for row in table("Edition", "Zero", "Ties")}
    assert sorted(said) == sorted(editions.names())
    for name, row in said.items():
        edition = editions.load(name)
        assert row["Players"] == ", ".join(str(count) for count in sorted(edition.players))
        assert row["Zero"] == zero[edition.zero_rule]
        assert row["Ties"] == tie[edition.tie_rule]
        free = edition.offers_colour(3)
        assert row["Colour left out with three"].startswith("The table’s choice" if free else "Purple")
        assert editions.ruleset(name, 3).removed is Colour.PURPLE
        assert ("the default" in row["What it is"]) == (name == editions.DEFAULT)


def rounds(name: str, players: int) -> str:
    if players not in editions.load(name).players:
        return NONE
    return str(editions.ruleset(name, players).rounds)


def test_M2_the_table_of_rounds() -> None:
    said = table("Edition", "Rule")
    assert said == [
        {"Edition": row["Edition"], "Rule": row["Rule"]}
        | {f"{players} players": rounds(row["Edition"].strip("`"), players) for players in COUNTS}
        for row in said
    ]
    assert sorted(row["Edition"].strip("`") for row in said) == sorted(editions.names())


def test_M2_the_rules_of_rounds_fit_their_numbers() -> None:
    for row in table("Edition", "Rule"):
        for players in COUNTS:
            rounds_by_rule = {"Always four": 4, "One per player": players, "One more than players": players + 1}
            assert row[f"{players} players"] in {NONE, str(rounds_by_rule[row["Rule"]])}


def numbers(rules: Ruleset) -> Row:
    counted = {
        "Cards in play": len(rules.deck),
        "Cards each": rules.cards_each,
        "Set aside": rules.aside,
        "Dice in the bag": len(rules.bag),
        "Drawn each": rules.drawn_each,
        "In the middle": rules.pool_size,
        "Picks each": rules.picks_each,
        "Tricks": rules.tricks,
    }
    return {name: str(number) for name, number in counted.items()}


@pytest.mark.parametrize("rules", known_rulesets(), ids=lambda rules: f"{rules.edition}-{rules.players}")
def test_C6_D1_D3_D4_the_table_of_numbers(rules: Ruleset) -> None:
    said = {row["Players"]: row for row in table("Players", "Cards in play")}
    general = str(rules.players)
    special = f"{general} in `{rules.edition}`"
    row = said.get(special, said[general])
    assert {name: cell for name, cell in row.items() if name != "Players"} == numbers(rules)


def test_every_row_of_numbers_is_about_some_edition() -> None:
    known = {(str(rules.players), f"{rules.players} in `{rules.edition}`") for rules in known_rulesets()}
    for row in table("Players", "Cards in play"):
        assert any(row["Players"] in names for names in known)


def test_S3_the_table_of_bonuses() -> None:
    for rules in known_rulesets():
        for row in table("Players who hit theirs"):
            made = int(row["Players who hit theirs"])
            contracts = [Contract(die(Colour.RED, 1))] * rules.players
            won = [1] * made + [0] * (rules.players - made)
            cell = row[f"{rules.players} players"]
            if made > rules.players:
                assert cell == NONE
            else:
                assert cell == str(score_round(rules, won, contracts)[0].bonus)


def test_S1_S2_S3_S4_the_example_of_the_score_pad() -> None:
    page = (Path(__file__).parents[2] / "docs" / "score-pad.md").read_text(encoding="utf-8")
    match = json.loads(page.split("```json\n")[1].split("```")[0])
    rules = editions.ruleset(match["edition"], len(match["players"]))
    assert match["length"] == rules.rounds
    for round_ in match["rounds"]:
        assert sum(round_["won"]) == rules.tricks
        contracts = [Contract(die(Colour.RED, kept) if kept else None) for kept in round_["kept"]]
        assert [line.total for line in score_round(rules, round_["won"], contracts)] == round_["points"]
    assert [sum(column) for column in zip(*(each["points"] for each in match["rounds"]), strict=True)] == match[
        "totals"
    ]


def test_a_missing_or_doubled_table_is_noticed() -> None:
    text = "| a | b |\n|---|---|\n| 1 | 2 |\n"
    assert table("a", text=text) == [{"a": "1", "b": "2"}]
    for wrong in ("c", text + "\n" + text), ("a", text + "\n" + text):
        with pytest.raises(LookupError):
            table(wrong[0], text=wrong[1])
