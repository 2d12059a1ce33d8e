"""The application: its look, its pace, and which screen comes next."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from textual import events
from textual.app import App, SystemCommand
from textual.command import CommandPalette
from textual.driver import Driver
from textual.screen import Screen
from textual.theme import Theme

from nokosu.core.errors import NokosuError
from nokosu.locale import mark, t
from nokosu.table.refusal import Refused
from nokosu.tui.folder import remember
from nokosu.tui.new_match import NewMatch
from nokosu.tui.paint.palette import ANSI, DARK, LIGHT, MONO, THEMES, Palette, palette
from nokosu.tui.paint.signs import Signs, can_show, signs
from nokosu.wire.lobby import BotPace

if TYPE_CHECKING:
    from nokosu.record.model import Record
    from nokosu.record.position import Position
    from nokosu.tui.connection import Connection
    from nokosu.tui.local_table import LocalTable

_THEME_NAMES: Final = {DARK: mark("term.theme.dark"), LIGHT: mark("term.theme.light"), ANSI: mark("term.theme.ansi")}
PACES: Final[tuple[BotPace, ...]] = ("relaxed", "normal", "fast", "instant")
TEMPO: Final[dict[BotPace, float]] = {"relaxed": 1.5, "normal": 1.0, "fast": 0.5, "instant": 0.0}
"""What every duration on the table is multiplied by, as in the browser."""


SETTLED_S: Final = 0.15
"""After this time without a change, a window has its size."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the game looks and moves; what is None was not asked for, and is as it was the last time."""

    theme: str = DARK
    ascii_only: bool = False
    motion: bool = True
    pace: BotPace = "normal"
    delay_ms: int = 900


class Game(App[None]):
    """One run of the game in a terminal."""

    TITLE = "Nokosu Dice"
    ENABLE_COMMAND_PALETTE = True

    def __init__(self, look: Look, opens: Callable[[Game], Screen[str]]) -> None:
        self.mono = "NO_COLOR" in os.environ
        super().__init__(driver_class=_driver(), ansi_color=True if self.mono else None)
        self.look = replace(look, theme=MONO) if self.mono else look
        self._opens = opens
        self.wish: NewMatch | None = None
        self.last: LocalTable | None = None
        """The match that was played last on this machine."""
        self.ended: Record | None = None
        """The match that ended last, to be looked at again, and from which seat."""
        self.ended_seat = 0
        self.following: Connection | None = None
        """The table of a rematch, where others were asked."""
        for name in (DARK, LIGHT):
            self.register_theme(_theme(palette(name)))

    def action_command_palette(self) -> None:
        """Show all commands, and ask for one in the player's language."""
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(CommandPalette(placeholder=t("term.search"), id="--command-palette"))

    async def on_event(self, event: events.Event) -> None:
        """Draw everything again when the window changes: what the terminal keeps of it is unknown."""
        changed = isinstance(event, events.Resize) and self.screen_stack and event.size != self.size
        await super().on_event(event)
        if changed:
            self._draw_all()
            # Once more when the terminal has surely put its own lines in order.
            self.set_timer(SETTLED_S, self._draw_all)

    def _draw_all(self) -> None:
        forget = getattr(self._driver, "forget", None)
        if forget is not None:
            forget()
        self.screen.refresh()

    @property
    def palette(self) -> Palette:
        return palette(self.look.theme)

    @property
    def signs(self) -> Signs:
        return signs(ascii_only=self.look.ascii_only)

    @property
    def motion(self) -> bool:
        return self.look.motion

    @property
    def tempo(self) -> float:
        return TEMPO[self.look.pace]

    def on_mount(self) -> None:
        """Show the first screen."""
        self._wear()
        self.show(self._opens(self))

    def show(self, screen: Screen[str]) -> None:
        """Show a screen; when it is done, do what it asks for."""
        self.push_screen(screen, self._after)

    def _after(self, answer: str | None) -> None:
        from nokosu.tui.screens import routes  # noqa: PLC0415  screens name the application

        following = routes.after(self, answer or "left")
        if following is None:
            self.exit()
        else:
            self.show(following)

    def _wear(self) -> None:
        names = {DARK: "nokosu-dark", LIGHT: "nokosu-light", ANSI: "ansi-dark", MONO: "ansi-dark"}
        self.theme = names[self.look.theme]

    def change(self, **look: object) -> None:
        """Change the look, and keep it for the next time."""
        self.look = replace(self.look, **look)  # type: ignore[arg-type]  # fields of Look
        remember(**look)
        self._wear()
        from nokosu.tui.screens.board import Board  # noqa: PLC0415  as above

        for screen in self.screen_stack:
            for board in screen.query(Board):
                board.restyle(self.palette, self.signs)

    def next_pace(self) -> BotPace:
        """Go to the next pace, and return it."""
        pace = PACES[(PACES.index(self.look.pace) + 1) % len(PACES)]
        self.change(pace=pace)
        return pace

    def say(self, error: Exception) -> None:
        """Show why something could not be done."""
        from nokosu.locale.reasons import word  # noqa: PLC0415  rarely needed

        self.notify(word(error.why) if isinstance(error, Refused) else str(error), severity="error", markup=False)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Offer what can be done here: the keys of the table, and the look."""
        from nokosu.tui.screens.table_screen import TableScreen  # noqa: PLC0415  as above

        if isinstance(screen, TableScreen):
            yield from screen.commands()
        if not self.mono:
            for name in THEMES:
                yield SystemCommand(
                    t("term.theme", name=t(_THEME_NAMES[name])), "", lambda name=name: self.change(theme=name)
                )
        yield SystemCommand(t("term.signs"), "", lambda: self.change(ascii_only=not self.look.ascii_only))
        yield SystemCommand(t("term.motion"), "", lambda: self.change(motion=not self.look.motion))
        yield SystemCommand(t("term.leave"), "", self.exit)

    @property
    def can_repeat(self) -> bool:
        return self.wish is not None

    def again(self) -> NewMatch:
        """Return the same match with other cards and dice."""
        assert self.wish is not None
        return replace(self.wish, seed=None, secret=NewMatch().secret)

    def resume_named(self, name: str) -> Screen[str] | None:
        """Continue a match by the name of its file."""
        from nokosu.tui.folder import folder  # noqa: PLC0415  for this alone

        return self.resume(folder("matches") / name)

    def create(self, wish: NewMatch, position: Position | None = None) -> Screen[str] | None:
        """Make a match and return its table; None, with a word on why, where that cannot be."""
        from nokosu.tui.connection import LocalConnection  # noqa: PLC0415  slow to load
        from nokosu.tui.local_table import LocalTable  # noqa: PLC0415  the same
        from nokosu.tui.screens.table_screen import TableScreen  # noqa: PLC0415  as above

        self.wish = wish
        try:
            table = LocalTable.create(
                replace(wish, pace=self.look.pace), delay_ms=self.look.delay_ms, position=position
            )
        except (NokosuError, Refused, OSError) as error:
            self.say(error)
            return None
        self.last = table
        return TableScreen(LocalConnection(table), together=len(wish.people) > 1)

    def resume(self, path: Path) -> Screen[str] | None:
        """Continue a match; None, with a word on why, where that cannot be."""
        from nokosu.tui.connection import LocalConnection  # noqa: PLC0415  slow to load
        from nokosu.tui.local_table import LocalTable  # noqa: PLC0415  the same
        from nokosu.tui.screens.table_screen import TableScreen  # noqa: PLC0415  as above
        from nokosu.tui.store import Busy  # noqa: PLC0415  the same

        try:
            table = LocalTable.open(path, delay_ms=self.look.delay_ms)
        except Busy:
            self.notify(t("term.busy"), severity="error")
        except (NokosuError, ValueError, OSError):
            self.notify(t("term.damaged", file=path), severity="error", markup=False)
        else:
            self.last = table
            return TableScreen(LocalConnection(table), together=table.shared)
        return None

    def replay(self, *, judged: bool = False, leaves: str = "home") -> Screen[str] | None:
        """Show the match that ended last again, with the judge or without."""
        from nokosu.tui.screens.replay_screen import ReplayScreen  # noqa: PLC0415  slow to load

        if self.ended is None:
            return None
        return ReplayScreen(self.ended, self.ended_seat, leaves=leaves, judged=judged)

    def look_at(self, name: str) -> Screen[str] | None:
        """Show a finished match of the list by the name of its file; behind it is the list again."""
        from nokosu.tui.folder import folder  # noqa: PLC0415  for this alone
        from nokosu.tui.local_table import LocalTable  # noqa: PLC0415  slow to load

        table = LocalTable.read(folder("matches") / name)
        if table is None:
            return None
        self.ended, self.ended_seat = table.record(), table.own_seat
        return self.replay(leaves="matches")

    def daily(self, day: str = "") -> Screen[str] | None:
        """Play the deal of the day, go on with it, or show how it went."""
        from nokosu.tui import daily  # noqa: PLC0415  slow to load
        from nokosu.tui.connection import LocalConnection  # noqa: PLC0415  the same
        from nokosu.tui.folder import settings  # noqa: PLC0415  for this alone
        from nokosu.tui.local_table import LocalTable  # noqa: PLC0415  slow to load
        from nokosu.tui.screens.daily_screen import DailyResult  # noqa: PLC0415  as above
        from nokosu.tui.screens.table_screen import TableScreen  # noqa: PLC0415  as above

        day = day or daily.today()
        mine = daily.played(day)
        if mine is not None:
            self.look_at(daily.path_of(day).name)
            return DailyResult(day, mine)
        if daily.path_of(day).exists():
            return self.resume(daily.path_of(day))
        match = settings().get("match", {})
        name = str(match.get("name", "")) if isinstance(match, dict) else ""
        self.last = LocalTable.daily(day, name, self.look.pace, delay_ms=self.look.delay_ms)
        return TableScreen(LocalConnection(self.last))

    def puzzles(self) -> Screen[str]:
        """Solve puzzles, today's first."""
        from nokosu.tui.screens.puzzle_screen import PuzzleScreen  # noqa: PLC0415  slow to load

        return PuzzleScreen()

    def matches(self) -> Screen[str]:
        """List the matches that were played to their end."""
        from nokosu.tui.screens.matches_screen import MatchesScreen  # noqa: PLC0415  as above

        return MatchesScreen()

    def score_pad(self) -> Screen[str]:
        """Open the score pad."""
        from nokosu.tui.screens.pad_screen import PadScreen  # noqa: PLC0415  slow to load

        return PadScreen()

    def join(self, connection: Connection) -> Screen[str]:
        """Sit down at a server's table."""
        from nokosu.tui.screens.table_screen import TableScreen  # noqa: PLC0415  as above

        return TableScreen(connection)

    @property
    def kept(self) -> bool:
        """Whether a match was left that can be continued."""
        return self.last is not None and self.last.path is not None and self.last.state.ended is None


def _theme(colours: Palette) -> Theme:
    """Return the look of dialogs and forms, from the same colours as the table."""
    return Theme(
        name=f"nokosu-{colours.name}",
        primary=colours.accent or "",
        secondary=colours.gold,
        foreground=colours.text,
        background=colours.felt,
        surface=colours.panel,
        panel=colours.panel,
        success=colours.good,
        warning=colours.gold,
        error=colours.bad,
        accent=colours.gold,
        dark=colours.name == DARK,
    )


def _driver() -> type[Driver] | None:
    """Return the driver that writes little; Textual's own where there is no such terminal."""
    if sys.platform == "win32" or not sys.stdout.isatty():
        return None
    from nokosu.tui.screens.thrift import ThriftyDriver  # noqa: PLC0415  not on Windows

    return ThriftyDriver


def terminal_signs() -> bool:
    """Return whether only ASCII can be shown here."""
    return not can_show(sys.stdout.encoding or "ascii")
