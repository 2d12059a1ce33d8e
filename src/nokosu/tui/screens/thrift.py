"""A driver that writes little: it knows what the terminal shows, and sends the cells that differ and no others.

Textual writes whole runs of a line with all their attributes. Over a slow line that is most of what a move costs. Here
everything in one colour is written together, wherever it is on the screen: the cursor moves cheaply, colours are long.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import get_character_cell_size
from textual.drivers.linux_driver import LinuxDriver

from nokosu.tui.paint.canvas import in_ascii
from nokosu.tui.screens.pens import Pen, change, fits, pen, visible

_TOKEN: Final = re.compile(
    r"\x1b\[(?P<row>\d*);(?P<column>\d*)H"
    r"|\x1b\[(?P<style>[\d;]*)m"
    r"|(?P<line>\r?\n)"
    r"|(?P<other>\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|P[^\x1b]*\x1b\\|[@-Z\\^_=>]))"
    r"|(?P<text>[^\x1b\r\n]+)"
)
_CLEARS: Final = ("\x1b[?1049", "\x1b[2J", "\x1b[3J", "\x1bc", "\x1b[?1047")
_WIDE: Final = 2
_AHEAD: Final = 24
"""Among so many runs of one pen the nearest is written next."""
_TABS: Final = 3
"""Up to so many vertical tabs are shorter than a sequence with a number."""
_BRIDGE: Final = 3
"""As many letters that are there already are written again, where that is shorter than to step over them."""

Place = tuple[int, int]
Cell = tuple[str, Pen]


class Run(NamedTuple):
    """Letters side by side that one pen writes; a pen for spaces alone leaves the colour open."""

    row: int
    column: int
    text: str
    pen: Pen
    blank: bool


class Thrift:
    """What the terminal shows, as far as it is known."""

    def __init__(self) -> None:
        self.ascii_only = False
        """Whether signs go as ASCII, those of dialogs and forms too."""
        self._cells: dict[Place, Cell] = {}
        self._next: dict[Place, Cell] = {}
        """What is to be shown, and is not yet written."""
        self._at: Place | None = None
        self._pen: Pen | None = None

    def forget(self) -> None:
        """Take nothing for granted: the window has changed."""
        self._cells, self._next, self._at, self._pen = {}, {}, None, None

    def shorter(self, data: str) -> str:
        """Return what has to be written so that the terminal shows what `data` would make it show."""
        out: list[str] = []
        row, column, current = 0, 0, Pen()
        placed = False
        for token in _TOKEN.finditer(data):
            kind = token.lastgroup
            if kind in {"column", "row"}:
                row, column, placed = int(token["row"] or 1) - 1, int(token["column"] or 1) - 1, True
            elif kind == "style":
                current = pen(token["style"])
            elif kind == "line":
                row, column = row + 1, 0
            elif kind == "text" and placed:
                text = in_ascii(token["text"]) if self.ascii_only else token["text"]
                column = self._put(row, column, text, current)
            else:
                self._flush(out)
                clears = token[0].startswith(_CLEARS)
                if (clears or kind == "text") and self._pen not in {None, Pen()}:
                    # Between two writes the pen stays as it is; what is not ours begins, and ends, with a plain one.
                    out.append("\x1b[0m")
                    self._pen = Pen()
                if clears:
                    self.forget()
                elif kind == "text":
                    self._at = None
                out.append(token[0])
        self._flush(out)
        return "".join(out)

    def _put(self, row: int, column: int, text: str, current: Pen) -> int:
        """Note what is to be shown; return the column after it."""
        for letter in text:
            size = get_character_cell_size(letter)
            if not size:
                continue
            self._next[row, column] = (letter, visible(current) if letter == " " else current)
            if size == _WIDE:
                self._next[row, column + 1] = ("", current)
            column += size
        return column

    def _flush(self, out: list[str]) -> None:
        """Write what differs, pen by pen, the nearest pen first."""
        waiting: dict[Pen, list[Run]] = defaultdict(list)
        blank: list[Run] = []
        for run in self._runs():
            (blank if run.blank else waiting[run.pen]).append(run)
        for run in blank:
            waiting[next((each for each in waiting if fits(each, run.pen)), run.pen)].append(run)
        while waiting:
            before = self._pen
            nearest = min(waiting, key=lambda each: len(_change(before, each)))
            runs = waiting.pop(nearest)
            if all(run.blank for run in runs) and before and not before.attributes:
                # The colour of letters does not show: leave it.
                nearest = nearest._replace(colour=before.colour)
            out.append(_change(before, nearest))
            self._pen = nearest
            runs.sort()
            while runs:
                way, run = self._nearest(runs)
                runs.remove(run)
                out += way, run.text
                self._at = (run.row, run.column + sum(map(get_character_cell_size, run.text)))

    def _nearest(self, runs: list[Run]) -> tuple[str, Run]:
        """Return the run that the cursor reaches by the shortest way, and that way."""
        # Not from behind the last column, where terminals differ on where the cursor is.
        at = self._at if self._at in self._cells else None
        found = [(_way(at, (run.row, run.column)), run) for run in runs[:_AHEAD]]
        return min(found, key=lambda each: len(each[0]))

    def _runs(self) -> list[Run]:
        """Return what differs from what is shown, and take it as written."""
        changed = sorted(place for place, cell in self._next.items() if cell[0] and self._cells.get(place) != cell)
        for place, cell in self._next.items():
            before = self._cells.get(place)
            if before and before[0] == "" and cell[0] and before != cell:
                # Half of a wide letter goes, and the other half with it.
                self._cells.pop((place[0], place[1] - 1), None)
        self._cells |= self._next
        self._next = {}
        runs: list[Run] = []
        for row, column in changed:
            letter, current = self._cells[row, column]
            if runs and runs[-1].row == row and (joined := self._joined(runs[-1], column, letter, current)):
                runs[-1] = joined
            else:
                runs.append(Run(row, column, letter, current, letter == " "))
        return runs

    def _joined(self, run: Run, column: int, letter: str, current: Pen) -> Run | None:
        """Return a run that goes on to this cell, where one pen writes everything up to it."""
        end = run.column + sum(map(get_character_cell_size, run.text))
        if column - end > _BRIDGE:
            return None
        between = [self._cells.get((run.row, place)) for place in range(end, column)]
        if any(cell is None or len(cell[0].encode()) != 1 for cell in between):
            return None
        for text, wanted in [*(cell for cell in between if cell), (letter, current)]:
            if text == " ":
                if not fits(run.pen, wanted) and not (run.blank and run.pen == wanted):
                    return None
                run = run._replace(text=run.text + text)
            elif run.pen == wanted or (run.blank and fits(wanted, run.pen)):
                run = run._replace(text=run.text + text, pen=wanted, blank=False)
            else:
                return None
        return run


@lru_cache(16384)
def _way(at: Place | None, place: Place) -> str:
    """Return the shortest sequence that moves the cursor; from an unknown place, by numbers."""
    if at == place:
        return ""
    ways = [f"\x1b[{place[0] + 1};{place[1] + 1 if place[1] else ''}H"]
    if at is not None:
        down, right = place[0] - at[0], place[1] - at[1]
        # A vertical tab goes down and stays in its column, ESC M goes up, on every terminal since the VT100.
        rows = "\v" * down if 0 < down <= _TABS else "\x1bM" if down == -1 else _by(down, "A", "B")
        ways.append(rows + _by(right, "D", "C"))
        if right < 0:
            ways += [rows + "\b" * -right, rows + "\r" + _by(place[1], "D", "C")]
    return min(ways, key=len)


def _by(steps: int, back: str, forth: str) -> str:
    """Return what moves the cursor by some steps."""
    count = str(abs(steps)) if abs(steps) > 1 else ""
    return f"\x1b[{count}{forth if steps > 0 else back}" if steps else ""


def _change(before: Pen | None, after: Pen) -> str:
    return change(before, after) if before is not None else "\x1b[0m" + change(Pen(), after)


class ThriftyDriver(LinuxDriver):
    """Textual's driver, which forgets what is on the screen only when it must."""

    def __init__(self, *arguments: object, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]  # as Textual has them
        self._thrift = Thrift()

    def write(self, data: str) -> None:
        """Write what differs."""
        self._thrift.ascii_only = self._app.signs.ascii  # type: ignore[attr-defined]  # it is our application
        super().write(self._thrift.shorter(data))

    def forget(self) -> None:
        """Take nothing for granted any more."""
        self._thrift.forget()

    def start_application_mode(self) -> None:
        """Begin with an unknown screen."""
        self._thrift.forget()
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual has no types there
