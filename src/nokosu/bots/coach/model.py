"""Remarks as values, and the closed list of ideas that the coach teaches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from nokosu.core.actions import Action
from nokosu.core.errors import Reason

IDEAS: Final = (
    "draft",
    "range",
    "pair",
    "zero-hand",
    "last-pick",
    "need-all",
    "keep",
    "enough",
    "sure",
    "ruff",
    "aim",
    "dead-die",
    "last",
    "lost",
)
"""What can be learned, each by its id; a device counts how often its player got each right."""


@dataclass(frozen=True, slots=True)
class Remark:
    """One sentence about one idea."""

    idea: str
    reason: Reason
    fact: bool = False
    """No action follows it or misses it: it is known once it was heard often enough."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A sentence that fits a position, and whether an action follows it; None for a fact without a right answer."""

    reason: Reason
    follows: Callable[[Action], bool] | None = None
