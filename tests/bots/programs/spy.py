"""Tries what a bot must not do, and answers in JSON what it could: files of others, a network, the environment, memory.

Usage: spy.py PORT FILE… The files are a secret in the home folder and another bot.
"""

import json
import mmap
import os
import socket
import sys
from contextlib import suppress
from pathlib import Path


def connects(port: int) -> bool:
    """Reach a server on this machine."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True


def reads(file: str) -> bool:
    """Read a file."""
    try:
        return bool(Path(file).read_bytes())
    except OSError:
        return False


def write() -> None:
    """Leave a file in its own folder; the caller looks whether it is really there."""
    with suppress(OSError):
        Path(__file__).with_name("written").write_text("x")


def takes(size: int) -> bool:
    """Take memory; what is not written to costs nothing."""
    try:
        mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except OSError:
        return False
    return True


write()
port, *files = sys.argv[1:]
found = {"network": connects(int(port)), "files": [reads(file) for file in files]}
print(json.dumps(found | {"own": reads(__file__), "secret": "NOKOSU_PLANTED" in os.environ, "memory": takes(2 << 30)}))
