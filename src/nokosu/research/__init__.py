"""The game in the libraries that researchers use: one file per library (docs/research.md).

Each needs the compiled kernel and the extra of its name: `pip install 'nokosu[pettingzoo]'`.
"""

from __future__ import annotations


def needs_extra(error: ModuleNotFoundError, extra: str) -> ModuleNotFoundError:
    """Return the error for a library that is missing, in one line that says what to install."""
    missing = (error.name or "a library").partition(".")[0]
    return ModuleNotFoundError(f"this needs {missing}: pip install 'nokosu[{extra}]'", name=error.name)
