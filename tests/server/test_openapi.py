"""The OpenAPI document and the table of addresses name the same addresses."""

from __future__ import annotations

import re
from pathlib import Path

from nokosu.wire.endpoints import ENDPOINTS
from tests.server.people import client
from tests.server.serving import serving

OTHERWISE = {("GET", "/api/openapi.json")}
"""The document does not describe itself; sockets are beyond what OpenAPI can say."""


def plain(path: str) -> str:
    return re.sub(r"{[^}]*}", "{}", path)


async def test_every_address_is_documented_and_every_documented_one_is_known(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "x.db")) as running, client(running) as anybody:
        document = await anybody.get("/api/openapi.json")
    described = {(method.upper(), plain(path)) for path, ways in document["paths"].items() for method in ways}
    listed = {
        (each.method, plain(each.path))
        for each in ENDPOINTS
        if not each.note.startswith("WebSocket") and (each.method, each.path) not in OTHERWISE
    }
    assert described == listed
