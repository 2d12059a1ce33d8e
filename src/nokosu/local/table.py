"""A table on a device: drives a host for the page of one browser. Nothing here waits or knows the time.

Either one person plays alone, or several pass the device around. Then frames are made for the person who holds it, and
for nobody's seat while it is passed on: nothing that one of them may not know leaves this module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final, TypeAlias, TypeVar

from nokosu.bots import hints
from nokosu.bots.base import BotFailure
from nokosu.bots.coaching import coaching, speaks
from nokosu.core.view import View
from nokosu.kernel.requests import KernelRequest, Thinking
from nokosu.local.bots import choose
from nokosu.local.people import ME, faces, names, next_person, shared
from nokosu.table import clocks
from nokosu.table.bot_run import Question
from nokosu.table.frames import FrameContext
from nokosu.table.host import Host, Step, new_rows
from nokosu.table.policy import HostPolicy
from nokosu.table.public import Logged
from nokosu.table.state import State
from nokosu.wire.commands import AnyCommand
from nokosu.wire.entries import AnyEntry, LogRow, decode
from nokosu.wire.struct import encode
from nokosu.wire.tables import Presence
from nokosu.wire.updates import AskCoach, Coaching, DraftChances, Hint, PresenceChanged

T = TypeVar("T")
Choose: TypeAlias = Callable[[str, View, bytes], Thinking[str]]
_NUMBERS: Final = count(1)
_ALL: Final = 1 << 30
"""A device remembers every command that it has answered: nobody else could."""


@dataclass(slots=True)
class Outcome:
    """What has to be stored, by table, and what may be shown once it is."""

    rows: list[tuple[str, LogRow]] = field(default_factory=list)
    frames: list[bytes] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class House:
    """What all tables of a device share."""

    policy: HostPolicy
    choose: Choose = choose
    """What a bot does with a view and a seed, after the kernel's answers; raises BotFailure."""


class DeviceTable:
    """A table in memory: its host, who holds the device, and what the kernel is asked."""

    def __init__(self, house: House, name: str, table: str, rows: Sequence[LogRow]) -> None:
        self._house = house
        self.host = Host.load(house.policy, table, rows, _ALL)
        self.name = name
        self.holder: str | None = None
        """Who is shown their hand: the one who plays alone, or who confirmed that they hold the device."""
        self._here = False
        self._log = [Logged(row.seq, row.at, decode(row.body)) for row in rows]
        self._thinking: tuple[Question, Thinking[str]] | None = None
        self.request: tuple[int, KernelRequest] | None = None
        """What the kernel is to think about before the bots can go on, and a number to know its answer by."""
        self._told = 0

    @classmethod
    def make(
        cls, house: House, name: str, table: str, entries: Sequence[AnyEntry], now: int
    ) -> tuple[DeviceTable, list[tuple[str, LogRow]]]:
        """Return a new table with these first entries, and the rows to store."""
        rows = new_rows(entries, now)
        return cls(house, name, table, rows), [(table, row) for row in rows]

    @property
    def state(self) -> State:
        """Return the state that the log leads to."""
        return self.host.state

    @property
    def seat(self) -> int | None:
        """Return the seat whose frames are sent: the holder's, or None."""
        return self.state.seat_of(self.person)

    @property
    def person(self) -> str | None:
        """Return who acts here now. Once a match is over, there is nothing to hide: its host may ask for another."""
        if not shared(self.state):
            return ME
        if self.holder is None and self.state.ended is not None and self.state.host is not None:
            return self.state.chairs[self.state.host].person
        return self.holder

    # What the page asks for

    def enter(self, after: int | None, now: int, seat: int | None = None) -> Outcome:
        """Open the table for a page that has seen its log up to `after`.

        `seat`: its person confirms that they hold the device. It is refused unless they are the next to act.
        """
        self.holder = self.state.chairs[seat].person if seat is not None and seat == next_person(self.state) else None
        since = self.state.seq if after is None else min(after, self.state.seq)
        news = [each for each in self._log if each.seq > since]
        frame = self.host.first_frame(since, news, self._context(now), self.seat)
        self._here = True
        context = self._context(now)
        return Outcome([], [frame, encode(PresenceChanged(presence=context.presence, clock=context.clock))])

    def command(self, command: AnyCommand, now: int) -> Outcome:
        """Execute a command, or say why not."""
        step = self.host.command(self.person, command, now, command.client_id)
        outcome = self.take(step, now)
        outcome.frames.append(encode(step.reply))
        return outcome

    def ask_hint(self, now: int) -> Outcome:
        """Write down that the person asks for a hint at their own decision. Raises Refused."""
        return self.take(self.host.hint(self.person, now), now)

    def ask_chances(self, now: int) -> Outcome:
        """Write down that the person, who picks, asks what the dice promise; marked as a hint is. Raises Refused."""
        return self.take(self.host.chances(self.person, now), now)

    def hint(self, source: str) -> Thinking[Hint]:
        """Yield what the kernel has to think about for a hint."""
        return self._advised(hints.hint_remote, source)

    def chances(self, source: str) -> Thinking[DraftChances]:
        """Yield what the kernel has to think about for what the dice of the middle promise."""
        return self._advised(hints.draft_chances_remote, source)

    def _advised(self, give: Callable[[View, int, str], Thinking[T]], source: str) -> Thinking[T]:
        """Let an adviser answer; where they fail, the club player does."""
        view, seq = self.host.view_to_hint_at(self.person), self.state.seq
        try:
            return (yield from give(view, seq, source))
        except BotFailure:
            return (yield from give(view, seq, hints.ALWAYS_HERE))

    def coach(self, asked: AskCoach, now: int) -> tuple[Outcome, Coaching]:
        """Return what the coach says to the person; the log says so where it speaks. Raises Refused."""
        said = coaching(self.host.lesson(self.person), asked, self.state.seq)
        return self.take(self.host.coached(self.person, now), now) if speaks(said) else Outcome(), said

    def take(self, step: Step, now: int) -> Outcome:
        """Let a step take effect. The page stores its rows before it shows the frames, or forgets this table."""
        if not step.rows:
            return Outcome()
        self.host.confirm(step)
        self._log += step.news
        rows = [(self.state.table, row) for row in step.rows]
        before, after = step.before.match, step.after.match
        if before and after and after.round_index > before.round_index:
            # Everybody looks at the result together: the next hand is for one person alone.
            self.holder = None
        return Outcome(rows, [self.host.frames(step, self._context(now)).for_seat(self.seat)] if self._here else [])

    # What happens by itself

    def due(self, now: int) -> int | None:
        """Ask the bots where one is to act; return the time at which their moves may appear.

        Nothing moves while the device is passed on.
        """
        if shared(self.state) and self.holder is None:
            self.host.stop_bots()
            self._thinking = self.request = None
            return None
        self._ask(None, now)
        return None if self.request else self.host.due(now)

    def new_request(self) -> tuple[int, KernelRequest] | None:
        """Return what the kernel is to think about, once."""
        if self.request is None or self.request[0] == self._told:
            return None
        self._told = self.request[0]
        return self.request

    def thought(self, number: int, answer: bytes | BotFailure, now: int) -> None:
        """Take the kernel's answer to a request; one that nobody waits for any more is let go."""
        if self.request is not None and self.request[0] == number:
            self._ask(answer, now)

    def wake(self, now: int) -> Outcome:
        """Let happen what is due."""
        whole = Outcome()
        while step := self.host.wake(now):
            made = self.take(step, now)
            whole.rows += made.rows
            whole.frames += made.frames
        return whole

    def _ask(self, answer: bytes | BotFailure | None, now: int) -> None:
        """Ask the bots until the kernel has to think for one of them; `answer` is what it thought."""
        while question := self.host.ask(now):
            if self._thinking is None or self._thinking[0] is not question:
                begun = self._house.choose(question.bot, question.view, question.seed)
                self._thinking, answer = (question, begun), None
            elif answer is None:
                return
            request, action = step(self._thinking[1], answer)
            if request:
                self.request = next(_NUMBERS), request
                return
            self._thinking = self.request = answer = None
            self.host.answer(question, action, now)
        self._thinking = self.request = None

    def _context(self, now: int) -> FrameContext:
        clock = clocks.clock(self.state, None, now, self._house.policy.downtimes)
        here = [chair.bot is not None or (chair.person is not None and self._here) for chair in self.state.chairs]
        return FrameContext(clock, Presence(here=here, watching=0), names(self.state, self.name), faces(self.state))


def step(thinking: Thinking[T], answer: bytes | BotFailure | None) -> tuple[KernelRequest | None, T | None]:
    """Let a bot think on: what it asks of the kernel next, or what it decided; neither if it failed."""
    try:
        if isinstance(answer, BotFailure):
            return thinking.throw(answer), None
        return next(thinking) if answer is None else thinking.send(answer), None
    except StopIteration as done:
        return None, done.value
    except BotFailure:
        return None, None
