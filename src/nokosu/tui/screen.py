"""The terminal as a player sees it: every piece with its colour and a symbol, so that neither is the only sign."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from nokosu.tui.tables import console, flow, show

SYMBOLS: Final = {"R": "♦", "B": "●", "G": "▲", "Y": "★", "P": "☾"}
"""The shapes of the browser client."""
_CARDS: Final = {"R": "bold red", "B": "bold bright_blue", "G": "bold green", "Y": "bold yellow", "P": "bold magenta"}
_DICE: Final = {
    "R": "bold white on red",
    "B": "bold white on blue",
    "G": "bold black on green",
    "Y": "bold black on yellow",
    "P": "bold white on magenta",
}
_PIECE: Final = re.compile(r"(?<![A-Za-z0-9])(?P<kind>d?)(?P<colour>[RBGYP])[0-7](?![A-Za-z0-9])")
"""A piece in notation; Japanese writes the next word right after it."""
_QUIET: Final = "dim"
_STRONG: Final = "bold"


class Screen:
    """Where a match is shown. `plain`: no colours, no symbols, no lines; so too where the terminal has none."""

    def __init__(self, *, plain: bool = False) -> None:
        on_terminal = console()
        self.plain = plain or not on_terminal.is_terminal or on_terminal.is_dumb_terminal
        self.console = console(plain=self.plain)
        self._symbols = SYMBOLS if not self.plain and _can_show(self.console.encoding) else {}

    def text(self, line: str, style: str = "") -> Text:
        """A line with its pieces as they look. A die is a filled block, a card is not."""
        shown, end = Text(), 0
        for found in _PIECE.finditer(line):
            colour = found["colour"]
            filled = found["kind"] and style != _QUIET
            look = (_DICE if filled else _CARDS)[colour]
            shown.append(line[end : found.start()])
            shown.append(self._symbols.get(colour, "") + found[0], look)
            end = found.end()
        shown.append(line[end:])
        shown.stylize(style)
        return shown

    def quiet(self, line: str) -> Text:
        """What is there and cannot be used now."""
        return self.text(line, _QUIET)

    def strong(self, line: str) -> Text:
        return self.text(line, _STRONG)

    def say(self, line: str | Text = "") -> None:
        """One line."""
        self.console.print(self.text(line) if isinstance(line, str) else line, soft_wrap=self.plain)

    def head(self, line: str) -> None:
        """The beginning of a turn."""
        self.console.print()
        if self.plain:
            self.say(line)
        else:
            self.console.print(Rule(self.text(line, _STRONG), align="left", style=_QUIET))

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str | Text]], *, numbers: Sequence[int]) -> None:
        """Rows under headings; `numbers` are the columns to align on the right."""
        table = Table(box=None, pad_edge=False, header_style=_QUIET)
        for column, heading in enumerate(headings):
            table.add_column(heading, justify="right" if column in numbers else "left")
        for row in rows:
            table.add_row(*(self.text(cell) if isinstance(cell, str) else cell for cell in row))
        show(table, self.console)

    def row(self, label: str, parts: Sequence[Text], *, indent: int) -> None:
        """Parts after a label."""
        flow(parts, "  ", self.console, self.text(label), indent=indent)


def _can_show(encoding: str) -> bool:
    try:
        "".join(SYMBOLS.values()).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
