"""Say in one line which extra a script needs: imported first by every script that has a `main`."""

from __future__ import annotations

import sys
from pathlib import Path
from types import TracebackType
from typing import Final

EXTRAS: Final = {
    "gymnasium": "gymnasium",
    "httpx": "dev",
    "litestar": "server",
    "matplotlib": "bench",
    "msgspec": "server",
    "numpy": "neural",
    "pettingzoo": "pettingzoo",
    "playwright": "browser",
    "psutil": "bench",
    "psycopg": "server",
    "pygame": "bench",
    "pyspiel": "bench",
    "rlcard": "bench",
    "sb3_contrib": "examples",
    "stable_baselines3": "examples",
    "torch": "train",
    "tree": "bench",
    "uvicorn": "server",
    "uvloop": "server",
    "websockets": "dev",
}
"""The extra of pyproject.toml that brings a module."""


def told(error: BaseException) -> str | None:
    """Return the line for a module that is not installed; None for any other error."""
    if not isinstance(error, ModuleNotFoundError) or error.name is None:
        return None
    extra = EXTRAS.get(error.name.partition(".")[0])
    script = Path(sys.argv[0]).name
    return extra and f"{script}: needs {error.name}, which comes with the extra {extra}: pip install -e '.[{extra}]'"


def _hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    line = told(error)
    if line:
        sys.stderr.write(line + "\n")
    else:
        sys.__excepthook__(kind, error, trace)


if Path(sys.argv[0]).parent.name == Path(__file__).parent.name:
    sys.excepthook = _hook
