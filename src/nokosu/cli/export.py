"""`nokosu export`: records as flat rows for notebooks and spreadsheets, in CSV or Parquet."""

from __future__ import annotations

import csv
import gzip
import io
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from importlib import import_module
from itertools import islice
from typing import Any, Final, Literal, cast

import click

from nokosu.cli import CommandError
from nokosu.cli.ending import EnvironmentLacks
from nokosu.cli.options import house_option
from nokosu.cli.output import PACKED, STDOUT, bytes_to, lines_to
from nokosu.cli.record_files import name, opened, place
from nokosu.cli.values import RECORDS
from nokosu.locale import t
from nokosu.record.data import MatchRecord, records_in
from nokosu.record.fault import RecordError
from nokosu.record.rows import Row, rows

PER: Final = ("seat", "trick", "play")
FORMATS: Final = ("csv", "parquet")
_AT_ONCE: Final = 50_000


@click.command(help=t("cli.export"))
@click.argument("files", type=RECORDS, nargs=-1, required=True, metavar="FILE…|-")
@click.option("--format", "kind", type=click.Choice(FORMATS), default="csv", show_default=True, help=t("export.format"))
@click.option("--per", type=click.Choice(PER), default="seat", show_default=True, help=t("export.per"))
@click.option("--out", default=STDOUT, show_default=True, metavar="FILE|-", help=t("option.out"))
@house_option
def command(*, files: tuple[str, ...], kind: str, per: str, out: str) -> None:
    """Write one row per seat of every finished round, per trick or per play. Exit code 1: a line is not a record."""
    reading = _Reading(files)
    found = rows(reading.records(), cast("Literal['seat', 'trick', 'play']", per))
    try:
        if kind == "parquet":
            _parquet(found, out)
        else:
            _csv(found, out)
    except RecordError as error:
        click.echo(f"{place(reading.file, error.line or 1)}: {error.fault}", err=True)
        sys.exit(1)


class _Reading:
    """Reads the records of all files, and knows in which it is."""

    def __init__(self, files: tuple[str, ...]) -> None:
        self._files = files
        self.file = files[0]

    def records(self) -> Iterator[MatchRecord]:
        """Yield every record; matches are numbered on from file to file."""
        found = False
        for file in self._files:
            self.file = file
            try:
                with opened(file) as stream:
                    for record in records_in(stream):
                        found = True
                        yield record
            except OSError as error:
                raise CommandError(t("verify.unreadable", file=name(file), error=error.strerror)) from None
        if not found:
            raise CommandError(t("replay.no-records", file=", ".join(map(name, self._files))))


def _csv(found: Iterator[Row], out: str) -> None:
    with lines_to(out) as write:
        columns: list[str] = []
        for row in found:
            if not columns:
                columns = list(row)
                write(_line(columns))
            write(_line(["" if row[name] is None else row[name] for name in columns]))


def _line(cells: list[Any]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(cells)
    return text.getvalue()


def _parquet(found: Iterator[Row], out: str) -> None:
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ModuleNotFoundError as error:
        raise EnvironmentLacks(t("cli.needs-extra", command="export", module=error.name, extra="data")) from None
    if out == STDOUT:
        raise CommandError(t("export.parquet-file"))
    with bytes_to(out) as file, gzip.open(file, "wb") if out.endswith(PACKED) else nullcontext(file) as sink:
        writer = None
        try:
            while chunk := list(islice(found, _AT_ONCE)):
                table = arrow.Table.from_pylist(chunk, schema=None if writer is None else writer.schema)
                writer = writer or parquet.ParquetWriter(sink, table.schema)
                writer.write_table(table)
        finally:
            if writer is not None:
                writer.close()
        if writer is None:
            raise CommandError(t("export.nothing"))
