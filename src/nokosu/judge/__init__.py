"""What a decision was worth: one judge for review, coach, hints, puzzles and analysis, so that they never disagree.

    judge_decision(view, action)    one decision from the view of its seat, every action in the same worlds
    review_match(match, seat)       every real decision of a match, luck and skill, the curve

`judge_remote` and `review_remote` are the same for hosts whose kernel is in another process. What comes out is
nokosu.wire.review. Cards that the seat could not see never enter a judgement.
"""

from nokosu.judge.decision import judge_decision, judge_remote
from nokosu.judge.review import decisions_of, review_match, review_remote
from nokosu.judge.settings import DEEP, QUICK, Effort

__all__ = [
    "DEEP",
    "QUICK",
    "Effort",
    "decisions_of",
    "judge_decision",
    "judge_remote",
    "review_match",
    "review_remote",
]
