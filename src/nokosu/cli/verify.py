"""`nokosu verify`: is what these records say true?"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from nokosu.cli import CommandError
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.options import house_option
from nokosu.cli.record_files import day_lines, name, opened, place
from nokosu.cli.values import RECORDS
from nokosu.locale import plural, t
from nokosu.record.codec import read_lines
from nokosu.record.fairness import commitment
from nokosu.record.fault import Fault, RecordError
from nokosu.record.verify import verify
from nokosu.table.daily_file import check_day


@click.command(help=t("cli.verify"))
@house_option
@click.argument("files", type=RECORDS, nargs=-1, required=True, metavar="FILE…|-")
@json_option
def command(files: tuple[str, ...], *, as_json: bool) -> None:
    """Exit code 0: all is true. 1: the first fault of each bad record is named. 2: nothing was there to verify."""
    records = 0
    wrong: list[dict[str, object]] = []
    days: list[str] = []
    unreadable: list[str] = []
    for file in files:
        try:
            for line, fault in _checked(file, days):
                records += 1
                if fault is not None:
                    wrong.append({"file": file, "line": line, "fault": str(fault)})
                    if not as_json:
                        click.echo(f"{place(file, line)}: {fault}")
        except BrokenPipeError:  # of standard output
            raise
        except (OSError, CommandError) as error:
            unreadable.append(file)
            said = error.message if isinstance(error, CommandError) else _cannot_read(file, error)
            click.echo(t("cli.error", error=said), err=True)
    if not records and not unreadable:
        raise CommandError(t("verify.nothing", files=", ".join(map(name, files))))
    if as_json:
        write_json("verify", {"records": records, "faults": wrong, "unreadable": unreadable})
    elif records:
        seen = plural("verify.records", records)
        click.echo(t("verify.true", records=seen) if not wrong else plural("verify.wrong", len(wrong), records=seen))
        for each in days:
            click.echo(each)
    sys.exit(2 if unreadable else 1 if wrong else 0)


def _cannot_read(file: str, error: OSError) -> str:
    return t("verify.unreadable", file=name(file), error=error.strerror or str(error))


def _checked(file: str, days: list[str]) -> Iterator[tuple[int, Fault | None]]:
    """Yield every line of a file with the first thing that is wrong with its record.

    For a day's results, `days` is told what is left to compare.
    """
    with opened(file) as stream:
        head, results = day_lines(stream)
        if head is not None:
            for number, fault in check_day(head, results):
                if number == 1 and fault is None:
                    published = commitment(bytes.fromhex(head["secret"])).hex()
                    days.append(t("verify.day", day=head["day"], commitment=published))
                # The head is not a result; with nothing else there, it is what was verified.
                if number > 1 or fault is not None or not results:
                    yield number, fault
            return
        for line in read_lines(stream):
            content = line.content
            yield line.number, content.fault if isinstance(content, RecordError) else verify(content)
