"""What all messages share: strict structs, and the small types that occur everywhere."""

from __future__ import annotations

from typing import Annotated, Final

from nokosu.core import errors
from nokosu.wire.struct import Meta, Struct

END: Final = r"$(?!\n)"
"""The very end of a text, in patterns: to Python a plain $ is also before a last newline, to JSON Schema it is not."""

Seat = Annotated[int, Meta(ge=0, le=4, description="A place at the table, counted clockwise from 0.")]
Seq = Annotated[int, Meta(ge=0, description="How many entries the table's log has; entry 1 is the first.")]
ClientId = Annotated[
    str,
    Meta(
        pattern="^[A-Za-z0-9_-]{1,40}" + END,
        description="Idempotency key, chosen by the client and unique per command.",
    ),
]
TableId = Annotated[str, Meta(pattern="^[a-z0-9]{16}" + END, description="Names a table in links; cannot be guessed.")]
TableCode = Annotated[str, Meta(pattern="^[A-Z0-9]{6,8}" + END, description="Names a table when spoken or typed.")]
ContestId = Annotated[
    str, Meta(pattern="^[a-z0-9]{16}" + END, description="Names a contest in links; cannot be guessed.")
]
PersonId = Annotated[str, Meta(pattern="^[a-z0-9]{16}" + END)]
PersonName = Annotated[str, Meta(min_length=1, max_length=24)]
Nonce = Annotated[
    str,
    Meta(pattern="^[0-9a-f]{64}" + END, description="A seat's own share of the randomness: 32 bytes in hexadecimal."),
]
ActionText = Annotated[
    str, Meta(max_length=12, description="An action in notation: take dR5, zero dB2, pass, play R5.")
]
Day = Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}" + END, description="A day in UTC, such as 2026-11-18.")]
Millis = Annotated[int, Meta(ge=0, description="Milliseconds.")]
Moment = Annotated[int, Meta(ge=0, description="Milliseconds since 1970, UTC.")]


class Message(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Anything that is sent. Unknown fields are refused, so that a misspelt one is noticed."""


class Reason(Message, frozen=True, kw_only=True):
    """Why something may not be: a message id with parameters, worded by the client in its reader's language."""

    message: str
    params: dict[str, str] = {}
    clause: str | None = None
    """The clause of docs/rules.md, where a rule of the game is the reason."""


def wire_reason(why: errors.Reason) -> Reason:
    """Return a reason as it is sent."""
    return Reason(message=why.message, params=dict(why.params), clause=why.clause or None)
