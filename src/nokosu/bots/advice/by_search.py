"""Estimates of a search in the kernel: counted over its simulations."""

from __future__ import annotations

from nokosu.bots.advice.model import Estimate
from nokosu.core.stream import Stream
from nokosu.core.view import View


def available() -> bool:
    """Whether there is a kernel to search with."""
    return False


def search_estimates(view: View, stream: Stream, simulations: int) -> list[Estimate]:
    """Every legal action, in the order of `view.legal`."""
    raise NotImplementedError
