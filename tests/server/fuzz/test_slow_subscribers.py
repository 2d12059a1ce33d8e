"""Who does not read what is sent to them, and how they come back."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from nokosu.wire.updates import Ack
from tests.server.fuzz.hall import Hall, hall
from tests.server.fuzz.raw import CLOSE, TEXT, TOO_SLOW, Raw, frame
from tests.server.people import Json
from tests.server.serving import GENEROUS

KEPT = 50_000


async def react_until_away(here: Hall) -> None:
    """Until the table has given up on Bea, who does not read."""
    while not here.bea_is_here:
        await here.at_the_table.next()
    while here.bea_is_here:
        assert isinstance(await here.at_the_table.ask("react", reaction="hello"), Ack)


@dataclass
class Heard:
    """What came before the end: the last entry, the last message, how many bytes; and the code of the end."""

    seq: int = 0
    last: Json = field(default_factory=dict)
    size: int = 0
    code: int | None = None


async def read_through(raw: Raw) -> Heard:
    heard = Heard()
    async for opcode, data in raw.messages():
        heard.size += len(data)
        if opcode == CLOSE:
            heard.code = int.from_bytes(data[:2], "big")
            await raw.send(frame(CLOSE, data[:2]))
        elif opcode == TEXT:
            heard.last = json.loads(data)
            if heard.last["type"] == "update":
                assert heard.seq in {0, heard.last["after"]}
                heard.seq = heard.last["seq"]
    return heard


@pytest.mark.parametrize("reads_again", [True, False])
@pytest.mark.usefixtures("no_faults")
async def test_a_slow_subscriber_is_closed_and_can_resume(reads_again: bool, tmp_path: Path) -> None:
    """Who reads on is told why. Who takes nothing at all is hung up on, and no longer counts as being there."""

    limits = replace(GENEROUS, outbound=4, goodbye_s=600 if reads_again else 0.01)
    async with hall(tmp_path, limits=limits, on_the_way=4_096) as here:
        async with here.raw(buffer=4_096) as raw:
            await react_until_away(here)
            if not reads_again:
                await here.unharmed()
                await here.alone()
            heard = await read_through(raw)
        if reads_again:
            assert (heard.last["type"], heard.code) == ("closing", TOO_SLOW)
        else:
            # What lay ready for them at the server, some 64 KB, is not kept until they come round to it.
            assert (heard.code, heard.size < KEPT) == (None, True)
        async with here.bea.at(here.table, after=heard.seq) as again:
            update = await again.until(lambda _: True)
            assert [each.seq for each in update.entries] == list(range(heard.seq + 1, update.seq + 1))
            assert update.entries
        await here.unharmed()
