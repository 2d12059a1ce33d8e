"""What opens over the table: a title, a text that scrolls, and any of a few keys to close it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import StringIO
from typing import ClassVar, Final

from rich.console import Console, RenderableType
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.markup import escape
from textual.screen import ModalScreen
from textual.widgets import Static

from nokosu.locale import t
from nokosu.tui.paint.canvas import width
from nokosu.tui.screens.leaving import leave

WIDEST: Final = 92
_APART: Final = "   "
"""What is between two keys of the last line."""
_FOOT_END: Final = 3
"""Columns of the frame behind the last line's text."""


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

    def __init__(
        self, title: str, body: RenderableType, answers: Mapping[str, str] | None = None, leaves: str = ""
    ) -> None:
        """Take the keys that are answers, and what `q` does; then neither Enter nor Space closes it by mistake."""
        super().__init__()
        self._title, self._body = title, body
        self._answers = answers or {}
        last = {"q": leaves} if leaves else {t("term.space"): t("web.result.on")}
        self._keys = {**self._answers, **last}

    @property
    def _foot(self) -> str:
        return _APART.join(f"{key} {text}" for key, text in self._keys.items())

    def compose(self) -> ComposeResult:
        """Lay the text out."""
        with Vertical() as box:
            box.border_title, box.border_subtitle = escape(self._title), escape(self._foot)
            box.styles.min_width = width(self._foot) + 10
            yield Static(self._text(self._body), markup=False, id="body")

    def on_mount(self) -> None:
        """Look whether all of it can be seen."""
        self.call_after_refresh(self._fit)

    def on_resize(self) -> None:
        """Look again: the window has another size."""
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        """Leave the blank rows out where all is seen without them; else say how to see the rest."""
        if not self.query(Vertical):
            return  # closed before it was drawn
        box = self.query_one(Vertical)
        if box.max_scroll_y and box.styles.padding.top:
            box.styles.padding = (0, 2)
            self.call_after_refresh(self._fit)
        foot = self._foot if not box.max_scroll_y else f"↑↓ {t('term.scroll')}{_APART}{self._foot}"
        box.border_subtitle = escape(foot)

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

    def answer(self, key: str) -> None:
        """Close it with an answer."""
        leave(self, key)

    def on_key(self, event: events.Key) -> None:
        """Take one of the answers."""
        if event.key in self._answers:
            self.answer(event.key)

    def on_click(self, event: events.Click) -> None:
        """Do what a key of the last line does; a click beside it closes it, unless an answer is asked for."""
        box = self.query_one(Vertical).region
        if not box.contains(event.screen_x, event.screen_y):
            self.action_on()
        elif event.screen_y == box.bottom - 1:
            self._click(event.screen_x - (box.right - _FOOT_END - width(self._foot)))

    def _click(self, x: int) -> None:
        """Do what the key at this column of the last line does."""
        for key, text in self._keys.items():
            if 0 <= x <= width(f"{key} {text}"):
                self.answer(key) if key in self._answers else self.action_close("close")
            x -= width(f"{key} {text}{_APART}")


class Revealing(Dialog):
    """A text that appears line by line: the end of a round. A key shows all of it, the next one closes it."""

    def __init__(self, title: str, steps: Callable[[int], RenderableType], count: int, every: float) -> None:
        super().__init__(title, steps(0 if every else count))
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
