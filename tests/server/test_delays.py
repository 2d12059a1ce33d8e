"""A bot's move appears after a time that says nothing about its hand: forced or free, thought about for long or not.

The server's clock stands still unless the test moves it, so that every delay is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from nokosu.core.errors import Reason
from nokosu.server.bots.pool import Question
from nokosu.server.config import Config
from nokosu.server.server import Server
from nokosu.server.store.people import Person
from nokosu.server.tables.actor import Actor
from nokosu.server.tables.autoplay import Autoplay
from nokosu.table.bot_run import BotRun
from nokosu.wire import commands as ask
from nokosu.wire.lobby import PlayNow
from nokosu.wire.updates import Ack
from tests.server.alarms import AlarmTime

STEP = 900
ANN = "ann"


@dataclass
class Thinker:
    """Bots that think the longer the more their hands are worth; where there is one legal action, not at all."""

    time: AlarmTime
    longest: int
    thought: int = 0

    async def choose(self, question: Question) -> str:
        view = question.view
        legal = view.legal or ()
        self.thought = 0 if len(legal) == 1 else 1 + sum(card.number * 37 for card in view.hand or ()) % self.longest
        if self.thought:
            await self.time.passed(self.thought)
        return str(legal[len(view.hand or ()) % len(legal)])

    def release(self, table: str) -> None:
        """Nothing is held."""


@dataclass(eq=False)
class Listener:
    """Somebody at the table: what they are sent, and when."""

    time: AlarmTime
    person: str | None = None
    heard: list[int] = field(default_factory=list)

    def send(self, frame: bytes) -> None:
        if frame.startswith(b'{"type":"update"'):
            self.heard.append(self.time.now())
        self.time.news.set()

    def dismiss(self, why: Reason) -> None:
        """Nobody sends this listener away."""


@dataclass(frozen=True)
class Delay:
    """How long a bot's move took to appear, and what may not show in that."""

    appeared: int
    forced: bool
    thought: int


async def _bot_moves(time: AlarmTime, actor: Actor, listener: Listener) -> int:
    """Let time pass until the bot to act has moved; how long that was."""
    began, heard = time.now(), len(listener.heard)
    time.pass_by(await time.alarm())
    # That people come and go meanwhile changes nothing.
    actor.subscribers.presence_changed()
    while len(listener.heard) == heard:
        time.news.clear()
        await time.news.wait()
        if len(listener.heard) == heard:
            time.pass_by(time.next_in() or 0)
    return listener.heard[-1] - began


async def delays(folder: Path, longest: int, *, leaves: bool = False) -> list[Delay]:
    """A round of Ann's with bots, which also play for her where she leaves: how long each of their moves took."""
    found: list[Delay] = []
    time = AlarmTime()
    thinker, listener = Thinker(time, longest), Listener(time)
    config = Config(store=str(folder / "x.db"), bot_delay_ms=STEP)
    server = await Server.start(config, lambda: None, time, thinker)
    try:
        await server.store.people.add(Person(ANN, "Ann", None, 0))
        table = (await server.tables.play_now(PlayNow(players=4, rounds=1), ANN)).table
        actor = await server.tables.find(table)
        actor.subscribers.add(listener)
        if leaves:
            assert isinstance(await actor.command(ANN, ask.Leave(client_id="leave")), Ack)
        while (seat := actor.state.to_act) is not None:
            match = actor.state.match
            assert match is not None
            legal = [str(action) for action in match.legal()]
            if actor.state.chairs[seat].playing_bot:
                appeared = await _bot_moves(time, actor, listener)
                found.append(Delay(appeared, len(legal) == 1, thinker.thought))
            else:
                seq = actor.state.seq
                move = ask.Move(client_id=f"m{seq}", expected_seq=seq, action=legal[0])
                assert isinstance(await actor.command(ANN, move), Ack)
    finally:
        await server.close()
    assert {each.forced for each in found} == {False, True}
    assert len({each.thought for each in found}) > 5
    return found


@pytest.mark.parametrize("leaves", [False, True], ids=["bots", "bots that stand in too"])
async def test_a_bots_move_appears_after_the_same_time_whatever_it_holds(tmp_path: Path, leaves: bool) -> None:
    assert {each.appeared for each in await delays(tmp_path, STEP, leaves=leaves)} == {STEP}


async def test_where_a_bot_takes_longer_only_whole_steps_show(tmp_path: Path) -> None:
    found = await delays(tmp_path, 3 * STEP)
    assert all(each.appeared == max(-(-each.thought // STEP), 1) * STEP for each in found)
    assert {each.appeared for each in found if each.forced} == {STEP}


def _forced_at_once(patch: pytest.MonkeyPatch) -> None:
    plain = BotRun._go_on

    def eager(run: BotRun, now: int) -> None:
        plain(run, now)
        match = run._state.match
        if run.appears is not None and match and len(match.legal()) == 1:
            run.appears = now

    patch.setattr(BotRun, "_go_on", eager)


def _counted_from_the_answer(patch: pytest.MonkeyPatch) -> None:
    plain = BotRun._go_on

    def late(run: BotRun, now: int) -> None:
        plain(run, now)
        if run.appears is not None:
            run.appears = now + STEP

    patch.setattr(BotRun, "_go_on", late)


def _begun_anew_when_somebody_comes(patch: pytest.MonkeyPatch) -> None:
    plain = Autoplay.look

    def forgetful(turns: Autoplay) -> None:
        if turns._thinking:
            turns._actor.host.stop_bots()
        plain(turns)

    patch.setattr(Autoplay, "look", forgetful)


@pytest.mark.parametrize("plant", [_forced_at_once, _counted_from_the_answer, _begun_anew_when_somebody_comes])
async def test_a_delay_that_tells_something_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert {each.appeared for each in await delays(tmp_path, STEP)} != {STEP}
