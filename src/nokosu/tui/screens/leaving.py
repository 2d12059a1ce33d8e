"""Leave a screen once, however often a key is pressed."""

from __future__ import annotations

from typing import TypeVar

from textual.screen import Screen

T = TypeVar("T")


def leave(screen: Screen[T], answer: T) -> None:
    """Dismiss a screen with an answer, unless it has been: keys that are held down come several times.

    What the reader has opened over it is closed too.
    """
    app = screen.app
    if screen.has_class("-left") or screen not in app.screen_stack:
        return
    screen.add_class("-left")
    while app.screen is not screen:
        app.pop_screen()
    screen.dismiss(answer)
