"""Estimates of a search in the kernel: counted over its simulations."""

from __future__ import annotations

from nokosu.bots.advice.model import Estimate
from nokosu.bots.search import club_weights, look_ahead
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.kernel.requests import Thinking, search_report, search_request
from nokosu.kernel.rules import why_not
from nokosu.kernel.search import Report, Settings


def available(ruleset: Ruleset) -> bool:
    """Return whether there is a kernel to search with, and it can play by these rules."""
    return why_not(ruleset) is None


def search_estimates(view: View, stream: Stream, simulations: int) -> list[Estimate]:
    """Return every legal action, in the order of `view.legal`."""
    return _estimates(look_ahead(view, seed=stream.seed64(), simulations=simulations))


def search_thinking(view: View, stream: Stream, simulations: int) -> Thinking[list[Estimate]]:
    """Do the same where the kernel is in another process."""
    club, seed = club_weights(view.ruleset.players), stream.seed64()
    answer = yield search_request(view, club=club, seed=seed, simulations=simulations, settings=Settings())
    return _estimates(search_report(answer))


def _estimates(report: Report) -> list[Estimate]:
    return [Estimate(line.action, line.points, line.margin, line.made, line.visits) for line in report.lines]
