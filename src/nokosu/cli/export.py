"""`nokosu export`: records as flat rows for notebooks and spreadsheets, in CSV or Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final, Literal, cast

import click

from nokosu.cli import CommandError
from nokosu.cli.ending import EnvironmentLacks
from nokosu.cli.options import house_option
from nokosu.cli.output import STDOUT, lines_to
from nokosu.cli.record_files import STDIN
from nokosu.cli.values import RECORDS
from nokosu.locale import t
from nokosu.record.data import records
from nokosu.record.rows import Row, rows

PER: Final = ("seat", "trick", "play")
FORMATS: Final = ("csv", "parquet")
_AT_ONCE: Final = 50_000


@click.command(help=t("cli.export"))
@click.argument("files", type=RECORDS, nargs=-1, required=True, metavar="FILE…")
@click.option("--format", "kind", type=click.Choice(FORMATS), default="csv", show_default=True, help=t("export.format"))
@click.option("--per", type=click.Choice(PER), default="seat", show_default=True, help=t("export.per"))
@click.option("--out", default=STDOUT, show_default=True, metavar="FILE|-", help=t("option.out"))
@house_option
def command(*, files: tuple[str, ...], kind: str, per: str, out: str) -> None:
    """Write one row per seat of every finished round, per trick or per play."""
    if STDIN in files:
        raise CommandError(t("export.no-stdin"))
    for file in files:
        if not Path(file).is_file():
            raise CommandError(t("verify.unreadable", file=file, error=t("export.no-file")))
    found = _rows(files, cast("Literal['seat', 'trick', 'play']", per))
    if kind == "parquet":
        _parquet(found, out)
    else:
        _csv(found, out)


def _rows(files: tuple[str, ...], per: Literal["seat", "trick", "play"]) -> Iterator[Row]:
    """Return the rows of all files; matches are numbered on from file to file."""
    return rows((record for file in files for record in records(file)), per)


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
    writer = None
    part = Path(f"{out}.part")
    while chunk := list(islice(found, _AT_ONCE)):
        table = arrow.Table.from_pylist(chunk, schema=None if writer is None else writer.schema)
        if writer is None:
            writer = parquet.ParquetWriter(part, table.schema)
        writer.write_table(table)
    if writer is None:
        raise CommandError(t("export.nothing"))
    writer.close()
    part.replace(out)
