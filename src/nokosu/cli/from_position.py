"""`--from`: play a round on from a position in one line, instead of a new match."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click
from click.core import ParameterSource

from nokosu.cli import CommandError
from nokosu.cli.values import HOUSE_ENDING
from nokosu.locale import t
from nokosu.record.position import Position
from nokosu.record.position_reader import parse_position

F = TypeVar("F", bound=Callable[..., object])


def from_option(function: F) -> F:
    """--from POSITION, which says the rules too."""
    option = click.option("--from", "position", callback=_read, metavar="POSITION", help=t("option.from"))
    return option(function)


def _read(_context: click.Context, _option: click.Parameter, text: str | None) -> Position | None:
    """Return the position, if there is something left to play in it."""
    if text is None:
        return None
    position = parse_position(text)
    if position.seen.to_act is None:
        raise CommandError(t("position.over"))
    return position


def check_no_rules(context: click.Context, edition: str | None) -> None:
    """Refuse other rules: the position has its own.

    --edition may only name the file of house rules that it is played by.
    """
    given = ["edition"] if edition is not None and not edition.endswith(HOUSE_ENDING) else []
    given += [
        name
        for name in ("players", "rounds", "removed_colour")
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    ]
    if given:
        raise click.UsageError(t("option.from.rules", option="--" + given[0].replace("_", "-")))
