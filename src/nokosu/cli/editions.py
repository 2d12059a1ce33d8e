"""`nokosu editions`: the table of editions."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click
from rich.table import Table

from nokosu import editions
from nokosu.cli.values import HOUSE
from nokosu.core.ruleset import Ruleset
from nokosu.locale import mark, t
from nokosu.tui.tables import show

_ZERO = {"black-dice": mark("editions.zero.black-dice"), "declared": mark("editions.zero.declared")}
_TIE = {"shared": mark("editions.tie.shared"), "leftover-then-shared": mark("editions.tie.leftover-then-shared")}


@click.command(help=t("cli.editions"))
@click.argument("files", type=HOUSE, nargs=-1, metavar="[FILE.toml]…")
@click.option("--json", "as_json", is_flag=True, help=t("option.json"))
def command(*, files: tuple[str, ...], as_json: bool) -> None:
    """Show what distinguishes the editions, and the numbers of each; with files, of the house rules in them."""
    found = [editions.find(name) for name in files or editions.names()]
    if as_json:
        click.echo(json.dumps({"default": editions.DEFAULT, "editions": [_as_json(each) for each in found]}))
        return
    show(_differences(found))
    show(_numbers(found))


def _as_json(edition: editions.Edition) -> dict[str, object]:
    return {
        "edition": edition.name,
        "title": edition.title,
        "revision": edition.revision,
        "zero_rule": edition.zero_rule.value,
        "zero_dice": edition.zero_dice,
        "tie_rule": edition.tie_rule.value,
        "removed_colour": edition.removed_colour.letter,
        "removed_colour_free": edition.removed_colour_free,
        "tables": [_table_json(edition.ruleset(players)) for players in edition.players],
    }


def _table_json(rules: Ruleset) -> dict[str, object]:
    return {
        "players": rules.players,
        "rounds": rules.rounds,
        "cards_each": rules.cards_each,
        "aside": rules.aside,
        "dice": len(rules.bag),
        "drawn_each": rules.drawn_each,
        "pool_size": rules.pool_size,
        "picks_each": rules.picks_each,
        "tricks": rules.tricks,
        "digest": rules.digest,
    }


def _differences(found: Sequence[editions.Edition]) -> Table:
    table = _table(
        t("editions.title"),
        t("editions.name"),
        t("editions.players"),
        t("editions.rounds"),
        t("editions.zero"),
        t("editions.tie"),
        t("editions.colour"),
    )
    table.caption = t("editions.default", edition=editions.DEFAULT)
    for edition in found:
        rules = [edition.ruleset(players) for players in edition.players]
        table.add_row(
            edition.name,
            " ".join(str(each.players) for each in rules),
            " ".join(str(each.rounds) for each in rules),
            t(_ZERO[edition.zero_rule.value]),
            t(_TIE[edition.tie_rule.value]),
            t("editions.colour.free") if edition.removed_colour_free else edition.removed_colour.letter,
        )
    return table


def _numbers(found: Sequence[editions.Edition]) -> Table:
    table = _table(
        t("editions.numbers"),
        t("editions.name"),
        t("editions.players"),
        t("editions.cards"),
        t("editions.aside"),
        t("editions.dice"),
        t("editions.drawn"),
        t("editions.middle"),
        t("editions.tricks"),
    )
    for rules in (edition.ruleset(players) for edition in found for players in edition.players):
        numbers = (rules.players, rules.cards_each, rules.aside, len(rules.bag), rules.drawn_each, rules.pool_size)
        table.add_row(rules.edition, *map(str, numbers), str(rules.tricks))
    return table


def _table(title: str, *headings: str) -> Table:
    table = Table(title=title)
    for heading in headings:
        table.add_column(heading)
    return table
