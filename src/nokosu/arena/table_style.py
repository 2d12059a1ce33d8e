"""The one style of tables: a rule under the headings on a terminal, plain columns in a pipe or a file."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table


def table(title: str, names: Sequence[str], numbers: Sequence[str] = ()) -> Table:
    """Return an empty table with columns of text, then columns of numbers."""
    box = SIMPLE_HEAD if sys.stdout.isatty() else None
    shown = Table(title=title or None, box=box, pad_edge=False, show_edge=False)
    shown.collapse_padding, shown.title_justify, shown.caption_justify = True, "left", "left"
    for name in names:
        shown.add_column(name)
    for number in numbers:
        shown.add_column(number, justify="right")
    return shown
