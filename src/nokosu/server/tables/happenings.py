"""Entries of the log as everybody may see them: no secret, no person's id, effects made by nokosu.core.events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

import msgspec

from nokosu.core.events import Event, RoundDealt, history, since
from nokosu.core.match import Match
from nokosu.server.tables import entries as log
from nokosu.wire.events import event_to_json

_ENCODE: Final = msgspec.json.Encoder().encode
NAMELESS: Final = "–"
"""How somebody is called who has deleted their data."""

Fields = dict[str, object]


@dataclass(frozen=True, slots=True)
class Shown:
    """One happening. `effects` are one list an audience where they differ (a deal shows its reader's own hand)."""

    fields: Fields
    effects: Mapping[int | None, tuple[Event, ...]] | None = None
    private: bool = False

    def json(self, seat: int | None) -> bytes:
        """As this audience sees it."""
        if self.effects is None:
            return _ENCODE(self.fields)
        seen = self.effects[seat if self.private else None]
        return _ENCODE({**self.fields, "effects": [event_to_json(event) for event in seen]})


def shown(
    seq: int, at: int, entry: log.AnyEntry, names: Mapping[str, str], effects: Mapping[int | None, tuple[Event, ...]]
) -> Shown:
    """An entry, with the effects that each audience sees."""
    fields = {"kind": entry.kind, "seq": seq, "at": at} | _fields(entry, names)
    if not isinstance(entry, log.Started | log.Moved):
        return Shown(fields)
    private = any(isinstance(event, RoundDealt) for event in effects.get(None, ()))
    return Shown(fields, effects or {None: ()}, private)


def effects_of(
    before: Match | None, after: Match, audiences: Sequence[int | None]
) -> dict[int | None, tuple[Event, ...]]:
    """What each audience sees when `before` (None: nothing was dealt yet) becomes `after`."""
    if before is None:
        return {seat: history(after, seat) for seat in audiences}
    public = since(before, after, None)
    if not any(isinstance(event, RoundDealt) for event in public):
        return {None: public}
    return {seat: since(before, after, seat) for seat in audiences}


def past(
    entries: Sequence[tuple[int, int, log.AnyEntry]], match: Match | None, seat: int | None, names: Mapping[str, str]
) -> list[Shown]:
    """Entries of the newest part of a log, as one audience saw them; actions that were taken back have no effects."""
    undone = {entry.action_seq for _, _, entry in entries if isinstance(entry, log.TakenBack)}
    steps = _steps(history(match, seat)) if match else []
    standing = [seq for seq, _, entry in entries if isinstance(entry, log.Started | log.Moved) and seq not in undone]
    effects = dict(zip(reversed(standing), reversed(steps), strict=False))
    result = []
    for seq, at, entry in entries:
        seen = effects.get(seq, ())
        result.append(shown(seq, at, entry, names, {None: seen, seat: seen}))
    return result


def _steps(events: Sequence[Event]) -> list[tuple[Event, ...]]:
    """Events by the action that they follow from; the first deal stands alone."""
    steps: list[list[Event]] = []
    for event in events:
        if not steps or type(event).__name__ in _FIRST:
            steps.append([])
        steps[-1].append(event)
    return [tuple(step) for step in steps]


_FIRST: Final = {"DieTaken", "ZeroDieTaken", "Declared", "Played"}


def _fields(entry: log.AnyEntry, names: Mapping[str, str]) -> Fields:
    match entry:
        case log.Created() | log.Started() | log.Paused() | log.Resumed():
            return {}
        case log.Seated(seat=seat, person=person, bot=bot):
            name = names.get(person, NAMELESS) if person else bot
            return {"seat": seat, "name": name, "bot": bot}
        case log.Unseated(seat=seat) | log.Returned(seat=seat) | log.HostChanged(seat=seat) | log.TimedOut(seat=seat):
            return {"seat": seat}
        case log.Moved():
            return {"seat": entry.seat, "action": entry.action, "by": entry.by}
        case log.TakeBackAsked() | log.TakenBack():
            return {"seat": entry.seat, "action_seq": entry.action_seq}
        case log.TakeBackAnswered() | log.AbandonAnswered():
            return {"seat": entry.seat, "agree": entry.agree}
        case log.StoodIn():
            return {"seat": entry.seat, "bot": entry.bot, "why": entry.why}
        case log.Reacted():
            return {"seat": entry.seat, "reaction": entry.reaction}
        case log.Ended():
            return {"status": entry.status}
        case log.Rematched():
            return {"table": entry.table}
        case _:
            assert_never(entry)
