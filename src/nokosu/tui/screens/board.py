"""The widget that shows a canvas. It sends the cells that have changed, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from nokosu.tui.paint.canvas import Box, Canvas
from nokosu.tui.paint.layout import LEAST
from nokosu.tui.paint.palette import Palette
from nokosu.tui.paint.pieces import Look
from nokosu.tui.paint.scene import Drawn
from nokosu.tui.paint.signs import Signs
from nokosu.tui.paint.table import draw
from nokosu.tui.shown import Key, Shown

STEPS: Final = 2
"""Pictures of a piece on its way to the table."""
STEP_S: Final = 0.045
_NARROWER: Final = 8
_LOWER: Final = 1
"""So much narrower and lower than it was made for, a table can still be read."""


@dataclass(slots=True)
class Flight:
    """A piece on its way from a seat to its place in the trick."""

    seat: int
    piece: str
    start: tuple[int, int]
    step: int = 1


class Board(Widget, can_focus=True):
    """The table."""

    ALLOW_SELECT = False

    class Chosen(Message):
        """A choice was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    class Pressed(Message):
        """A key of the footer was clicked, or the empty table (None)."""

        def __init__(self, key: Key | None) -> None:
            super().__init__()
            self.key = key

    def __init__(self, palette: Palette, signs: Signs) -> None:
        super().__init__()
        self.palette, self.signs = palette, signs
        self.shown: Shown | None = None
        self.drawn: Drawn | None = None
        self.canvas: Canvas | None = None
        self._flights: list[Flight] = []
        self._timer: Timer | None = None
        self._lines: list[str] = []

    def paint(self, shown: Shown | None, played: tuple[tuple[int, str], ...] = ()) -> None:
        """Show a picture; the pieces in `played` fly to their places first."""
        before = self.drawn
        self.shown = shown
        self._flights = []
        if played and before and shown:
            for seat, piece in played:
                start = before.sources.get(seat)
                if start:
                    self._flights.append(Flight(seat, piece, start))
        self._draw()
        if self._flights and self._timer is None:
            self._timer = self.set_interval(STEP_S, self._step)

    def write(self, lines: list[str]) -> None:
        """Show lines instead of a table."""
        self.shown, self._lines = None, lines
        self._draw()

    def restyle(self, palette: Palette, signs: Signs) -> None:
        """Draw with other colours or signs from now on."""
        self.palette, self.signs = palette, signs
        self.canvas = None
        self._draw()

    def land(self) -> None:
        """Let everything that flies arrive."""
        if self._flights:
            self._flights = []
            self._draw()

    def _step(self) -> None:
        for flight in self._flights:
            flight.step += 1
        self._flights = [flight for flight in self._flights if flight.step <= STEPS]
        if not self._flights and self._timer:
            self._timer.stop()
            self._timer = None
        self._draw()

    def _draw(self) -> None:
        columns, rows = self.size
        if not columns or not rows:
            return
        before = self.canvas
        if self.shown is None:
            self.canvas, self.drawn = self._written(self._lines), None
        elif columns < LEAST[0] - _NARROWER or rows < LEAST[1] - _LOWER:
            wanted = f"{columns} × {rows} → {LEAST[0]} × {LEAST[1]}"
            self.canvas, self.drawn = self._written(["Nokosu Dice", wanted]), None
        else:
            flying = {flight.seat for flight in self._flights}
            trick = tuple((seat, piece) for seat, piece in self.shown.trick if seat not in flying)
            shown = replace(self.shown, trick=trick) if flying else self.shown
            self.drawn = draw(shown, columns, rows, self.palette, self.signs)
            self.canvas = self.drawn.canvas
            self._overlay(self.drawn)
        if before is None or (before.columns, before.rows) != (columns, rows):
            self.refresh()
            return
        changed = [Region(span.start, span.row, span.end - span.start, 1) for span in self.canvas.changes(before)]
        if changed:
            self.refresh(*changed)

    def _written(self, lines: list[str]) -> Canvas:
        columns, rows = self.size
        canvas = Canvas(columns, rows, self.palette.felt_text, ascii_only=self.signs.ascii)
        for row, line in enumerate(lines):
            box = Box(0, rows // 2 - len(lines) + 2 * row, columns, 1)
            canvas.centred(box, 0, line, self.palette.felt_text)
        return canvas

    def _overlay(self, drawn: Drawn) -> None:
        """Draw what is on its way: in one row, whatever the size of the window, because every step is sent."""
        for flight in self._flights:
            end = drawn.places[flight.seat]
            share = flight.step / (STEPS + 1)
            x = round(flight.start[0] + (end[0] - flight.start[0]) * share)
            y = round(flight.start[1] + (end[1] - flight.start[1]) * share) + 1
            assert self.shown is not None
            drawn.artist.token(drawn.canvas, x, y, flight.piece, Look(trump=flight.piece in self.shown.help.trumps))

    def render_line(self, y: int) -> Strip:
        """Return a row of the canvas."""
        if self.canvas is None or y >= self.canvas.rows:
            return Strip([Segment(" " * self.size.width, Style())])
        return Strip(self.canvas.row(y), self.canvas.columns)

    def on_resize(self) -> None:
        """Draw the same for another window."""
        self._flights = []
        self._draw()

    def on_click(self, event: events.Click) -> None:
        """Turn a click into a choice or a key."""
        if self.drawn is None:
            return
        index = self.drawn.choice_at(event.x, event.y)
        if index is not None:
            self.post_message(self.Chosen(index))
        else:
            self.post_message(self.Pressed(self.drawn.key_at(event.x, event.y)))
