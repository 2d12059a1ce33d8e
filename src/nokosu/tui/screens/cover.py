"""Between two people at one keyboard: nothing is on the screen that only one of them may see."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from nokosu.locale import t
from nokosu.tui.screens.leaving import leave


class Cover(Screen[bool]):
    """Says whose turn it is, and what everybody has seen since; opens when that person is there."""

    ALLOW_SELECT = False
    CSS = """
    Cover { align: center middle; background: $background; }
    Cover > Vertical {
        width: auto; max-width: 70; height: auto; padding: 1 3; background: $surface; border: round $primary;
    }
    Cover Static { width: auto; }
    Cover .title { text-style: bold; color: $primary; margin-bottom: 1; }
    Cover .since { color: $text-muted; margin: 1 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", show=False)]

    def __init__(self, name: str, since: tuple[str, ...]) -> None:
        super().__init__()
        self._name, self._since = name, since

    def compose(self) -> ComposeResult:
        """Ask for the next person."""
        with Vertical():
            yield Static(t("term.pass", name=self._name), classes="title", markup=False)
            yield Static(t("web.pass.alone", name=self._name), markup=False)
            yield Static("\n".join(self._since), classes="since", markup=False)
            yield Static(f"Enter  {t('web.pass.show', name=self._name)}", markup=False)

    def action_open(self) -> None:
        """Let the person see their hand."""
        leave(self, True)

    def on_click(self) -> None:
        """Open with a click too."""
        leave(self, True)
