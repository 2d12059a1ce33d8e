"""Leave a screen once, however often a key is pressed."""

from __future__ import annotations

from typing import TypeVar

from textual.screen import Screen

T = TypeVar("T")


def leave(screen: Screen[T], answer: T) -> None:
    """Dismiss a screen with an answer, unless it has been: keys that are held down come several times."""
    if screen.is_current and not screen.has_class("-left"):
        screen.add_class("-left")
        screen.dismiss(answer)
