"""The score pad on the screen: who plays, then round after round; written to its file with every round."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from rich.console import Console
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from nokosu import editions
from nokosu.core.errors import NokosuError
from nokosu.locale import t
from nokosu.tui.pad import HIGHEST, BadPad, Pad, PadRound, keep, new_pad, newest, problem, proposal
from nokosu.tui.paint.canvas import padded, width, wrapped
from nokosu.tui.screens.form import Field, Form, names_in
from nokosu.tui.screens.leaving import leave

if TYPE_CHECKING:
    from nokosu.tui.screens.app import Game

_WAVE: Final = "▁▂▃▄▅▆▇█"
_BAR: Final = 40
"""Columns of the longest bar at the end."""
_FRAME: Final = 8
"""Columns of the frame, and of the room inside it."""


class PadScreen(Screen[str]):
    """The pad. It ends with "home"."""

    ALLOW_SELECT = False
    CSS = """
    PadScreen { align: center middle; }
    PadScreen > Vertical {
        width: auto; height: auto; max-height: 100%; padding: 0 3; background: $surface; border: round $primary;
        overflow-y: auto; border-title-color: $primary; border-title-style: bold; border-subtitle-color: $foreground;
    }
    PadScreen Static { width: auto; height: auto; }
    PadScreen #sheet { margin: 1 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+c", "home", show=False),
        Binding("ctrl+z", "undo", show=False),
    ]

    def __init__(
        self, pad: Pad | None = None, path: Path | None = None, *, leaves: str = "home", house: str | None = None
    ) -> None:
        super().__init__()
        self._leaves = leaves
        self._house = house
        self.pad: Pad | None = pad
        self.path: Path | None = path
        if pad is None and path is None and house is None and (found := newest()):
            self.pad, self.path = found
        self._again: PadRound | None = None

    @property
    def game(self) -> Game:
        return self.app  # type: ignore[return-value]  # it is the only application

    def compose(self) -> ComposeResult:
        """Show the sheet and the form below it."""
        with Vertical() as box:
            box.border_title = t("term.pad")
            yield Static("", id="sheet", markup=False)
            yield Form(self._fields(), self._button())

    def on_mount(self) -> None:
        """Begin to enter."""
        self._refresh()

    def _fields(self) -> list[Field]:
        pad = self.pad
        if pad is None:
            own = [(self._house, editions.find(self._house).name)] if self._house else []
            return [
                Field(
                    "edition",
                    t("web.new.edition"),
                    [*own, *((name, t(f"web.edition.{name}")) for name in editions.names())],
                    self._house or editions.DEFAULT,
                    {name: t(f"web.edition.{name}.about") for name in editions.names()},
                ),
                Field("names", t("web.pad.names"), hint=t("term.pad.names")),
                Field(
                    "rounds",
                    t("web.pad.how-many-rounds"),
                    [("", t("term.usual")), *((str(number), str(number)) for number in range(1, 11))],
                ),
            ]
        if pad.over:
            return []
        open_yet = ("", self.game.signs.dash)
        tricks = [open_yet, *((str(number), str(number)) for number in range(pad.rules.tricks + 1))]
        dice = [open_yet, ("0", t("web.pad.zero")), *((str(n), str(n)) for n in range(1, HIGHEST + 1))]
        fields: list[Field] = []
        for player, name in enumerate(pad.players):
            won = str(self._again.won[player]) if self._again else ""
            kept = str(self._again.kept[player]) if self._again else ""
            fields.append(Field(f"won{player}", t("show.labelled", label=name, text=t("web.pad.tricks")), tricks, won))
            fields.append(
                Field(f"kept{player}", t("show.labelled", label=name, text=t("web.pad.leftover")), dice, kept)
            )
        return fields

    def _button(self) -> str:
        if self.pad is None:
            return t("web.pad.begin")
        return t("web.pad.again") if self.pad.over else t("web.pad.add")

    def _refresh(self) -> None:
        form = self.query_one(Form)
        form.fields, form.send = self._fields(), self._button()
        form.row = 0 if self.pad is None or not self.pad.over else len(form.fields)
        form.focus()
        form.refresh(layout=True)
        box = self.query_one(Vertical)
        keys = [f"↑↓ {t('term.choose')}", f"0–9 ←→ {t('term.change')}", f"Enter {self._button()}"]
        if self.pad and self.pad.rounds:
            keys.append(f"Ctrl+Z {t('web.assist.undo')}")
        box.border_subtitle = "  ".join([*keys, f"Esc {t('web.menu.home')}"])
        self.query_one("#sheet", Static).update(self._sheet())

    def _sheet(self) -> Text:
        columns = self.app.size.width - _FRAME
        if self.pad is None:
            return Text("\n".join(wrapped(t("term.pad.about"), columns)))
        text = sheet(self.pad, columns)
        if self.pad.over:
            again = t("web.pad.same-players", names=t("show.comma").join(self.pad.players))
            text.append("\n\n" + "\n".join(wrapped(again, columns)))
        return text

    def on_form_changed(self, message: Form.Changed) -> None:
        """Suggest the last player's tricks."""
        if self.pad is None or self.pad.over or not message.name.startswith("won"):
            return
        form = self.query_one(Form)
        won = self._numbers(form, "won")
        suggested = proposal(self.pad, won)
        if suggested and message.name != f"won{suggested[0]}":
            form[f"won{suggested[0]}"].value = str(suggested[1])
            form.refresh(layout=True)

    def _numbers(self, form: Form, kind: str) -> tuple[int | None, ...]:
        assert self.pad is not None
        values = [form[f"{kind}{player}"].value for player in range(len(self.pad.players))]
        return tuple(int(value) if value else None for value in values)

    def on_form_sent(self) -> None:
        """Begin a match, write a round down, or play again with the same people."""
        form = self.query_one(Form)
        try:
            if self.pad is None:
                names = names_in(form["names"].value)
                length = int(form["rounds"].value) if form["rounds"].value else None
                self.pad = new_pad(form["edition"].value, names, length)
            elif self.pad.over:
                self.pad = new_pad(
                    self.pad.edition, self.pad.players, self.pad.length, self.pad.dealer + 1, self.pad.house
                )
                self.path = None
            else:
                self.pad = self._written(self.pad, form)
                self._again = None
        except NokosuError as error:
            self.game.say(error)
            return
        self.app.clear_notifications()
        self.path = keep(self.pad, self.path)
        self._refresh()

    def _written(self, pad: Pad, form: Form) -> Pad:
        won, kept = self._numbers(form, "won"), self._numbers(form, "kept")
        said = problem(pad, won, kept)
        if said:
            raise BadPad(said)
        return pad.write(PadRound(tuple(each or 0 for each in won), tuple(each or 0 for each in kept)))

    def action_undo(self) -> None:
        """Take the last round off the pad, to be entered again."""
        if self.pad and self.pad.rounds:
            self.pad, self._again = self.pad.undo()
            self.path = keep(self.pad, self.path)
            self._refresh()

    def action_home(self) -> None:
        """Go back; everything is written."""
        leave(self, self._leaves)


def sheet(pad: Pad, columns: int = 100) -> Text:
    """Return the pad as a table of at most so many columns, with a curve for every player."""
    grid = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    grid.add_column(t("web.round"))
    for name in pad.players:
        grid.add_column(name, justify="right")
    for number, (row, entered) in enumerate(zip(pad.points, pad.rounds, strict=True), 1):
        cells = []
        for player, points in enumerate(row):
            kept = entered.kept[player]
            how = f"{entered.won[player]}/{t('web.pad.zero') if kept == 0 else kept}"
            cells.append(f"{points} ({how}){'✓' if entered.won[player] == kept else ' '}")
        grid.add_row(str(number), *cells)
    grid.add_row(t("show.total"), *(f"{total} " for total in pad.totals), style="bold")
    if pad.rounds:
        grid.add_row("", *(f"{_curve(pad, player)} " for player in range(len(pad.players))))
    console = Console(width=columns, color_system=None)
    lines = ["".join(part.text for part in line).rstrip() for line in console.render_lines(grid)]
    if pad.over:
        names = [pad.players[player] for player in pad.winners]
        joined = t("show.comma").join(names)
        lines += ["", t("web.pad.share", names=joined) if len(names) > 1 else t("web.pad.wins", name=joined), ""]
        lines += _chart(pad, columns)
    else:
        done = t("web.pad.rounds-done", done=len(pad.rounds), rounds=pad.length)
        lines += ["", f"{done}. {t('web.pad.deals', name=pad.players[pad.deals])}"]
    return Text("\n".join(lines))


def _curve(pad: Pad, player: int) -> str:
    sums = [sum(row[player] for row in pad.points[: number + 1]) for number in range(len(pad.rounds))]
    best = max(*pad.totals, 1)
    return "".join(_WAVE[max(0, min(7, total * 7 // best))] for total in sums)


def _chart(pad: Pad, columns: int) -> list[str]:
    """Return who has how many points as bars, the best first."""
    order = sorted(range(len(pad.players)), key=lambda player: (-pad.totals[player], player))
    names = max(map(width, pad.players))
    best, room = max(*pad.totals, 1), min(columns - names - 6, _BAR)
    bars = ["█" * max(pad.totals[player] * room // best, 0) for player in order]
    return [
        f"{padded(pad.players[each], names)} {pad.totals[each]:>4} {bar}" for each, bar in zip(order, bars, strict=True)
    ]
