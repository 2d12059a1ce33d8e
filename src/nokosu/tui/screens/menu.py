"""A list to choose from, by arrows, keys or mouse."""

from __future__ import annotations

from typing import Final

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from nokosu.tui.paint.canvas import cut, width

_MARKS: Final = 8
"""Columns for the mark, the key and the space around them."""
_AROUND: Final = 10
"""Columns of the frame that a list is in."""


class Menu(Widget, can_focus=True):
    """A list to choose from."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Menu { width: auto; height: auto; }"

    class Taken(Message):
        """An entry was taken."""

        def __init__(self, answer: str) -> None:
            super().__init__()
            self.answer = answer

    def __init__(self, entries: list[tuple[str, str, str]]) -> None:
        """Take key, text and answer of each entry."""
        super().__init__()
        self.entries, self.row = entries, 0

    def get_content_width(self, container: object, viewport: object) -> int:
        """Return the width of the widest entry."""
        del container, viewport
        return min(max(width(text) for _, text, _ in self.entries) + _MARKS, self.app.size.width - _AROUND)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """Return one row per entry."""
        del container, viewport, width
        return len(self.entries)

    def render(self) -> Text:
        """Draw the entries."""
        lines = []
        for row, (key, text, _) in enumerate(self.entries):
            line = Text("▶ " if row == self.row else "  ", style="bold")
            line.append(f" {key} ", style="bold reverse" if row == self.row else "bold")
            line.append(f"  {cut(text, self.size.width - _MARKS)}", style="bold" if row == self.row else "")
            lines.append(line)
        return Text("\n").join(lines)

    def on_key(self, event: events.Key) -> None:
        """Move, or take an entry."""
        if event.key in {"up", "down"}:
            self.row = (self.row + (1 if event.key == "down" else -1)) % len(self.entries)
        elif event.key in {"enter", "space"}:
            self.post_message(self.Taken(self.entries[self.row][2]))
        else:
            for key, _, answer in self.entries:
                if event.character == key:
                    self.post_message(self.Taken(answer))
                    break
            else:
                return
        event.stop()
        self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Take an entry."""
        if event.y < len(self.entries):
            self.post_message(self.Taken(self.entries[event.y][2]))
