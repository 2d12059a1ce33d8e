"""The parsers that strangers reach: each takes bytes, and may only refuse what it does not understand.

A target raises nothing but what its callers catch; anything else is a fault. tests/fuzz/corpus has the seeds, in one
folder for each target.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

import h11
import msgspec

from nokosu.core.errors import NokosuError
from nokosu.editions.loader import parse_edition
from nokosu.record.codec import decode
from nokosu.record.position_reader import parse_position
from nokosu.server.addresses import FORWARDED, FORWARDED_FOR, client_address, client_scheme
from nokosu.server.people.passkeys import registered, signed_in
from nokosu.server.people.push_services import known_service
from nokosu.server.people.site import Site
from nokosu.server.people.web_push import encrypted
from nokosu.server.store.people import Passkey
from nokosu.table.names_check import checked_name
from nokosu.table.refusal import Refused
from nokosu.table.replaying import checked_record
from nokosu.wire.commands import AnyCommand
from nokosu.wire.people import Login

Target = Callable[[bytes], object]
_COMMAND: Final[msgspec.json.Decoder[AnyCommand]] = msgspec.json.Decoder(AnyCommand)
_PASSKEYS: Final = msgspec.json.Decoder(Login)
_SITE: Final = Site("http://localhost", "localhost")
_CHALLENGE: Final = "AAAA"


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def frame(data: bytes) -> None:
    """Read a message on a socket."""
    _COMMAND.decode(data)


def passkey(data: bytes) -> None:
    """Read the message that signs people in with a passkey, or brings a new one."""
    credential = _PASSKEYS.decode(data).credential
    with suppress(Refused):
        registered(credential, _CHALLENGE, _SITE)
    with suppress(Refused):
        signed_in(credential, _CHALLENGE, _SITE, Passkey("x", "x", "oA", 0))


def headers(data: bytes) -> None:
    """Read what proxies say, and the head of a request."""
    for name in (FORWARDED_FOR, FORWARDED):
        lines = [(name, line) for line in data.split(b"\n")]
        client_address(lines, 1, name)
        client_address(lines, 3, name)
        client_scheme(lines, name)
    connection = h11.Connection(h11.SERVER, max_incomplete_event_size=16_384)
    connection.receive_data(data)
    connection.next_event()


def push(data: bytes) -> None:
    """Read where a browser takes messages, and its keys."""
    endpoint, _, rest = _text(data).partition("\n")
    known_service(endpoint)
    p256dh, _, auth = rest.partition("\n")
    encrypted(b"x", p256dh, auth)


def record(data: bytes) -> None:
    """Read a record, and check it as an upload."""
    decode(data)
    checked_record(data)


def house_rules(data: bytes) -> None:
    """Read the text of a file of house rules."""
    parse_edition(data.decode(), "fuzz.toml")


TARGETS: Final[Mapping[str, Target]] = {
    "frame": frame,
    "passkey": passkey,
    "headers": headers,
    "push": push,
    "record": record,
    "position": lambda data: parse_position(_text(data)),
    "name": lambda data: checked_name(_text(data), {"otto"}),
    "house-rules": house_rules,
}
REFUSALS: Final = (
    NokosuError,
    Refused,
    msgspec.MsgspecError,
    UnicodeDecodeError,
    RecursionError,
    h11.RemoteProtocolError,
)
"""What the callers of a target catch. `push` refuses with ValueError, as its caller expects."""


def refused(name: str, data: bytes) -> bool:
    """Return whether a target refuses this; raise whatever it may not raise."""
    try:
        TARGETS[name](data)
    except REFUSALS:
        return True
    except ValueError:
        if name != "push":
            raise
        return True
    return False
