"""How the deal of a day went: one's own line and, when it has played too, the champion's."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual import work
from textual.widgets import Static

from nokosu import kernel
from nokosu.locale import t
from nokosu.tui.daily import champions, result_sheet
from nokosu.tui.screens.dialogs import Dialog
from nokosu.tui.screens.leaving import leave
from nokosu.wire.daily import DailyLine

if TYPE_CHECKING:
    from nokosu.tui.screens.app import Game


class DailyResult(Dialog):
    """The result. It ends with "replay", "review" or "home"."""

    def __init__(self, day: str, mine: DailyLine) -> None:
        keys = {"v": t("web.result.replay"), "j": t("web.result.review")}
        if not kernel.available:
            del keys["j"]
        super().__init__(t("show.comma").join((t("web.home.daily"), day)), "", keys, t("web.menu.home"))
        self._day, self._mine = day, mine

    def on_mount(self) -> None:
        """Show one's own line at once."""
        self._show(None)
        self._ask_champion()

    def _show(self, theirs: DailyLine | None) -> None:
        game: Game = self.app  # type: ignore[assignment]  # it is the only application
        body = result_sheet(self._day, self._mine, theirs, game.palette, game.signs)
        self.query_one("#body", Static).update(self._text(body))

    @work
    async def _ask_champion(self) -> None:
        theirs = await asyncio.to_thread(champions, self._day)
        if theirs is not None and self.is_mounted:
            self._show(theirs)

    def action_close(self, how: str) -> None:
        """Go home."""
        del how
        leave(self, "home")

    def answer(self, key: str) -> None:
        """Go to the replay, with the judge or without."""
        leave(self, {"v": "replay", "j": "review"}[key])
