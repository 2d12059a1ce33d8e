"""Randomness that is ours: a keyed one-way counter stream, the same on every Python.

docs/fairness.md states the construction precisely enough to write it again in another language.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

SEED_BYTES: Final = 32
_PREFIX: Final = "nokosu/1/"
_WORD_BYTES: Final = 2
_WORD_VALUES: Final = 1 << 16


class Stream:
    """Numbers named by a seed and a purpose: `Stream(seed, "deal", 0)`.

    The stream keeps a key derived from the seed, never the seed: a holder of a stream for one purpose
    learns nothing about another. A bot draws from the one that it is given.

    >>> import nokosu
    >>> stream = nokosu.bots.Stream(bytes(32), "mine")
    >>> stream.choice("RBGYP"), stream.below(6)
    ('B', 2)
    """

    __slots__ = ("_block", "_counter", "_key", "_position")

    def __init__(self, seed: bytes, *names: str | int) -> None:
        label = _PREFIX + "/".join(str(name) for name in names)
        self._key = hmac.digest(seed, label.encode(), hashlib.sha256)
        self._counter = 0
        self._block = b""
        self._position = 0

    def _word(self) -> int:
        if self._position == len(self._block):
            counter = self._counter.to_bytes(8, "big")
            self._block = hmac.digest(self._key, counter, hashlib.sha256)
            self._counter += 1
            self._position = 0
        start = self._position
        self._position = start + _WORD_BYTES
        return int.from_bytes(self._block[start : self._position], "big")

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely: what would favour some is drawn again."""
        if n < 1:
            raise ValueError(f"a number below {n} does not exist; ask for 1 or more")
        while True:
            value, values = self._word(), _WORD_VALUES
            while values < n:
                value = value * _WORD_VALUES + self._word()
                values *= _WORD_VALUES
            if value < values - values % n:
                return value % n

    def seed64(self) -> int:
        """64 bits, to seed a faster generator for work that needs no proof."""
        return self.below(1 << 64)

    def shuffle(self, items: list[T]) -> None:
        """Shuffle so that every order is equally likely (Fisher and Yates, from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely."""
        return items[self.below(len(items))]


def seed_from_number(number: int, *names: str | int) -> bytes:
    """Return a whole seed from a small number, for simulations: the same number gives the same matches."""
    label = "/".join(str(name) for name in ("seed", number, *names))
    return hashlib.sha256((_PREFIX + label).encode()).digest()
