"""Events in words, as they happen at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

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
from nokosu.locale import t


def tell(event: Event, names: Sequence[str], me: int) -> list[str]:
    """What a person at the table hears."""
    match event:
        case RoundDealt(round=index, dealer=dealer):
            return ["", t("tell.dealt", round=index + 1, name=names[dealer])]
        case DieTaken(seat, die):
            return [t("tell.taken.you" if seat == me else "tell.taken", name=names[seat], die=die)]
        case ZeroDieTaken(seat, die):
            return [t("tell.zero-taken.you" if seat == me else "tell.zero-taken", name=names[seat], die=die)]
        case Declared(seat, None):
            return [t("tell.pass.you" if seat == me else "tell.pass", name=names[seat])]
        case Declared(seat, die):
            return [t("tell.zero.you" if seat == me else "tell.zero", name=names[seat], die=die)]
        case Played(seat, piece):
            return [t("tell.played.you" if seat == me else "tell.played", name=names[seat], piece=piece)]
        case TrickTaken(seat, _, _):
            return [t("tell.trick.you" if seat == me else "tell.trick", name=names[seat])]
        case RoundScored(index, lines):
            return _scored(index, lines, names)
        case MatchEnded(totals, winners):
            return _ended(totals, winners, names, me)


def _scored(index: int, lines: Sequence[ScoreLine], names: Sequence[str]) -> list[str]:
    width = max(len(name) for name in names)
    told = ["", t("tell.scored", round=index + 1)]
    for name, line in zip(names, lines, strict=True):
        target = t("tell.target.zero") if line.leftover is None else str(line.leftover)
        # Every figure of the line is at hand in the texts.
        figures = asdict(line) | {"name": name.ljust(width), "target": target.ljust(4)}
        told.append(t("tell.line.made" if line.made else "tell.line.missed", **figures))
    return told


def _ended(totals: Sequence[int], winners: Sequence[int], names: Sequence[str], me: int) -> list[str]:
    who = ", ".join(names[seat] for seat in winners)
    if len(winners) > 1:
        told = t("tell.shared", names=who, points=totals[winners[0]])
    elif me in winners:
        told = t("tell.won.you", points=totals[me])
    else:
        told = t("tell.won", name=who, points=totals[winners[0]])
    return ["", told]
