"""A puzzle at the same table: the question, the answer, why, and how the round can end after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.table import Table
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from nokosu.locale import plural, t
from nokosu.puzzles import book
from nokosu.puzzles import shown as puzzles
from nokosu.puzzles.puzzle import Puzzle
from nokosu.tui import puzzle_words, sheets, words
from nokosu.tui.puzzle_book import Progress, next_puzzle, today
from nokosu.tui.screens.board import Board
from nokosu.tui.screens.dialogs import Dialog
from nokosu.tui.screens.leaving import leave
from nokosu.tui.shown import Choice, Key, Shown
from nokosu.tui.stepping import own_pieces, position_shown, seats_shown
from nokosu.wire.puzzles import PuzzleOption
from nokosu.wire.replay import Position
from nokosu.wire.tables import SeatInfo

if TYPE_CHECKING:
    from nokosu.tui.screens.app import Game

OTHERS = ("hana", "lili", "bruno", "otto")


class PuzzleScreen(Screen[str]):
    """One puzzle after the other. It ends with "home"."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up,shift+tab", "move(-1)", show=False),
        Binding("right,down,tab", "move(1)", show=False),
        Binding("enter", "do", show=False),
        Binding("z", "zero", show=False),
        Binding("a", "again", show=False),
        Binding("v", "see", show=False),
        Binding("o", "options", show=False),
        Binding("n", "next", show=False),
        Binding("r", "rules", show=False),
        Binding("q,escape,ctrl+c", "leave", show=False),
    ]

    def __init__(self, puzzle: Puzzle | None = None) -> None:
        super().__init__()
        self.progress = Progress.load()
        self._set(puzzle or next_puzzle(self.progress, None))

    @property
    def game(self) -> Game:
        return self.app  # type: ignore[return-value]  # it is the only application

    def compose(self) -> ComposeResult:
        """Show the table."""
        yield Board(self.game.palette, self.game.signs)

    def on_mount(self) -> None:
        """Ask."""
        self.query_one(Board).focus()
        self.paint()

    def _set(self, puzzle: Puzzle) -> None:
        """Put a puzzle on the table."""
        self.puzzle, self.shown = puzzle, puzzles.shown(puzzle)
        players = len(self.shown.position.hands)
        seats = [
            SeatInfo(kind="person", name=t("play.player"))
            if seat == self.shown.seat
            else SeatInfo(kind="bot", bot=OTHERS[(seat - self.shown.seat - 1) % players])
            for seat in range(players)
        ]
        self.seats = seats_shown(seats, self.shown.seat)
        self.names = [each.name for each in self.seats]
        self._begin()

    def _begin(self) -> None:
        self.chosen: PuzzleOption | None = None
        self.line: list[Position] = []
        self.at = 0
        self.note, self.warns = "", False
        self.cursor = next((index for index, each in enumerate(self.choices) if each.action or each.zero), 0)

    # What can be answered

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The dice of the middle, or the hand."""
        here, legal = self.shown.position, {each.action for each in self.shown.options}
        if here.view.phase == "draft":
            return tuple(
                Choice(
                    die,
                    f"take {die}" if f"take {die}" in legal else None,
                    f"zero {die}" if f"zero {die}" in legal else None,
                    number=number,
                )
                for number, die in enumerate(here.view.pool, 1)
            )
        found, number = [], 0
        for piece in own_pieces(here, self.shown.seat):
            action, why = f"play {piece}", here.help.unplayable.get(piece)
            number += action in legal
            found.append(
                Choice(piece, action, number=number, label=piece)
                if action in legal
                else Choice(piece, why=words.worded(why, self.names) if why else "", label=piece)
            )
        return tuple(found)

    def _answer(self, action: str) -> None:
        option = next(each for each in self.shown.options if each.action == action)
        self.chosen = option
        self.progress.answered(self.puzzle, right=option.right)
        if not option.right:
            self.action_see()
        self.paint()

    # The picture

    def paint(self) -> None:
        """Draw the question, or the line."""
        self.query_one(Board).paint(self.picture())

    def picture(self) -> Shown:
        """Return what to draw."""
        if self.line:
            return self._line_picture()
        here, chosen = self.shown.position, self.chosen
        choices, draft = self.choices, here.view.phase == "draft"
        kind = t(puzzle_words.KINDS[self.shown.kind])
        prompt = puzzle_words.said_of(chosen) if chosen else puzzle_words.question(self.shown, self.names)
        note = (
            puzzle_words.why(self.shown, chosen) if chosen else self.note or t(puzzle_words.KIND_LINES[self.shown.kind])
        )
        rated = t("web.puzzles.rated", rating=self.shown.rating)
        more: dict[str, object] = {"pool": choices} if draft else {"hand": choices}
        return position_shown(
            here,
            None,
            self.seats,
            self.shown.seat,
            open_hands=False,
            **more,
            title=t("show.labelled", label=self._title(), text=t("show.comma").join((kind, rated))),
            cursor=None if chosen else self.cursor,
            calls=chosen is None,
            prompt=prompt,
            note=note,
            dim=frozenset() if draft or chosen else frozenset(each.piece for each in choices if not each.action),
            warns=bool(chosen and not chosen.right) or (self.warns and not chosen),
            keys=self._keys(),
            log=self._about(),
        )

    def _line_picture(self) -> Shown:
        here, before = self.line[self.at], self.line[self.at - 1] if self.at else None
        assert self.chosen is not None
        said = ""
        if before and before.action and before.seat is not None:
            said = words.step_in_words(before.action, before.view.phase, before.seat, self.names, self.shown.seat)
        return position_shown(
            here,
            before,
            self.seats,
            self.shown.seat,
            open_hands=True,
            title=f"{self._title()}  {self.at}/{len(self.line) - 1}",
            prompt=said or puzzle_words.said_of(self.chosen),
            note=puzzle_words.why(self.shown, self.chosen),
            warns=not self.chosen.right,
            keys=self._keys(),
            log=self._about(),
        )

    def _title(self) -> str:
        daily = self.puzzle.id == book.of_day(today()).id
        return t("web.puzzles.today" if daily else "web.puzzles.title")

    def _about(self) -> tuple[str, ...]:
        about = [t(puzzle_words.THEMES[self.shown.theme])] if self.chosen else []
        about.append(t("web.puzzles.yours", rating=self.progress.rating))
        if self.progress.streak > 1 and self.progress.day == today():
            about.append(plural("web.puzzles.streak", self.progress.streak))
        return tuple(about)

    def _keys(self) -> tuple[Key, ...]:
        keys: list[Key] = []
        if self.chosen is None:
            chosen = self.choices[self.cursor]
            keys.append(Key("←→", t("term.choose"), "move(1)"))
            if chosen.action:
                draft = self.shown.position.view.phase == "draft"
                keys.append(Key("Enter", t("term.take" if draft else "term.play"), "do"))
            if chosen.zero:
                keys.append(Key("z", t("term.zero"), "zero"))
        else:
            if self.line:
                keys.append(Key("←→", t("web.replay.keys.step"), "move(1)"))
            elif self.shown.kind == "certain":
                keys.append(Key("v", t("web.puzzles.see"), "see"))
            if self.chosen.right:
                keys.append(Key("o", t("web.puzzles.options"), "options"))
            else:
                keys.append(Key("a", t("web.puzzles.again"), "again"))
        keys.append(Key("n", t("web.puzzles.next"), "next"))
        return (*keys, Key("r", t("term.rules"), "rules"), Key("q", t("term.leave"), "leave"))

    # What the person does

    def on_key(self, event: events.Key) -> None:
        """Take digits, which choose an answer."""
        if self.chosen is None and event.character and event.character.isdecimal():
            for place, each in enumerate(self.choices):
                if each.number == int(event.character):
                    self._point(place)

    def on_board_chosen(self, message: Board.Chosen) -> None:
        """Choose what was clicked; answer with it where it was chosen already."""
        if self.chosen is None and self.cursor == message.index:
            self.action_do()
        elif self.chosen is None:
            self._point(message.index)

    async def on_board_pressed(self, message: Board.Pressed) -> None:
        """Do what a key of the footer does."""
        if message.key:
            await self.run_action(message.key.action)

    def _point(self, place: int) -> None:
        chosen = self.choices[place]
        self.cursor, self.note, self.warns = place, chosen.why, bool(chosen.why)
        self.paint()

    def action_move(self, step: int) -> None:
        """Move the cursor, or step through the line."""
        if self.line:
            self.at = min(max(self.at + step, 0), len(self.line) - 1)
            self.paint()
        elif self.chosen is None:
            self._point((self.cursor + step) % len(self.choices))

    def action_do(self) -> None:
        """Answer, or say why not; after the answer, go on."""
        if self.chosen is not None:
            self.action_move(1)
        elif action := self.choices[self.cursor].action:
            self._answer(action)
        else:
            self._point(self.cursor)

    def action_zero(self) -> None:
        """Answer with a zero die."""
        if self.chosen is None and (action := self.choices[self.cursor].zero):
            self._answer(action)

    def action_again(self) -> None:
        """Ask once more; only the first answer counts."""
        self._begin()
        self.paint()

    def action_see(self) -> None:
        """Open the cards and show how the round can end after the answer."""
        if self.chosen and self.shown.kind == "certain":
            self.line, self.at = list(puzzles.line(self.puzzle, self.chosen.action).positions), 0
            self.paint()

    def action_options(self) -> None:
        """Show how often each answer works, once it is solved."""
        if not (self.chosen and self.chosen.right):
            return
        grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 3, 0, 0))
        most = self.shown.worlds if self.shown.kind == "certain" else 100
        for each in self.shown.options:
            name = sheets.coloured(puzzle_words.option_name(each.action), self.game.palette)
            mark = self.game.signs.made if each.right else ""
            grid.add_row(name, t("web.puzzles.of", count=each.count, of=most), mark)
        self.app.push_screen(Dialog(t("web.puzzles.options"), grid))

    def action_next(self) -> None:
        """Go on with another one."""
        self._set(next_puzzle(self.progress, self.puzzle))
        self.paint()

    def action_rules(self) -> None:
        """Show the rules."""
        edition = self.shown.ruleset.edition
        self.app.push_screen(Dialog(t("term.rules"), sheets.rules(edition, self.app.size.height)))

    def action_leave(self) -> None:
        """Leave the puzzles."""
        leave(self, "home")
