"""The first screen: a new match, the matches that wait, and everything else."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from nokosu.locale import t
from nokosu.tui.screens.leaving import leave
from nokosu.tui.screens.menu import Menu

_LOGO = (
    "█▄ █ █▀█ █▄▀ █▀█ █▀▀ █ █   █▀▄ █ █▀▀ █▀▀",
    "█ ▀█ █▄█ █ █ █▄█ ▄▄█ █▄█   █▄▀ █ █▄▄ ██▄",
)
SHOWN = 5
"""Matches that can be continued from here."""


class Home(Screen[str]):
    """Where the game begins, and where a match leads back to."""

    ALLOW_SELECT = False
    CSS = """
    Home { align: center middle; }
    Home > Vertical { width: auto; height: auto; padding: 1 4; background: $surface; border: round $primary; }
    Home .logo { width: auto; text-style: bold; color: $primary; }
    Home .claim { width: auto; color: $text-muted; margin: 1 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape,ctrl+c", "leave", show=False)]

    def compose(self) -> ComposeResult:
        """Greet, and offer what there is."""
        ascii_only = getattr(self.app, "signs").ascii  # noqa: B009  the application is ours
        with Vertical():
            yield Static("NOKOSU DICE" if ascii_only else "\n".join(_LOGO), classes="logo", markup=False)
            yield Static(t("web.home.claim"), classes="claim", markup=False)
            yield Menu(self._entries())

    def _entries(self) -> list[tuple[str, str, str]]:
        from nokosu.tui.saved import waiting_matches  # noqa: PLC0415  slow to load

        entries = [("n", t("web.pad.new"), "new")]
        entries += [
            (str(number), t("term.continue", match=text), f"continue:{path.name}")
            for number, (path, text) in enumerate(waiting_matches(SHOWN), 1)
        ]
        entries += [
            ("d", t("web.home.daily"), "daily"),
            ("p", t("web.home.puzzles"), "puzzles"),
            ("v", t("term.matches"), "matches"),
            ("k", t("term.pad"), "score"),
            ("r", t("term.rules"), "rules"),
            ("q", t("term.quit"), "left"),
        ]
        return entries

    def on_mount(self) -> None:
        """Listen to keys."""
        self.query_one(Menu).focus()

    def on_menu_taken(self, message: Menu.Taken) -> None:
        """Go there."""
        if message.answer == "rules":
            from nokosu.tui import sheets  # noqa: PLC0415  slow to load
            from nokosu.tui.screens.dialogs import Dialog  # noqa: PLC0415  the same

            self.app.push_screen(Dialog(t("term.rules"), sheets.rules(None, self.app.size.height)))
            return
        leave(self, message.answer)

    def action_leave(self) -> None:
        """End the game."""
        leave(self, "left")
