"""A view on the screen: what lies on the table, what is in the hand, what can be done."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from nokosu.core.help import Help, help_for
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.trump import Suit
from nokosu.core.view import View
from nokosu.locale import mark, t
from nokosu.locale.reasons import NUMBERS
from nokosu.tui.options import SUITS, groups
from nokosu.tui.screen import Screen

_GAP = 2
_ASKED = {
    Phase.DRAFT: mark("show.ask.draft"),
    Phase.DECLARE: mark("show.ask.declare"),
    Phase.PLAY: mark("show.ask.play"),
}


def pieces(given: Sequence[Piece]) -> str:
    """Pieces in notation, or a dash."""
    return " ".join(map(str, given)) or "–"


def position(screen: Screen, view: View, names: Sequence[str]) -> None:
    """Everything that the seat to act should have before its eyes, and what it can do."""
    given = help_for(view)
    screen.head(_headline(view, given))
    if view.trump is not None:
        screen.say(trump(view.trump))
    _seats(screen, view, given, names)
    if view.phase is Phase.PLAY:
        screen.say(_trick_line(view, given, names))
    options(screen, view)


def trump(die: Piece) -> str:
    """T1: the trump die and what it makes trump."""
    return t("show.trump", trump=die, suit=t(SUITS[Suit(die.colour)]), number=t(NUMBERS[die.number]))


def options(screen: Screen, view: View) -> None:
    """What can be done, numbered; when playing, the other pieces of the seat beside it, without a number."""
    if view.phase is not Phase.PLAY:
        order = help_for(view).order
        held = [screen.text(pieces(cards)) for _, cards in order]
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


def last_trick(view: View, names: Sequence[str]) -> str:
    """The trick that was taken last."""
    if not view.tricks:
        return t("show.no-trick")
    won = view.tricks[-1]
    players = view.ruleset.players
    plays = [f"{names[won.trick.seat_of(play, players)]} {piece}" for play, piece in enumerate(won.trick.plays)]
    yours = won.winner == view.seat
    return t(
        "show.last-trick.you" if yours else "show.last-trick", plays=t("show.comma").join(plays), name=names[won.winner]
    )


def scores(screen: Screen, view: View, names: Sequence[str]) -> None:
    """Points of every round and their sums."""
    rows = [
        [screen.strong(name) if seat == view.seat else name]
        + [str(points[seat]) for points in view.scores]
        + [str(view.totals[seat])]
        for seat, name in enumerate(names)
    ]
    headings = ["", *(str(number) for number in range(1, len(view.scores) + 1)), t("show.total")]
    screen.table(headings, rows, numbers=range(1, len(headings)))


def if_trump(view: View) -> list[str]:
    """Draft: what each die of the middle would make trump among the own pieces."""
    return [t("show.if-trump", die=die, pieces=pieces(own)) for die, own in help_for(view).if_trump]


def _headline(view: View, given: Help) -> str:
    round_ = {"round": view.round + 1, "rounds": view.rounds}
    if view.phase is Phase.DRAFT:
        return t("show.draft", **round_)
    if view.phase is Phase.DECLARE:
        return t("show.declare", **round_)
    trick, tricks = len(view.tricks) + 1, len(view.tricks) + given.tricks_left
    return t("show.play", trick=trick, tricks=tricks, **round_)


def _seats(screen: Screen, view: View, given: Help, names: Sequence[str]) -> None:
    """Every seat's dice, tricks and open targets: public for everybody."""
    drafting = view.phase is Phase.DRAFT
    rows = []
    for seat, name in enumerate(names):
        dice = pieces(view.dice[seat])
        targets = " ".join(map(str, given.targets[seat])) or t("show.no-target")
        rows.append(
            [
                screen.strong(name) if seat == view.seat else name,
                str(view.totals[seat]),
                *([] if drafting else [str(view.won[seat]), targets]),
                t("show.zero", dice=dice) if view.zero[seat] else dice,
            ]
        )
    between = [] if drafting else [t("show.won"), t("show.targets")]
    screen.table(["", t("show.points"), *between, t("show.dice")], rows, numbers=[1] if drafting else [1, 2])


def _trick_line(view: View, given: Help, names: Sequence[str]) -> str:
    if view.trick is None or given.led is None or given.leading is None:
        return t("show.you-lead")
    players = view.ruleset.players
    plays = [f"{names[view.trick.seat_of(play, players)]} {piece}" for play, piece in enumerate(view.trick.plays)]
    leading = names[given.leading.seat]
    return t("show.trick", plays=t("show.comma").join(plays), suit=t(SUITS[given.led]), name=leading)
