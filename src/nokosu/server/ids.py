"""Unguessable IDs, and codes that people can read aloud."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

_HOUR_MS: Final = 3_600_000
_LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"
_CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Without letters and digits that look or sound alike."""


def new_id() -> str:
    """Sixteen characters, eighty bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(16))


def new_code() -> str:
    """Eight characters to say or type."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(8))


def new_table(key: str, now: int) -> str:
    """Return a table's name, sixteen characters: half of it random, half a seal that only this server can make."""
    return sealed(key, "".join(secrets.choice(_LETTERS) for _ in range(8)), now // _HOUR_MS)


def was_issued(key: str, table: str, now: int) -> bool:
    """Return whether this server made this name, in this hour or the one before.

    A name of any other origin could be one that was used before, under the same key: its deals would be known.
    """
    names = [sealed(key, table[:8], now // _HOUR_MS - ago) for ago in (0, 1)]
    return any(hmac.compare_digest(table, name) for name in names)


def sealed(key: str, random: str, hour: int) -> str:
    """Return the name that begins with these eight characters, for one key and one hour."""
    seal = hmac.digest(bytes.fromhex(key), f"nokosu/1/name/{random}/{hour}".encode(), hashlib.sha256)
    return random + "".join(_LETTERS[byte % len(_LETTERS)] for byte in seal[:8])


def new_token() -> str:
    """Return what a session's cookie holds."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """Return how a token or a code is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def table_secret(key: str, table: str) -> bytes:
    """Return the secret of a table, which follows from its name and the server's key: it is fixed before anybody asks.

    So a table can be committed to without being stored, and its secret cannot be chosen after a nonce is known.
    """
    return hmac.digest(bytes.fromhex(key), b"nokosu/1/table/" + table.encode(), hashlib.sha256)
