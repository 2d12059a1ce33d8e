"""Rated tables: what they allow, who plays for somebody who does not, and the places that a match ends with. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from nokosu import editions
from nokosu.core.actions import Action, Pass, Play, Take
from nokosu.core.errors import reason
from nokosu.record.model import Record
from nokosu.table.refusal import Refused
from nokosu.table.state import State
from nokosu.wire import commands as ask
from nokosu.wire.lobby import CreateTable, Pace, TableSettings

LOWEST: Final = "lowest"
"""Stands in where time has run out, or somebody has gone: the lowest legal piece, and no bot's help."""
_MINUTE_MS: Final = 60_000
PACES: Final = tuple(
    Pace(kind="live", bank_ms=minutes * _MINUTE_MS, increment_ms=seconds * 1_000)
    for minutes, seconds in ((3, 5), (5, 10), (10, 20))
)
"""The time controls of rated tables."""
_NEVER: Final = (ask.AskTakeBack, ask.HandToBot, ask.Pause, ask.Undo)


def allowed(settings: TableSettings) -> bool:
    """Return whether these settings are fit for a rated table: nobody is helped, rules and time are known to all."""
    helped = settings.hints or settings.coach or settings.take_backs or settings.substitutes
    return settings.pace in PACES and settings.house is None and not helped


def check_form(form: CreateTable) -> None:
    """Refuse a rated table that helps somebody, stops the clock, or has house rules or bots."""
    if not form.settings.rated:
        return
    if form.house is not None or not allowed(form.settings):
        raise Refused(reason("table.rated-settings"))
    if any(wish.kind == "bot" for wish in form.seats):
        raise Refused(reason("table.rated-people"))


def check(state: State, seat: int | None, command: ask.AnyCommand) -> None:
    """Refuse what a rated table does not have, and a seat to somebody who has not agreed to what is played there."""
    if isinstance(command, ask.Sit) and command.rated != state.settings.rated:
        raise Refused(reason("table.rated-agree" if state.settings.rated else "table.not-rated"))
    if not state.settings.rated:
        return
    if isinstance(command, _NEVER):
        raise Refused(reason("table.rated"))
    if (isinstance(command, ask.SetSeat) and command.bot) or (isinstance(command, ask.Start) and command.fill_with):
        raise Refused(reason("table.rated-people"))
    back = isinstance(command, ask.Move | ask.Return)
    if back and seat is not None and state.chairs[seat].why == "left":
        raise Refused(reason("table.rated-left"))


def stand_in(state: State, bot: str) -> str:
    """Return who plays for a person who does not: at a rated table no bot."""
    return LOWEST if state.settings.rated else bot


def lowest(legal: Sequence[Action]) -> Action:
    """Return the action with the lowest number, without a zero where there is a choice; of equals the first."""
    plain = [action for action in legal if isinstance(action, Take | Pass | Play)]
    return min(plain or legal, key=lambda action: action.piece.number if action.piece else 0)


# What a match was


def places(record: Record) -> tuple[int, ...]:
    """Return the place of each seat, from 0; equal points share one.

    Players who have gone are behind all others, the first to go last.
    """
    points = [sum(each) for each in zip(*_scores(record), strict=True)] or [0] * len(record.seats)
    gone = _gone(record)
    standing = [(0, -points[seat]) if seat not in gone else (1, -gone.index(seat)) for seat in range(len(points))]
    return tuple(sum(other < own for other in standing) for own in standing)


def share(record: Record) -> float:
    """Return how much of a usual match was played: fewer rounds say less. More than usual do not count for more."""
    usual = editions.load(record.ruleset.edition).players[record.ruleset.players].rounds
    return min(1.0, len(_scores(record)) / usual)


def _scores(record: Record) -> list[tuple[int, ...]]:
    """Return the points of the rounds that were played to their end."""
    return [each.scores for each in record.rounds if each.scores is not None]


def _gone(record: Record) -> list[int]:
    """Return the seats whose players were not there at the end, in the order in which they went."""
    last = {each.seat: (number, each.by) for number, each in enumerate(record.substitutions or ())}
    return [seat for seat, (_, by) in sorted(last.items(), key=lambda item: item[1][0]) if by is not None]
