"""What an action gave away for certain: the last target, though another piece would have kept it."""

from __future__ import annotations

from typing import Final

from nokosu.bots.advice.by_club import club_estimates
from nokosu.bots.coach.facts import Facts, facts
from nokosu.bots.coach.model import Remark
from nokosu.core.actions import Action, Play
from nokosu.core.errors import Reason, reason
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.view import View

WORTH: Final = 0.15
"""Nothing is said about a target that was this unlikely anyway."""


def slip(view: View, action: Action) -> Remark | None:
    """Return what this action gave away, with the piece that would have kept it; None where it is not certain."""
    if view.phase is not Phase.PLAY or not isinstance(action, Play) or len(view.legal or ()) <= 1:
        return None
    known = facts(view)
    if not known.targets or any(known.open_after(action.piece, wins=wins) for wins in outcomes(known, action.piece)):
        return None
    kept = [piece for piece in known.legal if piece != action.piece and _keeps(known, piece)]
    likely = {each.action: sum(each.makes) for each in club_estimates(view)}
    best = max(kept, key=lambda piece: likely[Play(piece)], default=None)
    if best is None or likely[Play(best)] < WORTH:
        return None
    idea, why = _why(known, action.piece, best)
    return Remark(idea, why)


def outcomes(known: Facts, piece: Piece) -> tuple[bool, ...]:
    """Return whether this piece can win the trick, lose it, or both."""
    if known.cannot_win(piece):
        return (False,)
    return (True,) if known.must_win(piece) else (True, False)


def _keeps(known: Facts, piece: Piece) -> bool:
    """Return whether a target stays open with this piece, whatever follows."""
    return all(known.open_after(piece, wins=wins) for wins in outcomes(known, piece))


def _why(known: Facts, played: Piece, better: Piece) -> tuple[str, Reason]:
    if played.is_die and not known.zero and known.targets == (played.number,):
        return "keep", reason("coach.slip.die", "S2", piece=played, target=played.number, better=better)
    if known.has_enough and outcomes(known, played) == (True,):
        if known.zero:
            return "enough", reason("coach.slip.zero", "S2", piece=played, better=better)
        return "enough", reason("coach.slip.many", "S2", piece=played, better=better)
    return "need-all", reason("coach.slip.gone", "S2", piece=played, better=better)
