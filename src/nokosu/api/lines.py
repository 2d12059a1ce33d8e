"""The sentences and tables that describe a table, in the language of the context.

`str()`, the terminal game and the command line all say these things with these functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nokosu.core.help import help_for, leading, led, sorted_hand
from nokosu.core.pieces import BLANK, Piece
from nokosu.core.round import Phase
from nokosu.core.trick import Trick
from nokosu.core.trump import Suit
from nokosu.core.view import View
from nokosu.locale import mark, t
from nokosu.locale.reasons import NUMBERS

SUITS: Final = {
    Suit.RED: mark("suit.red"),
    Suit.BLUE: mark("suit.blue"),
    Suit.GREEN: mark("suit.green"),
    Suit.YELLOW: mark("suit.yellow"),
    Suit.PURPLE: mark("suit.purple"),
    Suit.TRUMP: mark("suit.trump"),
}


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: headings, rows, and the columns to align on the right."""

    headings: list[str]
    rows: list[list[str]]
    numbers: Sequence[int]


def pieces(given: Sequence[Piece]) -> str:
    """Pieces in notation, or a dash."""
    return " ".join(map(str, given)) or "–"


def seat_names(players: int, own: int | None = None) -> list[str]:
    """Return what to call seats that nobody has named."""
    return [t("show.seat.you" if seat == own else "show.seat", seat=seat) for seat in range(players)]


def headline(view: View) -> str:
    """Return where the round is."""
    round_ = {"round": view.round + 1, "rounds": view.rounds}
    if view.phase is Phase.DRAFT:
        return t("show.draft", **round_)
    if view.phase is Phase.DECLARE:
        return t("show.declare", **round_)
    return t("show.play", trick=len(view.tricks) + 1, tricks=view.ruleset.tricks, **round_)


def trump(die: Piece) -> str:
    """Return the trump die and what it makes trump (T1, T3)."""
    suit = t(SUITS[Suit(die.colour)])
    if die.number == BLANK:
        return t("show.trump-colour", trump=die, suit=suit)
    return t("show.trump", trump=die, suit=suit, number=t(NUMBERS[die.number]))


def seats(view: View, names: Sequence[str], hands: Sequence[Sequence[Piece]] = ()) -> Grid:
    """Return every seat's dice, tricks and open targets, which are public; with `hands`, also the cards."""
    drafting = view.phase is Phase.DRAFT
    targets = help_for(view).targets
    rows = []
    for seat, name in enumerate(names):
        dice = pieces(view.dice[seat])
        still = " ".join(map(str, targets[seat])) or t("show.no-target")
        rows.append(
            [
                name,
                str(view.totals[seat]),
                *([] if drafting else [str(view.won[seat]), still]),
                t("show.zero", dice=dice) if view.zero[seat] else dice,
                *([pieces(hands[seat])] if hands else []),
            ]
        )
    between = [] if drafting else [t("show.won"), t("show.targets")]
    headings = ["", t("show.points"), *between, t("show.dice"), *([t("deal.cards")] if hands else [])]
    return Grid(headings, rows, [1] if drafting else [1, 2])


def scores(view: View, names: Sequence[str]) -> Grid:
    """Points of every round and their sums."""
    rows = [
        [name, *(str(points[seat]) for points in view.scores), str(view.totals[seat])]
        for seat, name in enumerate(names)
    ]
    headings = ["", *(str(number) for number in range(1, len(view.scores) + 1)), t("show.total")]
    return Grid(headings, rows, range(1, len(headings)))


def plays(trick: Trick, names: Sequence[str]) -> str:
    """Return who played what, in order."""
    return t("show.comma").join(
        f"{names[trick.seat_of(play, len(names))]} {piece}" for play, piece in enumerate(trick.plays)
    )


def trick_line(view: View, names: Sequence[str]) -> str:
    """Return the trick on the table, as the seat to act sees it."""
    suit, best = led(view), leading(view)
    if view.trick is None or suit is None or best is None:
        yours = view.seat is not None and view.seat == view.to_act
        return t("show.you-lead") if yours else t("show.leads", name=names[view.to_act or 0])
    return t("show.trick", plays=plays(view.trick, names), suit=t(SUITS[suit]), name=names[best.seat])


def last_trick(view: View, names: Sequence[str]) -> str:
    """Return the trick that was taken last."""
    if not view.tricks:
        return t("show.no-trick")
    won = view.tricks[-1]
    yours = won.winner == view.seat
    shown, name = plays(won.trick, names), names[won.winner]
    return t("show.last-trick.you" if yours else "show.last-trick", plays=shown, name=name)


def hand(view: View) -> list[str]:
    """Return the cards of the view's seat by suit, strongest first."""
    return [pieces(held) for _, held in sorted_hand(view.hand or (), view.trump)]
