"""Deals by a server: its commitment, the seed that follows, and how to check both (docs/fairness.md).

The promise and the seed come from the secret under different labels: neither reveals the other.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from nokosu.core.stream import SEED_BYTES
from nokosu.record.model import Fairness

_COMMIT: Final = b"nokosu/1/commit/"
_SEED: Final = b"nokosu/1/seed/"

NO_NONCE: Final = bytes(SEED_BYTES)
"""The nonce of a bot or an empty seat. It is fixed, or the server could choose the deal through it."""


def commitment(secret: bytes) -> bytes:
    """Return the commitment that the server publishes before anyone sits down."""
    return hashlib.sha256(_COMMIT + _of_32_bytes(secret)).digest()


def chained(secret: bytes, steps: int) -> bytes:
    """Return the secret of so many days before: every secret of a chain is the commitment to the next one."""
    for _ in range(steps):
        secret = commitment(secret)
    return secret


def seed_from(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """Return the seed of the match: the server's secret and every seat's nonce, in the order of the seats."""
    words = b"/".join(_of_32_bytes(nonce).hex().encode("ascii") for nonce in nonces)
    return hmac.digest(_of_32_bytes(secret), _SEED + words, hashlib.sha256)


def fairness_of(secret: bytes, nonces: Sequence[bytes]) -> Fairness:
    """Return the proof in the record of a finished match."""
    return Fairness(commitment(secret).hex(), secret.hex(), tuple(_of_32_bytes(nonce).hex() for nonce in nonces))


def promised(fairness: Fairness) -> str:
    """Return the commitment to the revealed secret."""
    return commitment(bytes.fromhex(fairness.secret)).hex()


def proven_seed(fairness: Fairness) -> bytes:
    """Return the seed that the revealed secret and the nonces give."""
    return seed_from(bytes.fromhex(fairness.secret), [bytes.fromhex(nonce) for nonce in fairness.nonces])


def _of_32_bytes(value: bytes) -> bytes:
    if len(value) != SEED_BYTES:
        raise ValueError(f"a secret or a nonce has {SEED_BYTES} bytes, not {len(value)}")
    return value
