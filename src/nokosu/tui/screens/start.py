"""Open the full-screen game at the right place, and say what is left to say when it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual.screen import Screen

from nokosu.locale import t
from nokosu.record.model import Record
from nokosu.record.position import Position
from nokosu.tui.connection import Connection
from nokosu.tui.folder import settings
from nokosu.tui.new_match import NewMatch
from nokosu.tui.pad import Pad
from nokosu.tui.paint.palette import DARK, THEMES
from nokosu.tui.screens.app import PACES, Game, Look, terminal_signs


@dataclass(frozen=True, slots=True)
class Done:
    """What is left when the game ends: a record to write, a line to say."""

    record: str | None = None
    save: str | None = None
    said: str = ""


def look_from(asked: Mapping[str, Any]) -> Look:
    """Return the look: what was asked for, else what was chosen the last time."""
    known = settings()
    theme, pace = asked.get("theme") or known.get("theme"), asked.get("pace") or known.get("pace")
    return Look(
        theme=theme if theme in THEMES else DARK,
        ascii_only=bool(asked.get("ascii_only") or known.get("ascii_only") or terminal_signs()),
        motion=not asked.get("no_motion") and bool(known.get("motion", True)),
        pace=pace if pace in PACES else "normal",
    )


def run(
    asked: Mapping[str, Any],
    *,
    wish: NewMatch | None = None,
    position: Position | None = None,
    path: Path | None = None,
    save: str | None = None,
    join: Connection | None = None,
) -> Done:
    """Run the game until it is left."""
    game = Game(look_from(asked), lambda app: _first(app, wish, position, path, join))
    game.run()
    if save is not None and game.last is not None:
        from nokosu.record.codec import encode  # noqa: PLC0415  for --save alone

        return Done(encode(game.last.record()), save, t("play.saved", file=save))
    return Done(said=t("play.kept") if game.kept else "")


def _first(
    game: Game, wish: NewMatch | None, position: Position | None, path: Path | None, join: Connection | None
) -> Screen[str]:
    from nokosu.tui.screens.home import Home  # noqa: PLC0415  loaded where it is shown
    from nokosu.tui.screens.new_match_screen import NewMatchScreen  # noqa: PLC0415  the same

    if join:
        return game.join(join)
    if path:
        return game.resume(path) or Home()
    if wish:
        return game.create(wish, position) or NewMatchScreen()
    return Home()


def run_replay(asked: Mapping[str, Any], record: Record, seat: int | None, first: int) -> None:
    """Step through a record; with a seat, only its hand is open."""
    from nokosu.tui.screens.replay_screen import ReplayScreen  # noqa: PLC0415  loaded where it is shown

    def opens(_: Game) -> Screen[str]:
        screen = ReplayScreen(record, seat or 0, first=first, leaves="left")
        screen.all_hands = seat is None
        return screen

    Game(look_from(asked), opens).run()


def run_pad(asked: Mapping[str, Any], pad: Pad | None, path: Path | None, house: str | None = None) -> None:
    """Open the score pad."""
    from nokosu.tui.screens.pad_screen import PadScreen  # noqa: PLC0415  loaded where it is shown

    Game(look_from(asked), lambda _: PadScreen(pad, path, leaves="left", house=house)).run()
