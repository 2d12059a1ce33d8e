"""`nokosu play --join` at a real server: a whole match with another client, a cut line, and every way to be refused."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from nokosu.locale.reasons import word
from nokosu.record import verify
from nokosu.table.refusal import Refused
from nokosu.tui import words
from nokosu.tui.remote import RemoteConnection
from nokosu.tui.screens.app import Game
from nokosu.wire.base import Reason
from nokosu.wire.commands import Continue
from nokosu.wire.updates import AnyFromTable, Closing, Refusal, Update
from tests.server.people import Client, Seat, client, my_turn
from tests.server.serving import serving
from tests.tui.pilot import FAST, play_out

OPEN = {"kind": "open"}
CUT_AT = 9


class Watched(RemoteConnection):
    """A connection that remembers what it hears, and whose line is cut once."""

    def __init__(self, link: str, name: str, *, cut: bool = False) -> None:
        super().__init__(link, name)
        self.heard: list[Update] = []
        self.cuts = 0
        self._cut = cut

    def _take(self, frame: AnyFromTable) -> bool:
        if isinstance(frame, Update):
            self.heard.append(frame)
            if self._cut and not self.cuts and len(self.heard) >= CUT_AT:
                self.cuts += 1
                self._socket.transport.abort()
        return super()._take(frame)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOKOSU_HOME", str(tmp_path / "home"))


async def table_of(host: Client, *others: dict[str, Any], **settings: Any) -> str:
    form = {"settings": {"players": 3, "rounds": 1, **settings}, "seats": [{"kind": "me"}, *others]}
    return str((await host.post("/api/tables", form, 201))["table"])


async def plays(seat: Seat) -> None:
    """Play the first legal thing until the match is over."""
    while not await done(seat):
        await seat.move()


async def done(seat: Seat) -> bool:
    update = await seat.until(lambda update: my_turn(update) or (update.table is not None and bool(update.table.ended)))
    return bool(update.table and update.table.ended) or not (update.view and update.view.legal)


@pytest.mark.parametrize("cut", [False, True], ids=["whole", "cut"])
async def test_a_match_with_another_client(tmp_path: Path, *, cut: bool) -> None:
    async with serving(str(tmp_path / "x.db")) as running, client(running, "Ann") as ann:
        table = await table_of(ann, OPEN, {"kind": "bot", "bot": "beginner"})
        connection = Watched(f"{running.url}/t/{table}", "Tess", cut=cut)
        await asyncio.to_thread(connection.sit_down)
        async with ann.at(table) as seat:
            other = asyncio.create_task(plays(seat))
            app = Game(FAST, lambda game: game.join(connection))
            async with app.run_test(size=(80, 24)) as pilot:
                screen = await play_out(app, pilot, "keys")
                assert screen.model.own == 1
                assert screen.model.names[0] == "Ann"
                assert screen.model.outcome is not None
                assert app.ended is not None
                assert verify(app.ended) is None
                assert [each.name for each in app.ended.seats][:2] == ["Ann", "Tess"]
            await other
        assert connection.cuts == int(cut)
        # Message for message: nothing is lost or heard twice, and what is shown is what the server has.
        whole = await ann.get(f"/api/tables/{table}/events?after=0")
        seqs = [entry.seq for update in connection.heard for entry in update.entries]
        assert seqs == [entry["seq"] for entry in whole["entries"]]
        assert connection.heard[-1].seq == whole["seq"]


async def test_what_cannot_be_joined_is_said_in_one_line(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "x.db")) as running, client(running, "Ann") as ann:
        bots = [{"kind": "bot", "bot": "beginner"}] * 2
        full = await table_of(ann, *bots, spectators=False)
        said = {
            link: await refusal(link)
            for link in (
                f"{running.url}/t/{full}",
                f"{running.url}/t/aaaaaaaaaaaaaaaa",
                f"{running.url}/j/ABCDEF",
                f"{running.url}/health",
                "not a link",
                "127.0.0.1:9/t/aaaaaaaaaaaaaaaa",
            )
        }
        words = list(said.values())
        assert [text.split(":")[0] for text in words] == [
            "The match has already started.",
            "This table does not exist.",
            "This table does not exist.",
            f"{running.url}/health is not the link of a table, such as https".replace("http:", "http:", 1).split(":")[
                0
            ],
            "not a link is not the link of a table, such as https",
            "The server cannot be reached",
        ]
        # A table that may be watched is watched.
        open_table = await table_of(ann, *bots)
        watching = RemoteConnection(f"{running.url}/t/{open_table}", "Tess")
        await asyncio.to_thread(watching.sit_down)


async def test_a_table_that_is_gone_ends_the_waiting(tmp_path: Path) -> None:
    """The server no longer lets this person in: that is said once, and nobody waits for an answer for ever."""
    async with serving(str(tmp_path / "x.db")) as running, client(running, "Ann") as ann:
        table = await table_of(ann, OPEN, {"kind": "bot", "bot": "beginner"})
        connection = RemoteConnection(f"{running.url}/t/{table}", "Tess")
        await asyncio.to_thread(connection.sit_down)
        heard: list[AnyFromTable] = []
        over = asyncio.Event()

        def hear(frame: AnyFromTable) -> None:
            heard.append(frame)
            if isinstance(frame, Closing) and not frame.again:
                over.set()

        connection._table = "a" * 16
        asked = asyncio.create_task(connection.send(Continue(client_id="c1")))
        await asyncio.sleep(0)
        await connection.start(hear)
        await over.wait()
        answer = await asked
        assert isinstance(answer, Refusal)
        assert [frame.reason for frame in heard if isinstance(frame, Closing)] == [answer.reason]
        assert words.worded(answer.reason) == "This table does not exist."
        await connection.stop()


async def test_a_refusal_of_no_command_is_heard(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "x.db")) as running:
        connection = RemoteConnection(f"{running.url}/t/{'a' * 16}", "Tess")
        heard: list[AnyFromTable] = []
        connection._hear = heard.append
        refusal = Refusal(client_id=None, seq=0, reason=Reason(message="frame.bad"))
        assert connection._take(refusal)
        assert heard == [refusal]


async def refusal(link: str) -> str:
    with pytest.raises(Refused) as caught:
        await asyncio.to_thread(RemoteConnection(link, "Tess").sit_down)
    said = word(caught.value.why)
    assert "\n" not in said
    return said
