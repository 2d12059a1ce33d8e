"""Events in words, as they happen at the table."""

from __future__ import annotations

from collections.abc import Sequence

from nokosu.core.events import (
    Declared,
    DieTaken,
    Event,
    MatchEnded,
    Played,
    RoundDealt,
    RoundScored,
    ScoreLine,
    TrickTaken,
    ZeroDieTaken,
)
from nokosu.core.pieces import Piece
from nokosu.locale import plural, t


def tell(event: Event, names: Sequence[str], me: int) -> str:
    """Return what a person at the table hears."""
    match event:
        case RoundDealt(round=index, dealer=dealer):
            return t("tell.dealt.you" if dealer == me else "tell.dealt", round=index + 1, name=names[dealer])
        case DieTaken(seat, die):
            return t("tell.taken.you" if seat == me else "tell.taken", name=names[seat], die=_object(die))
        case ZeroDieTaken(seat, die):
            return t("tell.zero-taken.you" if seat == me else "tell.zero-taken", name=names[seat], die=_object(die))
        case Declared(seat, die):
            if die is None:
                return t("tell.pass.you" if seat == me else "tell.pass", name=names[seat])
            return t("tell.zero.you" if seat == me else "tell.zero", name=names[seat], die=_object(die))
        case Played(seat, piece):
            return t("tell.played.you" if seat == me else "tell.played", name=names[seat], piece=_object(piece))
        case TrickTaken(seat, _, _):
            return t("tell.trick.you" if seat == me else "tell.trick", name=names[seat])
        case RoundScored(index, _):
            return t("tell.scored", round=index + 1)
        case MatchEnded(totals, winners):
            return _ended(totals, winners, names, me)


def score_rows(lines: Sequence[ScoreLine], names: Sequence[str]) -> list[list[str]]:
    """S1 to S4: what each seat kept, won and scored, in the columns of `score_headings`."""
    return [
        [
            name,
            t("tell.target.zero") if line.leftover is None else str(line.leftover),
            str(line.won),
            t("tell.made") if line.made else t("tell.missed"),
            _sum(line),
            str(line.total),
        ]
        for name, line in zip(names, lines, strict=True)
    ]


def score_headings() -> list[str]:
    """Return the columns of a round's result."""
    return ["", t("tell.kept"), t("show.won"), t("tell.contract"), t("show.points"), t("show.total")]


def _object(piece: Piece) -> str:
    """Return a piece as the object of a verb, which some languages mark."""
    return t("tell.piece", piece=piece)


def _sum(line: ScoreLine) -> str:
    """`4 + 20 = 24`, or the points alone where there is nothing to add."""
    return f"{' + '.join(map(str, line.parts))} = {line.points}" if len(line.parts) > 1 else str(line.points)


def _ended(totals: Sequence[int], winners: Sequence[int], names: Sequence[str], me: int) -> str:
    points, you = totals[winners[0]], me in winners
    others = t("show.comma").join(names[seat] for seat in winners if seat != me)
    if len(winners) > 1:
        return plural("play.shared.you" if you else "play.shared", points, names=others)
    return plural("play.won.you" if you else "play.won", points, name=others)
