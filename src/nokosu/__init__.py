"""Nokosu Dice: matches, views, pieces, rules, records and bots with one import.

>>> import nokosu
>>> match = nokosu.Match.start("second", players=4, seed=7)
>>> match = match.apply("take dR5")
>>> match
<Match second, 4 players: round 1 of 5, draft, seat 3 to act>

Everything in `__all__` is public and stable; anything else may change between versions. A name is loaded when it is
first used, so `import nokosu` costs nothing. Where an action, a piece, a ruleset or a seed is expected, its text or
number will do. Errors are of the type `NokosuError` and say what was expected.

`Action` is the union of everything that a player can do:

>>> isinstance(match.legal()[0], nokosu.Action)
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # what `_HOMES` says, for type checkers
    from nokosu import bots as bots
    from nokosu import editions as editions
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
    from nokosu.face.canvas import Picture as Picture
    from nokosu.face.colour import coloured as coloured
    from nokosu.face.hand import Hand as Hand
    from nokosu.face.match import Match as Match
    from nokosu.face.position import Position as Position
    from nokosu.face.position import position as position
    from nokosu.face.reading import piece as piece
    from nokosu.face.reading import ruleset as ruleset
    from nokosu.face.text import describe as describe
    from nokosu.face.trick import Trick as Trick
    from nokosu.face.view import View as View
    from nokosu.record.data import MatchRecord as MatchRecord
    from nokosu.record.data import records as records
    from nokosu.record.round_text import parse_round as parse_round
    from nokosu.record.round_text import round_text as round_text
    from nokosu.record.rows import rows as rows

__version__ = "0.1.0"

_HOMES: Final = {
    "nokosu": ("bots", "editions"),
    "nokosu.bots.play": ("play",),
    "nokosu.core.actions": ("Action", "DeclareZero", "Pass", "Play", "Take", "TakeZero"),
    "nokosu.core.deal": ("Deal",),
    "nokosu.core.errors": ("DealError", "IllegalAction", "NokosuError", "NotationError", "RulesetError"),
    "nokosu.core.pieces": ("Colour", "Piece"),
    "nokosu.core.round": ("Phase",),
    "nokosu.core.ruleset": ("Ruleset",),
    "nokosu.face.canvas": ("Picture",),
    "nokosu.face.colour": ("coloured",),
    "nokosu.face.hand": ("Hand",),
    "nokosu.face.match": ("Match",),
    "nokosu.face.position": ("Position", "position"),
    "nokosu.face.reading": ("piece", "ruleset"),
    "nokosu.face.text": ("describe",),
    "nokosu.face.trick": ("Trick",),
    "nokosu.face.view": ("View",),
    "nokosu.record.data": ("MatchRecord", "records"),
    "nokosu.record.round_text": ("parse_round", "round_text"),
    "nokosu.record.rows": ("rows",),
}
"""Every public name and the module that it comes from; modules of the package itself come from `nokosu`."""

_HOME: Final = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Action",
    "Colour",
    "Deal",
    "DealError",
    "DeclareZero",
    "Hand",
    "IllegalAction",
    "Match",
    "MatchRecord",
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
    "Take",
    "TakeZero",
    "Trick",
    "View",
    "bots",
    "coloured",
    "describe",
    "editions",
    "parse_round",
    "piece",
    "play",
    "position",
    "records",
    "round_text",
    "rows",
    "ruleset",
]


def __getattr__(name: str) -> object:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'nokosu' has no attribute {name!r}")
    found = import_module(f"nokosu.{name}") if home == __name__ else getattr(import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
