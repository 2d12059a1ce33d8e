"""Finished frames straight to a socket's transport.

Through ASGI every frame wakes a task, passes five coroutines, is decoded to text and encoded again: measured, that is
half of what sending costs, and a move is sent to everybody at its table. The queue of a slow subscriber stays where it
is (http/socket.py): what cannot be written at once goes through ASGI, which waits for the network.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from websockets.http11 import Request

from nokosu.server.http.guarded import GuardedProtocol

_EXTENSION: Final = "nokosu.direct"
_TEXT: Final = 0x81
_SHORT: Final = 126
_LONG: Final = 65_536

Write = Callable[[bytes], bool]
"""Write a text frame now; return False if it has to wait or the client is gone."""


class DirectProtocol(GuardedProtocol):
    """uvicorn's protocol, which also lets the application write a text frame at once."""

    def handle_connect(self, event: Request) -> None:
        """Offer it beside the other extensions."""
        super().handle_connect(event)
        if not self.close_sent:
            cast(dict[str, Any], self.scope["extensions"])[_EXTENSION] = self.write_text

    def write_text(self, frame: bytes) -> bool:
        """A text frame, in one write."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(_head(len(frame)) + frame)
        return True


def _head(length: int) -> bytes:
    """RFC 6455, 5.2: a whole text frame of this length, not masked."""
    if length < _SHORT:
        return bytes((_TEXT, length))
    if length < _LONG:
        return struct.pack(">BBH", _TEXT, 126, length)
    return struct.pack(">BBQ", _TEXT, 127, length)


def direct(scope: Mapping[str, Any]) -> Write | None:
    """How to write at once to the socket of this scope, where the server in front of the application can."""
    write: Write | None = (scope.get("extensions") or {}).get(_EXTENSION)
    return write
