"""A table on this machine: the device's driver of the table's host, with a file as its store and bots of any kind.

Every entry is on disk before a frame that tells of it leaves this module.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from nokosu import editions
from nokosu.bots import hints, registry
from nokosu.bots.base import BotFailure
from nokosu.bots.characters import CHARACTERS, DEFAULT_BOT
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.local import daily
from nokosu.local.people import ME, Guest, names, next_person, shared
from nokosu.local.table import DeviceTable, House, Outcome
from nokosu.locale import t
from nokosu.record.model import Record
from nokosu.record.position import Position
from nokosu.table import matches, pace
from nokosu.table.create import digest
from nokosu.table.host import new_rows
from nokosu.table.policy import DEFAULT_BOT_DELAY_MS, HostPolicy
from nokosu.table.state import State
from nokosu.tui.bot_seats import BotAsked, BotSeats, choose, names_for
from nokosu.tui.folder import folder, write_whole
from nokosu.tui.new_match import NewMatch
from nokosu.tui.store import Header, MatchFile, new_table, peek
from nokosu.wire.commands import AnyCommand
from nokosu.wire.entries import AnyEntry, BotPaceSet, Created, LogRow, Seated, Started
from nokosu.wire.lobby import BotPace, TableSettings
from nokosu.wire.struct import decoder
from nokosu.wire.updates import AnyFromTable, AskCoach, Coaching, Hint

_FRAME: Final = decoder(AnyFromTable)
CODE: Final = "DEVICE"
DAILY_TABLE: Final = "localdaily"
"""How the names of tables with a deal of the day begin."""
HOUSE_ENDING: Final = ".toml"


def now_ms() -> int:
    """Return the time as logs have it."""
    return time.time_ns() // 1_000_000


class LocalTable:
    """One match on this machine: what the person may see comes out as the messages that a server would send."""

    def __init__(self, file: MatchFile | None, header: Header, rows: Sequence[LogRow], delay_ms: int) -> None:
        self._file = file
        self._header = header
        self._bots = BotSeats(header.bots)
        house = House(_policy(header.bots, delay_ms), choose)
        self._device = DeviceTable(house, header.name, header.table, rows)
        self._from_position = False
        """Whether the cards were given: then no secret proves the deal."""

    @classmethod
    def create(
        cls,
        wish: NewMatch,
        *,
        delay_ms: int = DEFAULT_BOT_DELAY_MS,
        stored: bool = True,
        position: Position | None = None,
    ) -> LocalTable:
        """Make a table and put it on the disk. Raises BotError, Refused or RulesetError for what cannot be.

        A round that is played on from a position is not stored: its cards do not follow from a seed.
        """
        stored = stored and position is None
        known = names_for(wish.bots)
        bots = dict(zip(known.values(), known, strict=True))
        for spec in known:
            registry.make(spec)
        header = Header(new_table(), wish.name or t("play.player"), bots, house=wish.edition.endswith(HOUSE_ENDING))
        if header.house and stored:
            write_whole(_house_file(header.table), Path(wish.edition).read_text("utf-8"))
        made = cls._begin(header, _first_entries(wish, known), delay_ms, stored=stored)
        if position is not None:
            made.state.match = position.match(Stream(wish.secret, "position"))
            made._from_position = True
        return made

    @classmethod
    def daily(cls, day: str, name: str, bot_pace: BotPace, *, delay_ms: int = DEFAULT_BOT_DELAY_MS) -> LocalTable:
        """Make the table of a day's deal, as a device without a server plays it."""
        plan = daily.table_for(day, CODE)
        entries = [plan.created, *plan.rest, *([BotPaceSet(bot_pace=bot_pace)] if bot_pace != "normal" else [])]
        return cls._begin(Header(daily_table(day), name or t("play.player")), entries, delay_ms, stored=True)

    @classmethod
    def _begin(cls, header: Header, entries: Sequence[AnyEntry], delay_ms: int, *, stored: bool) -> LocalTable:
        rows = new_rows(entries, now_ms())
        return cls(MatchFile.create(header, rows) if stored else None, header, rows, delay_ms)

    @classmethod
    def read(cls, path: Path) -> LocalTable | None:
        """Look at a match without taking it up, for its record; None where it cannot be read."""
        known = peek(path)
        if known is None:
            return None
        header, rows = known
        if header.house:
            editions.find(str(_house_file(header.table)))
        return cls(None, header, rows, DEFAULT_BOT_DELAY_MS)

    @classmethod
    def open(cls, path: Path, *, delay_ms: int = DEFAULT_BOT_DELAY_MS) -> LocalTable:
        """Continue a match. Raises Busy, OSError or ValueError."""
        file = MatchFile.open(path)
        if file.header.house:
            editions.find(str(_house_file(file.header.table)))
        return cls(file, file.header, file.rows, delay_ms)

    @property
    def state(self) -> State:
        """The whole truth: for this module, the record and tests."""
        return self._device.state

    @property
    def path(self) -> Path | None:
        """The file, where there is one."""
        return self._file.path if self._file else None

    @property
    def own_name(self) -> bool:
        """Whether the person has a name here, and is not only "you"."""
        return self._header.name != t("play.player")

    @property
    def own_seat(self) -> int:
        """The seat of the one who plays alone, or of the first person."""
        return next((seat for seat, chair in enumerate(self.state.chairs) if chair.person), 0)

    @property
    def shared(self) -> bool:
        """Whether several people sit at this keyboard."""
        return shared(self.state)

    @property
    def passed_to(self) -> int | None:
        """The seat of the person who has to take the keyboard before anything goes on; None where nobody has to."""
        if not self.shared or self.state.ended is not None:
            return None
        seat = next_person(self.state)
        return seat if seat is not None and self._device.seat != seat else None

    def enter(self, after: int | None = None, seat: int | None = None) -> list[AnyFromTable]:
        """Open the table, or let the person of `seat` take the keyboard."""
        return self._kept(self._device.enter(after, now_ms(), seat))

    def hide(self) -> list[AnyFromTable]:
        """Let nobody hold the keyboard: what comes out from now on is what spectators see."""
        return self._kept(self._device.enter(None, now_ms(), None))

    def command(self, command: AnyCommand) -> list[AnyFromTable]:
        """Execute a command; the last frame is its answer."""
        return self._kept(self._device.command(command, now_ms()))

    def note_hint(self) -> tuple[list[AnyFromTable], View, int]:
        """Log that a hint is asked for; return what it rests on. Raises Refused."""
        step = self._device.host.hint(self._device.person, now_ms())
        frames = self._kept(self._device.take(step, now_ms()))
        return frames, self._device.host.view_to_hint_at(self._device.person), self.state.seq

    def hint(self) -> tuple[list[AnyFromTable], Hint]:
        """Log a hint and give it, in one go."""
        frames, view, seq = self.note_hint()
        return frames, hints.hint(view, seq)

    def coach(self, asked: AskCoach) -> tuple[list[AnyFromTable], Coaching]:
        """Return what the coach says. Raises Refused where there is none."""
        outcome, said = self._device.coach(asked, now_ms())
        return self._kept(outcome), said

    # What happens by itself

    def due(self) -> int | None:
        """Return when something will happen; None where a bot or a person is waited for."""
        return self._device.due(now_ms())

    def asked(self) -> tuple[int, BotAsked] | None:
        """Return the bot that has to think, once."""
        request = self._device.new_request()
        if request is None:
            return None
        number, what = request
        assert isinstance(what, BotAsked)
        return number, what

    def think(self, what: BotAsked) -> bytes | BotFailure:
        """Let a bot decide; in a thread, where keys are to be answered meanwhile."""
        return self._bots.think(what)

    def thought(self, number: int, answer: bytes | BotFailure) -> None:
        """Take a bot's answer."""
        self._device.thought(number, answer, now_ms())

    def wake(self) -> list[AnyFromTable]:
        """Let happen what is due."""
        return self._kept(self._device.wake(now_ms()))

    def run_bots(self) -> list[AnyFromTable]:
        """Let bots move until a person is asked, without waiting: for text, and for tests."""
        frames: list[AnyFromTable] = []
        while True:
            due = self.due()
            if asked := self.asked():
                self.thought(asked[0], self.think(asked[1]))
                continue
            if due is None:
                return frames
            frames += self._kept(self._device.wake(max(due, now_ms())))

    def record(self) -> Record:
        """Return the record of what was played."""
        written = matches.record(self.state, names(self.state, self._header.name))
        return replace(written, fairness=None) if self._from_position else written

    def close(self) -> None:
        """Leave the table; its file stays."""
        self._bots.close()
        if self._file:
            self._file.close()

    def _kept(self, outcome: Outcome) -> list[AnyFromTable]:
        """Store what happened, then let it be seen."""
        if self._file:
            self._file.append([row for _, row in outcome.rows])
        return [_FRAME(frame) for frame in outcome.frames]


def daily_table(day: str) -> str:
    """Return the name of the table of a day's deal, the same as in a browser."""
    return DAILY_TABLE + day[2:].replace("-", "")


def _house_file(table: str) -> Path:
    """Return where the house rules of a match are kept, so that it can be continued without the first file."""
    return folder("matches") / f"{table}.toml"


def _policy(bots: Mapping[str, str], delay_ms: int) -> HostPolicy:
    known = {name: each.spec for name, each in CHARACTERS.items()} | dict(bots)
    return HostPolicy(
        bots=tuple(known),
        default_bot=DEFAULT_BOT,
        fallback_bot=DEFAULT_BOT,
        talkers=CHARACTERS,
        thinking_ms={name: pace.thinking_ms(spec) for name, spec in known.items()},
        bot_delay_ms=delay_ms,
    )


def _first_entries(wish: NewMatch, bots: Mapping[str, str]) -> list[AnyEntry]:
    settings = TableSettings(
        edition=editions.find(wish.edition).name if wish.edition.endswith(HOUSE_ENDING) else wish.edition,
        players=wish.players,
        rounds=wish.rounds,
        removed_colour=wish.removed_colour,  # type: ignore[arg-type]  # checked by digest
        hints=True,
        coach=wish.coach and len(wish.people) <= 1,
        take_backs=len(wish.people) <= 1,
        wait_between_rounds=len(wish.people) <= 1,
    )
    created = Created(
        settings=settings,
        code=CODE,
        secret=wish.secret.hex(),
        digest=digest(settings),
        seed=None if wish.seed is None else wish.seed.hex(),
    )
    entries: list[AnyEntry] = [created]
    people = {seat: guest.id for seat, guest in _places(wish).items()} if wish.people else {wish.seat: ME}
    others = iter(bots[spec] for spec in wish.bots)
    for seat in range(wish.players):
        if seat in people:
            entries.append(Seated(seat=seat, person=people[seat]))
        else:
            entries.append(Seated(seat=seat, bot=next(others)))
    entries.append(Started())
    if wish.pace != "normal" and len(wish.people) <= 1:
        entries.append(BotPaceSet(bot_pace=wish.pace))
    return entries


def _places(wish: NewMatch) -> dict[int, Guest]:
    """Return the people around the keyboard, evenly among the bots."""
    guests = [Guest(name=name) for name in wish.people]
    return {index * wish.players // len(guests): guest for index, guest in enumerate(guests)}
