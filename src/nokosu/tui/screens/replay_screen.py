"""A record at the same table: step by step, from any seat, with all hands or one, and with the judge's curve."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.timer import Timer

from nokosu.locale import t
from nokosu.record.model import Record
from nokosu.table.replaying import replay_round
from nokosu.tui import sheets, words
from nokosu.tui.judging import Judging, can_review, review_sheet, verdict
from nokosu.tui.screens.board import Board
from nokosu.tui.screens.dialogs import Dialog
from nokosu.tui.screens.leaving import leave
from nokosu.tui.shown import Key, Shown
from nokosu.tui.stepping import position_shown, seats_shown
from nokosu.wire.replay import Position, ReplayRound
from nokosu.wire.tables import SeatInfo

if TYPE_CHECKING:
    from nokosu.tui.screens.app import Game

PLAY_S: Final = 1.0


class ReplayScreen(Screen[str]):
    """Steps through a record. It ends with "home"."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "step(1)", show=False),
        Binding("left", "step(-1)", show=False),
        Binding("down,pagedown", "trick(1)", show=False),
        Binding("up,pageup", "trick(-1)", show=False),
        Binding("home", "ends(0)", show=False),
        Binding("end", "ends(1)", show=False),
        Binding("n", "round(1)", show=False),
        Binding("b", "round(-1)", show=False),
        Binding("tab", "seat", show=False),
        Binding("o", "open", show=False),
        Binding("space", "play", show=False),
        Binding("j", "judge", show=False),
        Binding("s", "scores", show=False),
        Binding("r", "rules", show=False),
        Binding("question_mark,f1", "keys", show=False),
        Binding("q,escape,ctrl+c", "leave", show=False),
    ]

    def __init__(
        self, record: Record, seat: int = 0, *, first: int = 0, leaves: str = "home", judged: bool = False
    ) -> None:
        super().__init__()
        self.record, self.seat, self._leaves = record, seat, leaves
        self.index = first
        self.at = 0
        self.all_hands = True
        self._round: ReplayRound = replay_round("record", record, first)
        self._timer: Timer | None = None
        self._can_judge = can_review(record)
        self._at_once = judged
        self._judged: dict[int, Judging] = {}
        """The reviews that were asked for, by seat."""
        self.seats = seats_shown(
            [
                SeatInfo(kind="bot" if each.bot else "person", name=each.name[:24] or "–", bot=each.bot)
                for each in record.seats
            ]
        )
        self.names = [each.name for each in self.seats]

    @property
    def game(self) -> Game:
        return self.app  # type: ignore[return-value]  # it is the only application

    def compose(self) -> ComposeResult:
        """Show the table."""
        yield Board(self.game.palette, self.game.signs)

    def on_mount(self) -> None:
        """Show the first position."""
        self.query_one(Board).focus()
        self.paint()
        if self._at_once:
            self.action_judge()

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self._round.positions[self.at]

    def paint(self) -> None:
        """Draw the position."""
        self.query_one(Board).paint(self.picture())

    def picture(self) -> Shown:
        """Return what to draw."""
        here, before = self.position, self._round.positions[self.at - 1] if self.at else None
        judging = self._judged.get(self.seat)
        note = self._result() if here.action is None else ""
        if judging and judging.review is None:
            note = f"{t('web.review.judging')}  {judging.progress}"
        return position_shown(
            here,
            before,
            self.seats,
            self.seat,
            open_hands=self.all_hands,
            title=f"{words.where(here.view, here.help)}  {self.at}/{len(self._round.positions) - 1}",
            prompt=self._said(before, judging),
            note=note,
            keys=self._keys(),
            curve=judging.curve(self.index, here.decision) if judging else None,
        )

    def _said(self, before: Position | None, judging: Judging | None) -> str:
        """Return the step that led here and, of the reviewed seat, what the judge says of it."""
        if before is None or before.action is None or before.seat is None:
            return t("web.replay.dealt")
        said = words.step_in_words(before.action, before.view.phase, before.seat, self.names)
        found = judging.of(self.index, before.decision) if judging and before.seat == self.seat else None
        return f"{said}  {self.game.signs.dot}  {verdict(found)}" if found else said

    def _result(self) -> str:
        lines = self._round.lines
        return t("show.comma").join(
            f"{self.names[seat]} {line.points}{f' {self.game.signs.made}' if line.made else ''}"
            for seat, line in enumerate(lines)
        )

    def _keys(self) -> tuple[Key, ...]:
        last = self.index + 1 >= len(self.record.rounds)
        keys = [
            Key("←→", t("web.replay.keys.step"), "step(1)"),
            Key("↑↓", t("web.replay.keys.trick"), "trick(1)"),
            Key(t("term.space"), t("web.replay.stop" if self._timer else "web.replay.play"), "play"),
            Key("Tab", t("term.seat"), "seat"),
            Key("o", t("web.replay.eyes"), "open"),
        ]
        if not last:
            keys.append(Key("n", t("web.replay.next-round"), "round(1)"))
        if self._can_judge:
            keys.append(Key("j", t("web.result.review"), "judge"))
        keys += [Key("s", t("web.scores"), "scores"), Key("r", t("term.rules"), "rules")]
        return (*keys, Key("?", t("term.help"), "keys"), Key("q", t("term.leave"), "leave"))

    async def on_board_pressed(self, message: Board.Pressed) -> None:
        """Do what a key of the footer does."""
        if message.key:
            await self.run_action(message.key.action)

    def action_step(self, by: int) -> None:
        """Go one decision on or back; over the ends into the next round or the one before."""
        at = self.at + by
        if at >= len(self._round.positions):
            self._stop()
            self.action_round(1)
        elif at < 0:
            if self.index:
                self.action_round(-1)
                self.action_ends(1)
        else:
            self.at = at
            self.paint()

    def action_trick(self, by: int) -> None:
        """Go to the next trick or the one before."""
        tricks = len(self.position.view.tricks)
        places = range(self.at + 1, len(self._round.positions)) if by > 0 else range(self.at - 1, -1, -1)
        for place in places:
            if len(self._round.positions[place].view.tricks) != tricks or self._round.positions[place].action is None:
                self.at = place
                break
        else:
            self.at = 0 if by < 0 else len(self._round.positions) - 1
        self.paint()

    def action_ends(self, which: int) -> None:
        """Go to the beginning of the round or to its end."""
        self.at = len(self._round.positions) - 1 if which else 0
        self.paint()

    def action_round(self, by: int) -> None:
        """Go to another round."""
        if 0 <= self.index + by < len(self.record.rounds):
            self.index, self.at = self.index + by, 0
            self._round = replay_round("record", self.record, self.index)
            self.paint()

    def action_seat(self) -> None:
        """Sit down in the next seat."""
        self.seat = (self.seat + 1) % len(self.names)
        self.paint()

    def action_open(self) -> None:
        """Show all hands, or only the one below."""
        self.all_hands = not self.all_hands
        self.paint()

    def action_play(self) -> None:
        """Let it run, or stop it."""
        if self._timer:
            self._stop()
        else:
            self._timer = self.set_interval(PLAY_S * max(self.game.tempo, 0.2), lambda: self.action_step(1))
        self.paint()

    def _stop(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None

    @work
    async def action_judge(self) -> None:
        """Let the judge look at the seat below; once it has, tell what it found."""
        if not self._can_judge:
            return
        judging = self._judged.get(self.seat)
        if judging is None:
            judging = self._judged[self.seat] = Judging(self.record, self.seat)
            self.paint()
            await judging.run(self._told)
        if judging.review is None or self.app.screen is not self:
            return
        body = review_sheet(judging.review, self.names, self.game.palette)
        self.app.push_screen(Dialog(t("web.review.title"), body))

    def _told(self) -> None:
        if self.is_mounted:
            self.paint()

    def action_scores(self) -> None:
        """Show the points so far."""
        view = self.position.view
        rows = [*(str(total) for total in view.totals)]
        body = sheets.key_list([(name, points) for name, points in zip(self.names, rows, strict=True)])
        self.app.push_screen(Dialog(t("web.scores"), body))

    def action_rules(self) -> None:
        """Show the rules."""
        edition = self.record.ruleset.edition
        self.app.push_screen(Dialog(t("term.rules"), sheets.rules(edition, self.app.size.height)))

    def action_keys(self) -> None:
        """Show all keys: a small window has no room for them."""
        body = sheets.key_list([(key.key, key.text) for key in self._keys()])
        self.app.push_screen(Dialog(t("term.help"), body))

    def action_leave(self) -> None:
        """Leave the record."""
        leave(self, self._leaves)
