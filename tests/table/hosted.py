"""A table for people without a server: the same decisions, entries and frames, in one process and plain Python."""

from __future__ import annotations

import json
from typing import Any

from nokosu.table import create
from nokosu.table.clocks import clock
from nokosu.table.decide import Decision
from nokosu.table.frames import FrameContext
from nokosu.table.host import Host, Step, new_rows, replay
from nokosu.table.policy import HostPolicy
from nokosu.table.state import State
from nokosu.wire import commands as ask
from nokosu.wire.entries import LogRow
from nokosu.wire.lobby import CreateTable, Pace, SeatWish, TableSettings
from nokosu.wire.tables import Presence
from nokosu.wire.updates import Refusal

POLICY = HostPolicy(("beginner",), "beginner", "beginner")
LIVE = Pace(kind="live")
PEOPLE = ("ann", "bea", "cai")
TABLE = "t" * 16


class Driver:
    """Drives a host with nothing: every step is stored in a list and shown to three seats and a spectator."""

    def __init__(self, form: CreateTable) -> None:
        made = create.from_form(form, PEOPLE[0], "ABCDEF", bytes(32), POLICY)
        self.now = 1_000
        self.rows: list[LogRow] = new_rows([made.created, *made.rest], self.now)
        self.host = Host.load(POLICY, TABLE, self.rows)
        self.frames: list[Any] = []

    @property
    def state(self) -> State:
        return self.host.state

    @property
    def log(self) -> list[tuple[int, str]]:
        return [(row.at, row.body) for row in self.rows]

    def keep(self, decided: Decision) -> None:
        """Let a decision happen that no command led to."""
        self.take(self.host._step(decided, self.now))

    def take(self, step: Step | None) -> None:
        if step is None or not step.rows:
            return
        self.rows += step.rows
        self.host.confirm(step)
        time = clock(self.state, None, self.now, POLICY.downtimes)
        frames = self.host.frames(step, FrameContext(time, Presence(here=[True] * len(PEOPLE)), {}))
        self.frames += [json.loads(frames.for_seat(seat)) for seat in (0, 1, 2, None)]

    def ask(self, seat: int, kind: type[Any], /, **fields: Any) -> None:
        command = kind(client_id=f"c{len(self.frames)}", **fields)
        step = self.host.command(PEOPLE[seat], command, self.now, command.client_id)
        self.take(step)
        if isinstance(step.reply, Refusal):
            self.frames.append(step.reply.reason.message)

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
        assert self.state.take_back_request is not None
        for other in sorted({0, 1, 2} - {seat}):
            self.ask(other, ask.AnswerTakeBack, seq=self.state.take_back_request[1], agree=True)

    def replayed(self) -> State:
        """Return the state that the stored log leads to."""
        return replay(TABLE, self.rows)


def started(pace: Pace = LIVE) -> Driver:
    """A table with three people whose first round is dealt."""
    seats = [SeatWish(kind="me"), SeatWish(kind="open"), SeatWish(kind="open")]
    host = Driver(CreateTable(settings=TableSettings(players=3, rounds=1, pace=pace), seats=seats))
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
            host.take(host.host.wake(host.now))
            host.ask(host.state.to_act or 0, ask.Return)
        number += 1
    again = host.replayed()
    assert (again.seq, again.match, again.chairs) == (len(host.log), host.state.match, host.state.chairs)
    return [host.frames, host.log, host.state.status]
