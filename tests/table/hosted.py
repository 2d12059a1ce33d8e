"""A table for people without a server: the same decisions, entries and frames, in one process and plain Python."""

from __future__ import annotations

import json
from typing import Any

from nokosu.table import create, public
from nokosu.table.clocks import Downtimes, clock
from nokosu.table.decide import Circumstances, Decision, decide, overdue
from nokosu.table.entries import AnyEntry, Created, decode, encode
from nokosu.table.frame_cache import FrameCache
from nokosu.table.frames import Frames, Surroundings
from nokosu.table.public import Logged
from nokosu.table.refusal import Refused
from nokosu.table.state import State, apply, start
from nokosu.wire import commands as ask
from nokosu.wire.lobby import CreateTable, Pace, SeatWish, TableSettings
from nokosu.wire.tables import Presence

ABOUT = Circumstances(("beginner",), "beginner", "beginner", Downtimes())
LIVE = Pace(kind="live")
PEOPLE = ("ann", "bea", "cai")


class Host:
    """What a host does: decide on a command, apply its entries, show them to three seats and a spectator."""

    def __init__(self, form: CreateTable) -> None:
        made = create.from_form(form, PEOPLE[0], "ABCDEF", bytes(32), ABOUT.bots)
        self.now = 1_000
        self.state = start("t" * 16, made.created, self.now)
        self.log = [(self.now, encode(made.created))]
        self.frames: list[Any] = []
        self._cache = FrameCache()
        for entry in made.rest:
            self._apply(entry)

    def _apply(self, entry: AnyEntry, decision: Decision | None = None) -> Logged:
        apply(self.state, entry, self.now, decision and decision.after)
        self.log.append((self.now, encode(entry)))
        return Logged(self.state.seq, self.now, entry)

    def keep(self, decision: Decision) -> None:
        before, match = self.state.seq, self.state.match
        news = [self._apply(entry, decision) for entry in decision.entries]
        if len(news) == 1 and decision.after:
            shown = public.step(news[0], match, decision.after, {})
        else:
            shown = public.past(news, self.state.match, {})
        time = clock(self.state, None, self.now, ABOUT.downtimes)
        about = Surroundings(time, Presence(here=[True] * len(PEOPLE)), {})
        frames = Frames(self.state, about, shown, self._cache, whole=len(news) > 1)
        self.frames += [json.loads(frames.for_seat(seat, before)) for seat in (0, 1, 2, None)]

    def ask(self, seat: int, kind: type[Any], **fields: Any) -> None:
        command = kind(client_id=f"c{len(self.frames)}", **fields)
        try:
            self.keep(decide(self.state, PEOPLE[seat], command, ABOUT, self.now))
        except Refused as refused:
            self.frames.append(str(refused.why))

    def move(self, number: int) -> None:
        """Some legal action of the seat to act."""
        assert self.state.match is not None
        assert self.state.to_act is not None
        legal = self.state.match.legal()
        self.now += 500
        action = str(legal[number * 7 % len(legal)])
        self.ask(self.state.to_act, ask.Move, expected_seq=self.state.seq, action=action)

    def take_back(self, seat: int) -> None:
        self.ask(seat, ask.AskTakeBack, expected_seq=self.state.seq)
        assert self.state.asking is not None
        for other in sorted({0, 1, 2} - {seat}):
            self.ask(other, ask.AnswerTakeBack, seq=self.state.asking[1], agree=True)

    def replayed(self) -> State:
        """The state that the stored log leads to."""
        created = decode(self.log[0][1])
        assert isinstance(created, Created)
        state = start(self.state.table, created, self.log[0][0])
        for at, body in self.log[1:]:
            apply(state, decode(body), at)
        return state


def started(pace: Pace = LIVE) -> Host:
    """A table with three people whose first round is dealt."""
    seats = [SeatWish(kind="me"), SeatWish(kind="open"), SeatWish(kind="open")]
    host = Host(CreateTable(settings=TableSettings(players=3, rounds=1, pace=pace), seats=seats))
    host.ask(0, ask.Start)
    host.ask(1, ask.Sit)
    host.ask(2, ask.Sit, nonce="ab" * 32)
    return host


def play() -> list[Any]:
    """A whole match with what can happen around it: every frame that anybody was shown, and the log."""
    host = started()
    host.ask(0, ask.Pause)
    host.ask(0, ask.Resume)
    host.ask(1, ask.React, reaction="wow")
    number = 0
    while (seat := host.state.to_act) is not None:
        host.move(number)
        if number == 2:
            host.take_back(seat)
        if number == 5:
            host.now += 10_000_000
            host.keep(overdue(host.state, None, ABOUT, host.now))
            host.ask(host.state.to_act or 0, ask.Return)
        number += 1
    again = host.replayed()
    assert (again.seq, again.match, again.chairs) == (len(host.log), host.state.match, host.state.chairs)
    return [host.frames, host.log, host.state.status]
