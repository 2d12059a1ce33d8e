"""`nokosu.review`: a match reviewed from one seat, as an object that prints, draws and serialises."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nokosu.api.canvas import Picture
from nokosu.api.reading import ENGLISH
from nokosu.api.reading import seat as checked_seat
from nokosu.api.text import called, in_words
from nokosu.bots.base import BotError
from nokosu.core.match import Match
from nokosu.judge.drawing import drawn
from nokosu.judge.review import Told, review_match
from nokosu.judge.settings import DEEP, QUICK
from nokosu.judge.totals import Totals, totals_of
from nokosu.judge.words import lines
from nokosu.kernel.rules import why_not
from nokosu.record.data import MatchRecord
from nokosu.record.replay import match_at
from nokosu.wire.review import NAMED, Judgement, Review
from nokosu.wire.struct import encode


@dataclass(frozen=True, slots=True)
class MatchReview:
    """A review: `print` tells it, `svg` draws it, `json` writes it. `data` has everything (docs/review.md).

    >>> import nokosu
    >>> match = nokosu.play("club", "club", "random", rounds=1, seed=7)
    >>> review = nokosu.review(match, seat=2)
    >>> [review.data.points] == [[row[2] for row in match.scores]], review.svg().startswith("<svg")
    (True, True)
    """

    data: Review
    names: tuple[str, ...]

    @property
    def mistakes(self) -> list[Judgement]:
        """The decisions that both judges call an inaccuracy, a mistake or a blunder, in the order of the match."""
        return [each for each in self.data.decisions if each.verdict in NAMED]

    @property
    def totals(self) -> Totals:
        """Means per round and per decision."""
        return totals_of([self.data])

    def text(self, language: str = ENGLISH) -> str:
        """Tell the review in a language."""
        with in_words(language):
            return "\n".join(lines(self.data, self.names))

    def svg(self, language: str = ENGLISH) -> Picture:
        """Draw where the points came from and the curve over the match."""
        with in_words(language):
            return drawn(self.data, self.names)

    @property
    def json(self) -> str:
        """The review as JSON, as docs/wire-protocol.md describes `Review`."""
        return encode(self.data).decode()

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        return str(self.svg())


def review(
    match: Match | MatchRecord,
    seat: int = 0,
    *,
    deep: bool = False,
    names: Sequence[str] | None = None,
    told: Told | None = None,
) -> MatchReview:
    """Review a match, or a record of one, from a seat: luck, decisions, mistakes. Needs the kernel.

    Each decision is judged by what that seat could see. The quick pass names what cost two points or more; `deep` finds
    the rest and takes about ten times as long. `told` is called after every decision.

    >>> import nokosu
    >>> match = nokosu.play("club", "club", "random", rounds=1, seed=7)
    >>> parts = nokosu.review(match, seat=1).data.rounds[0]
    >>> parts.average.value + parts.deal.value + parts.decisions.value + parts.hidden.value + parts.others.value
    24.0
    """
    if isinstance(match, MatchRecord):
        names = names or [each.name for each in match.seats]
        match = match_at(match.whole())
    if not isinstance(match, Match):
        raise BotError(f"expected a match or a record of one, got {type(match).__name__}")
    refusal = why_not(match.ruleset)
    if refusal is not None:
        raise BotError(refusal)
    players = match.ruleset.players
    found = review_match(match, checked_seat(seat, players), DEEP if deep else QUICK, told=told)
    return MatchReview(found, tuple(called(names, players)))


def plain(review: MatchReview) -> dict[str, Any]:
    """Return a review as plain data, for JSON."""
    import json  # noqa: PLC0415  (here alone)

    found: dict[str, Any] = json.loads(review.json)
    return found
