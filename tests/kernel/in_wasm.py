"""The kernel in WebAssembly, run by Node with the code that the web client runs it with."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from nokosu.kernel.requests import KernelRequest
from tools.web import KERNEL, WEB, tool

_RUNNER: Final = Path(__file__).with_name("wasm.mjs")
_WEIGHTS: Final = Path(__file__).parents[2] / "src/nokosu/bots/neural/weights.bin"
BUILT: Final = KERNEL.exists()
"""Whether `make setup` has compiled it: it needs the extra `wasm`."""


class RefusedThere(Exception):
    """What the kernel said."""


class InWasm:
    """A process that answers requests."""

    def __init__(self, to: IO[str], come: IO[str]) -> None:
        self._to, self._come = to, come

    def __call__(self, request: KernelRequest) -> bytes:
        self._to.write(json.dumps({"call": request.call, "request": request.data.hex()}) + "\n")
        self._to.flush()
        said = json.loads(self._come.readline())
        if "refused" in said:
            raise RefusedThere(said["refused"])
        return bytes.fromhex(said["answer"])


@contextmanager
def in_wasm() -> Iterator[InWasm]:
    """Start one, and end it."""
    command = [*tool("node"), str(_RUNNER), str(KERNEL), str(_WEIGHTS), str(WEB / "src/local/kernel.ts")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield InWasm(process.stdin, process.stdout)
        process.stdin.close()
