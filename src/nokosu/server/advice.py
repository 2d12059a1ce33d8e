"""Advice for people, about a running match and a finished one. The club player is asked: it answers in milliseconds."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View

if TYPE_CHECKING:
    from nokosu.bots.advice import Advice


def advice(view: View) -> Advice:
    """Every legal action of the seat to act, the best first, from its own view alone."""
    # Loaded when first asked for: a server that comes back after a crash is there sooner without it.
    advise = import_module("nokosu.bots.advice").advise
    found: Advice = advise(view, Stream(seed_from_number(0), "advice"), source="club")
    return found
