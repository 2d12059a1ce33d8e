"""What somebody finds out who asks every address of a server for something that is sealed."""

from __future__ import annotations

from collections.abc import Mapping

from nokosu.wire.endpoints import ENDPOINTS
from nokosu.wire.entries import Created
from nokosu.wire.entries import decode as read_entry
from tests.server.conftest import opened
from tests.server.people import Client


async def secret_of(where: str, table: str) -> str:
    """The secret of a table, which nobody but its server knows."""
    async with opened(where) as store:
        (first, *_) = await store.log.entries(table)
    created = read_entry(first.body)
    assert isinstance(created, Created)
    return created.secret


async def everything(who: Client, table: str, more: Mapping[str, str]) -> list[tuple[str, bytes]]:
    """What every address says to somebody who knows all names."""
    names = {"{table}": table, "{record}": table, "{round}": "0", "{decision}": "0", "{code}": "ABCDEFGH", **more}
    said: list[tuple[str, bytes]] = []
    for endpoint in ENDPOINTS:
        path = endpoint.path
        for name, value in names.items():
            path = path.replace(name, value)
        if endpoint.method == "GET" and "{" not in path and not path.endswith("/socket"):
            answer = await who.http.get(path + ("?after=0" if path.endswith("/events") else ""))
            said.append((path, answer.content))
    # Link previews are for everybody.
    said += [(path, (await who.http.get(path)).content) for path in (f"/t/{table}", f"/replay/{table}")]
    return said
