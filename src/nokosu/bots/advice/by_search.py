"""Estimates of a search in the kernel: counted over its simulations."""

from __future__ import annotations

from nokosu.bots.advice.model import Estimate
from nokosu.bots.search import look_ahead
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.kernel.rules import why_not


def available(ruleset: Ruleset) -> bool:
    """Return whether there is a kernel to search with, and it can play by these rules."""
    return why_not(ruleset) is None


def search_estimates(view: View, stream: Stream, simulations: int) -> list[Estimate]:
    """Every legal action, in the order of `view.legal`."""
    report = look_ahead(view, seed=stream.seed64(), simulations=simulations)
    return [Estimate(line.action, line.points, line.margin, line.made, line.visits) for line in report.lines]
