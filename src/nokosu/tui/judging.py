"""A review of one seat that is made while a record is looked at: `nokosu.judge`, a few questions at a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from nokosu.judge.settings import QUICK
from nokosu.judge.underway import Underway, can_judge
from nokosu.judge.words import VERDICTS, lines
from nokosu.kernel.rules import why_not
from nokosu.locale import t
from nokosu.record.model import Record
from nokosu.record.replay import match_at
from nokosu.tui import words
from nokosu.tui.paint.palette import Palette
from nokosu.tui.sheets import coloured
from nokosu.tui.shown import Curve
from nokosu.wire.review import NAMED, Judgement, Review

SLICE_S: Final = 0.3
"""How long the judge thinks before the screen tells how far it is."""


def _past(moment: float) -> bool:
    return time.monotonic() > moment


def can_review(record: Record) -> bool:
    """Return whether this machine can judge a match by these rules."""
    return can_judge() and record.finished and why_not(match_at(record).ruleset) is None


class Judging:
    """The review of a match from one seat, and how far it is."""

    def __init__(self, record: Record, seat: int) -> None:
        self._underway = Underway(match_at(record), seat, QUICK)
        self._known: dict[tuple[int, int], Judgement] = {}

    @property
    def review(self) -> Review | None:
        """All of it, once it is done."""
        return self._underway.review

    @property
    def progress(self) -> str:
        """How many decisions have been judged, of how many."""
        total = self._underway.total
        return t("web.review.done-of", done=self._underway.done, total=total) if total else ""

    async def run(self, told: Callable[[], None]) -> None:
        """Think in a thread until it is done; `told` is called now and then."""
        while self.review is None:
            until = time.monotonic() + SLICE_S
            await asyncio.to_thread(self._underway.go_on, partial(_past, until))
            told()

    def of(self, index: int, decision: int) -> Judgement | None:
        """Return what the judge says of a decision; None where it says nothing."""
        if self.review is not None and not self._known:
            self._known = {(each.round, each.decision): each for each in self.review.decisions}
        return self._known.get((index, decision))

    def curve(self, index: int, decision: int) -> Curve | None:
        """Return the chance to win over a round, with the place of a decision."""
        if self.review is None:
            return None
        points = [each for each in self.review.curve if each.round == index]
        at = next((place for place, each in enumerate(points) if each.decision >= decision), len(points) - 1)
        return Curve(tuple(each.win for each in points), at) if points else None


def verdict(judgement: Judgement) -> str:
    """Return what the judge says of a decision in a few words: the verdict and, where it was bad, what was better."""
    assert judgement.verdict is not None
    said = t(VERDICTS[judgement.verdict])
    if judgement.verdict not in NAMED:
        return said
    best = words.action_in_words(judgement.best)
    return f"{said} (−{judgement.loss:.1f}). {t('show.labelled', label=t('web.review.better'), text=best)}"


def review_sheet(review: Review, names: Sequence[str], palette: Palette) -> RenderableType:
    """Return the review in words: the points and where they came from, and what mattered most."""
    return Group(*(coloured(line, palette) if line else Text("") for line in lines(review, names)))
