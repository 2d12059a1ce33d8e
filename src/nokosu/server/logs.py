"""Logs for machines: one JSON object per line. No names, no tokens, no cards; tables by their ids alone."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Final

_QUIET: Final = ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "litestar", "asyncio")
"""They would log every socket with its address, and a table's address is the key to it."""


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def configure_logs(level: int = logging.INFO) -> None:
    """Send everything to standard error, a line each."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
