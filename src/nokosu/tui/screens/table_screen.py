"""The table of a running match: keys and mouse in, moves out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar, Final

from rich.console import RenderableType
from textual import events, work
from textual.app import SystemCommand
from textual.binding import Binding, BindingType

from nokosu.bots.characters import DEFAULT_BOT
from nokosu.locale import t
from nokosu.table.refusal import Refused
from nokosu.tui import sheets, words
from nokosu.tui.asking import fresh, notice, wishes
from nokosu.tui.connection import LocalConnection
from nokosu.tui.screens.board import Board
from nokosu.tui.screens.dialogs import Dialog
from nokosu.tui.screens.keys import footer_keys, help_pairs
from nokosu.tui.screens.leaving import leave
from nokosu.tui.screens.presenting import Presenting
from nokosu.wire.base import wire_reason
from nokosu.wire.commands import Move, SetBotPace, Start, Undo

TWO_DIGITS_S: Final = 0.8
"""Within this time a second digit belongs to the first."""


class TableScreen(Presenting):
    """A table that somebody sits at: the half that does what the person wants."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up,shift+tab", "move(-1)", show=False),
        Binding("right,down,tab", "move(1)", show=False),
        Binding("enter", "do", show=False),
        Binding("space", "on", show=False),
        Binding("z", "zero", show=False),
        Binding("h", "hint", show=False),
        Binding("u", "undo", show=False),
        Binding("l", "last", show=False),
        Binding("s", "scores", show=False),
        Binding("t", "tricks", show=False),
        Binding("r", "rules", show=False),
        Binding("p", "pace", show=False),
        Binding("b", "begin", show=False),
        Binding("y", "answer(True)", show=False),
        Binding("n", "answer(False)", show=False),
        Binding("question_mark,f1", "keys", show=False),
        Binding("q,ctrl+c,escape", "leave", show=False),
    ]

    _digits = ""
    _digits_at = 0.0

    def action_begin(self) -> None:
        """Deal, as the host; bots fill the open seats."""
        table = self.model.table
        if table and table.status == "open" and table.host == self.model.own:
            self.command(Start(client_id=fresh(), fill_with=DEFAULT_BOT))

    def on_key(self, event: events.Key) -> None:
        """Take digits, which choose a piece; any key ends a wait."""
        self.board.land()
        if event.character and event.character.isdecimal() and self.model.my_turn:
            self._digit(event.character, event.time)
            event.stop()

    def _digit(self, digit: str, at: float) -> None:
        together = self._digits + digit if at - self._digits_at < TWO_DIGITS_S else digit
        if not self.model.number(int(together)):
            together = digit
            self.model.number(int(digit))
        self._digits, self._digits_at = together, at
        self.paint()

    def on_board_chosen(self, message: Board.Chosen) -> None:
        """Choose what was clicked; play it where it was chosen already."""
        if not self.model.my_turn:
            self._skip.set()
        elif self.model.cursor == message.index:
            self.action_do()
        else:
            self.model.point(message.index)
            self.paint()

    async def on_board_pressed(self, message: Board.Pressed) -> None:
        """Do what a key of the footer does."""
        self._skip.set()
        if message.key and message.key.action:
            await self.run_action(message.key.action)

    def action_move(self, step: int) -> None:
        """Move the cursor."""
        if self.model.my_turn:
            self.model.move(step)
            self.paint()

    def action_do(self) -> None:
        """Do what the cursor points at, or say why not."""
        self._skip.set()
        model = self.model
        chosen = model.chosen if model.my_turn else None
        if chosen is None:
            return
        if chosen.action is None:
            model.point(model.cursor)
            self.paint()
        elif model.doubt():
            self.paint()
        else:
            self._act(chosen.action)

    def action_zero(self) -> None:
        """Take a zero die, and remove the die that the cursor points at."""
        chosen = self.model.chosen if self.model.my_turn else None
        if chosen and chosen.zero:
            self._act(chosen.zero)

    def action_on(self) -> None:
        """Go on: nothing is waited for."""
        self._skip.set()

    def _act(self, action: str) -> None:
        if self._sending or self.model.update is None:
            return
        self.command(Move(client_id=fresh(), expected_seq=self.model.update.seq, action=action))

    def action_undo(self) -> None:
        """Take back the last own move."""
        if self.model.undoable is not None:
            self.command(Undo(client_id=fresh(), action_seq=self.model.undoable))
        elif self.model.my_turn:
            self.model.say(t("table.nothing-to-undo"))
            self.paint()

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Ask for advice; it is marked in the record."""
        model = self.model
        if not model.my_turn:
            return
        model.say(t("term.thinking"))
        self.paint()
        try:
            hint = await self.connection.hint()
        except Refused as refused:
            model.say(words.worded(wire_reason(refused.why), model.names), warns=True)
        else:
            why = words.worded(hint.reason, model.names)
            action = words.action_in_words(hint.action)
            chance = f"{round(hint.chance * 100)} %"
            for place, choice in enumerate(model.choices):
                if hint.action in {choice.action, choice.zero}:
                    model.cursor = place
            model.hinted = hint.action.split(" ")[-1]
            model.say(t("web.assist.hint.is", action=action, why=why, chance=chance))
        self.paint()

    def action_pace(self) -> None:
        """Choose the next pace."""
        pace = self.game.next_pace()
        if (
            self.model.table
            and sum(seat.kind == "person" for seat in self.model.table.seats) == 1
            and not self.model.over
        ):
            self.command(SetBotPace(client_id=fresh(), bot_pace=pace))
        self.model.say(t("show.labelled", label=t("web.bot-pace"), text=t(f"web.bot-pace.{pace}")))
        self.paint()

    def action_answer(self, yes: bool) -> None:  # noqa: FBT001  bound to keys
        """Answer what the others ask."""
        asked = notice(self.model)
        command = (asked.yes if yes else asked.no) if asked else None
        if command is not None:
            self.command(command)

    def _dialog(self, title: str, body: RenderableType) -> None:
        self.game.push_screen(Dialog(title, body))

    def action_last(self) -> None:
        """Show the last trick."""
        self._dialog(t("web.last-trick"), sheets.last_trick(self.model, self.game.palette))

    def action_tricks(self) -> None:
        """Show all tricks of the round."""
        self._dialog(t("show.won"), sheets.trick_list(self.model, self.game.palette))

    def action_scores(self) -> None:
        """Show the score sheet."""
        self._dialog(t("web.scores"), sheets.score_sheet(self.model))

    def action_rules(self) -> None:
        """Show the rules on one screen."""
        edition = self.model.table.settings.edition if self.model.table else None
        self._dialog(t("term.rules"), sheets.rules(edition, self.app.size.height))

    def action_keys(self) -> None:
        """Show what every key does."""
        self._dialog(t("term.help"), sheets.key_list(help_pairs(self.game.signs)))

    def commands(self) -> Iterator[SystemCommand]:
        """Yield what can be done now, for the palette."""
        for key in footer_keys(self.model):
            if key.action not in {"move(1)", "leave"}:
                yield SystemCommand(key.text, key.key, partial(self.run_action, key.action))
        yield SystemCommand(t("web.bot-pace"), "p", self.action_pace)
        if not isinstance(self.connection, LocalConnection):
            for text, command in wishes(self.model):
                yield SystemCommand(text, "", partial(self.command, command))

    def action_leave(self) -> None:
        """Leave; the match stays as it is."""
        leave(self, "left")
