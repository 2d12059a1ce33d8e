"""`nokosu editions`: the editions side by side, or every number of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from enum import Enum

import click
from rich.table import Table

from nokosu import editions
from nokosu.arena.table_style import table
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.values import EDITION
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import NumberTrumps, Ruleset
from nokosu.locale import mark, t
from nokosu.tui.tables import show

_ZERO = {"black-dice": mark("editions.zero.black-dice"), "declared": mark("editions.zero.declared")}
_TIE = {"shared": mark("editions.tie.shared"), "leftover-then-shared": mark("editions.tie.leftover-then-shared")}
_ASKED_FOR = ("rounds_override", "removed_choice")
"""What a table asked for, which is not a number of the edition."""
_OF_ALL = ("revision", "zero_rule", "zero_dice", "tie_rule", "number_trumps", "trick_points", "bonus", "zero_bonus")
_DERIVED = ("aside", "tricks", "digest")


@click.command(help=t("cli.editions"))
@click.argument("names", type=EDITION, nargs=-1, metavar="[NAME|FILE.toml]…")
@json_option
def command(*, names: tuple[str, ...], as_json: bool) -> None:
    """Compare the editions; with names or files, show all that each of them says."""
    found = [editions.find(name) for name in names or editions.names()]
    if as_json:
        write_json("editions", {"default": editions.DEFAULT, "editions": [_as_json(each) for each in found]})
        return
    if names:
        for edition in found:
            show(_everything(edition))
        return
    show(_differences(found))
    click.echo()
    for edition in found:
        if edition.number_trumps is NumberTrumps.UNLESS_PAIR:
            click.echo(t("editions.number-trumps", edition=edition.name) + "\n")
    show(_numbers(found))


def _as_json(edition: editions.Edition) -> dict[str, object]:
    """Return what every number of players shares, and everything for each of them."""
    tables = [_facts(edition.ruleset(players)) for players in edition.players]
    return {
        "edition": edition.name,
        "title": edition.title,
        "removed_colour": edition.removed_colour.letter,
        "removed_colour_free": edition.removed_colour_free,
        **{name: tables[0][name] for name in _OF_ALL},
        "tables": tables,
    }


def _facts(rules: Ruleset) -> dict[str, object]:
    """Return every field of the rules, named as in a file of house rules, and what follows from them."""
    names = [field.name for field in fields(rules) if field.name not in _ASKED_FOR]
    facts = {name: _plain(getattr(rules, name)) for name in names}
    return facts | {"dice": len(rules.bag)} | {name: getattr(rules, name) for name in _DERIVED}


def _plain(value: object) -> object:
    if isinstance(value, Colour):
        return value.letter
    return value.value if isinstance(value, Enum) else value


def _everything(edition: editions.Edition) -> Table:
    """Return one row per number, one column per number of players."""
    from nokosu.tui.words import edition_name  # noqa: PLC0415  (slow to load)

    counts = sorted(edition.players)
    title = edition_name(edition.name) if edition.name in editions.names() else edition.title
    shown = table(
        t("show.labelled", label=edition.name, text=title),
        [t("editions.number")],
        [str(count) for count in counts],
    )
    columns = [_facts(edition.ruleset(count)) for count in counts]
    for name in columns[0]:
        if name not in ("edition", "players"):
            shown.add_row(name, *(_cell(column[name]) for column in columns))
    return shown


def _cell(value: object) -> str:
    text = "-" if value is None else str(value)
    return text if len(text) < 64 else text[:12]  # a digest


def _differences(found: Sequence[editions.Edition]) -> Table:
    headings = [
        t("editions.name"),
        t("editions.players"),
        t("editions.rounds"),
        t("editions.zero"),
        t("editions.tie"),
        t("editions.colour"),
    ]
    shown = table(t("editions.title"), headings)
    shown.caption = t("editions.default", edition=editions.DEFAULT)
    shown.caption_justify = "left"
    for edition in found:
        rules = [edition.ruleset(players) for players in edition.players]
        shown.add_row(
            edition.name,
            " ".join(str(each.players) for each in rules),
            " ".join(str(each.rounds) for each in rules),
            t(_ZERO[edition.zero_rule.value]),
            t(_TIE[edition.tie_rule.value]),
            t("editions.colour.free") if edition.removed_colour_free else edition.removed_colour.letter,
        )
    return shown


def _numbers(found: Sequence[editions.Edition]) -> Table:
    headings = [
        t("editions.players"),
        t("editions.cards"),
        t("editions.aside"),
        t("editions.dice"),
        t("editions.drawn"),
        t("editions.middle"),
        t("editions.tricks"),
    ]
    shown = table(t("editions.numbers"), [t("editions.name")], headings)
    for rules in (edition.ruleset(players) for edition in found for players in edition.players):
        numbers = (rules.players, rules.cards_each, rules.aside, len(rules.bag), rules.drawn_each, rules.pool_size)
        shown.add_row(rules.edition, *map(str, numbers), str(rules.tricks))
    return shown
