"""A real terminal of a given size, with a player who always answers 1."""

import fcntl
import os
import re
import struct
import subprocess
import sys
import termios

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
COLOURS = re.compile(r"\x1b\[[0-9;]*\b(?:3[1-7]|9[1-7]|4[1-7])\b[0-9;]*m")


def shown(*arguments: str, columns: int, typed: str = "1\n" * 40, **environment: str) -> str:
    """Everything that `nokosu` wrote to the terminal, with its escape sequences."""
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    settings = termios.tcgetattr(theirs)
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(theirs, termios.TCSANOW, settings)
    clean = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES", "NO_COLOR", "LANG"}}
    with subprocess.Popen(
        [sys.executable, "-m", "nokosu", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=clean | {"TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"} | environment,
    ) as process:
        os.close(theirs)
        os.write(ours, typed.encode())
        written = b"".join(iter(lambda: _read(ours), b""))
    os.close(ours)
    assert process.returncode == 0, written
    return written.decode(errors="replace").replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    """What comes next; a terminal that nobody writes to any more is an error to Linux."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""


def plain(text: str) -> list[str]:
    """Lines without their escape sequences."""
    return ESCAPES.sub("", text).split("\n")
