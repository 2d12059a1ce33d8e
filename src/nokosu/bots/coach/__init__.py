"""The coach: one short true sentence before a decision where it helps, and an offer to take back a clear slip.

    remark(view, quiet)     what to say to the seat to act, leaving out the ideas that it knows; None: nothing
    practised(view, action) which ideas an action followed, so that the coach can go quiet on them
    slip(view, action)      what an action gave away for certain; None: nothing

Everything follows from the seat's own view. Every sentence is a fact that tests/bots/test_coach.py proves again.
"""

from nokosu.bots.coach.model import IDEAS, Remark
from nokosu.bots.coach.remarks import practised, remark
from nokosu.bots.coach.slips import slip

__all__ = ["IDEAS", "Remark", "practised", "remark", "slip"]
