"""The terminal game in figures: start to first screen, a key to the drawn answer, bytes written per move.

    python bench/terminal.py            a table for people
    python bench/terminal.py --json     the same for programs
    python bench/terminal.py --write    the same into docs/benchmarks/terminal.json

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
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from bench.timing import DOCS, provenance

MEASURES: Final = ("src/nokosu/tui",)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

LIMITS: Final = {"start_s": 0.7, "key_ms": 50.0, "bytes_per_move": 1000.0}
QUIET_S: Final = 0.25
"""When nothing is written for so long, a key is answered."""
CALM_S: Final = 1.0
"""When nothing is written for so long, the bots have moved and a finished trick has been cleared away."""
SIZES: Final = ((80, 24), (120, 40))
STARTS: Final = 5
KEYS: Final = 40
MOVES: Final = 60
"""A round of four players has 68: all picks of the draft, and twelve of its fourteen tricks."""
FILE: Final = DOCS / "terminal.json"
CLOCK: Final = ("start_s", "key_ms")
"""What a busy machine makes longer."""
BUSY: Final = "Bytes and CPU time; the machine was too busy for times by the clock, which are those of `before`."


@dataclass(slots=True)
class Measured:
    """What one window size gave."""

    starts_s: list[float] = field(default_factory=list)
    starts_cpu_s: list[float] = field(default_factory=list)
    keys_ms: list[float] = field(default_factory=list)
    keys_cpu_s: float = 0.0
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

    def answer(self, key: bytes, quiet: float = QUIET_S) -> tuple[float, int]:
        """Press a key; return the milliseconds to the last byte of the answer, and the bytes of all of it."""
        began = time.perf_counter()
        os.write(self._ours, key)
        last, written = 0.0, 0
        while data := self._read(quiet):
            last = (time.perf_counter() - began) * 1000
            written += len(data)
        return last, written

    @property
    def process(self) -> int:
        """The process of the game."""
        return self._process.pid

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


def cpu_s(process: int) -> float:
    """Return the processor time of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def open_table(columns: int, rows: int, home: str, found: Measured) -> Terminal:
    """Start a match and wait for the person's first turn."""
    game = Terminal(columns, rows, home, "--seed", "1", "--bot", "bruno", "--players", "4", "--pace", "fast")
    game.until(b"Nokosu")
    found.starts_s.append(time.perf_counter() - game.began)
    found.starts_cpu_s.append(cpu_s(game.process))
    game.until(b"Your turn")
    game.answer(b"")
    return game


def measure(columns: int, rows: int) -> Measured:
    """Measure one window size."""
    found = Measured()
    for _ in range(STARTS):
        with tempfile.TemporaryDirectory() as home:
            open_table(columns, rows, home, found).close()
    with tempfile.TemporaryDirectory() as home:
        game = open_table(columns, rows, home, found)
        before = cpu_s(game.process)
        for _ in range(KEYS):
            delay, _ = game.answer(b"\x1b[C")
            if delay:
                found.keys_ms.append(delay)
        found.keys_cpu_s = cpu_s(game.process) - before
        while found.moves < MOVES:
            found.written += game.answer(b"\r", CALM_S)[1]
            found.moves = moves(Path(home))
        game.close()
    return found


def row(columns: int, lines: int) -> dict[str, object]:
    """Return the figures of one window size."""
    found = measure(columns, lines)
    return {
        "window": f"{columns}×{lines}",
        "start_s": round(statistics.median(found.starts_s), 2),
        "start_cpu_s": round(statistics.median(found.starts_cpu_s), 2),
        "key_ms": round(statistics.median(found.keys_ms), 1) if found.keys_ms else None,
        "key_cpu_ms": round(found.keys_cpu_s * 1000 / KEYS, 1),
        "bytes_per_move": round(found.written / found.moves),
        "moves": found.moves,
    }


def without_clock(data: dict[str, Any]) -> dict[str, Any]:
    """Return the figures of a busy machine without times by the clock; those of the last quiet one stay beside them."""
    known = json.loads(FILE.read_text("utf-8"))
    quiet = known.get("before") or {
        "commit": known["commit"],
        "load": known["load"],
        "rows": [{key: each.get(key) for key in ("window", *CLOCK)} for each in known["rows"]],
    }
    rows = [{key: value for key, value in each.items() if key not in CLOCK} for each in data["rows"]]
    return {**data, "rows": rows, "note": BUSY, "before": quiet}


def main() -> None:
    """Print the figures beside their limits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    rows = [row(*size) for size in SIZES]
    data: dict[str, Any] = {"format": "nokosu-bench-terminal/1", **provenance(), "limits": LIMITS, "rows": rows}
    if data["load"] > data["cores"]:
        data = without_clock(data)
    if asked.write:
        FILE.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")
    if asked.json:
        print(json.dumps(data))
        return
    print(f"{'window':<10}{'start s':>10}{'CPU s':>10}{'key ms':>10}{'CPU ms':>10}{'bytes per move':>18}")
    line = "{window:<10}{start_s:>10}{start_cpu_s:>10}{key_ms!s:>10}{key_cpu_ms:>10}{bytes_per_move:>18}"
    for each in rows:
        print(line.format(**each))
    print(
        f"{'limit':<10}{LIMITS['start_s']:>10}{'':>10}{LIMITS['key_ms']:>10}{'':>10}{LIMITS['bytes_per_move']:>18.0f}"
    )


if __name__ == "__main__":
    main()
