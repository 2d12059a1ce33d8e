"""A person who plays, undoes, asks for hints, reloads and errs at the server, whose clock is moved by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from nokosu.bots import registry
from nokosu.core.errors import Reason
from nokosu.core.stream import Stream, seed_from_number
from nokosu.local import bots
from nokosu.server.bots.pool import Question
from nokosu.server.config import Config
from nokosu.server.fair_queue import FairQueue
from nokosu.server.job_worker import JobWorker
from nokosu.server.quotas import Payer
from nokosu.server.server import Server
from nokosu.server.store.people import Person
from nokosu.server.tables.actor import Actor
from nokosu.table.refusal import Refused
from nokosu.wire.base import wire_reason
from nokosu.wire.commands import AnyCommand
from nokosu.wire.lobby import PlayNow
from nokosu.wire.struct import decoder, encode
from nokosu.wire.updates import Ack, Refusal
from tests.local.script import Script, Step, plain
from tests.server.alarms import AlarmTime

P = ParamSpec("P")
T = TypeVar("T")
ANN = "a" * 16
COMMAND = decoder(AnyCommand)


class SameBots:
    """The same bots as on a device, in this process; the kernel is the native one."""

    async def choose(self, question: Question) -> str:
        bot = registry.make(bots.offered(kernel=True).get(question.bot, question.bot))
        return str(bot.choose(question.view, Stream(question.seed, "bot")))

    def release(self, table: str) -> None:
        """Nothing is held."""


class SameProcess(JobWorker):
    """Thinks about hints in this process: starting one for every match takes longer than the match."""

    async def run(self, payer: Payer, job: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:  # noqa: ARG002  nobody waits
        return job(*args, **more)


@dataclass(eq=False)
class Page:
    """Hears what Ann is sent."""

    time: AlarmTime
    heard: list[str]
    newest: dict[str, Any] = field(default_factory=dict)
    person: str | None = ANN

    def send(self, frame: bytes) -> None:
        message = json.loads(frame)
        self.heard.append(plain(message))
        if message["type"] == "update":
            self.newest = message
        self.time.news.set()

    def dismiss(self, why: Reason) -> None:
        """Nobody sends Ann away."""


class Player:
    """Ann's decisions, and a script of all that happened."""

    def __init__(self, server: Server, time: AlarmTime, actor: Actor, script: Script, number: int) -> None:
        self.server, self.time, self.actor, self.script = server, time, actor, script
        self.page = Page(time, script.heard)
        self.chance = Stream(seed_from_number(len(script.wish) + 1000 * number), "ann")
        self.number = 0

    def note(self, do: str, text: str = "") -> None:
        self.script.steps.append(Step(self.time.now(), do, text))

    async def enter(self, after: int) -> None:
        self.note("enter", str(after))
        self.actor.subscribers.remove(self.page)

        async def come() -> None:
            self.page.send(await self.actor.first_frame(self.actor.state.seat_of(ANN), after))
            self.actor.subscribers.add(self.page)

        await self.actor.in_turn(come)

    async def ask(self, **fields: Any) -> None:
        self.number += 1
        text = json.dumps({"client_id": f"c{self.number}"} | fields)
        self.note("command", text)

        def reply(answer: Ack | Refusal) -> None:
            self.page.send(encode(answer))

        await self.actor.command(ANN, COMMAND(text), reply)

    async def hint(self) -> None:
        self.note("hint")
        try:
            said = encode(await self.server.hints.give(self.actor, ANN))
        except Refused as refused:
            said = encode({"refused": wire_reason(refused.why)})
        self.script.heard.append(plain(json.loads(said)))

    async def bots_move(self) -> None:
        """Let time pass until the bots have moved, as far as they move by themselves."""
        self.time.pass_by(await self.time.alarm())
        self.note("wake")
        while not self.settled:
            self.time.news.clear()
            await self.time.news.wait()

    @property
    def settled(self) -> bool:
        return not self.bots_turn or self.time.next_in() is not None

    @property
    def bots_turn(self) -> bool:
        state = self.actor.state
        return state.to_act is not None and state.to_act != state.seat_of(ANN) and not state.between_rounds

    async def decide(self) -> None:
        """What Ann does: mostly she moves; sometimes she does something else first."""
        seq, legal = self.page.newest["seq"], self.page.newest["view"]["legal"]
        match self.chance.below(12):
            case 0:
                await self.hint()
            case 1:
                await self.ask(type="move", expected_seq=seq, action="play R0")
            case 2:
                await self.ask(type="set_bot_pace", bot_pace=("fast", "instant", "normal", "relaxed")[self.number % 4])
            case 3:
                await self.enter(max(0, seq - self.chance.below(30)))
            case 4:
                await self.ask(type="react", reaction="wow")
            case 5 if self.page.newest.get("undo"):
                await self.ask(type="undo", action_seq=self.page.newest["undo"])
                return
            case _:
                pass
        move = {"type": "move", "expected_seq": self.actor.state.seq, "action": legal[self.chance.below(len(legal))]}
        await self.ask(**move)
        # The same again, as after a lost answer.
        if self.number % 4 == 0:
            self.number -= 1
            await self.ask(**move)

    async def play(self) -> None:
        """To the end, and on to the next table."""
        await self.enter(0)
        while self.actor.state.ended is None:
            if self.bots_turn:
                await self.bots_move()
            elif self.actor.state.between_rounds:
                await self.ask(type="continue")
            else:
                await self.decide()
        await self.ask(type="rematch")
        assert self.actor.state.rematch is not None
        following = await self.server.tables.find(self.actor.state.rematch)
        self.script.fresh, self.script.fresh_secret = following.state.table, following.state.secret


async def played(folder: Path, edition: str, players: int, rounds: int | None, bot: str, number: int = 0) -> Script:
    """One whole match at the server; in another number Ann decides otherwise."""
    time = AlarmTime()
    config = Config(store=str(folder / f"{edition}{players}{bot}{number}.db"), bot_delay_ms=900)
    server = await Server.start(config, lambda: None, time, SameBots())
    server.hints.worker = SameProcess(FairQueue(time, 1, 60, 1))
    try:
        await server.store.people.add(Person(ANN, "Ann", None, 0))
        wish = PlayNow(edition=edition, players=players, rounds=rounds, bot=bot, wait_between_rounds=True)
        actor = await server.tables.find((await server.tables.play_now(wish, ANN)).table)
        script = Script(encode(wish).decode(), actor.state.table, actor.state.secret, at=time.now())
        await Player(server, time, actor, script, number).play()
        return script
    finally:
        await server.close()
