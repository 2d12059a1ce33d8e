"""A view on the screen: the table, the hand and the options."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from nokosu.api import lines
from nokosu.api.lines import SUITS, Grid
from nokosu.core.help import help_for
from nokosu.core.round import Phase
from nokosu.core.view import View
from nokosu.locale import mark, t
from nokosu.tui.options import groups
from nokosu.tui.screen import Screen

_GAP = 2
_ASKED = {
    Phase.DRAFT: mark("show.ask.draft"),
    Phase.DECLARE: mark("show.ask.declare"),
    Phase.PLAY: mark("show.ask.play"),
}


def position(screen: Screen, view: View, names: Sequence[str]) -> None:
    """Show everything that the seat to act needs to see, and what it can do."""
    screen.head(lines.headline(view))
    if view.trump is not None:
        screen.say(lines.trump(view.trump))
    _table(screen, lines.seats(view, names), view.seat)
    if view.phase is Phase.PLAY:
        screen.say(lines.trick_line(view, names))
    options(screen, view)


def options(screen: Screen, view: View) -> None:
    """Show what can be done, numbered; when playing, the other pieces of the seat beside it, without a number."""
    if view.phase is not Phase.PLAY:
        held = [screen.text(cards) for cards in lines.hand(view)]
        screen.row(t("show.hand"), held, indent=cell_len(t("show.hand")) + _GAP)
    screen.say(screen.strong(t(_ASKED[view.phase])))
    shown = groups(view)
    indent = max((cell_len(group.label) for group in shown if len(shown) > 1), default=0) + _GAP
    if view.phase is not Phase.PLAY:
        indent = min(indent, max(map(cell_len, map(t, SUITS.values()))) + _GAP)
    number = 0
    for group in shown:
        parts = []
        for choice in group.choices:
            if choice.action is None:
                parts.append(screen.quiet(choice.text))
            else:
                number += 1
                parts.append(screen.quiet(f"{number:>2}) ") + screen.text(choice.text))
        if cell_len(group.label) > indent - _GAP:
            screen.say(group.label)
            screen.row("", parts, indent=indent)
        else:
            screen.row(group.label, parts, indent=indent)


def scores(screen: Screen, view: View, names: Sequence[str]) -> None:
    """Points of every round and their sums."""
    _table(screen, lines.scores(view, names), view.seat)


def if_trump(view: View) -> list[str]:
    """Draft: what each die of the middle would make trump among the own pieces."""
    return [t("show.if-trump", die=die, pieces=lines.pieces(own)) for die, own in help_for(view).if_trump]


def _table(screen: Screen, grid: Grid, own: int | None) -> None:
    """Show one row per seat, with the own name in bold."""
    rows = [[screen.strong(row[0]) if seat == own else row[0], *row[1:]] for seat, row in enumerate(grid.rows)]
    screen.table(grid.headings, rows, numbers=grid.numbers)
