"""A TCP proxy that can freeze: it keeps every connection open and passes nothing on, as a dead network does."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress


class Proxy:
    """Passes everything on to a port of this machine until it is frozen."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._flows = threading.Event()
        self._flows.set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = [self._listener]
        self.url = f"http://localhost:{self._listener.getsockname()[1]}"
        self._begin(self._accept)

    def freeze(self) -> None:
        """Nothing arrives on the other side from now on."""
        self._flows.clear()

    def thaw(self) -> None:
        """What was held back arrives after all."""
        self._flows.set()

    def close(self) -> None:
        """End every connection."""
        self._flows.set()
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _begin(self, work: object, *args: object) -> None:
        threading.Thread(target=work, args=args, daemon=True).start()  # type: ignore[arg-type]  # either of the two jobs

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self._flows.wait()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._sockets += [near, far]
                self._begin(self._pump, near, far)
                self._begin(self._pump, far, near)

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self._flows.wait()
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
