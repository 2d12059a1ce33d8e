"""What one seat may know, with text and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Final

from nokosu.api.hand import Hand
from nokosu.api.legal import Legal
from nokosu.api.reading import ENGLISH
from nokosu.api.trick import Trick, as_shown
from nokosu.core import view as core
from nokosu.core.round import WonTrick

if TYPE_CHECKING:
    from nokosu.api.canvas import Picture
    from nokosu.core.match import Match


_FIELDS: Final = tuple(field.name for field in fields(core.View))


class View(core.View):
    """A seat's view, or a spectator's (`seat` None): the visible table, and the legal actions of the seat to act.

    Bots decide on views. `match.view()` makes one; its fields are those of the bot protocol.

    >>> import nokosu
    >>> view = nokosu.Match.start("second", players=4, seed=7).view()
    >>> view.seat, view.phase.value, len(view.hand)
    (2, 'draft', 10)
    >>> str(view.legal[0])
    'take dR1'
    """

    __slots__ = ()

    if TYPE_CHECKING:  # what `dress` puts there; seat, hand and legal are None for a spectator, whom no bot plays for
        seat: int
        hand: Hand
        legal: Legal
        trick: Trick | None

    def __str__(self) -> str:
        from nokosu.api.text import describe  # noqa: PLC0415  (loaded when used)

        return describe(self)

    def __repr__(self) -> str:
        seat: int | None = self.seat
        who = "a spectator" if seat is None else f"seat {seat}"
        return f"<View of {who}: round {self.round + 1} of {self.rounds}, {self.phase.value}>"

    def svg(self, *, names: Sequence[str] | None = None, palette: str = "standard", language: str = ENGLISH) -> Picture:
        """Draw the table as this seat knows it."""
        from nokosu.api.drawing import draw_view  # noqa: PLC0415  (loaded when used)

        return draw_view(self, names=names, palette=palette, language=language)

    def _repr_svg_(self) -> str:
        return self.svg()


def view(match: Match, seat: int | None) -> View:
    """H4: the view that core gives, with text and pictures. Nothing here looks at the match."""
    return dress(core.view(match, seat))


def dress(seen: core.View) -> View:
    """Return a core view as one of ours."""
    players, trump = seen.ruleset.players, seen.trump
    values = {name: getattr(seen, name) for name in _FIELDS}
    values["legal"] = None if seen.legal is None else Legal(seen.legal)
    values["hand"] = None if seen.hand is None else tuple.__new__(Hand, seen.hand)
    values["trick"] = None if seen.trick is None else as_shown(seen.trick, players, trump)
    values["tricks"] = tuple(WonTrick(as_shown(won.trick, players, trump), won.winner) for won in seen.tricks)
    return View(**values)
