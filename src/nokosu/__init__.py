"""Nokosu Dice: matches, views, pieces, rules, records and bots with one import.

>>> import nokosu
>>> match = nokosu.Match.start("second", players=4, seed=7)
>>> match = match.apply("take dR5")
>>> match
<Match second, 4 players: round 1 of 5, draft, seat 3 to act>

Everything in `__all__` is public and stable; anything else may change between versions. A name is loaded when it is
first used, so `import nokosu` costs nothing. Where an action, a piece, a ruleset or a seed is expected, its text or
number will do. Errors are of the type `NokosuError` and say what was expected. `help(nokosu.Match)` and the others
below have examples::

    Match                   the whole truth: start, apply, legal, view, save
    View, Hand, Trick       what one seat may know; bots decide on views
    Position, position      one point of a round as a line of text
    Piece, piece, Colour    cards and dice: `nokosu.piece("dR4")`
    `Action`                the union of Take, TakeZero, Pass, DeclareZero and Play; each has `.piece`
    Ruleset, ruleset, Deal, Phase, editions
                            the rules of an edition, and deals by hand
    bots, play              programs that take a seat, and matches between them
    advise, Advice          what to do and why
    review, MatchReview     was it luck or me? a match judged from one seat
    score, SeatScore        points of a round as told by people at a real table
    load, records, MatchRecord, rows
                            matches in files, and flat rows for a DataFrame
    describe, coloured, Picture, parse_round, round_text
                            text and pictures
    NokosuError             and its kinds DealError, IllegalAction, NotationError, RulesetError

>>> isinstance(match.legal[0], nokosu.Action)
True
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # what `_HOMES` says, for type checkers
    from nokosu import bots as bots
    from nokosu import editions as editions
    from nokosu.api.canvas import Picture as Picture
    from nokosu.api.colour import coloured as coloured
    from nokosu.api.hand import Hand as Hand
    from nokosu.api.match import Match as Match
    from nokosu.api.position import Position as Position
    from nokosu.api.position import position as position
    from nokosu.api.reading import piece as piece
    from nokosu.api.reading import ruleset as ruleset
    from nokosu.api.records import MatchRecord as MatchRecord
    from nokosu.api.records import load as load
    from nokosu.api.records import records as records
    from nokosu.api.scoring import score as score
    from nokosu.api.text import describe as describe
    from nokosu.api.trick import Trick as Trick
    from nokosu.api.view import View as View
    from nokosu.bots.advice import Advice as Advice
    from nokosu.bots.advice.advise import advise as advise
    from nokosu.bots.play import play as play
    from nokosu.core.actions import Action as Action
    from nokosu.core.actions import DeclareZero as DeclareZero
    from nokosu.core.actions import Pass as Pass
    from nokosu.core.actions import Play as Play
    from nokosu.core.actions import Take as Take
    from nokosu.core.actions import TakeZero as TakeZero
    from nokosu.core.deal import Deal as Deal
    from nokosu.core.errors import DealError as DealError
    from nokosu.core.errors import IllegalAction as IllegalAction
    from nokosu.core.errors import NokosuError as NokosuError
    from nokosu.core.errors import NotationError as NotationError
    from nokosu.core.errors import RulesetError as RulesetError
    from nokosu.core.pieces import Colour as Colour
    from nokosu.core.pieces import Piece as Piece
    from nokosu.core.round import Phase as Phase
    from nokosu.core.ruleset import Ruleset as Ruleset
    from nokosu.core.scoring import SeatScore as SeatScore
    from nokosu.judge.library import MatchReview as MatchReview
    from nokosu.judge.library import review as review
    from nokosu.record.round_text import parse_round as parse_round
    from nokosu.record.round_text import round_text as round_text
    from nokosu.record.rows import rows as rows

__version__ = "0.1.0"

_HOMES: Final = {
    "nokosu": ("bots", "editions"),
    "nokosu.bots.advice.advise": ("advise",),
    "nokosu.bots.advice.model": ("Advice",),
    "nokosu.bots.play": ("play",),
    "nokosu.core.actions": ("Action", "DeclareZero", "Pass", "Play", "Take", "TakeZero"),
    "nokosu.core.deal": ("Deal",),
    "nokosu.core.errors": ("DealError", "IllegalAction", "NokosuError", "NotationError", "RulesetError"),
    "nokosu.core.pieces": ("Colour", "Piece"),
    "nokosu.core.round": ("Phase",),
    "nokosu.core.ruleset": ("Ruleset",),
    "nokosu.core.scoring": ("SeatScore",),
    "nokosu.api.canvas": ("Picture",),
    "nokosu.api.colour": ("coloured",),
    "nokosu.api.hand": ("Hand",),
    "nokosu.api.match": ("Match",),
    "nokosu.api.position": ("Position", "position"),
    "nokosu.api.reading": ("piece", "ruleset"),
    "nokosu.api.records": ("MatchRecord", "load", "records"),
    "nokosu.api.scoring": ("score",),
    "nokosu.api.text": ("describe",),
    "nokosu.api.trick": ("Trick",),
    "nokosu.api.view": ("View",),
    "nokosu.judge.library": ("MatchReview", "review"),
    "nokosu.record.round_text": ("parse_round", "round_text"),
    "nokosu.record.rows": ("rows",),
}
"""Every public name and the module that it comes from; modules of the package itself come from `nokosu`."""

_HOME: Final = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Action",
    "Advice",
    "Colour",
    "Deal",
    "DealError",
    "DeclareZero",
    "Hand",
    "IllegalAction",
    "Match",
    "MatchRecord",
    "MatchReview",
    "NokosuError",
    "NotationError",
    "Pass",
    "Phase",
    "Picture",
    "Piece",
    "Play",
    "Position",
    "Ruleset",
    "RulesetError",
    "SeatScore",
    "Take",
    "TakeZero",
    "Trick",
    "View",
    "advise",
    "bots",
    "coloured",
    "describe",
    "editions",
    "load",
    "parse_round",
    "piece",
    "play",
    "position",
    "records",
    "review",
    "round_text",
    "rows",
    "ruleset",
    "score",
]


def __getattr__(name: str) -> object:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'nokosu' has no attribute {name!r}")
    found = import_module(f"nokosu.{name}") if home == __name__ else getattr(import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    names = [*__all__, "__version__"]
    if "pydoc" in _callers():
        # `help(nokosu)` would print each class with all that it inherits, 2,500 lines; the text above lists them.
        return [name for name in names if name.islower()]
    return names


def _callers() -> set[str]:
    """Return the modules that are asking for the names."""
    frame, found = sys._getframe(1), set()
    for _ in range(5):
        found.add(frame.f_globals.get("__name__", ""))
        if frame.f_back is None:
            break
        frame = frame.f_back
    return found
