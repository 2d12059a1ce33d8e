"""Reviews for browsers that cannot make them: in a process for jobs, two seconds at a time.

A process remembers the last few, so that the next request goes on where the one before stopped. One that was forgotten
begins again, as does one that another process had begun (job_worker.py says which one is asked).
"""

from __future__ import annotations

import time
from collections import OrderedDict
from importlib import import_module
from typing import TYPE_CHECKING, Final

from nokosu.core.errors import reason
from nokosu.record.replay import match_at
from nokosu.server.record_jobs import Stored
from nokosu.table.refusal import Refused
from nokosu.wire.review import Depth, ReviewStep
from nokosu.wire.struct import encode

if TYPE_CHECKING:
    from nokosu.judge.underway import Underway

STEP_S: Final = 2.0
REMEMBERED: Final = 8

_UNDERWAY: OrderedDict[tuple[str, int, str], Underway] = OrderedDict()


def review_step(stored: Stored, seat: int, depth: Depth, after: int, step_s: float = STEP_S) -> bytes:
    """Go on with a review for a while; return what it has found beyond the first `after` judgements."""
    key = (stored.id, seat, depth)
    if key not in _UNDERWAY:
        _UNDERWAY[key] = _begun(stored, seat, depth)
        while len(_UNDERWAY) > REMEMBERED:
            _UNDERWAY.popitem(last=False)
    _UNDERWAY.move_to_end(key)
    found, until = _UNDERWAY[key], time.monotonic() + step_s
    found.go_on(lambda: time.monotonic() >= until)
    judged = [] if found.review else found.judged[after:]
    return encode(ReviewStep(judged=judged, done=found.done, total=found.total, review=found.review))


def _begun(stored: Stored, seat: int, depth: Depth) -> Underway:
    # Loaded when first asked for: most processes never judge.
    judge, underway = import_module("nokosu.judge"), import_module("nokosu.judge.underway")
    if not underway.can_judge():
        raise Refused(reason("server.no-judge"))
    record = stored.read()
    if not 0 <= seat < len(record.seats):
        raise Refused(reason("server.no-record"))
    begun: Underway = underway.Underway(match_at(record), seat, judge.DEEP if depth == "deep" else judge.QUICK)
    return begun
