"""The terminal game in figures: start to first screen, a key to the drawn answer, bytes written per move.

    python bench/terminal.py            a table for people
    python bench/terminal.py --json     the same for programs

A real pseudo-terminal of 80 × 24 and 120 × 40, the game as a separate process, a match against bots by keys.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import pty
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

LIMITS: Final = {"start_s": 0.7, "key_ms": 50.0, "bytes_per_move": 1000.0}
QUIET_S: Final = 0.25
"""When nothing is written for so long, an answer is complete."""
KEYS: Final = 40


@dataclass(slots=True)
class Measured:
    """What one window size gave."""

    start_s: float = 0.0
    keys_ms: list[float] = field(default_factory=list)
    written: int = 0
    moves: int = 0


class Terminal:
    """The game behind a pseudo-terminal."""

    def __init__(self, columns: int, rows: int, home: str, *arguments: str) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        clean = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES", "NO_COLOR"}}
        known = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "NOKOSU_HOME": home, "NOKOSU_LANGUAGE": "en"}
        self.began = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "nokosu", "play", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=clean | known,
        )
        os.close(theirs)

    def until(self, wanted: bytes, seconds: float = 20.0) -> bytes:
        """Read until a text is on its way to the screen."""
        seen, end = b"", time.perf_counter() + seconds
        while wanted not in seen and time.perf_counter() < end:
            seen += self._read(0.05)
        return seen

    def answer(self, key: bytes) -> tuple[float, int]:
        """Press a key; return the milliseconds to the first byte of the answer, and the bytes of all of it."""
        began = time.perf_counter()
        os.write(self._ours, key)
        first, written = 0.0, 0
        while data := self._read(QUIET_S):
            first = first or (time.perf_counter() - began) * 1000
            written += len(data)
        return first, written

    def _read(self, seconds: float) -> bytes:
        ready, _, _ = select.select([self._ours], [], [], seconds)
        try:
            return os.read(self._ours, 65536) if ready else b""
        except OSError:
            return b""

    def close(self) -> None:
        """End the game."""
        self._process.kill()
        self._process.wait()
        os.close(self._ours)


def moves(home: Path) -> int:
    """Return how many moves the log of the match holds, those of the bots too."""
    return sum(file.read_text("utf-8").count('\\"kind\\":\\"moved\\"') for file in home.rglob("*.table"))


def measure(columns: int, rows: int) -> Measured:
    """Measure one window size."""
    found = Measured()
    with tempfile.TemporaryDirectory() as home:
        game = Terminal(columns, rows, home, "--seed", "1", "--bot", "bruno", "--players", "4", "--pace", "fast")
        game.until(b"Your turn")
        found.start_s = time.perf_counter() - game.began
        game.answer(b"")
        for _ in range(KEYS):
            delay, _ = game.answer(b"\x1b[C")
            if delay:
                found.keys_ms.append(delay)
        for _ in range(KEYS):
            found.written += game.answer(b"\r")[1]
        found.moves = moves(Path(home))
        game.close()
    return found


def main() -> None:
    """Print the figures beside their limits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = []
    for columns, lines in ((80, 24), (120, 40)):
        found = measure(columns, lines)
        rows.append(
            {
                "window": f"{columns}×{lines}",
                "start_s": round(found.start_s, 2),
                "key_ms": round(statistics.median(found.keys_ms), 1) if found.keys_ms else None,
                "bytes_per_move": round(found.written / max(found.moves, 1)),
            }
        )
    if asked.json:
        print(json.dumps({"format": "nokosu-bench-terminal/1", "limits": LIMITS, "rows": rows}))
        return
    print(f"{'window':<10}{'start s':>10}{'key ms':>10}{'bytes per move':>18}")
    for row in rows:
        print(f"{row['window']:<10}{row['start_s']:>10}{row['key_ms'] or '–':>10}{row['bytes_per_move']:>18}")
    print(f"{'limit':<10}{LIMITS['start_s']:>10}{LIMITS['key_ms']:>10}{LIMITS['bytes_per_move']:>18.0f}")


if __name__ == "__main__":
    main()
