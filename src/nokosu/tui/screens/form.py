"""A form for a keyboard: up and down choose a row, left and right its value, letters go into texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rich.text import Text
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.widget import Widget

from nokosu.tui.paint.canvas import padded, tail, width

LONGEST: Final = 200
"""Room for the 64 digits of a seed and for the path of a file."""
_TEXT: Final = 38


@dataclass(slots=True)
class Field:
    """A row: a label and a value, from a list or typed."""

    name: str
    label: str
    options: Sequence[tuple[str, str]] = ()
    """Values and what they are called; empty for a text."""
    value: str = ""
    about: dict[str, str] = field(default_factory=dict)
    """A sentence about a value."""
    hint: str = ""

    @property
    def shown(self) -> str:
        """The value in words."""
        return next((text for value, text in self.options if value == self.value), self.value)

    def step(self, by: int) -> None:
        """Go to the next value."""
        values = [value for value, _ in self.options]
        place = values.index(self.value) if self.value in values else 0
        self.value = values[(place + by) % len(values)]


def names_in(text: str) -> tuple[str, ...]:
    """Return the names of a list that commas separate, Japanese ones too."""
    return tuple(name.strip() for name in re.split("[,、，]", text) if name.strip())


class Form(Widget, can_focus=True):
    """Rows of fields, and a last one that sends the form."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Form { width: auto; height: auto; }"

    class Changed(Message):
        """A value has changed."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    class Sent(Message):
        """The form is complete."""

    def __init__(self, fields: list[Field], send: str) -> None:
        super().__init__()
        self.fields, self.send = fields, send
        self.row = len(fields)

    def __getitem__(self, name: str) -> Field:
        """Return a field by name."""
        return next(each for each in self.fields if each.name == name)

    def get_content_width(self, container: object, viewport: object) -> int:
        """Return the width of the widest row."""
        del container, viewport
        return max(width(line.plain) for line in self._lines()) + 2

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """Return one row per field, the button and a line about the value."""
        del container, viewport, width
        return len(self.fields) + 4

    def render(self) -> Text:
        """Draw the rows."""
        return Text("\n").join(self._lines())

    def _lines(self) -> list[Text]:
        label = max((width(each.label) for each in self.fields), default=0) + 2
        lines = []
        for row, each in enumerate(self.fields):
            chosen = row == self.row
            line = Text("▶ " if chosen else "  ", style="bold")
            line.append(padded(each.label, label), style="bold" if chosen else "")
            if each.options:
                line.append("‹ " if chosen else "  ", style="bold")
                line.append(padded(each.shown, 26), style="reverse bold" if chosen else "bold")
                line.append(" ›" if chosen else "  ", style="bold")
            else:
                shown = each.value or ("" if chosen else each.hint)
                line.append("  ")
                shown = f"{tail(shown, _TEXT - 1)}▏" if chosen else shown
                line.append(padded(shown, _TEXT), style="underline" if each.value or chosen else "dim")
            lines.append(line)
        button = f"  [ {self.send} ]"
        lines += [Text(""), Text(button, style="reverse bold" if self.row == len(self.fields) else "bold")]
        lines += [Text(""), Text(padded(self._about(), 66), style="dim")]
        return lines

    def _about(self) -> str:
        if self.row >= len(self.fields):
            return ""
        each = self.fields[self.row]
        return each.about.get(each.value, each.hint if not each.options else "")

    def on_key(self, event: events.Key) -> None:
        """Move, change or type."""
        rows = len(self.fields) + 1
        current = self.fields[self.row] if self.row < len(self.fields) else None
        match event.key:
            case "up" | "shift+tab":
                self.row = (self.row - 1) % rows
            case "down" | "tab":
                self.row = (self.row + 1) % rows
            case "left" | "right" if current and current.options:
                current.step(-1 if event.key == "left" else 1)
                self.post_message(self.Changed(current.name))
            case "enter":
                self.post_message(self.Sent())
            case "backspace" if current and not current.options:
                current.value = current.value[:-1]
                self.post_message(self.Changed(current.name))
            case _:
                typed = event.character if event.is_printable else None
                if typed and current and current.options:
                    self._typed(current, typed)
                if not typed or current is None or current.options or len(current.value) >= LONGEST:
                    return
                current.value += typed
                self.post_message(self.Changed(current.name))
        event.stop()
        event.prevent_default()
        self.refresh(layout=True)
        self.call_after_refresh(self._show_row)

    def _show_row(self) -> None:
        """Scroll what the form is in, so that the chosen row and the one after it are in sight."""
        if isinstance(self.parent, Widget):
            row = self.row if self.row < len(self.fields) else self.row + 1
            shown = Region(0, self.virtual_region.y + row, 1, 2)
            self.parent.scroll_to_region(shown, animate=False, force=True)

    def _typed(self, current: Field, typed: str) -> None:
        """Take a value whose name is typed: a digit, or a second one after it."""
        values = [value for value, _ in current.options]
        wanted = next((value for value in (current.value + typed, typed) if value in values), None)
        if wanted is not None:
            current.value = wanted
            self.post_message(self.Changed(current.name))
            self.refresh(layout=True)

    def on_paste(self, event: events.Paste) -> None:
        """Put a pasted text into a text field."""
        event.stop()
        if self.row < len(self.fields) and not self.fields[self.row].options:
            clean = "".join(letter for letter in event.text if letter.isprintable())
            self.fields[self.row].value = (self.fields[self.row].value + clean)[:LONGEST]
            self.refresh(layout=True)

    def on_click(self, event: events.Click) -> None:
        """Choose a row, change its value, or send the form."""
        if event.y < len(self.fields):
            if self.row == event.y and self.fields[event.y].options:
                self.fields[event.y].step(1)
                self.post_message(self.Changed(self.fields[event.y].name))
            self.row = event.y
        elif event.y == len(self.fields) + 1:
            self.post_message(self.Sent())
        self.refresh(layout=True)
