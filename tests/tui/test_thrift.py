"""The driver that writes little: a terminal shows the same with it as without it."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from nokosu.tui.screens.pens import Pen, change, pen
from nokosu.tui.screens.thrift import Thrift

STYLES = ("", "1", "38;2;1;2;3", "1;38;2;1;2;3;48;2;4;5;6", "31;42", "2;7")
Write = tuple[int, int, str, str]
WRITES: st.SearchStrategy[list[Write]] = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 8), st.text("ab  ", min_size=1, max_size=5), st.sampled_from(STYLES)),
    max_size=8,
)


def sequence(writes: list[Write]) -> str:
    """What Textual would write."""
    return "".join(f"\x1b[{row + 1};{column + 1}H\x1b[{style}m{text}\x1b[0m" for row, column, text, style in writes)


MOVE = re.compile(r"\x1b\[([\d;]*)([HABCDm])|(\x1bM|[\r\b\v])|(.)")


def screen(*data: str) -> dict[tuple[int, int], tuple[str, Pen]]:
    """A small terminal: the letters and pens that are on it."""
    cells: dict[tuple[int, int], tuple[str, Pen]] = {}
    row, column, parameters = 0, 0, ""
    for said, what, control, letter in MOVE.findall("".join(data)):
        match what or control:
            case "H":
                row, column = (int(number or 1) - 1 for number in said.split(";"))
            case "A" | "B":
                row += int(said or 1) * (1 if what == "B" else -1)
            case "C" | "D":
                column += int(said or 1) * (1 if what == "C" else -1)
            case "m":
                parameters = f"{parameters};{said or '0'}".strip(";")
            case "\r":
                column = 0
            case "\b":
                column -= 1
            case "\v":
                row += 1
            case "\x1bM":
                row -= 1
            case _:
                now = pen(parameters)
                blank = letter == " "
                cells[row, column] = (letter, Pen(now.attributes & {"7"}, "", now.behind) if blank else now)
                column += 1
    return {place: cell for place, cell in cells.items() if cell != (" ", Pen())}


@given(st.lists(WRITES, max_size=5))
def test_the_terminal_shows_the_same(rounds: list[list[Write]]) -> None:
    thrift = Thrift()
    whole = [sequence(writes) for writes in rounds]
    short = [thrift.shorter(data) for data in whole]
    assert [(place, cell[0]) for place, cell in sorted(screen(*short).items())] == [
        (place, cell[0]) for place, cell in sorted(screen(*whole).items())
    ]
    assert sum(map(len, short)) <= sum(map(len, whole)) + 8 * len(rounds)


def test_what_is_there_is_not_written_again() -> None:
    thrift = Thrift()
    data = sequence([(0, 0, "abba", "1;38;2;1;2;3")])
    assert thrift.shorter(data)
    assert thrift.shorter(data) == ""
    thrift.forget()
    assert thrift.shorter(data)


def test_the_cursor_goes_the_shortest_way() -> None:
    thrift = Thrift()
    thrift.shorter(sequence([(row, 0, "." * 9, "") for row in range(4)]))
    frame = [(row, column, "|", "") for row in range(3) for column in (2, 7)]
    assert thrift.shorter(sequence(frame)) == "\x1b[1;3H|\v\b|\v\b|\x1b[4C|\x1bM\b|\x1bM\b|"


def test_a_pen_changes_by_what_differs() -> None:
    assert change(pen("1;38;2;1;2;3"), pen("1;38;2;4;5;6")) == "\x1b[38;2;4;5;6m"
    assert change(pen("1;31"), pen("31")) == "\x1b[22m"
    assert change(pen("1;2;31"), pen("2;31")) == "\x1b[22;2m"
    assert change(pen("1;31"), pen("")) == "\x1b[0m"
