"""Advice for people, about a running match and a finished one. The club player is asked: it answers in milliseconds."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View
from nokosu.wire.base import wire_reason
from nokosu.wire.replay import AdvisedOption, RecordAdvice
from nokosu.wire.updates import Hint

if TYPE_CHECKING:
    from nokosu.bots.advice import Advice


def advice(view: View) -> Advice:
    """Every legal action of the seat to act, the best first, from its own view alone."""
    # Loaded when first asked for: a host that comes back after a crash is there sooner without it.
    advise = import_module("nokosu.bots.advice").advise
    found: Advice = advise(view, Stream(seed_from_number(0), "advice"), source="club")
    return found


def hint(view: View, seq: int) -> Hint:
    """The best action for the seat to act, at a table whose log has this many entries."""
    best = advice(view).best
    return Hint(seq=seq, action=str(best.action), chance=best.chance, reason=wire_reason(best.reason), source="club")


def record_advice(view: View) -> RecordAdvice:
    """What the seat of this view, which is to act, could do; for a replay."""
    found = advice(view)
    options = [
        AdvisedOption(
            action=str(option.action),
            score=option.score,
            margin=option.margin,
            chance=option.chance,
            reason=wire_reason(option.reason),
        )
        for option in found.options
    ]
    return RecordAdvice(seat=found.seat, source=found.source, options=options)
