"""`python -m tests.release.bare`: `make play` on a bare Debian without a compiler; every level is played.

The browser's files have to hold the kernel too. It says how long it took until the page was there. Needs root and
debootstrap. `make nightly` runs it.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import httpx

from tests.release.visits import healthy, play_every_level
from tests.server.store.postgres_server import free_port

ROOT: Final = Path(__file__).parents[2]


async def look(url: str) -> dict[str, object]:
    """Play at every level, and load what browsers play with."""
    levels = await play_every_level(url)
    async with httpx.AsyncClient(base_url=url) as http:
        listed = (await http.get("/files.json")).json()
        kernels = [name for name in listed["python"] if name.endswith("kernel.wasm")]
        sizes = [len((await http.get(f"/{name}")).content) for name in (*kernels, *listed["network"])]
    assert len(kernels) == 1, listed
    assert min(sizes) > 100_000
    return {"levels": levels, "kernel_and_network_bytes": sizes}


def main() -> None:
    """Start it, play, and say how long it took."""
    port = free_port()
    settings = [f"NOKOSU_PORT={port}", "NOKOSU_BOT_DELAY=0"]
    command = ["tools/bare-debian.sh", "env", *settings, "make", "play"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        began = 0.0
        try:
            for line in process.stdout:
                sys.stderr.write(f"{time.monotonic() - began if began else 0:6.1f} {line}")
                if line.startswith("running there"):
                    began = time.monotonic()
                if f":{port}/" in line:
                    break
            url = f"http://127.0.0.1:{port}"
            asyncio.run(healthy(url, lambda: process.poll() is None))
            ready = time.monotonic() - began
            found = {"ready_s": round(ready, 1), **asyncio.run(look(url))}
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
    sys.stdout.write(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
