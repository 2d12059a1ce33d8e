"""Legal actions of a match or a view: a tuple."""

from __future__ import annotations

from typing import Self

from nokosu.core.actions import Action


class Legal(tuple[Action, ...]):
    """The legal actions, in a fixed order. `match.legal` and `match.legal()` are the same."""

    __slots__ = ()

    def __call__(self) -> Self:
        return self

    def __str__(self) -> str:
        return ", ".join(map(str, self))
