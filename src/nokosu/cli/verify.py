"""`nokosu verify`: is what these records say true?"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from nokosu.cli import CommandError
from nokosu.cli.options import house_option
from nokosu.cli.record_files import name, opened, place
from nokosu.cli.values import RECORDS
from nokosu.locale import plural, t
from nokosu.record.codec import read_lines
from nokosu.record.fault import Fault, RecordError
from nokosu.record.verify import verify


@click.command(help=t("cli.verify"))
@house_option
@click.argument("files", type=RECORDS, nargs=-1, required=True, metavar="FILE…|-")
def command(files: tuple[str, ...]) -> None:
    """Exit code 0: all is true. 1: the first fault of each bad record is named. 2: nothing was there to verify."""
    records = wrong = unreadable = 0
    for file in files:
        try:
            for line, fault in _checked(file):
                records += 1
                if fault is not None:
                    wrong += 1
                    click.echo(f"{place(file, line)}: {fault}")
        except OSError as error:
            unreadable += 1
            click.echo(t("verify.unreadable", file=name(file), error=error.strerror), err=True)
    if not records and not unreadable:
        raise CommandError(t("verify.nothing", files=", ".join(map(name, files))))
    if records:
        seen = plural("verify.records", records)
        click.echo(t("verify.true", records=seen) if not wrong else plural("verify.wrong", wrong, records=seen))
    sys.exit(2 if unreadable else 1 if wrong else 0)


def _checked(file: str) -> Iterator[tuple[int, Fault | None]]:
    """Every line of a file with the first thing that is wrong with its record."""
    with opened(file) as stream:
        for line in read_lines(stream):
            content = line.content
            yield line.number, content.fault if isinstance(content, RecordError) else verify(content)
