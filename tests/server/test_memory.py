"""What ends is freed at once: the server looks only at new objects for cycles (server/memory.py)."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar import WebSocket
from websockets.asyncio.client import connect

from nokosu.core.match import Match
from nokosu.server.http.guarded import GuardedProtocol
from nokosu.server.people.sessions import Session
from nokosu.server.tables import registry
from nokosu.server.tables.actor import Actor
from nokosu.table.frame_cache import FrameCache, OwnParts, PublicParts
from nokosu.table.host import Host
from nokosu.table.state import State
from tests.server.serving import serving

OURS = (GuardedProtocol, WebSocket, Session, Actor, Host, State, FrameCache, PublicParts, OwnParts, Match)
SOCKETS = 5


@pytest.fixture
def by_hand() -> Iterator[None]:
    """Keep the collector off, and let it keep what it finds; hold on to what earlier tests have not let go of yet."""
    gc.collect()
    of_earlier_tests = [each for each in gc.get_objects() if issubclass(type(each), OURS)]
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    yield
    gc.set_debug(0)
    of_earlier_tests.clear()
    gc.garbage.clear()
    gc.enable()


def left_behind() -> Counter[str]:
    """Count the objects of a server that only a look for cycles would free."""
    gc.collect()
    found = Counter(type(each).__name__ for each in gc.garbage if issubclass(type(each), OURS))
    gc.garbage.clear()
    return found


async def sockets_come_and_go(folder: Path) -> Counter[str]:
    """Open sockets at a table and close them, half of them without a word."""
    async with serving(str(folder / "tables.db")) as server, httpx.AsyncClient(base_url=server.url) as person:
        await person.post("/api/me", json={"name": "A"})
        form = {"settings": {}, "seats": [{"kind": "me"}, *[{"kind": "open"}] * 3]}
        table = (await person.post("/api/tables", json=form)).json()["table"]
        left_behind()
        for number in range(SOCKETS):
            address = f"ws://{server.address}/api/tables/{table if number else 'none'}/socket"
            socket = await connect(address)
            await socket.recv()
            if number % 2:
                socket.transport.abort()
            else:
                await socket.close()
        while (await person.get("/metrics")).text.count("\nnokosu_sockets 0.0") == 0:
            continue
        for _ in range(20):
            await person.get("/health")
        return left_behind()


@pytest.mark.usefixtures("by_hand")
async def test_closed_sockets_leave_nothing_behind(tmp_path: Path) -> None:
    assert await sockets_come_and_go(tmp_path) == {}


@pytest.mark.usefixtures("by_hand")
async def test_the_count_would_notice_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GuardedProtocol, "_let_go", lambda _: None)
    assert (await sockets_come_and_go(tmp_path))["GuardedProtocol"] == SOCKETS


@pytest.mark.usefixtures("by_hand")
async def test_forgotten_tables_leave_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for most in ("_SWEEP_ABOVE", "_AFTER_START"):
        monkeypatch.setattr(registry, most, 2)
    async with serving(str(tmp_path / "tables.db")) as server, httpx.AsyncClient(base_url=server.url) as person:
        await person.post("/api/me", json={"name": "A"})
        for _ in range(8):
            await person.post("/api/tables", json={"settings": {}, "seats": [{"kind": "me"}, *[{"kind": "open"}] * 3]})
        assert "nokosu_tables 8.0" not in (await person.get("/metrics")).text
        assert left_behind() == {}
