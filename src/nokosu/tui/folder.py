"""Where the terminal keeps matches, score pads and settings: one folder, which NOKOSU_HOME can move.

Files are for their owner alone: they hold hidden cards and the sign-in at servers.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

HOME: Final = "NOKOSU_HOME"
"""The environment variable that names another folder."""


def folder(part: str = "") -> Path:
    """Return the folder, or a part of it; it is made when something is written."""
    named = os.environ.get(HOME)
    if named:
        base = Path(named)
    else:
        from platformdirs import user_data_path  # noqa: PLC0415  slow to load, and needed here alone

        base = user_data_path("nokosu", appauthor=False) / "terminal"
    return base / part if part else base


def private(path: str, flags: int) -> int:
    """Open a file as `open(…, opener=private)` does, so that a new one is for its owner alone."""
    return os.open(path, flags, 0o600)


def write_whole(path: Path, text: str) -> None:
    """Replace a file; readers see the old text or the new one, even after a crash."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    with open(fresh, "w", encoding="utf-8", opener=private) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def settings() -> dict[str, Any]:
    """Return what was chosen before: theme, pace, signs, motion, name."""
    with suppress(OSError, ValueError):
        found = json.loads(folder("settings.json").read_text("utf-8"))
        if isinstance(found, dict):
            return found
    return {}


def remember(**chosen: object) -> None:
    """Keep settings; the game goes on where the folder cannot be written."""
    with suppress(OSError):
        write_whole(folder("settings.json"), json.dumps(settings() | chosen, indent=2) + "\n")
