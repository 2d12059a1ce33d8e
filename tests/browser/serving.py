"""A separate server for browser tests: the built client, an empty store, bots that answer at once."""

from __future__ import annotations

import subprocess
import sys
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tests.server.store.postgres_server import free_port


class Served:
    """`nokosu serve` as a process that can be killed and started again at the same address."""

    def __init__(self, folder: Path, client: Path | None = None) -> None:
        self._folder = folder
        # The client's files, where a test changes them.
        self._program = ["tests.browser.other_client", str(client)] if client else ["nokosu"]
        self._port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"http://localhost:{self._port}"

    def start(self) -> None:
        """Start, and come back when it answers."""
        with (self._folder / "serve.log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *(sys.executable, "-m", *self._program, "serve", "--port", str(self._port)),
                    *("--data", str(self._folder), "--bot-delay", "0", "--bot-processes", "1"),
                ],
                stdout=log,
                stderr=log,
            )
        while not self._answers():
            assert self._process.poll() is None, (self._folder / "serve.log").read_text("utf-8")

    def _answers(self) -> bool:
        connection = HTTPConnection("localhost", self._port, timeout=5)
        try:
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        except (HTTPException, OSError):
            return False
        finally:
            connection.close()

    def kill(self) -> None:
        """The way a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
