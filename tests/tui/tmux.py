"""A real terminal: the game in tmux, which draws what a person would see."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Final, Self

PATIENCE_S: Final = 60.0
_NUMBERS: Final = count()
"""Every window has its own server: one that is ending would refuse the next."""


class Tmux:
    """A window of tmux with a shell command in it, on its own server."""

    def __init__(self, folder: Path, columns: int, rows: int, *arguments: str) -> None:
        self._socket = str(folder / f"tmux{next(_NUMBERS)}")
        self._columns, self._rows = columns, rows
        self._command = [sys.executable, "-m", "nokosu", *arguments]
        self._environment = {
            **{
                name: value
                for name, value in os.environ.items()
                if name not in {"TMUX", "NO_COLOR", "COLUMNS", "LINES"}
            },
            "NOKOSU_HOME": str(folder / "home"),
            "NOKOSU_LANGUAGE": "en",
            "LC_ALL": "C.UTF-8",
            "PYTHONUTF8": "1",
        }

    def __enter__(self) -> Self:
        size = ("-x", str(self._columns), "-y", str(self._rows))
        self._tmux("-f", os.devnull, "new-session", "-d", *size, *self._command)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        subprocess.run(["tmux", "-S", self._socket, "kill-server"], check=False, capture_output=True)

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-S", self._socket, *arguments]
        done = subprocess.run(command, env=self._environment, check=True, capture_output=True, text=True)
        return done.stdout

    def screen(self) -> str:
        """What the window shows now."""
        return self._tmux("capture-pane", "-p")

    def scroll_back(self) -> str:
        """All that the window has shown and still holds, from its first line."""
        return self._tmux("capture-pane", "-p", "-S", "-")

    def stay(self) -> None:
        """Keep the window after the game has ended."""
        self._tmux("set-option", "-g", "remain-on-exit", "on")

    def press(self, *keys: str) -> None:
        """Press keys, by tmux's names."""
        self._tmux("send-keys", *keys)

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    @property
    def process(self) -> int:
        """The process of the game."""
        return int(self._tmux("display-message", "-p", "#{pane_pid}"))

    def until(self, seen: Callable[[str], bool], *, nudge: str = "") -> str:
        """Wait until the window shows something; press a key meanwhile, where one is given.

        The key is pressed once for each new screen, and again if nothing follows: no screen is rushed past.
        """
        end, shown = time.monotonic() + PATIENCE_S, ""
        pressed, at = "", 0.0
        while time.monotonic() < end:
            shown = self.screen()
            if seen(shown):
                return shown
            if nudge and (shown != pressed or time.monotonic() > at + 2):
                pressed, at = shown, time.monotonic()
                self.press(nudge)
            time.sleep(0.05)
        raise AssertionError(f"not seen:\n{shown}")
