"""A table on a device. Nothing here waits or knows the time: the worker tells it.

Either one person plays alone, or several pass the device around. Then frames are made for the person who holds it, and
for nobody's seat while it is passed on: nothing that one of them may not know leaves this module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Final, NamedTuple

from nokosu.bots import hints
from nokosu.bots.base import BotFailure
from nokosu.core.view import View, view
from nokosu.kernel.orders import Order, Thinking
from nokosu.local.bots import choose
from nokosu.local.people import ME, faces, names, next_person, shared
from nokosu.table import clocks, decide, pace
from nokosu.table.bot_reactions import with_reactions
from nokosu.table.bot_seed import bot_seed
from nokosu.table.bot_turn import BotTurn, bot_turn, next_bot, unless_changed
from nokosu.table.decide import Circumstances, Decision
from nokosu.table.entries import AnyEntry, Created, decode, encode
from nokosu.table.frames import Surroundings
from nokosu.table.public import Logged
from nokosu.table.refusal import Refused
from nokosu.table.showing import Showing
from nokosu.table.state import apply, start
from nokosu.wire.base import wire_reason
from nokosu.wire.commands import AnyCommand
from nokosu.wire.struct import encode as to_json
from nokosu.wire.tables import Presence
from nokosu.wire.updates import Ack, Hint, PresenceChanged, Refusal


class Row(NamedTuple):
    """An entry of a log as it is stored; `client` is the id of the command that made it, if one did."""

    table: str
    seq: int
    at: int
    body: str
    client: str | None = None


@dataclass(slots=True)
class Outcome:
    """What has to be stored, and what may be shown once it is."""

    rows: list[Row] = field(default_factory=list)
    frames: list[bytes] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class House:
    """What all tables of a device share."""

    about: Circumstances
    thinking_ms: Mapping[str, int]
    bot_delay_ms: int
    choose: Callable[[str, View, bytes], Thinking[str]] = choose
    """What a bot does with a view and a seed, after the kernel's answers; raises BotFailure."""


_NUMBERS: Final = count(1)


class LocalTable:
    """A table in memory: its state, who is asked next, and the answers that were given."""

    def __init__(self, house: House, name: str, first: Row) -> None:
        created = decode(first.body)
        if not isinstance(created, Created):
            raise TypeError(f"the log of {first.table} does not begin with its creation")
        self.state = start(first.table, created, first.at)
        self._house = house
        self.name = name
        self.holder: str | None = None
        """Who is shown their hand: the one who plays alone, or who confirmed that they hold the device."""
        self._here = False
        self._log = [Logged(first.seq, first.at, created)]
        self._answered: dict[str, int] = {}
        self._showing = Showing()
        self._run: list[Decision] = []
        self._asked: tuple[int, int] | None = None
        self._since = self._due = 0
        self._asking: Thinking[int] | None = None
        self.order: tuple[int, Order] | None = None
        """What the kernel is to think about before the bots can go on, and a number to know its answer by."""
        self._told = 0

    @classmethod
    def load(cls, house: House, name: str, rows: Sequence[Row]) -> LocalTable:
        """The table that a stored log leads to."""
        table = cls(house, name, rows[0])
        for row in rows[1:]:
            table._add(decode(row.body), row.at)
            if row.client is not None:
                table._answered[row.client] = row.seq
        return table

    @classmethod
    def make(
        cls, house: House, name: str, table: str, entries: Sequence[AnyEntry], now: int
    ) -> tuple[LocalTable, list[Row]]:
        """A new table with these first entries, and the rows to store."""
        rows = [Row(table, seq, now, encode(entry)) for seq, entry in enumerate(entries, 1)]
        return cls.load(house, name, rows), rows

    @property
    def seat(self) -> int | None:
        """The seat whose frames are sent: the holder's, or None."""
        return self.state.seat_of(self.person)

    @property
    def shared(self) -> bool:
        """Whether several people pass the device around."""
        return shared(self.state)

    @property
    def person(self) -> str | None:
        """Who acts here now. Once a match is over, there is nothing to hide: its host may ask for another."""
        if not self.shared:
            return ME
        if self.holder is None and self.state.ended is not None and self.state.host is not None:
            return self.state.chairs[self.state.host].person
        return self.holder

    # What the page asks for

    def enter(self, after: int | None, now: int, seat: int | None = None) -> Outcome:
        """The page opens the table, and has seen its log up to `after`.

        `seat`: its person confirms that they hold the device. It is refused unless they are the next to act.
        """
        self.holder = self.state.chairs[seat].person if seat is not None and seat == next_person(self.state) else None
        since = self.state.seq if after is None else min(after, self.state.seq)
        news = [each for each in self._log if each.seq > since]
        frame = self._showing.first(self.state, since, news, self._surroundings(now), self.seat)
        self._here = True
        about = self._surroundings(now)
        return Outcome([], [frame, to_json(PresenceChanged(presence=about.presence, clock=about.clock))])

    def leave(self) -> None:
        """The page closes the table."""
        self._here = False

    def command(self, command: AnyCommand, now: int) -> Outcome:
        """Execute a command, or say why not. A command that comes twice is done once."""
        seq = self._answered.get(command.client_id)
        if seq is not None:
            return Outcome([], [to_json(Ack(client_id=command.client_id, seq=seq, repeated=True))])
        try:
            decided = decide.decide(self.state, self.person, command, self._house.about, now)
        except Refused as refused:
            why = wire_reason(refused.why)
            said = Refusal(client_id=command.client_id, seq=self.state.seq, reason=why, stale=refused.stale)
            return Outcome([], [to_json(said)])
        outcome = self.append(decided, now, command.client_id)
        outcome.frames.append(to_json(Ack(client_id=command.client_id, seq=self.state.seq)))
        return outcome

    def hint(self, now: int) -> tuple[Outcome, Hint]:
        """Advice for the person's own decision; the log says that they asked. Raises Refused."""
        outcome = self.append(decide.hint(self.state, self.person), now)
        assert self.state.match is not None
        return outcome, hints.hint(view(self.state.match, self.seat), self.state.seq)

    # What happens by itself

    def due(self, now: int) -> int | None:
        """Ask the bots where one is to act; the time at which their moves may appear.

        Nothing moves while the device is passed on.
        """
        seat, match = self.state.to_act, self.state.match
        waits = self.state.between_rounds or (self.shared and self.holder is None)
        if seat is None or match is None or not self.state.chairs[seat].playing_bot or waits:
            self._asked = self._asking = self.order = None
            return None
        if self._asked != (self.state.play_seq, seat):
            self._asked, self._since = (self.state.play_seq, seat), now
            self._asking = self._ask_bots(together=self._slots.together)
            self._go_on(None, now)
        return self._due if self._asking is None else None

    def new_order(self) -> tuple[int, Order] | None:
        """What the kernel is to think about, once."""
        if self.order is None or self.order[0] == self._told:
            return None
        self._told = self.order[0]
        return self.order

    def thought(self, number: int, answer: bytes | BotFailure, now: int) -> None:
        """The kernel's answer to an order; one that nobody waits for any more is let go."""
        if self.order is not None and self.order[0] == number:
            self._go_on(answer, now)

    def _go_on(self, answer: bytes | BotFailure | None, now: int) -> None:
        """Ask the bots until the kernel has to think for one of them."""
        assert self._asking is not None
        try:
            if isinstance(answer, BotFailure):
                order = self._asking.throw(answer)
            else:
                order = next(self._asking) if answer is None else self._asking.send(answer)
            self.order = next(_NUMBERS), order
        except StopIteration as done:
            self._asking = self.order = None
            self._due = self._since + self._slots.appears(done.value, now - self._since)

    @property
    def _slots(self) -> pace.Slots:
        return pace.slots_at(self.state, self._house.bot_delay_ms)

    def wake(self, now: int) -> Outcome:
        """Make the moves that are due, as long as the table is as it was when the bots were asked."""
        whole = Outcome()
        if self._asked is None or self._asking is not None or now < self._due:
            return whole
        play_seq, _ = self._asked
        self._asked = None
        for decision in self._run:
            made = self.append(unless_changed(decision, play_seq)(self.state), now)
            if not made.rows:
                break
            play_seq = self.state.play_seq
            whole.rows += made.rows
            whole.frames += made.frames
        return whole

    def _ask_bots(self, *, together: bool) -> Thinking[int]:
        """Let the bot to act decide and, if they act together, all up to the person's turn; how long that may take."""
        match = self.state.match
        self._run, needed = [], 0
        while match is not None:
            turn = bot_turn(self.state, match, self._run)
            needed += self._house.thinking_ms.get(turn.bot, 0)
            self._run.append((yield from self._ask(turn)))
            match = next_bot(self.state, match, self._run[-1]) if together else None
        return needed

    def _ask(self, turn: BotTurn) -> Thinking[Decision]:
        if turn.repeats is not None:
            return turn.act(turn.repeats)
        seen = view(turn.match, turn.seat)
        try:
            return turn.act((yield from self._house.choose(turn.bot, seen, bot_seed(self.state.secret, seen))))
        except BotFailure:
            return turn.replaced(self._house.about.fallback_bot)

    # The log

    def append(self, decided: Decision, now: int, client: str | None = None) -> Outcome:
        """Apply a decision: the rows to store, and the frames that show it."""
        if not decided.entries:
            return Outcome()
        decided = with_reactions(self.state, decided, self._house.about.talkers)
        before = self.state.copied()
        news = [self._add(entry, now, decided) for entry in decided.entries]
        rows = [Row(self.state.table, seq, at, encode(entry)) for seq, at, entry in news]
        if client is not None:
            rows[0] = rows[0]._replace(client=client)
            self._answered[client] = self.state.seq
        if before.match and self.state.match and self.state.match.round_index > before.match.round_index:
            # Everybody looks at the result together: the next hand is for one person alone.
            self.holder = None
        if not self._here:
            return Outcome(rows, [])
        return Outcome(rows, [self._showing.news(before, self.state, news, self._surroundings(now))(self.seat)])

    def _add(self, entry: AnyEntry, at: int, decided: Decision | None = None) -> Logged:
        apply(self.state, entry, at, decided.after if decided else None)
        self._log.append(Logged(self.state.seq, at, entry))
        return self._log[-1]

    def _surroundings(self, now: int) -> Surroundings:
        clock = clocks.clock(self.state, None, now, self._house.about.downtimes)
        here = [chair.bot is not None or (chair.person is not None and self._here) for chair in self.state.chairs]
        return Surroundings(clock, Presence(here=here, watching=0), names(self.state, self.name), faces(self.state))
