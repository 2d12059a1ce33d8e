"""When bot moves appear: at fixed deadlines, whatever bots hold and however long they think; together at fast paces.

Only the test moves the server's clock, so every time is exact.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import fmean, pvariance

import pytest

from nokosu.core.errors import Reason
from nokosu.core.stream import Stream
from nokosu.server.bots.pool import Question
from nokosu.server.config import Config
from nokosu.server.server import Server
from nokosu.server.store.people import Person
from nokosu.server.tables import registry
from nokosu.server.tables.actor import Actor
from nokosu.table.pace import Slots, counts, slots, thinking_ms
from nokosu.wire import commands as ask
from nokosu.wire.lobby import BotPace, PlayNow
from nokosu.wire.updates import Ack
from tests.server.alarms import AlarmTime

ANN = "ann"
DEADLINE = 4_000
SEARCH = {"searching": "search:500ms"}


@dataclass
class Thinker:
    """Bots that take the first legal action after a wait for a process and some thought."""

    time: AlarmTime
    thought: int = 0
    busy: Stream | None = None
    """Where there is one: each question first waits for up to 1.5 s, and forced moves need no thought."""

    async def choose(self, question: Question) -> str:
        legal = question.view.legal or ()
        await self._pass(self.busy.below(1_500) if self.busy else 0)
        question.served()
        await self._pass(0 if self.busy and len(legal) == 1 else self.thought)
        return str(legal[0])

    async def _pass(self, ms: int) -> None:
        if ms:
            await self.time.passed(ms)

    def release(self, table: str) -> None:
        """Nothing is held."""


@dataclass(eq=False)
class Listener:
    """Ann's browser: when it heard of each move."""

    time: AlarmTime
    person: str = ANN
    heard: list[int] = field(default_factory=list)

    def send(self, frame: bytes) -> None:
        if b'"kind":"moved"' in frame:
            self.heard.append(self.time.now())
        self.time.news.set()

    def dismiss(self, why: Reason) -> None:
        """Nobody sends this listener away."""


@dataclass
class Table:
    """Ann at a table against three bots, with a clock that is moved by hand."""

    time: AlarmTime
    server: Server
    actor: Actor
    listener: Listener

    async def ask(self, command: ask.AnyCommand) -> None:
        assert isinstance(await self.actor.command(ANN, command), Ack)

    async def bots_move(self) -> tuple[int, ...]:
        """Let time pass until Ann is to act or the bots wait; when each of their moves came, from now."""
        began, heard = self.time.now(), len(self.listener.heard)
        while self._bots_turn():
            ms = self.time.next_in()
            if ms is None:
                self.time.news.clear()
                await self.time.news.wait()
            else:
                self.time.pass_by(ms)
        return tuple(at - began for at in self.listener.heard[heard:])

    def _bots_turn(self) -> bool:
        state = self.actor.state
        return state.to_act is not None and state.to_act != state.seat_of(ANN) and not state.between_rounds

    async def ann_moves(self) -> None:
        """The first legal thing."""
        match, seq = self.actor.state.match, self.actor.state.seq
        assert match is not None
        await self.ask(ask.Move(client_id=f"m{seq}", expected_seq=seq, action=str(match.legal()[0])))

    async def timeline(self) -> list[tuple[int, ...]]:
        """The match to its end: when the bots' moves came after each of Ann's."""
        came = [await self.bots_move()]
        while self.actor.state.ended is None:
            if self.actor.state.between_rounds:
                await self.ask(ask.Continue(client_id=f"c{self.actor.state.seq}"))
            else:
                await self.ann_moves()
            came.append(await self.bots_move())
        return came


@asynccontextmanager
async def sitting(folder: Path, thinker: Thinker, wish: PlayNow, delay: int, **more: object) -> AsyncIterator[Table]:
    """Ann sits down."""
    config = Config(store=str(folder / "x.db"), bot_delay_ms=delay, **more)  # type: ignore[arg-type]  # as it comes
    server = await Server.start(config, lambda: None, thinker.time, thinker)
    try:
        await server.store.people.add(Person(ANN, "Ann", None, 0))
        actor = await server.tables.find((await server.tables.play_now(wish, ANN)).table)
        listener = Listener(thinker.time)
        actor.subscribers.add(listener)
        yield Table(thinker.time, server, actor, listener)
    finally:
        await server.close()


@pytest.fixture(autouse=True)
def _same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same matches in every run."""
    monkeypatch.setattr(registry, "table_secret", lambda *_: bytes(32))


async def timeline(folder: Path, pace: BotPace, thought: int, delay: int) -> list[tuple[int, ...]]:
    """When bot moves came in a round at this pace, with bots that think for so long."""
    thinker = Thinker(AlarmTime(), thought)
    async with sitting(folder, thinker, PlayNow(players=4, rounds=1), delay) as table:
        if pace != "normal":
            await table.ask(ask.SetBotPace(client_id="pace", bot_pace=pace))
            # The bots that are thinking keep the pace at which they began.
            await table.bots_move()
            await table.ann_moves()
        return await table.timeline()


def spans(came: list[tuple[int, ...]], slot: int, *, together: bool) -> bool:
    """Return whether moves came at the ends of whole slots: one slot per move, or one for a whole run."""
    return all(
        run == tuple(slot if together else slot * (index + 1) for index in range(len(run))) for run in came if run
    )


@pytest.mark.parametrize(("pace", "delay"), [("relaxed", DEADLINE // 2), ("normal", DEADLINE)])
async def test_no_thought_and_three_seconds_appear_at_equal_times(tmp_path: Path, pace: BotPace, delay: int) -> None:
    for thought in (0, 3_000):
        (tmp_path / str(thought)).mkdir()
        came = await timeline(tmp_path / str(thought), pace, thought, delay)
        assert spans(came, DEADLINE, together=False)


@pytest.mark.parametrize(("pace", "delay"), [("fast", DEADLINE), ("instant", DEADLINE * 4)])
async def test_at_fast_paces_all_bot_moves_up_to_ones_turn_come_together(
    tmp_path: Path, pace: BotPace, delay: int
) -> None:
    for thought in (0, 600):
        (tmp_path / str(thought)).mkdir()
        came = await timeline(tmp_path / str(thought), pace, thought, delay)
        assert spans(came, DEADLINE, together=True)
        assert max(map(len, came)) >= 3


async def test_bots_slower_than_the_deadline_fall_to_the_next_slot(tmp_path: Path) -> None:
    assert spans(await timeline(tmp_path, "normal", DEADLINE + 1, DEADLINE), 2 * DEADLINE, together=False)


async def test_no_bot_plays_behind_the_result_of_a_round(tmp_path: Path) -> None:
    wish = PlayNow(players=4, rounds=3, wait_between_rounds=True)
    async with sitting(tmp_path, Thinker(AlarmTime()), wish, DEADLINE) as table:
        waited = 0
        await table.bots_move()
        while table.actor.state.ended is None:
            if table.actor.state.between_rounds:
                waited += 1
                seq = table.actor.state.seq
                assert table.time.next_in() is None
                table.time.pass_by(3_600_000)
                assert table.actor.state.seq == seq
                await table.ask(ask.Continue(client_id=f"c{seq}"))
            else:
                await table.ann_moves()
            await table.bots_move()
        assert waited == 2


async def test_undo_while_bots_think_stops_them(tmp_path: Path) -> None:
    async with sitting(tmp_path, Thinker(AlarmTime(), 100), PlayNow(players=4, rounds=1), DEADLINE) as table:
        await table.bots_move()
        before = table.actor.state.match
        await table.ann_moves()
        seq = table.actor.state.undoable
        assert seq is not None
        await table.ask(ask.Undo(client_id="undo", action_seq=seq))
        assert table.actor.state.match == before
        table.time.pass_by(10 * DEADLINE)
        assert table.actor.state.match == before


async def differences(folder: Path) -> float:
    """How far the delays of forced and of free moves lie apart, in standard errors, with one busy bot process."""
    time = AlarmTime()
    thinker = Thinker(time, 500, Stream(bytes(32), "busy"))
    delays: dict[bool, list[int]] = {False: [], True: []}
    wish = PlayNow(players=4, rounds=8, bot="searching")
    async with sitting(folder, thinker, wish, 900, bots=SEARCH) as table:
        forced: list[bool] = []
        plain = thinker.choose

        async def noted(question: Question) -> str:
            forced.append(len(question.view.legal or ()) == 1)
            return await plain(question)

        thinker.choose = noted  # type: ignore[method-assign]  # it also writes down what may not show
        for run in await table.timeline():
            starts = (0, *run[:-1])
            for was_forced, begun, came in zip(forced, starts, run, strict=False):
                delays[was_forced].append(came - begun)
            del forced[: len(run)]
    free, bound = delays[False], delays[True]
    assert min(len(free), len(bound)) > 30
    error = sqrt(pvariance(free) / len(free) + pvariance(bound) / len(bound))
    return abs(fmean(free) - fmean(bound)) / error


async def test_with_busy_processes_forced_moves_come_no_sooner_than_free_ones(tmp_path: Path) -> None:
    assert await differences(tmp_path) < 2


async def test_delays_that_tell_forced_moves_from_free_ones_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: a move appears as soon as its bot was really done, as it once did."""
    plain = Slots.appears
    monkeypatch.setattr(Slots, "appears", lambda self, _needed, took: plain(self, 0, took))
    assert await differences(tmp_path) > 4


def test_a_bot_is_taken_to_need_somewhat_longer_than_the_time_it_declares() -> None:
    assert thinking_ms("search:500ms") == thinking_ms("champion:500ms") == 650
    assert thinking_ms("search:2s,threads=2") == 2_450
    assert thinking_ms("club") == thinking_ms("club:take_zero=10") == thinking_ms("cmd:search:9s") == 50
    assert thinking_ms("search:2000") == thinking_ms("champion:32") > 50
    assert counts("champion:32")
    assert not counts("champion:32ms")
    assert not counts("club")


def test_the_paces() -> None:
    assert slots("relaxed", 900) == Slots(1_800, together=False)
    assert slots("normal", 900) == Slots(900, together=False)
    assert slots("fast", 900) == Slots(900, together=True)
    assert slots("instant", 900) == Slots(225, together=True)
    assert slots("instant", 0).length_ms == 1
