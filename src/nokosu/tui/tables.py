"""Tables for terminals of any width: where the columns do not fit, each row becomes a paragraph."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from nokosu.locale import t

PIPE_WIDTH: Final = 200
"""Columns where the width is unknown: a file, a pipe."""
_LEAST: Final = 24
"""The one column that may be broken into lines keeps this width."""
_TITLE: Final = "bold"
_CAPTION: Final = "italic"
_BETWEEN: Final = " · "
_INDENT: Final = "  "
_FILLING: Final = re.compile(" +$", re.MULTILINE)


class PipeConsole(Console):
    """A console that leaves a closed pipe to the command, which ends quietly with the exit code for it.

    Into a pipe or a file it writes no spaces that only fill a line.
    """

    def print(self, *objects: Any, **settings: Any) -> None:  # noqa: ANN401  (as rich has it)
        """Print as rich does."""
        if self.is_terminal:
            super().print(*objects, **settings)
            return
        with self.capture() as printed:
            super().print(*objects, **settings)
        self.file.write(_FILLING.sub("", printed.get()))
        self.file.flush()

    def on_broken_pipe(self) -> None:
        """Raise what the system raised."""
        raise BrokenPipeError


def console(*, plain: bool = False) -> Console:
    """Standard output. Colours where the terminal has them and NO_COLOR does not forbid them; none if `plain`."""
    return PipeConsole(
        width=_columns(),
        color_system=None if plain else "auto",
        markup=False,
        emoji=False,
        highlight=False,
    )


def _columns() -> int | None:
    """Return the width to write in; None leaves it to the terminal, which may be resized."""
    on_terminal = sys.stdout.isatty()
    if on_terminal and not os.environ.get("COLUMNS"):
        return None
    return shutil.get_terminal_size((80 if on_terminal else PIPE_WIDTH, 24)).columns


def show(table: Table, on: Console | None = None) -> None:
    """Print a table whose cells are text."""
    to = console() if on is None else on
    if fits(table, to):
        to.print(table)
        return
    if table.title:
        to.print(Text(str(table.title), _TITLE))
    for row in _rows(table):
        _print_row(row, to)
    if table.caption:
        to.print(Text(str(table.caption), _CAPTION))


def fits(table: Table, to: Console) -> bool:
    """Return whether all columns but the widest stay whole, and that one keeps a readable width."""
    widths = [max(_text(cell).cell_len for cell in (column.header, *column.cells)) for column in table.columns]
    whole = to.measure(table, options=to.options.update(width=10_000)).maximum
    return whole - max(widths) + min(_LEAST, max(widths)) <= to.width


def flow(parts: Sequence[Text], between: str, to: Console, first: Text, *, indent: int) -> None:
    """Print parts after a first text, as many on a line as it holds, further lines indented."""
    start = first
    start.pad_right(indent - start.cell_len)
    for line in _joined(parts, between, max(to.width - indent, 1)):
        for piece in line.wrap(to, max(to.width - indent, 1)):
            piece.rstrip()
            to.print(start + piece)
            start = Text(" " * indent)


def _text(cell: object) -> Text:
    return cell if isinstance(cell, Text) else Text(str(cell))


def _rows(table: Table) -> Iterator[list[tuple[str, Text]]]:
    """Yield each row as pairs of heading and cell."""
    headings = [str(column.header) for column in table.columns]
    for row in zip(*(column.cells for column in table.columns), strict=True):
        yield [(heading, _text(cell)) for heading, cell in zip(headings, row, strict=True)]


def _print_row(row: list[tuple[str, Text]], to: Console) -> None:
    """Print the first cell as a heading, the others below it with their names."""
    heading, first = row[0]
    to.print(Text(f"{heading} {first}" if first.plain.isdecimal() else first.plain, _TITLE))
    parts = [Text(t("show.labelled", label=heading, text="")) + cell for heading, cell in row[1:] if cell]
    flow(parts, _BETWEEN, to, Text(), indent=len(_INDENT))


def _joined(parts: Sequence[Text], between: str, width: int) -> Iterator[Text]:
    """Put as many parts on a line as it holds; a part that fits on a line is not torn apart."""
    line = Text()
    for part in parts:
        longer = line + Text(between) + part if line else part
        if line and longer.cell_len > width:
            yield line
            longer = part
        line = longer
    yield line
