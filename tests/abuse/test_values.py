"""Values that no database should be asked to hold: a NUL in a text, numbers and dates without end."""

from __future__ import annotations

from typing import Any

import pytest

from nokosu.server.store.dump import dumped, restore
from tests.abuse.test_shares import POSITION
from tests.server.conftest import opened
from tests.server.contests import duplicate, tournament
from tests.server.daily import Calendar
from tests.server.people import client
from tests.server.serving import serving

DOUBT = {"position": POSITION, "action": "play R5", "best": "play R0", "verdict": "mistake", "loss": 1.0} | {
    "depth": "quick"
}


async def test_no_guest_spoils_the_backups_of_all(where: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """SQLite keeps a NUL, PostgreSQL does not: with one such row in it, no backup could be restored."""
    async with serving(where) as running, client(running, "Eve") as eve:
        for more in ({"note": "a\0b"}, {"action": "\0"}, {"best": "\0"}):
            assert await eve.refused("/api/doubts", DOUBT | more) == "server.bad-request"
        await eve.post("/api/doubts", DOUBT | {"note": "fine"})
    lines = [line async for line in dumped(where)]
    async with opened(f"{tmp_path_factory.mktemp('restored')}/x.db") as store:
        assert await restore(store, lines) == len(lines) - 2


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/login", {"ceremony": "\0", "credential": {}}),
        ("/api/me/confirm", {"ceremony": "\0", "credential": {}}),
        ("/api/me/push/cancel", {"endpoint": "\0"}),
    ],
)
async def test_a_nul_in_a_name_is_the_senders_fault(where: str, path: str, body: dict[str, Any]) -> None:
    async with serving(where) as running, client(running, "Eve") as eve:
        assert await eve.refused(path, body) == "server.bad-request"
        for address in ("/api/me/blocks/%00", "/api/me/passkeys/%00", "/api/me/sessions/a%00"):
            assert (await eve.http.delete(address)).status_code == 400, address
        for address in ("/%00", "/api/tables/%00/socket", "/docs/%00"):
            assert (await eve.http.get(address)).status_code == 400, address


async def test_contests_begin_and_end_at_dates_that_there_are(where: str) -> None:
    """A browser cannot show dates beyond the year 275,760; databases cannot hold numbers beyond 64 bits."""
    time = Calendar()
    async with serving(where, time=time) as running, client(running, "Eve") as eve:
        for moment in (time.now() + 400 * 86_400_000, 1 << 62, 1 << 63, 10**30):
            for form in (duplicate("days", closes=moment), tournament(starts=moment)):
                assert await eve.refused("/api/contests", form) == "contest.settings"
        await eve.post("/api/contests", duplicate("days", closes=time.now() + 86_400_000))
