"""A server process of ours on a free port, to be loaded, killed and started again."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import psutil

from bench.load import Watched

ROOT: Final = Path(__file__).parent.parent
_POLL_S: Final = 0.01
_START_S: Final = 60


class ServerProcess:
    """bench/serve.py over one store; it can be started more than once."""

    def __init__(
        self, store: str, workers: int = 1, bots: int = 1, *, characters: bool = False, nights: bool = False
    ) -> None:
        self._store = store
        self._workers = workers
        self._bots = bots
        self._characters = characters
        self._nights = nights
        self.environment = dict(os.environ)
        self._process: subprocess.Popen[bytes] | None = None
        self.watch = Path(tempfile.mkdtemp()) / "steps.jsonl" if workers == 1 else None
        """Where the longest steps of the event loop are written (bench/watch.py)."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.host = f"127.0.0.1:{probe.getsockname()[1]}"
        self.url = f"http://{self.host}"

    def start(self) -> None:
        """Start it; `healthy` says when it answers."""
        port = self.host.split(":")[1]
        options = ["--workers", str(self._workers), "--bots", str(self._bots)]
        options += ["--watch", str(self.watch)] if self.watch else []
        options += ["--characters"] if self._characters else []
        options += ["--nights"] if self._nights else []
        command = [sys.executable, "bench/serve.py", self._store, port, *options]
        self._process = subprocess.Popen(command, cwd=ROOT, env=self.environment)

    @property
    def pid(self) -> int:
        """The process that was started."""
        assert self._process is not None
        return self._process.pid

    def healthy(self) -> bool:
        """Return whether /health answers now."""
        try:
            return httpx.get(f"{self.url}/health", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False

    def await_healthy(self) -> float:
        """Wait until the server answers; return the seconds that this took."""
        begin = time.perf_counter()
        while not self.healthy():
            if time.perf_counter() - begin > _START_S:
                raise SystemExit("the server did not start")
            time.sleep(_POLL_S)
        return time.perf_counter() - begin

    def _all(self) -> list[psutil.Process]:
        """Return the processes that serve: this one, and its workers."""
        assert self._process is not None
        process = psutil.Process(self._process.pid)
        return [process, *(each for each in process.children() if "spawn_main" in " ".join(each.cmdline()))]

    @property
    def watched(self) -> Watched:
        """The processes to measure."""
        return Watched(*self._all())

    def kill(self) -> None:
        """Kill all processes at once, without warning."""
        assert self._process is not None
        for each in self._all():
            each.kill()
        self._process.wait()

    def stop(self) -> None:
        assert self._process is not None
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
        if self.watch:
            shutil.rmtree(self.watch.parent, ignore_errors=True)


@contextlib.contextmanager
def database(kind: str) -> Iterator[str]:
    """Return an empty store: a file, our own PostgreSQL, or the one at the given URL."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield str(Path(folder) / "load.db")
    elif kind == "postgresql":
        from tests.server.store.postgres_server import postgres  # noqa: PLC0415  for those who ask for it

        with postgres() as url:
            yield url
    else:
        yield kind


@contextlib.contextmanager
def running(store: str, **options: Any) -> Iterator[ServerProcess]:  # noqa: ANN401  what ServerProcess takes
    """Provide a server that is stopped afterwards."""
    server = ServerProcess(store, **options)
    server.start()
    try:
        server.await_healthy()
        yield server
    finally:
        server.stop()
