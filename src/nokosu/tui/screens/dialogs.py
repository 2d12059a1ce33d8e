"""What opens over the table: a title, a text that scrolls, and any of a few keys to close it."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import ClassVar, Final

from rich.console import Console, RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.markup import escape
from textual.screen import ModalScreen
from textual.widgets import Static

from nokosu.tui.paint.canvas import width
from nokosu.tui.screens.leaving import leave

WIDEST: Final = 92


class Dialog(ModalScreen[str]):
    """A text over the table. It is dismissed with the name of the key that closed it."""

    ALLOW_SELECT = False
    # Scoped to the class that is opened first, it would not hold for the classes below.
    SCOPED_CSS = False
    CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical {
        width: auto; max-width: 96%; height: auto; max-height: 96%; padding: 1 2;
        background: $surface; border: round $primary; scrollbar-size-vertical: 1; overflow-y: auto;
        border-title-color: $primary; border-title-style: bold; border-subtitle-color: $foreground;
    }
    Dialog > Vertical > Static { width: auto; max-width: 92; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,ctrl+c", "close('close')", show=False),
        Binding("space,enter", "on", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("up", "scroll(-1)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
    ]

    def __init__(self, title: str, body: RenderableType, foot: str = "", *, answers: tuple[str, ...] = ()) -> None:
        """Take the keys that are answers; with them, neither Enter nor Space closes it by mistake."""
        super().__init__()
        self._title, self._body, self._foot = title, body, foot
        self._answers = answers

    def compose(self) -> ComposeResult:
        """Lay the text out."""
        with Vertical() as box:
            box.border_title, box.border_subtitle = escape(self._title), escape(self._foot)
            box.styles.min_width = width(self._foot) + 10
            yield Static(self._text(self._body), markup=False, id="body")

    def _text(self, body: RenderableType) -> Text:
        """Return a body as text of its own width, which Textual can measure."""
        columns = min(self.app.size.width - 12, WIDEST)
        console = Console(width=columns, color_system="truecolor", force_terminal=True, file=StringIO())
        lines = [
            Text.assemble(*((part.text, part.style or "") for part in line)) for line in console.render_lines(body)
        ]
        for line in lines:
            line.rstrip()
        return Text("\n").join(lines)

    def action_close(self, how: str) -> None:
        """Close it."""
        leave(self, how)

    def action_on(self) -> None:
        """Close it, unless an answer is asked for."""
        if not self._answers:
            self.action_close("close")

    def action_scroll(self, rows: int) -> None:
        """Scroll by some rows."""
        self.query_one(Vertical).scroll_relative(y=rows, animate=False)

    def on_key(self, event: object) -> None:
        """Take one of the answers."""
        key = getattr(event, "key", "")
        if key in self._answers:
            leave(self, key)

    def on_click(self, event: object) -> None:
        """Close it with a click beside it."""
        if getattr(event, "widget", None) is self and not self._answers:
            leave(self, "close")


class Revealing(Dialog):
    """A text that appears line by line: the end of a round. A key shows all of it, the next one closes it."""

    def __init__(self, title: str, steps: Callable[[int], RenderableType], count: int, foot: str, every: float) -> None:
        super().__init__(title, steps(0 if every else count), foot)
        self._steps, self._count, self._every = steps, count, every
        self._shown = 0 if every else count

    def on_mount(self) -> None:
        """Begin to count."""
        if self._every:
            self.set_interval(self._every, self._next)

    def _next(self) -> None:
        if self._shown < self._count:
            self._reveal(self._shown + 1)

    def _reveal(self, count: int) -> None:
        self._shown = count
        self.query_one("#body", Static).update(self._text(self._steps(count)))

    def action_close(self, how: str) -> None:
        """Show all, then close."""
        if self._shown < self._count:
            self._reveal(self._count)
        else:
            super().action_close(how)
