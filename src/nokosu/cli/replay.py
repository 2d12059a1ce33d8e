"""`nokosu replay`: a readable account of a match."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

import click

from nokosu.cli import CommandError
from nokosu.cli.account import Account, account
from nokosu.cli.account_json import to_json
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.options import house_option, write_svg
from nokosu.cli.output import STDOUT
from nokosu.cli.record_files import name, opened, place
from nokosu.cli.screens import full_screen
from nokosu.cli.values import RECORDS
from nokosu.core.round import Phase
from nokosu.locale import t
from nokosu.record.codec import read_lines
from nokosu.record.fault import Fault, RecordError
from nokosu.record.model import Record
from nokosu.record.replay import match_at
from nokosu.record.round_text import round_text
from nokosu.record.verify import verify
from nokosu.tui.screen import Screen


@click.command(help=t("cli.replay"))
@house_option
@click.argument("file", type=RECORDS, metavar="FILE|-")
@click.option("--match", "number", type=click.IntRange(1), default=1, show_default=True, help=t("replay.option.match"))
@click.option("--round", "round_number", type=click.IntRange(1), help=t("replay.option.round"))
@click.option("--seat", type=click.IntRange(0), help=t("replay.option.seat"))
@click.option("--reveal", is_flag=True, help=t("replay.option.reveal"))
@click.option("--lines", is_flag=True, help=t("replay.option.lines"))
@click.option("--plain", is_flag=True, help=t("replay.option.plain"))
@click.option("--text", is_flag=True, help=t("replay.option.text"))
@json_option
@click.option("--svg", metavar="FILE|-", help=t("replay.option.svg"))
def command(
    *,
    file: str,
    number: int,
    round_number: int | None,
    seat: int | None,
    reveal: bool,
    lines: bool,
    plain: bool,
    text: bool,
    as_json: bool,
    svg: str | None,
) -> None:
    """Exit code 1: the record is not true. 2: it cannot be read or shown."""
    record = read_record(file, number)
    if seat is not None and seat >= record.ruleset.players:
        raise no_such_seat(seat, record)
    if round_number is not None and round_number > len(record.rounds):
        raise no_such_round(round_number, record)
    # The cards of an unfinished match are secret; the owner of the file must ask for them.
    if not record.finished and seat is None and not reveal:
        raise CommandError(t("replay.secret"))
    if lines:
        _write_lines(record, seat, round_number)
        return
    if not (text or plain or as_json or svg) and record.finished and full_screen():
        from nokosu.tui.screens.start import run_replay  # noqa: PLC0415  (slow to load)

        run_replay({}, record, seat, (round_number or 1) - 1)
        return
    told = account(record, seat)
    rounds = list(range(len(record.rounds))) if round_number is None else [round_number - 1]
    if svg is not None:
        write_svg(told.drawn(rounds[-1]), svg)
    if svg == STDOUT:
        return
    if as_json:
        write_json("replay", to_json(told, rounds))
        return
    write = Screen(plain=plain).say
    _tell(told, rounds, write)
    if record.finished and round_number is None:
        write(f"\n{told.winners()}")


def _write_lines(record: Record, seat: int | None, round_number: int | None) -> None:
    """Write every round that is over in one line, which has all cards that were played."""
    if seat is not None:
        raise click.UsageError(t("replay.lines-seat"))
    finished = [round_ for round_ in match_at(record).rounds if round_.phase is Phase.OVER]
    for number, round_ in enumerate(finished, 1):
        if round_number in (None, number):
            click.echo(round_text(round_))


def read_record(file: str, number: int) -> Record:
    """Return a match of a file, counted from 1, after verifying it."""
    found = 0
    try:
        with opened(file) as stream:
            for line in read_lines(stream):
                found = line.number
                if found == number:
                    content = line.content
                    fault = content.fault if isinstance(content, RecordError) else verify(content)
                    return line.record if fault is None else _wrong(place(file, number), fault)
    except OSError as error:
        raise CommandError(t("verify.unreadable", file=name(file), error=error.strerror)) from None
    if not found:
        raise CommandError(t("replay.no-records", file=name(file)))
    raise CommandError(t("replay.no-such-match", match=number, matches=found))


def no_such_seat(seat: int, record: Record) -> click.BadParameter:
    """Return the error for a --seat that the match does not have."""
    said = t("replay.no-such-seat", seat=seat, last=record.ruleset.players - 1)
    return click.BadParameter(said, param_hint="'--seat'")


def no_such_round(number: int, record: Record) -> click.BadParameter:
    """Return the error for a --round that the record does not have."""
    said = t("replay.no-such-round", round=number, rounds=len(record.rounds))
    return click.BadParameter(said, param_hint="'--round'")


def _wrong(where: str, fault: Fault) -> Record:
    click.echo(f"{where}: {fault}", err=True)
    sys.exit(1)


def _tell(told: Account, rounds: Iterable[int], write: Callable[[str], None]) -> None:
    for line in told.header():
        write(line)
    for index in rounds:
        write("")
        for line in told.round(index):
            write(line)
