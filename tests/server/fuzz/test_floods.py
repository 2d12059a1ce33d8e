"""More messages than one may send."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.fuzz.hall import hall
from tests.server.fuzz.raw import TEXT, frame
from tests.server.people import Json
from tests.server.serving import GENEROUS


@pytest.mark.usefixtures("no_faults")
async def test_a_flood_of_messages_is_answered_by_the_limit_and_held_back(tmp_path: Path) -> None:
    async with hall(tmp_path, limits=replace(GENEROUS, rate=20, burst=60)) as here:
        async with here.raw() as raw:
            await raw.send(frame(TEXT, b'{"type":"ping","client_id":"a"}') * 5_000)
            refused = 0
            async for opcode, data in raw.messages():
                message: Json = json.loads(data) if opcode == TEXT else {}
                if message.get("type") != "refusal":
                    continue
                assert message["reason"]["message"] == "server.too-many"
                refused += 1
                # Once, and not for everything that comes until the next refusal: the limit is Ann's too.
                if refused == 10:
                    await here.unharmed()
                elif refused == 20:
                    break
            assert refused == 20
        # Although thousands of its messages wait, nobody believes that the socket is still there.
        while here.bea_is_here:
            await here.at_the_table.next()
        await here.unharmed()
