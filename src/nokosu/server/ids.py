"""Names that nobody guesses, and codes that people can say."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final

_LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"
_CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
"""Without letters and digits that look or sound alike."""


def new_id() -> str:
    """Sixteen characters, eighty bits."""
    return "".join(secrets.choice(_LETTERS) for _ in range(16))


def new_code() -> str:
    """Six characters to say or type."""
    return "".join(secrets.choice(_CODE_LETTERS) for _ in range(6))


def new_token() -> str:
    """What a session's cookie holds."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """How a token or a code is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def table_secret(key: str, table: str) -> bytes:
    """The secret of a table, which follows from its name and the server's key: it is fixed before anybody asks.

    So a table can be committed to without being stored, and its secret cannot be chosen after a nonce is known.
    """
    return hmac.digest(bytes.fromhex(key), b"nokosu/1/table/" + table.encode(), hashlib.sha256)
