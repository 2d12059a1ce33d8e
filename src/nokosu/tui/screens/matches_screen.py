"""Matches that were played to their end on this machine: to be looked at again and reviewed."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from nokosu.locale import t
from nokosu.tui.saved import finished_matches
from nokosu.tui.screens.leaving import leave
from nokosu.tui.screens.menu import Menu

MOST: Final = 9


class MatchesScreen(Screen[str]):
    """The newest matches. It ends with the one to look at, or with "home"."""

    ALLOW_SELECT = False
    CSS = """
    MatchesScreen { align: center middle; }
    MatchesScreen > Vertical {
        width: auto; height: auto; padding: 1 3; background: $surface; border: round $primary;
        border-title-color: $primary; border-title-style: bold; border-subtitle-color: $foreground;
    }
    MatchesScreen Static { width: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape,ctrl+c", "home", show=False)]

    def compose(self) -> ComposeResult:
        """List them."""
        found = finished_matches(MOST)
        with Vertical() as box:
            box.border_title = t("term.matches")
            box.border_subtitle = f"↑↓ {t('term.choose')}  Enter {t('web.result.replay')}  Esc {t('web.menu.home')}"
            box.styles.min_width = 60
            if found:
                entries = enumerate(found, 1)
                yield Menu([(str(number), text, f"look:{path.name}") for number, (path, text) in entries])
            else:
                yield Static(t("web.pad.none"), markup=False)

    def on_mount(self) -> None:
        """Listen to keys."""
        for menu in self.query(Menu):
            menu.focus()

    def on_menu_taken(self, message: Menu.Taken) -> None:
        """Open one."""
        leave(self, message.answer)

    def action_home(self) -> None:
        """Go back."""
        leave(self, "home")
