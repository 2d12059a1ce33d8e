"""The coach over the wire: what `nokosu.bots.coach` says of a person's own views."""

from __future__ import annotations

from importlib import import_module

from nokosu.core.notation import parse_action
from nokosu.table.host import Lesson
from nokosu.wire.base import wire_reason
from nokosu.wire.updates import AskCoach, Coaching, CoachRemark


def coaching(lesson: Lesson, asked: AskCoach, seq: int) -> Coaching:
    """Return what there is to say about a decision that waits, and about the action before it.

    About a quiet idea nothing is said before a decision; a slip is told all the same.
    """
    # Loaded when first asked for, as advice is.
    coach = import_module("nokosu.bots.coach")
    remark = coach.remark(lesson.now, asked.quiet) if lesson.now and asked.ahead else None
    practised: dict[str, bool] = {}
    slip = None
    if lesson.before is not None and lesson.action is not None and lesson.action_seq != asked.heard:
        action = parse_action(lesson.action, lesson.before.phase)
        practised, slip = coach.practised(lesson.before, action), coach.slip(lesson.before, action)
    return Coaching(
        seq=seq,
        remark=remark and CoachRemark(idea=remark.idea, reason=wire_reason(remark.reason), fact=remark.fact),
        action_seq=lesson.action_seq,
        practised=practised,
        slip=slip and CoachRemark(idea=slip.idea, reason=wire_reason(slip.reason)),
    )


def speaks(said: Coaching) -> bool:
    """Return whether anything was said, so that the match no longer counts."""
    return said.remark is not None or said.slip is not None
