"""A view in words: what lies on the table, what is in the hand, what can be done."""

from __future__ import annotations

from collections.abc import Sequence

from nokosu.core.help import Help, help_for
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.trump import Suit
from nokosu.core.view import View
from nokosu.locale import mark, t

_SUITS = {
    Suit.RED: mark("suit.red"),
    Suit.BLUE: mark("suit.blue"),
    Suit.GREEN: mark("suit.green"),
    Suit.YELLOW: mark("suit.yellow"),
    Suit.PURPLE: mark("suit.purple"),
    Suit.TRUMP: mark("suit.trump"),
}
_GAP = "   "


def pieces(given: Sequence[Piece]) -> str:
    """Pieces in notation, or a dash."""
    return " ".join(map(str, given)) or "–"


def position(view: View, names: Sequence[str]) -> list[str]:
    """Everything that the seat to act should have before its eyes."""
    given = help_for(view)
    lines = ["", _headline(view, given)]
    lines += [_seat_line(view, given, seat, names) for seat in range(view.ruleset.players)]
    lines.append(_middle_line(view) if view.phase is Phase.DRAFT else _trick_line(view, given, names))
    lines.append(t("show.hand", hand=hand(given)))
    return lines


def hand(given: Help) -> str:
    """The hand by suits, trumps apart and first, strongest first."""
    return _GAP.join(f"{t(_SUITS[suit])}: {pieces(held)}" for suit, held in given.order) or "–"


def options(view: View) -> str:
    """The legal actions, numbered."""
    return _GAP.join(f"{number}) {action}" for number, action in enumerate(view.legal or (), 1))


def last_trick(view: View, names: Sequence[str]) -> str:
    """The trick that was taken last."""
    if not view.tricks:
        return t("show.no-trick")
    won = view.tricks[-1]
    players = view.ruleset.players
    plays = [f"{names[won.trick.seat_of(play, players)]} {piece}" for play, piece in enumerate(won.trick.plays)]
    return t("show.last-trick", plays=", ".join(plays), name=names[won.winner])


def scores(view: View, names: Sequence[str]) -> list[str]:
    """Points of every round and their sums."""
    width = max(len(name) for name in names)
    lines = []
    for seat, name in enumerate(names):
        row = " ".join(f"{points[seat]:>3}" for points in view.scores) or "–"
        lines.append(t("show.score", name=name.ljust(width), rounds=row, total=view.totals[seat]))
    return lines


def if_trump(view: View) -> list[str]:
    """Draft: what each die of the middle would make trump among the own pieces."""
    return [t("show.if-trump", die=die, pieces=pieces(own)) for die, own in help_for(view).if_trump]


def _headline(view: View, given: Help) -> str:
    round_ = {"round": view.round + 1, "rounds": view.rounds}
    if view.phase is Phase.DRAFT:
        return t("show.draft", **round_)
    if view.phase is Phase.DECLARE:
        return t("show.declare", trump=view.trump, **round_)
    trick, tricks = len(view.tricks) + 1, len(view.tricks) + given.tricks_left
    return t("show.play", trick=trick, tricks=tricks, trump=view.trump, **round_)


def _seat_line(view: View, given: Help, seat: int, names: Sequence[str]) -> str:
    """A seat's dice, tricks and open targets: public for everybody."""
    width = max(len(name) for name in names)
    dice = pieces(view.dice[seat])
    if view.zero[seat]:
        dice = t("show.zero", dice=dice)
    if view.phase is Phase.DRAFT:
        return t("show.seat.draft", name=names[seat].ljust(width), dice=dice)
    targets = " ".join(map(str, given.targets[seat])) or t("show.no-target")
    return t("show.seat", name=names[seat].ljust(width), won=view.won[seat], targets=targets, dice=dice)


def _middle_line(view: View) -> str:
    if view.zero_dice_left is None:
        return t("show.middle", dice=pieces(view.pool))
    return t("show.middle.zero", dice=pieces(view.pool), zero=view.zero_dice_left)


def _trick_line(view: View, given: Help, names: Sequence[str]) -> str:
    if view.phase is Phase.DECLARE or view.trick is None:
        return t("show.trump", trump=view.trump)
    if given.led is None or given.leading is None:
        return t("show.you-lead")
    players = view.ruleset.players
    plays = [f"{names[view.trick.seat_of(play, players)]} {piece}" for play, piece in enumerate(view.trick.plays)]
    leading = names[given.leading.seat]
    return t("show.trick", plays=", ".join(plays), suit=t(_SUITS[given.led]), name=leading)
