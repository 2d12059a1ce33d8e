"""The fast twin of `nokosu.core`: the same rules in C++, for bots, the arena and training.

The referee never uses it. It is an optional extension: without a compiler the package plays on, slower.
`available` says whether it is here, `describe()` says so in words. Import what you need from the modules:

- `state`: one round, made from a seed, a deal, a `Round`, a record or a `View`
- `actions`: the fixed integer action space, and text both ways
- `env`: many games in lock-step
- `network`: the trained network behind `neural`
- `layout`: where each field of an observation is

`portable` runs the same code as WebAssembly where it is missing. NOKOSU_NO_KERNEL=1 in the environment hides both, and
NOKOSU_NO_KERNEL=native the extension alone.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import Final, NoReturn

_NAME: Final = "nokosu.kernel._kernel"
_HIDDEN: Final = os.environ.get("NOKOSU_NO_KERNEL") in {"1", "native"}
_HOW: Final = (
    "Unset NOKOSU_NO_KERNEL."
    if _HIDDEN
    else "Install a C++ compiler and Python's headers, then install nokosu again (in a checkout: make setup)."
)


def _look() -> str | None:
    """Load the extension; None if it is there, else why not."""
    if _HIDDEN:
        # A name without a module: importing it raises the usual error.
        sys.modules[_NAME] = None  # type: ignore[assignment]  # documented way to block an import
        return "hidden by NOKOSU_NO_KERNEL"
    try:
        importlib.import_module(_NAME)
    except ImportError as error:
        return str(error)
    return None


why_not: Final = _look()
"""Return why the kernel is missing, None if it is there."""

available: Final = why_not is None


def __getattr__(name: str) -> NoReturn:
    """Raise a helpful error on import of a module that needs the missing extension."""
    if name != "_kernel" or available:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise ImportError(f"this needs the compiled kernel, which is missing ({why_not}). {_HOW}", name=_NAME)


def describe() -> str:
    """Return which core plays for bots and training, in a few words."""
    if not available:
        portable = importlib.import_module("nokosu.kernel.portable").available()
        return "C++ kernel (WebAssembly code)" if portable else f"Python core (no kernel: {why_not})"
    fast: bool = importlib.import_module(_NAME).uses_fast_code()
    return f"C++ kernel ({'AVX2 and BMI2' if fast else 'portable'} code)"
