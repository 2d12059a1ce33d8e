"""What a table says, shown one message after the other at the bots' pace: moves, tricks, results, whose turn it is."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from rich.console import RenderableType
from textual import work
from textual.app import ComposeResult
from textual.screen import Screen

from nokosu import kernel
from nokosu.locale import t
from nokosu.tui import sheets, words
from nokosu.tui.asking import fresh
from nokosu.tui.coach import Coach
from nokosu.tui.connection import Connection, LocalConnection
from nokosu.tui.model import TableModel, effects_of
from nokosu.tui.screens.board import Board
from nokosu.tui.screens.cover import Cover
from nokosu.tui.screens.dialogs import Dialog, Revealing
from nokosu.tui.screens.keys import footer_keys
from nokosu.tui.screens.leaving import leave
from nokosu.wire.commands import AnyCommand, Continue
from nokosu.wire.events import MatchEnded, Played, RoundScored, TrickTaken
from nokosu.wire.updates import AnyFromTable, Closing, PresenceChanged, Refusal, Update

if TYPE_CHECKING:
    from nokosu.tui.screens.app import Game

TRICK_S: Final = 1.5
TRUMP_S: Final = 1.2
TURN_S: Final = 0.55
STEP_S: Final = 0.18
BEHIND: Final = 6
"""Messages that may wait before the table catches up at once."""


class Presenting(Screen[str]):
    """The half of a table that listens. It ends with "left", "over" or the name of the next thing to do."""

    def __init__(self, connection: Connection, *, together: bool = False) -> None:
        super().__init__()
        self.connection = connection
        self.model = TableModel(together=together)
        self.coach = Coach(connection)
        self._queue: deque[Update] = deque()
        self._arrived = asyncio.Event()
        self._skip = asyncio.Event()
        self._sending = False

    @property
    def game(self) -> Game:
        return self.app  # type: ignore[return-value]  # it is the only application

    @property
    def board(self) -> Board:
        return self.query_one(Board)

    def compose(self) -> ComposeResult:
        """Show the table alone."""
        yield Board(self.game.palette, self.game.signs)

    def on_mount(self) -> None:
        """Sit down."""
        self.board.focus()
        self._present()
        self._open()

    @work
    async def _open(self) -> None:
        await self.connection.start(self.hear)

    async def on_unmount(self) -> None:
        """Leave the table as it is."""
        await self.connection.stop()

    @work
    async def command(self, command: AnyCommand) -> None:
        """Send something to the table; a refusal is shown."""
        self._sending = True
        try:
            answer = await self.connection.send(command)
        finally:
            self._sending = False
        if isinstance(answer, Refusal):
            self.hear(answer)

    # What the table says

    def hear(self, frame: AnyFromTable) -> None:
        """Take a message."""
        if isinstance(frame, Update):
            if any(type(entry).__name__ == "TakenBack" for entry in frame.entries):
                self._queue.clear()
                self._skip.set()
            self._queue.append(frame)
            self.model.settled = False
            self._arrived.set()
        elif isinstance(frame, Refusal):
            self.model.say(words.worded(frame.reason, self.model.names), warns=True)
            self.paint()
        elif isinstance(frame, Closing):
            self.model.say(words.worded(frame.reason), warns=True)
            self.paint()
        elif isinstance(frame, PresenceChanged):
            self.model.presence = frame.presence
            self.paint()

    @work
    async def _present(self) -> None:
        """Show one message after the other, each for as long as it takes to see it."""
        while True:
            while not self._queue:
                self._arrived.clear()
                await self._arrived.wait()
            update = self._queue.popleft()
            self._skip.clear()
            await self._show(update)
            if not self._queue:
                self.model.settle()
                await self._listen_to_coach()
            self.paint()
            if isinstance(self.connection, LocalConnection):
                await self._pass_on(self.connection)

    async def _show(self, update: Update) -> None:
        model = self.model
        first = model.update is None
        effects = effects_of(update.entries)
        behind = first or len(self._queue) > BEHIND
        scored = next((effect for effect in reversed(effects) if isinstance(effect, RoundScored)), None)
        if scored and not first:
            await self._end_round(update, scored, behind=behind)
            return
        trick = effects[-1] if effects and isinstance(effects[-1], TrickTaken) and not behind else None
        trump = bool(model.view and not model.view.trump and update.view and update.view.trump)
        model.show(update, finished=trick)
        played = [(effect.seat, effect.piece) for effect in effects if isinstance(effect, Played)]
        if not self._queue and not trick:
            model.settle()
        self.paint(played=tuple(played) if len(played) == 1 and not behind else ())
        if first and model.over:
            await self._end_match()
        if trick:
            await self.pause(TRICK_S)
            model.finished = None
            self.paint()
        elif trump and not behind:
            model.say(t("web.trump.moment", die=update.view.trump) if update.view else "")
            self.paint()
            await self.pause(TRUMP_S)
        elif self._queue and not behind:
            await self.pause(STEP_S)

    async def _end_round(self, update: Update, scored: RoundScored, *, behind: bool) -> None:
        """Let the last trick be seen whole, turn every kept die against its tricks, then go on."""
        model, effects = self.model, effects_of(update.entries)
        trick = next((effect for effect in effects if isinstance(effect, TrickTaken)), None)
        ended = any(isinstance(effect, MatchEnded) for effect in effects)
        if trick and not behind:
            model.end_round(trick)
            self.paint()
            await self.pause(TRICK_S)
        model.lines[scored.round] = scored.lines
        if not model.together or ended or isinstance(self.connection, LocalConnection):
            await self._result(scored)
        model.show(update)
        self.paint()
        if ended:
            await self._end_match()
        elif model.table and model.table.between_rounds:
            self.command(Continue(client_id=fresh()))

    async def _result(self, scored: RoundScored) -> None:
        model, game = self.model, self.game
        order = sheets.count_order(model, len(scored.lines))
        title = t("web.result.round", round=scored.round + 1, rounds=model.view.rounds if model.view else 0)

        def steps(count: int) -> RenderableType:
            return sheets.round_lines(model, scored.lines, game.palette, order, count)

        every = TURN_S * game.tempo if game.motion else 0.0
        await self.game.push_screen_wait(Revealing(title, steps, len(order), every))

    async def _end_match(self) -> None:
        """Show who has won, and go where the person wants to."""
        model, table = self.model, self.model.table
        self.game.ended = await self.connection.record()
        self.game.ended_seat = model.own or 0
        if table is not None and table.event is not None and isinstance(self.connection, LocalConnection):
            leave(self, f"daily:{table.event.day}")
            return
        keys = {"n": t("web.result.rematch"), "v": t("web.result.replay"), "j": t("web.result.review")}
        if self.game.ended is None:
            del keys["v"], keys["j"]
        elif not kernel.available:
            del keys["j"]
        body = sheets.match_end(model, self.game.palette)
        answer = await self.game.push_screen_wait(Dialog(sheets.end_title(model), body, keys, t("term.leave")))
        self.game.following = await self.connection.rematch() if answer == "n" else None
        leave(self, {"n": "again", "v": "replay", "j": "review"}.get(answer, "over"))

    async def pause(self, seconds: float) -> None:
        """Wait at the table's pace; a key ends the wait."""
        wait = seconds * self.game.tempo
        if wait <= 0:
            return
        self._skip.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._skip.wait(), wait)

    async def _listen_to_coach(self) -> None:
        """Let the coach speak where there is one: before an own decision, and after an own slip."""
        said = await self.coach.attend(self.model)
        if said:
            self.model.say(said)

    # Several people at one keyboard

    async def _pass_on(self, connection: LocalConnection) -> None:
        """Hide the table until the next person says that they are there."""
        seat = connection.table.passed_to
        if seat is None or self._queue:
            return
        connection.take_keyboard(None)
        self._queue.clear()
        names = self.model.names
        since = tuple(self.model.log[-len(names) * 2 :])
        await self.game.push_screen_wait(Cover(names[seat], since))
        connection.take_keyboard(seat)

    # The picture

    def paint(self, played: tuple[tuple[int, str], ...] = ()) -> None:
        """Draw what there is to see now."""
        if self.model.view is None:
            self.board.write(self._waiting())
            return
        shown = self.model.picture(footer_keys(self.model))
        self.board.paint(shown, played if self.game.motion and self.game.tempo > 0 else ())

    def _waiting(self) -> list[str]:
        """Return what there is to read before a deal."""
        table = self.model.table
        if table is None:
            return [self.model.note]
        names = t("show.comma").join(self.model.names)
        lines = [t("term.waiting", names=names), table.code, self.model.note]
        if table.host is not None and table.host == self.model.own:
            lines.append(f"b  {t('term.start-bots')}")
        return [*lines, f"q  {t('term.leave')}"]
