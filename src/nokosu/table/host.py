"""A table for people, without clock and I/O. Whatever happens to it gives a Step, which takes effect when confirmed.

    step = host.command(person, command, now, client)    # or wake, hint, welcome, rematched
    store(step.rows)                                     # on a conflict: drop the step, catch up, ask again
    host.confirm(step)                                   # from here on it has happened
    frames = host.frames(step, context)                  # what each seat and the spectators are sent
    step.reply                                           # what the sender of the command is told

Between steps the driver looks at two things: `ask` says which bot has to decide, `due` when to call `wake`. The server
drives a host with sockets and a database, the browser's worker with the device's store, tests with nothing.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from nokosu.core.errors import reason
from nokosu.core.view import View, view
from nokosu.table import clocks, create, decide, public
from nokosu.table.bot_reactions import reactions
from nokosu.table.bot_run import BotRun, Question
from nokosu.table.create import NewTable
from nokosu.table.decide import Decision
from nokosu.table.frame_cache import FrameCache
from nokosu.table.frames import FrameContext, Frames
from nokosu.table.policy import HostPolicy
from nokosu.table.public import Logged
from nokosu.table.refusal import Refused
from nokosu.table.state import State, apply, start
from nokosu.wire.base import wire_reason
from nokosu.wire.commands import AnyCommand, Continue, Leave, Move, Ping, Rematch, Resume
from nokosu.wire.entries import (
    AnyEntry,
    Created,
    Ended,
    LogRow,
    Moved,
    Reacted,
    Rematched,
    Returned,
    Started,
    StoodIn,
    decode,
    encode,
)
from nokosu.wire.updates import Ack, Refusal

FINISHING: Final = (Move, Continue, Resume, Leave, Ping)
"""Commands allowed once the log is full; they only finish the match."""
NOBODY: Final[Mapping[int, int]] = MappingProxyType({})
REMEMBERED: Final = 64
"""The newest commands that are answered from memory when they come again; older ones are in the log."""


@dataclass(slots=True)
class Step:
    """Something that happens: the rows to store, the state after it, and what the sender is told."""

    before: State
    after: State
    news: Sequence[Logged] = ()
    rows: Sequence[LogRow] = ()
    reply: Ack | Refusal | None = None
    decided: Decision | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a coach may look at: a person's own view now, where they are to act, and that before their last action."""

    now: View | None
    action_seq: int | None
    action: str | None
    before: View | None


@dataclass(slots=True)
class Host:
    """The state of a table, the bots that are asked, and the commands that were answered."""

    policy: HostPolicy
    state: State
    remembered: int = REMEMBERED
    _answered: OrderedDict[str, int] = field(default_factory=OrderedDict)
    _cache: FrameCache = field(default_factory=FrameCache)
    _run: BotRun | None = None

    @classmethod
    def load(cls, policy: HostPolicy, table: str, rows: Sequence[LogRow], remembered: int = REMEMBERED) -> Host:
        """Return the table that a stored log leads to."""
        host = cls(policy, replay(table, rows), remembered)
        host._remember(rows)
        return host

    # What people ask for

    def command(
        self,
        person: str | None,
        command: AnyCommand,
        now: int,
        client: str,
        absent: Mapping[int, int] = MappingProxyType({}),
    ) -> Step:
        """Execute a command, or say why not. `client` names it: a command that comes twice is done once.

        `absent` are the seats whose people are not connected, and for how many milliseconds.
        """
        before = self._answered.get(client)
        if before is not None:
            return self.repeated(command, before)
        if self.state.seq >= self.policy.log_entries and not isinstance(command, FINISHING):
            return self.refused(command, Refused(reason("table.log-full")))
        try:
            decided = decide.decide(self.state, person, command, self.policy, now, absent)
        except Refused as refused:
            return self.refused(command, refused)
        step = self._step(decided, now, client)
        step.reply = Ack(client_id=command.client_id, seq=step.after.seq)
        return step

    def repeated(self, command: AnyCommand, seq: int) -> Step:
        """Answer a command that made entry `seq` before."""
        return Step(self.state, self.state, reply=Ack(client_id=command.client_id, seq=seq, repeated=True))

    def refused(self, command: AnyCommand, refused: Refused) -> Step:
        """Refuse a command."""
        why = wire_reason(refused.why)
        said = Refusal(client_id=command.client_id, seq=self.state.seq, reason=why, stale=refused.stale)
        return Step(self.state, self.state, reply=said)

    def hint(self, person: str | None, now: int) -> Step:
        """Log that a person is given a hint for their decision. Raises Refused."""
        return self._helped(decide.hint(self.state, person), now)

    def chances(self, person: str | None, now: int) -> Step:
        """Log that a person is shown what the dice of the middle promise. Raises Refused."""
        return self._helped(decide.chances(self.state, person), now)

    def lesson(self, person: str | None) -> Lesson:
        """Return what a coach may look at: the person's own views. Raises Refused where there is no coach."""
        decide.coached(self.state, person)
        seat, match = self.state.seat_of(person), self.state.match
        assert match is not None
        mine = [point for point in self.state.history.points if point.seat == seat and point.by == "person"]
        waits = self.state.to_act == seat and not self.state.between_rounds
        return Lesson(
            now=view(match, seat) if waits else None,
            action_seq=mine[-1].seq if mine else None,
            action=mine[-1].action if mine else None,
            before=view(mine[-1].before, seat) if mine else None,
        )

    def coached(self, person: str | None, now: int) -> Step:
        """Log that the coach spoke: the same mark as a hint's. Raises Refused."""
        return self._helped(decide.coached(self.state, person), now)

    def _helped(self, decided: Decision, now: int) -> Step:
        if self.state.seq >= self.policy.log_entries:
            raise Refused(reason("table.log-full"))
        return self._step(decided, now)

    def view_to_hint_at(self, person: str | None) -> View:
        """Return what a hint rests on: the person's own view, and nothing else."""
        assert self.state.match is not None
        return view(self.state.match, self.state.seat_of(person))

    def welcome(self, person: str | None, now: int) -> Step:
        """Let a person who comes back play for themselves again."""
        seat = self.state.seat_of(person)
        # The host hands over only those who are away or out of time.
        away = seat is not None and self.state.ended is None and self.state.chairs[seat].why in {"away", "host"}
        return self._step(Decision([Returned(seat=seat)] if seat is not None and away else []), now)

    def rematch(self, person: str | None, command: Rematch, code: str, secret: bytes, now: int) -> NewTable | None:
        """Return the first entries of the rematch; None where there is one. Raises Refused where none may be asked for.

        The driver makes that table, logs it with `rematched`, and lets those sit down there who ask (create.sit_again).
        """
        decide.decide(self.state, person, command, self.policy, now)
        return None if self.state.rematch else create.rematch_of(self.state, code, secret, self.policy)

    def rematched(self, table: str, now: int) -> Step:
        """Log where the rematch is, unless there is one."""
        return self._step(Decision([] if self.state.rematch else [Rematched(table=table)]), now)

    def closed(self, now: int) -> Step:
        """End an event's match that was not played to its end in time."""
        return self._step(Decision([Ended(status="abandoned")] if self.state.ended is None else []), now)

    def withdrawn(self, person: str | None, now: int) -> Step:
        """Let a bot play on at a contest's table for a person who has withdrawn."""
        seat = self.state.seat_of(person)
        here = seat is not None and self.state.ended is None and self.state.chairs[seat].why != "left"
        bot = self.policy.fallback_bot
        return self._step(Decision([StoodIn(seat=seat, bot=bot, why="left")] if here and seat is not None else []), now)

    # What happens by itself

    def ask(self, now: int) -> Question | None:
        """Return what a bot has to decide; None while nothing is asked. The same question until it is answered."""
        seat = self.state.to_act
        if seat is None or not self.state.chairs[seat].playing_bot or self.state.between_rounds:
            self._run = None
        elif self._run is None or not self._run.continues(self.state):
            self._run = BotRun(self.state, self.policy, now)
        return self._run.question if self._run else None

    def answer(self, question: Question, action: str | None, now: int, waited_ms: int = 0) -> None:
        """Take a bot's answer, or None if it failed; `waited_ms` passed before it could begin to think.

        An answer that nobody waits for any more is let go.
        """
        if self._run and self._run.question is question:
            self._run.answer(action, now, waited_ms)

    def stop_bots(self) -> None:
        """Let no bot decide until `ask` is called again."""
        self._run = None

    def due(self, now: int, away_since: int | None = None) -> int | None:
        """Return when `wake` has something to do; None where only people or bots can go on.

        `away_since`: since when the person to act is away while others wait.
        """
        if self._run:
            return self._run.appears
        due_in = clocks.due_in(self.state, away_since, now, self.policy.downtimes)
        return None if due_in is None else now + due_in

    def wake(self, now: int, away_since: int | None = None) -> Step | None:
        """Let the next thing happen that is due: a bot's move, or a clock that runs out. None: nothing is."""
        if self._run is None:
            decided = decide.overdue(self.state, away_since, self.policy, now)
        else:
            decided = self._run.due(self.state, now)
            if not self._run.decisions:
                self._run = None
        step = self._step(decided, now)
        return step if step.rows else None

    # Steps

    def _step(self, decided: Decision, now: int, client: str | None = None) -> Step:
        """Apply a decision to a copy of the state."""
        if not decided.entries:
            return Step(self.state, self.state)
        after = self.state.copied()
        news: list[Logged] = []
        rows: list[LogRow] = []
        for entry in (*decided.entries, *reactions(self.state, decided, self.policy.talkers)):
            apply(after, entry, now, decided.after)
            news.append(Logged(after.seq, now, entry))
            rows.append(LogRow(after.seq, now, encode(entry), None if rows else client))
        return Step(self.state, after, news, rows, decided=decided)

    def caught_up(self, rows: Sequence[LogRow]) -> Step:
        """Return the step that others made: these rows are stored already."""
        after = self.state.copied()
        news = [Logged(row.seq, row.at, decode(row.body)) for row in rows]
        for _, at, entry in news:
            apply(after, entry, at)
        self._remember(rows)
        return Step(self.state, after, news)

    def confirm(self, step: Step) -> None:
        """Let a step take effect: its rows are stored."""
        self.state = step.after
        if step.rows and step.rows[0].client is not None:
            self._remember(step.rows[:1])
        if self._run and step.decided:
            self._run.happened(step.decided, step.after)
            if self._run.question is None and not self._run.decisions:
                self._run = None

    def _remember(self, rows: Sequence[LogRow]) -> None:
        """Note which commands made these rows."""
        self._answered.update((row.client, row.seq) for row in rows if row.client is not None)
        while len(self._answered) > self.remembered:
            self._answered.popitem(last=False)

    def frames(self, step: Step, context: FrameContext) -> Frames:
        """Return what each seat and the spectators (None) are sent after a step."""
        before, after, news = step.before, step.after, step.news
        newest, alone = news[-1].entry, len(news) == 1
        if alone and isinstance(newest, Moved | Started) and after.match:
            shown = public.step(news[0], before.match, after.match, context.names)
        else:
            shown = public.past(news, after.match, context.names)
        # A move changes nothing in the public facts beside the view, unless a question was open or it was the last.
        whole = not (alone and isinstance(newest, Moved | Reacted)) or before.take_back_request is not None
        whole = whole or before.between_rounds != after.between_rounds or before.chairs != after.chairs
        return Frames(after, context, shown, before.seq, self._cache, whole=whole)

    def first_frame(
        self, since: int, news: Sequence[Logged], context: FrameContext, seat: int | None, last: int | None = None
    ) -> bytes:
        """Return what somebody who comes is sent, with the entries after `since`, up to `last` if it is given."""
        if self.state.settings.last_trick_only and self.state.match and news:
            news = public.since_last_trick(news, self.state.match)
            since = news[0].seq - 1
        shown = public.past(news, self.state.match, context.names, last)
        return Frames(self.state, context, shown, since, self._cache, whole=True).for_seat(seat)


def replay(table: str, rows: Sequence[LogRow]) -> State:
    """Return the state that a log leads to."""
    first = decode(rows[0].body)
    if not isinstance(first, Created):
        raise TypeError(f"the log of {table} does not begin with its creation")
    state = start(table, first, rows[0].at)
    for row in rows[1:]:
        apply(state, decode(row.body), row.at)
    return state


def new_rows(entries: Sequence[AnyEntry], now: int) -> list[LogRow]:
    """Return the log of a new table with these first entries."""
    return [LogRow(seq, now, encode(entry)) for seq, entry in enumerate(entries, 1)]
