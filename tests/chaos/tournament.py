"""Tournaments whose server is killed at chosen moments, and whether anything was lost or counted twice.

python -m tests.chaos.tournament --kills 50

Every kill waits for a moment: a start, an entry or a withdrawal that is not answered yet, a move, the last move of a
table, or a round that has ended while the next has not begun. When the server is back, people go on where they were.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import apsw
import httpx

from nokosu.server.store.log import LogRow
from tests.chaos.contest_audit import Facts, Shown, wrong
from tests.chaos.ledger import Findings, Ledger, Logs, audit
from tests.chaos.players import Lost, Player
from tests.server.people import Json, Seat
from tests.server.programs import kill, started
from tests.server.store.postgres_server import free_port

PEOPLE: Final = 9
ROUNDS: Final = 3
MOMENTS: Final = ("start", "move", "last move", "between rounds", "withdraw", "enter")
_SEATS: Final = 4
_POLL_S: Final = 0.1
_PATIENCE_S: Final = 600
"""How long a moment is waited for. Some come once in a tournament, and a busy machine plays slowly."""
_LOG: Final = "SELECT table_id, seq, at, body, client FROM log ORDER BY table_id, seq"


@dataclass
class Watch:
    """What people are doing right now: asked for and not answered, or seen and not over."""

    now: Counter[str] = field(default_factory=Counter)
    shown: dict[str, Shown] = field(default_factory=dict)
    """The standings of contests that people have seen to their end."""


class Entrant(Player):
    """A person who enters tournaments and plays them to their end."""

    def __init__(self, address: str, name: str, ledger: Ledger, watch: Watch, chance: random.Random) -> None:
        super().__init__([address], name, ledger, chance)
        self.chance = chance
        self.watch = watch

    async def tell(self, moment: str, path: str, body: Json | None = None) -> None:
        """POST until it is answered; a refusal is an answer, since what was asked before a kill may have happened."""
        self.watch.now[moment] += 1
        try:
            await self._said("POST", path, body)
        finally:
            self.watch.now[moment] -= 1

    async def look(self, contest: str) -> Json:
        return await self._said("GET", f"/api/contests/{contest}")

    async def _said(self, method: str, path: str, body: Json | None = None) -> Json:
        while True:
            try:
                async with httpx.AsyncClient(base_url=f"http://{self.address}", timeout=10) as http:
                    answer = await http.request(method, path, json=body, headers={"cookie": self._cookie})
            except (OSError, httpx.TransportError):
                await self.elsewhere()
                continue
            if answer.status_code in {429, 503}:
                await self.elsewhere()
                continue
            assert answer.status_code in {200, 409}, answer.text
            found: Json = answer.json()
            return found

    async def _move(self, table: str, seat: Seat, update: object) -> None:
        hand = getattr(getattr(update, "view", None), "hand", ())
        if len(hand) == 1:
            self.watch.now["last move"] += 1
        await super()._move(table, seat, update)  # type: ignore[arg-type]  # it is an Update

    async def take_part(self, contest: str, *, leaves: bool) -> None:
        """Enter, play every table that is mine, until the tournament is over."""
        await self.tell("enter", f"/api/contests/{contest}/enter")
        while True:
            seen = await self.look(contest)
            between = 0 < seen["round"] == seen["opened"] < ROUNDS
            self.watch.now["between rounds"] += between
            try:
                if seen["status"] == "over":
                    self.watch.shown[contest] = Shown.of(seen)
                    return
                if seen["table"] is not None:
                    await self.play(seen["table"]["table"])
                    self.watch.now["last move"] = 0
                    if leaves:
                        leaves = False
                        await self.tell("withdraw", f"/api/contests/{contest}/withdraw", {})
                        await self.tell("enter", f"/api/contests/{contest}/enter")
                else:
                    await asyncio.sleep(_POLL_S * self.chance.random())
            finally:
                self.watch.now["between rounds"] -= between

    async def play(self, table: str) -> None:
        while True:
            try:
                await super().play(table)
            except Lost:
                continue
            return


async def club(address: str, ledger: Ledger, watch: Watch, seed: str) -> None:
    """People who play one tournament after the other."""
    chance = random.Random(seed)
    people = [Entrant(address, f"Player {number}", ledger, watch, chance) for number in range(PEOPLE)]
    for each in people:
        await each.introduce()
    number = 0
    while True:
        form = {"kind": "tournament", "form": "swiss", "rounds": ROUNDS, "deals": 1, "break_s": 1}
        if number % 2:
            form |= {"same_deals": True, "scoring": "matchpoints", "break_s": 0}
        made = await people[0].ask("/api/contests", {"name": f"Night {number}", "settings": form})
        contest = str(made["contest"])
        number += 1
        async with asyncio.TaskGroup() as together:
            for one, each in enumerate(people[:-1]):
                together.create_task(each.take_part(contest, leaves=one == number % (PEOPLE - 1)))
            together.create_task(_begin(people[0], contest))
            together.create_task(_late(people[-1], contest))


async def _begin(host: Entrant, contest: str) -> None:
    """Start when all but the latecomer are there; again, where the answer was lost."""
    while len((seen := await host.look(contest))["standings"]) < PEOPLE - 1:  # noqa: ASYNC110  as a page does
        await asyncio.sleep(_POLL_S)
    while seen["round"] == 0:
        await host.tell("start", f"/api/contests/{contest}/start")
        seen = await host.look(contest)


async def _late(last: Entrant, contest: str) -> None:
    while (await last.look(contest))["round"] == 0:  # noqa: ASYNC110  as a page does
        await asyncio.sleep(_POLL_S)
    await last.take_part(contest, leaves=False)


@dataclass
class Campaign:
    """So many kills, each at a moment that is waited for."""

    kills: int
    folder: str
    seed: str
    module: str = "nokosu"
    ledger: Ledger = field(default_factory=Ledger)
    watch: Watch = field(default_factory=Watch)
    moments: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    """Of these, how many kills came before the moment was over: for the others it had just passed."""
    back_s: list[float] = field(default_factory=list)
    contests: int = 0
    rounds: int = 0

    async def run(self) -> tuple[Findings, list[str]]:
        """Kill, restart, play on; then let a tournament end and compare everything."""
        port = free_port()
        process = await self._start(port)
        playing = asyncio.create_task(club(f"127.0.0.1:{port}", self.ledger, self.watch, self.seed))
        chance = random.Random(f"{self.seed} kills")
        try:
            for number in range(self.kills):
                moment = MOMENTS[number % len(MOMENTS)]
                await self._until(lambda moment=moment: self._is(moment), playing)
                # Not always at once: what is asked for takes a few milliseconds.
                await asyncio.sleep(chance.random() * 0.02)
                self.moments[moment] += 1
                self.caught[moment] += self._is(moment)
                killed = time.perf_counter()
                await kill(process)
                process = await self._start(port)
                self.back_s.append(time.perf_counter() - killed)
                sys.stderr.write(f"{number + 1}: {moment}, back after {self.back_s[-1]:.1f} s\n")
                moves = len(self.ledger.acknowledged) + 5
                await self._until(lambda moves=moves: len(self.ledger.acknowledged) >= moves, playing)
                findings = audit(self.ledger, self._logs())
                if findings.faults:
                    return findings, []
            over = len(self.watch.shown) + 1
            await self._until(lambda: len(self.watch.shown) >= over, playing)
        finally:
            await kill(process)
            while not playing.done():
                playing.cancel()
                await asyncio.wait([playing], timeout=0.5)
        facts = Facts.read(f"{self.folder}/nokosu.db")
        self.contests, self.rounds = len(facts.contests), sum(each.round for each in facts.contests)
        return audit(self.ledger, self._logs()), wrong(facts, self.watch.shown)

    def _is(self, moment: str) -> bool:
        return self.ledger.in_flight > 0 if moment == "move" else self.watch.now[moment] > 0

    @staticmethod
    async def _until(wanted: object, playing: asyncio.Task[None]) -> None:
        assert callable(wanted)
        async with asyncio.timeout(_PATIENCE_S):
            while not wanted():
                if playing.done():
                    playing.result()
                await asyncio.sleep(0.001)

    async def _start(self, port: int) -> Process:
        options = ("--data", self.folder, "--bot-processes", "1", "--bot-delay", "10")
        return await started(*options, port=port, module=self.module)

    def _logs(self) -> Logs:
        logs: dict[str, list[LogRow]] = {}
        file = apsw.Connection(f"{self.folder}/nokosu.db", flags=apsw.SQLITE_OPEN_READONLY)
        try:
            for table, seq, at, body, sender in file.execute(_LOG):
                row = LogRow(int(str(seq)), int(str(at)), str(body), None if sender is None else str(sender))
                logs.setdefault(str(table), []).append(row)
        finally:
            file.close()
        return logs

    def report(self, findings: Findings, counted_wrong: Sequence[str]) -> dict[str, object]:
        """For people and for machines."""
        return {
            "store": "sqlite",
            "seed": self.seed,
            "kills": sum(self.moments.values()),
            "moments": dict(self.moments),
            "before_the_moment_was_over": dict(self.caught),
            "tournaments": self.contests,
            "rounds": self.rounds,
            "sent": len(self.ledger.sent),
            "acknowledged": len(self.ledger.acknowledged),
            **{name: len(found) for name, found in vars(findings).items()},
            "counted_wrong": len(counted_wrong),
            "back_s_median": round(statistics.median(self.back_s), 2) if self.back_s else None,
            "back_s_most": round(max(self.back_s), 2) if self.back_s else None,
        }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.tournament")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", default=secrets.token_hex(4))
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="nokosu-chaos-") as folder:
        campaign = Campaign(wanted.kills, folder, wanted.seed)
        findings, counted_wrong = asyncio.run(campaign.run())
    json.dump(campaign.report(findings, counted_wrong), sys.stdout, indent=1)
    sys.stdout.write("\n" + "".join(f"{each}\n" for each in counted_wrong))
    return int(bool(findings.faults or counted_wrong or sum(campaign.moments.values()) < wanted.kills))


if __name__ == "__main__":
    sys.exit(main())
