"""Two terminals with the example client play each other and two bots; the server is killed in the middle."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.server.programs import kill, program, started
from tests.server.store.postgres_server import free_port

CLIENT = str(Path(__file__).parents[2] / "examples" / "client.py")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_two_clients_and_two_bots_play_on_after_kill_minus_nine(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    store = ["--data", str(tmp_path)]
    if kind == "postgresql":
        store = ["--database", request.getfixturevalue("fresh_postgres")]

    port = free_port()
    options = ["--bot-delay", "20", *store]
    server = await started(*options, port=port)
    common = ("--auto", "--server", f"http://127.0.0.1:{port}")
    async with program(sys.executable, "-u", CLIENT, "Ann", "--rounds", "1", *common) as ann:
        assert ann.stdout is not None
        code = (await ann.stdout.readline()).decode().split()[-1]
        async with program(sys.executable, "-u", CLIENT, "Bea", "--join", code, *common) as bea:
            while b"play" not in await ann.stdout.readline():
                pass
            await kill(server)
            server = await started(*options, port=port)
            outputs = await asyncio.gather(ann.communicate(), bea.communicate())
    await kill(server)
    ends = [output.decode().strip().splitlines()[-1] for output, _ in outputs]
    assert ends[0].startswith("Totals:")
    assert ends[0] == ends[1]
    assert any("connection is lost" in output.decode() for output, _ in outputs)
