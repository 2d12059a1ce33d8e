"""What an attacker sees of a socket."""

from __future__ import annotations

from nokosu.wire.updates import Ack, Closing
from tests.server.people import Seat


async def closing(seat: Seat) -> Closing:
    """Read on to the end of a socket; no command may be acknowledged on the way."""
    while True:
        message = await seat.next()
        assert not isinstance(message, Ack), message
        if isinstance(message, Closing):
            return message
