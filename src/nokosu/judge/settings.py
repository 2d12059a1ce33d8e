"""All numbers of the judge in one place. docs/review.md gives the reason for each, from what was measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nokosu.kernel.judge import Settings
from nokosu.wire.review import Depth, JudgeName, Verdict

INACCURACY: Final = 0.5
MISTAKE: Final = 1.5
BLUNDER: Final = 4.0
"""Points of loss from which a decision is called so."""

ERRORS: Final = 3.0
"""Standard errors by which each judge must be sure that something was lost."""

WEIGHTS: Final[dict[JudgeName, float]] = {"network": 0.9, "search": 0.1}
"""How far each judge's figures count in what is said of a decision: the mean that long rollouts bear out best."""

MODEL_ERROR: Final = 0.6
"""Points by which a difference between two actions is off beyond chance, for the network three tricks ahead."""

DEAL_SPREAD: Final = 1.7
"""Points by which the luck of the deal differs between rounds, as a standard deviation, measured with the network."""

TO_THE_END: Final = 14
"""More tricks than any round has left: the network plays out and its critic is not asked."""


@dataclass(frozen=True, slots=True)
class Look:
    """How both judges look at a decision."""

    search: Settings
    network: Settings
    long: Settings
    """The network's in the draft and about zero; about zero it always plays to the end."""
    club: Settings
    """The search's there: it plays out by the club player, who knows more of these than the rollout policy."""


@dataclass(frozen=True, slots=True)
class Effort:
    """A cheap look at every action of every decision, and a long one at those that look bad."""

    depth: Depth
    screen: Look
    look: Look
    again: Look
    """For a judge that sees a loss and is not sure of it."""
    suspicious: float
    """Points of loss in the first look from which the second is taken."""
    names_from: float
    """Smaller losses are not named at this effort."""
    samples: int
    """How often the network plays on from each position when a round is followed with open cards."""
    playouts: int
    """The same for playouts without the network."""


QUICK: Final = Effort(
    depth="quick",
    screen=Look(
        search=Settings(worlds=160, playouts=2),
        network=Settings(worlds=16, tricks=1, endgame=0),
        long=Settings(worlds=16, tricks=1, endgame=0),
        club=Settings(worlds=40, playouts=1, by_club=True),
    ),
    look=Look(
        search=Settings(worlds=400, playouts=3),
        network=Settings(worlds=48, tricks=3, endgame=0),
        long=Settings(worlds=48, tricks=3, endgame=0),
        club=Settings(worlds=200, playouts=1, by_club=True),
    ),
    again=Look(
        search=Settings(worlds=1500, playouts=3),
        network=Settings(worlds=200, tricks=3, endgame=0),
        long=Settings(worlds=200, tricks=3, endgame=0),
        club=Settings(worlds=1000, playouts=1, by_club=True),
    ),
    suspicious=1.0,
    names_from=2.0,
    samples=4,
    playouts=200,
)
"""Names what cost two points or more, in seconds."""

DEEP: Final = Effort(
    depth="deep",
    screen=Look(
        search=Settings(worlds=300, playouts=3),
        network=Settings(worlds=32, tricks=2, endgame=0),
        long=Settings(worlds=32, tricks=1, endgame=0),
        club=Settings(worlds=60, playouts=1, by_club=True),
    ),
    look=Look(
        search=Settings(worlds=1500, playouts=4, endgame=4),
        network=Settings(worlds=240, tricks=4, endgame=0),
        long=Settings(worlds=160, tricks=TO_THE_END, endgame=0),
        club=Settings(worlds=800, playouts=1, by_club=True),
    ),
    again=Look(
        search=Settings(worlds=4000, playouts=4, endgame=4),
        network=Settings(worlds=800, tricks=4, endgame=0),
        long=Settings(worlds=600, tricks=TO_THE_END, endgame=0),
        club=Settings(worlds=4000, playouts=1, by_club=True),
    ),
    suspicious=0.4,
    names_from=INACCURACY,
    samples=16,
    playouts=1000,
)
"""Finds the rest, in a minute or so."""


def name_of(loss: float) -> Verdict | None:
    """Return what a real loss of this size is called; None if it is too small for a name."""
    if loss >= BLUNDER:
        return "blunder"
    if loss >= MISTAKE:
        return "mistake"
    return "inaccuracy" if loss >= INACCURACY else None
