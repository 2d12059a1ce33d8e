"""Which core plays for the bots. The referee never asks it, so it is named here and nowhere else in the server."""

from __future__ import annotations

from importlib import import_module


def has_kernel() -> bool:
    """Return whether the compiled kernel is here, for this processor or as WebAssembly."""
    return bool(import_module("nokosu.kernel").available or import_module("nokosu.kernel.portable").available())


def describe_core() -> str:
    """Return which core it is, in a few words."""
    return str(import_module("nokosu.kernel").describe())
