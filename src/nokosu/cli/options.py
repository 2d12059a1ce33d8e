"""Options that several commands share, and what they resolve to."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import click

from nokosu.api import reading
from nokosu.api.reading import DEFAULT_PLAYERS, LARGEST_SEED, Rounds
from nokosu.cli.output import lines_to
from nokosu.cli.values import COLOUR, EDITION, HOUSE, ROUNDS
from nokosu.core.pieces import Colour
from nokosu.core.quoting import quoted
from nokosu.core.ruleset import Ruleset
from nokosu.locale import t

F = TypeVar("F", bound=Callable[..., object])

MOVE_MS: Final = 10_000
MOST_MOVE_MS: Final = 86_400_000


def ruleset_options(function: F) -> F:
    """--edition, --players, --rounds, --removed-colour."""
    for option in (
        click.option("--removed-colour", type=COLOUR, metavar="R|B|G|Y|P", help=t("option.removed-colour")),
        click.option("--rounds", type=ROUNDS, metavar="1-20|players", help=t("option.rounds")),
        click.option("--players", type=int, default=DEFAULT_PLAYERS, show_default=True, help=t("option.players")),
        click.option("--edition", type=EDITION, metavar="E", help=t("option.edition")),
    ):
        function = option(function)
    return function


def house_option(function: F) -> F:
    """--edition for commands that read records: a file of house rules, known from then on."""
    option = click.option("--edition", type=HOUSE, metavar="FILE.toml", expose_value=False, help=t("option.house"))
    return option(function)


def resolve_ruleset(
    edition: str | None, players: int, rounds: Rounds | None = None, removed_colour: Colour | None = None
) -> Ruleset:
    """Return the rules that the options ask for; a NokosuError says what cannot be."""
    return reading.ruleset(edition, players, rounds=rounds, removed_colour=removed_colour)


def move_ms_option(default: int = MOVE_MS) -> Callable[[F], F]:
    """--move-ms, at most a day."""
    limits = click.IntRange(1, MOST_MOVE_MS)
    return click.option("--move-ms", type=limits, default=default, show_default=True, help=t("option.move-ms"))


def read_seed(_context: click.Context, _option: click.Parameter, text: str | None) -> int | bytes | None:
    """Return a whole number, or the 64 hexadecimal digits of a record's seed."""
    if text is None:
        return None
    if re.fullmatch(r"[0-9a-fA-F]{64}", text):
        return bytes.fromhex(text)
    if re.fullmatch(r"[0-9]{1,20}", text) and int(text) <= LARGEST_SEED:
        return int(text)
    raise click.BadParameter(t("option.seed.bad", value=quoted(text), most=LARGEST_SEED))


def match_seed(seed: int | bytes | None, match: int = 0) -> bytes:
    """Return the seed of one match: what was given, or derived from a number, or new."""
    return reading.seed(seed, match)


def svg_option(function: F) -> F:
    """--svg FILE."""
    return click.option("--svg", metavar="FILE|-", help=t("option.svg"))(function)


def write_svg(picture: str, file: str) -> None:
    """Write a picture to a file, or to standard output."""
    with lines_to(file) as write:
        write(picture.rstrip("\n"))


def one_a_seat(specs: Sequence[str], seats: int) -> list[str]:
    """Return one bot for all seats, or one per seat."""
    if len(specs) == 1:
        return list(specs) * seats
    if len(specs) != seats:
        raise click.UsageError(t("option.bot.count", given=len(specs), seats=seats))
    return list(specs)
