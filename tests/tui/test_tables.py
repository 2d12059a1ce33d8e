"""Tables at any width: whole where they fit, else a paragraph for each row."""

import os
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

from nokosu.tui.tables import PIPE_WIDTH, console, show

HEADINGS = ("Bot", "Margin", "Made", "Why")


def printed(width: int, *rows: tuple[str, ...]) -> list[str]:
    table = Table(*HEADINGS, title="Title", caption="Caption")
    for row in rows:
        table.add_row(*row)
    console = Console(width=width, record=True, color_system=None, quiet=False)
    with console.capture() as captured:
        show(table, console)
    return [line.rstrip() for line in captured.get().splitlines()]


ROW = ("club", "+1.2", "40 %", "It keeps its dice for the end of the round.")


def test_a_table_that_fits_is_a_table() -> None:
    lines = printed(90, ROW)
    assert any("club" in line and "+1.2" in line and "end of the round." in line for line in lines)


def test_one_long_column_may_be_broken_into_lines() -> None:
    lines = printed(56, ROW)
    assert any("club" in line and "+1.2" in line for line in lines)
    assert not any("It keeps its dice for the end of the round." in line for line in lines)


def test_where_it_does_not_fit_each_row_is_a_paragraph() -> None:
    assert printed(30, ROW, ("7", "", "1 %", "x")) == [
        "Title",
        "club",
        "  Margin: +1.2 · Made: 40 %",
        "  Why: It keeps its dice for",
        "  the end of the round.",
        "Bot 7",
        "  Made: 1 % · Why: x",
        "Caption",
    ]


@pytest.mark.parametrize("width", [20, 30, 40, 60, 80])
def test_no_line_is_longer_than_the_terminal(width: int) -> None:
    for line in printed(width, ROW, ("クラブ", "十二", "四十", "最後までダイスを残しておくため。" * 3)):
        assert cell_len(line) <= width


@pytest.mark.parametrize(("said", "width"), [("40", 40), ("0", PIPE_WIDTH), ("many", PIPE_WIDTH), ("-4", PIPE_WIDTH)])
def test_columns_that_make_no_sense_are_ignored(said: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", said)
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        assert console().width == width


def test_a_reader_of_a_pipe_sees_each_line_at_once_and_as_it_is() -> None:
    """A match into `tee` is followed move by move, and a line ends nowhere but where it is printed."""
    read, write = os.pipe()
    os.set_blocking(read, False)
    with os.fdopen(write, "w", encoding="utf-8") as pipe, redirect_stdout(pipe):
        for text, end in (("one\u2028line  ", "\n"), ("no end", "")):
            console().print(text, end=end)
            assert os.read(read, 100).decode() == f"{text.rstrip()}{end}"
    os.close(read)
