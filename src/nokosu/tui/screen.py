"""The terminal as a player sees it: every piece with its colour and a symbol, so that neither is the only sign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from nokosu.api.colour import SYMBOLS, coloured
from nokosu.tui.tables import console, flow, show

_QUIET: Final = "dim"
_STRONG: Final = "bold"


class Screen:
    """Where a match is shown. `plain`: no colours, no symbols, no lines; so too where the terminal has none."""

    def __init__(self, *, plain: bool = False) -> None:
        on_terminal = console()
        self.plain = plain or not on_terminal.is_terminal or on_terminal.is_dumb_terminal
        self.console = console(plain=self.plain)
        self._symbols = not self.plain and _can_show(self.console.encoding)

    def text(self, line: str, style: str = "") -> Text:
        """Return a line with its pieces as they look. A die is a filled block, a card is not."""
        shown = Text.from_ansi(coloured(line, symbols=self._symbols, filled=style != _QUIET))
        shown.stylize(style)
        return shown

    def quiet(self, line: str) -> Text:
        """Style what is there but cannot be used now."""
        return self.text(line, _QUIET)

    def strong(self, line: str) -> Text:
        return self.text(line, _STRONG)

    def say(self, line: str | Text = "") -> None:
        """Say one line."""
        self.console.print(self.text(line) if isinstance(line, str) else line, soft_wrap=self.plain)

    def head(self, line: str) -> None:
        """Mark the beginning of a turn."""
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
