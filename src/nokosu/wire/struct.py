"""The one place that names msgspec: structs, and JSON of them.

Where msgspec is not installed, as in a browser, nokosu.wire.plain does the same in plain Python, without checking what
it reads: a page is the only client of a table in its own worker. So whatever is built from these types runs there too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

__all__ = [
    "UNSET",
    "DecodeError",
    "Meta",
    "Struct",
    "UnsetType",
    "convert",
    "decoder",
    "encode",
    "encoded",
    "field",
    "tag_of",
]

try:
    from msgspec import UNSET, DecodeError, Meta, Raw, Struct, UnsetType, convert, field
    from msgspec.json import Decoder, Encoder
except ImportError:
    from nokosu.wire.plain import (  # type: ignore[assignment,no-redef]  # the same, for the few that have no msgspec
        UNSET,
        DecodeError,
        Decoder,
        Encoder,
        Meta,
        Raw,
        Struct,
        UnsetType,
        convert,
        field,
    )

encode: Final = Encoder().encode
"""A value as JSON."""
encoded: Final[Callable[[bytes], Any]] = Raw
"""JSON that was written before, in place of the value that it says: parts that many readers share."""


def decoder(kind: Any) -> Callable[[bytes | str], Any]:  # noqa: ANN401  any type, or union of types
    """Read this type from JSON; a DecodeError says what is wrong."""
    return Decoder(kind).decode


def tag_of(kind: type[Struct]) -> str:
    """Return the name by which a type of a tagged union goes in JSON."""
    return str(kind.__struct_config__.tag)
