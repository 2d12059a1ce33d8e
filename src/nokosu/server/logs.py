"""Logs: JSON, one object per line, or lines to read at a prompt. No names, tokens or cards; tables by their ids."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Final

from nokosu.server.log_budget import LogBudget

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


class ReadableLines(logging.Formatter):
    """A record as a person at a terminal reads it."""

    def format(self, record: logging.LogRecord) -> str:
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        line = f"{time.strftime('%H:%M:%S', time.localtime(record.created))}  {level}{record.getMessage()}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def configure_logs(level: int = logging.INFO) -> None:
    """Send everything to standard error: lines to read at a prompt, else JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(ReadableLines() if sys.stderr.isatty() else JsonLines())
    handler.addFilter(LogBudget(handler.emit, unlimited={"nokosu.server.accounts"}))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
