"""Which screen comes after which."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.screen import Screen

if TYPE_CHECKING:
    from nokosu.tui.screens.app import Game


def after(game: Game, answer: str) -> Screen[str] | None:
    """Return the screen that follows an answer; None ends the game."""
    from nokosu.tui.screens.home import Home  # noqa: PLC0415  screens name each other
    from nokosu.tui.screens.new_match_screen import NewMatchScreen  # noqa: PLC0415  the same

    kind, _, rest = answer.partition(":")
    if kind == "left":
        return None
    if kind in {"again", "new", "start"}:
        return _new(game, kind) or NewMatchScreen()
    ways: dict[str, Callable[[], Screen[str] | None]] = {
        "continue": lambda: game.resume_named(rest),
        "replay": game.replay,
        "review": lambda: game.replay(judged=True),
        "daily": lambda: game.daily(rest),
        "puzzles": game.puzzles,
        "matches": game.matches,
        "look": lambda: game.look_at(rest),
        "score": game.score_pad,
    }
    return (ways[kind]() if kind in ways else None) or Home()


def _new(game: Game, kind: str) -> Screen[str] | None:
    """Return the table of a new match; None where it has to be asked for first."""
    if kind == "again" and game.following:
        return game.join(game.following)
    if kind == "again" and game.can_repeat:
        return game.create(game.again())
    return game.create(game.wish) if kind == "start" and game.wish else None
