"""One table of two people and a bot, watched by a third person, on a server that is killed and over lines that fail."""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import apsw
import httpx
import msgspec

from nokosu.core.view import view
from nokosu.server.store.log import LogRow
from nokosu.wire.updates import Update
from nokosu.wire.views import view_to_json
from tests.server.network.chronicle import Asked, Audience, Chronicle, must
from tests.server.network.forks import LOG, STORE, Forked, Nursery
from tests.server.network.lines import Line
from tests.server.network.tabs import NO_TLS, PATIENCE_S, Person, Tab

BOT = 2
TABS = 3
"""At most so many open for one person."""
_LOG = "SELECT seq, at, body, client FROM log WHERE table_id = ? ORDER BY seq"
_ACTIONS = ("pass", "play R5", "take dR1", "play dB2", "zero dB2")
_TABLE = "network000000000"
_FORM = {
    "table": _TABLE,
    "settings": {"players": 3, "rounds": 2, "pace": {"kind": "relaxed", "grace_ms": 3_600_000}},
    "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "beginner"}],
}


@dataclass(frozen=True)
class Laid:
    """A table at which two people sat down and nobody has played yet, to be copied: the same deal in every example."""

    folder: Path
    table: str
    cookies: tuple[str, str]


async def lay(nursery: Nursery, folder: Path) -> Laid:
    """Make such a table. The server's key decides what is dealt, so it is set before."""
    server = await nursery.start(folder)
    async with httpx.AsyncClient(timeout=PATIENCE_S, verify=NO_TLS) as http:
        (await http.get(f"http://127.0.0.1:{server.port}/health")).raise_for_status()
    await nursery.kill(server)
    with closing(apsw.Connection(str(folder / STORE))) as file:
        file.execute("UPDATE keys SET value = ? WHERE name = 'tables'", ("5e" * 32,))
    server = await nursery.start(folder, "take_any_name")
    cookies: list[str] = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=PATIENCE_S, verify=NO_TLS) as http:
        for name, path, form in (("Ann", "/api/tables", _FORM), ("Bea", f"/api/tables/{_FORM['table']}/join", {})):
            http.cookies.clear()
            answer = await http.post("/api/me", json={"name": name})
            cookies.append(f"nokosu={answer.cookies['nokosu']}")
            (await http.post(path, json=form)).raise_for_status()
    await nursery.kill(server)
    return Laid(folder, _TABLE, (cookies[0], cookies[1]))


class Table:
    """A copy of a laid table, with everybody who is there."""

    def __init__(self, nursery: Nursery, laid: Laid, folder: Path, fault: str | None) -> None:
        self.chronicle = Chronicle(laid.table)
        cookies = (*laid.cookies, "")
        self.people = [
            Person(self.chronicle, audience, cookie, self._port)
            for audience, cookie in zip((0, 1, None), cookies, strict=True)
        ]
        self.happened: Counter[str] = Counter()
        self._nursery = nursery
        self._folder = folder
        self._fault = fault
        self._server: Forked | None = None
        shutil.copytree(laid.folder, folder)

    async def begin(self) -> None:
        """Start the server; everybody opens a tab."""
        self._server = await self._nursery.start(self._folder, self._fault)
        for person in self.people:
            await person.come()
            await person.open(0)

    async def end(self) -> None:
        for person in self.people:
            await person.go()
        if self._server:
            await self._nursery.kill(self._server)

    def _port(self) -> int:
        """Where the server is, if it is anywhere."""
        return self._server.port if self._server else 0

    # The network

    async def restart(self) -> None:
        """kill -9, and another server on the same data."""
        self.happened["killed with a move in flight"] += bool(self.chronicle.ledger.unanswered)
        assert self._server is not None
        await self._nursery.kill(self._server)
        self._server = await self._nursery.start(self._folder, self._fault)

    async def open(self, who: int, since: int | None) -> None:
        """One more tab that knows everything up to an earlier entry, which this person has heard of."""
        person = self.people[who]
        person.tabs = [tab for tab in person.tabs if not tab.gone]
        if len(person.tabs) < TABS:
            since = None if since is None else since % (self.chronicle.newest + 1)
            self.happened["came back to something new"] += since is not None and since < self.chronicle.newest
            await person.open(since)

    def tab(self, who: int, which: int) -> Tab | None:
        """One of somebody's tabs, if there is any."""
        tabs = [tab for tab in self.people[who].tabs if not tab.gone]
        return tabs[which % len(tabs)] if tabs else None

    def line(self, who: int, which: int) -> Line:
        """The line of one of somebody's tabs, or the one that plain HTTP takes."""
        lines = [self.people[who].line, *(tab.line for tab in self.people[who].tabs if not tab.gone)]
        return lines[which % len(lines)]

    # Commands

    def whose(self, kind: str, who: int) -> int:
        """For moves: whose turn it is, as far as anybody has heard, where it is a person's; else `who`."""
        seen = [tab.newest for person in self.people for tab in person.tabs if tab.newest]
        newest = max(seen, key=lambda update: update.seq, default=None)
        mover = newest.view.to_act if newest and newest.view else None
        return mover if kind in {"move", "stale"} and mover is not None and mover != BOT else who

    def move(self, who: int, seen: Update, pick: int) -> Asked | None:
        """A move that is legal as far as somebody has seen."""
        if seen.view is None or not isinstance(seen.view.legal, list) or not seen.view.legal:
            return None
        legal = seen.view.legal
        return self.people[who].ask("move", expected_seq=seen.seq, action=legal[pick % len(legal)])

    def something(self, who: int, tab: Tab, kind: str, pick: int) -> Asked | None:
        """A new command from somebody who knows what this tab knows."""
        seen, person = tab.newest, self.people[who]
        assert seen is not None
        match kind:
            case "move":
                return self.move(who, seen, pick)
            case "react":
                return person.ask("react", reaction=("hello", "wow")[pick % 2])
            case "foreign":
                return person.ask("move", expected_seq=seen.seq, action=_ACTIONS[pick % len(_ACTIONS)])
            case _:
                # Legal now, if anything is, and yet an answer to what is past.
                legal = seen.view.legal if seen.view and isinstance(seen.view.legal, list) else []
                action = (legal or _ACTIONS)[pick % len(legal or _ACTIONS)]
                return person.ask("move", expected_seq=max(0, seen.seq - 1 - pick % 10), action=action)

    def earlier(self, who: int, pick: int) -> Asked | None:
        """Something that this person has sent before, more often than not of late."""
        own = [asked for asked in reversed(self.chronicle.asked.values()) if asked.seat == who]
        return own[pick % min(len(own), 1 + pick // 10)] if own else None

    async def take_back(self, who: int, *, agree: bool) -> None:
        """Ask for it, and let the other one answer where there is something to answer."""
        asking, answering = self.people[who], self.people[1 - who]
        tab = await asking.steady_tab()
        assert tab.newest is not None
        await tab.send(asking.ask("ask_take_back", expected_seq=tab.newest.seq).body)
        await tab.catch_up()
        other = await answering.steady_tab()
        if other.newest and other.newest.table and other.newest.table.take_back:
            request = other.newest.table.take_back
            await other.send(answering.ask("answer_take_back", seq=request.seq, agree=agree).body)
            await other.catch_up()

    async def play_on(self, plies: int) -> None:
        """Everybody plays as one does, on tabs that work."""
        for _ in range(plies):
            await self._ply()

    async def _ply(self) -> None:
        watcher = await self.people[-1].steady_tab()
        seen = watcher.newest
        assert seen is not None
        mover = seen.view.to_act if seen.view else None
        if mover == BOT:
            await watcher.read(lambda: watcher.newest is not seen)
        elif mover is not None:
            tab = await self.people[mover].steady_tab()
            asked = tab.newest and self.move(mover, tab.newest, seen.seq)
            if asked:
                await tab.send(asked.body)
                await tab.catch_up()

    # The end

    async def settle(self) -> None:
        """Nothing is held any more: whatever was not answered is asked again, and all tabs are read to the end."""
        for person in self.people:
            person.line.mend()
            for tab in person.tabs:
                tab.line.mend()
        for person in self.people:
            await person.answered()
            for tab in person.tabs:
                await tab.catch_up()
        for asked in self.chronicle.unanswered:
            await self.people[asked.seat].post(asked)
        must(not self.chronicle.unanswered, "no answer", self.chronicle.unanswered)
        acks = [ack for acks in self.chronicle.acks.values() for ack in acks]
        self.happened["a repetition acknowledged"] += sum(ack.repeated for ack in acks)
        self.happened["a move refused"] += len(self.chronicle.ledger.refused)
        self.happened["a move acknowledged"] += len(self.chronicle.ledger.acknowledged)
        await self._until_a_person_is_to_act()

    async def _until_a_person_is_to_act(self) -> None:
        """The bot plays by itself, and then nothing happens by itself any more."""
        watcher = await self.people[-1].steady_tab()

        def quiet() -> bool:
            seen = watcher.newest
            return seen is not None and seen.view is not None and seen.view.to_act != BOT

        async with asyncio.timeout(PATIENCE_S):
            await watcher.read(quiet)

    async def compare(self) -> None:
        """Everybody's newest view, on old tabs and on fresh ones and over HTTP, is the one that the log leads to."""
        for person in self.people:
            must(await person.open(0), "no socket")
        seen, entries = await self._seen(), self.entries()
        for _ in self.chronicle.asked:
            if all(update.seq == len(entries) for _, update in seen):
                break
            # What somebody sent before their line was cut may have arrived only now.
            seen, entries = await self._seen(), self.entries()
        match = self.chronicle.judge(entries)
        for audience, update in seen:
            must(update.seq == len(entries), "behind", audience, update.seq, len(entries))
            true = None if match is None else view_to_json(view(match, audience))
            must(msgspec.to_builtins(update.view) == true, "not what the log says", audience)

    async def _seen(self) -> list[tuple[Audience, Update]]:
        """The newest that everybody has, wherever they look."""
        seen: list[tuple[Audience, Update | None]] = []
        for person in self.people:
            seen.append((person.audience, await person.poll(0)))
            for tab in person.tabs:
                await tab.catch_up()
                seen += [] if tab.gone else [(person.audience, tab.newest)]
        must(all(update for _, update in seen), "no answer")
        return [(audience, update) for audience, update in seen if update]

    def entries(self) -> list[LogRow]:
        """The log, read past the server."""
        with closing(apsw.Connection(str(self._folder / STORE), flags=apsw.SQLITE_OPEN_READONLY)) as file:
            rows = list(file.execute(_LOG, (self.chronicle.table,)))
        return [LogRow(int(seq), int(at), str(body), None if by is None else str(by)) for seq, at, body, by in rows]

    def complaints(self) -> list[str]:
        """What the servers logged that they should not have had to."""
        lines = (self._folder / LOG).read_text().splitlines()
        return [line for line in lines if '"level": "info"' not in line and '"level": "warning"' not in line]
