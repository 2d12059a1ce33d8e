"""Entries of the log as everybody may see them: their public fields, and effects made by nokosu.core.events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from nokosu.core.events import Declared, DieTaken, Event, Played, RoundDealt, ZeroDieTaken, history, since
from nokosu.core.match import Match
from nokosu.wire.entries import AnyEntry, Moved, Seated, Started, TakenBack, TakenOver
from nokosu.wire.events import event_to_json
from nokosu.wire.struct import encode, tag_of

NAMELESS: Final = "–"
"""The name of a person who has deleted their data."""

Names = Mapping[str, str]
News = Callable[[int | None], bytes]
"""What happened, as a JSON list for one seat, or for spectators (None)."""


class Logged(NamedTuple):
    """An entry with its number and the time at which it was committed."""

    seq: int
    at: int
    entry: AnyEntry


def step(logged: Logged, before: Match | None, after: Match, names: Names) -> News:
    """Return the news of one move, or of the first deal; the same for everybody unless hands are dealt (H1)."""

    def effects(seat: int | None) -> Sequence[Event]:
        return history(after, seat) if before is None else since(before, after, seat)

    public = effects(None)
    if any(isinstance(event, RoundDealt) for event in public):
        return lambda seat: encode([_shown(logged, names, effects(seat))])
    text = encode([_shown(logged, names, public)])
    return lambda _: text


def past(logged: Sequence[Logged], match: Match | None, names: Names, last: int | None = None) -> News:
    """Return the news of the newest part of a log, up to entry `last`; actions that were taken back have no effects."""
    played = [each.seq for each in standing(logged) if isinstance(each.entry, Started | Moved)]

    def news(seat: int | None) -> bytes:
        steps = _steps(history(match, seat)) if match else []
        effects = dict(zip(reversed(played), reversed(steps), strict=False))
        page = [each for each in logged if last is None or each.seq <= last]
        return encode([_shown(each, names, effects.get(each.seq, ())) for each in page])

    return news


def standing(logged: Sequence[Logged]) -> list[Logged]:
    """Return the entries without actions that were taken back: each undoes an action and those after it."""
    moved: list[int] = []
    gone: set[int] = set()
    for each in logged:
        if isinstance(each.entry, TakenBack):
            while moved and moved[-1] >= each.entry.action_seq:
                gone.add(moved.pop())
        elif isinstance(each.entry, Moved):
            moved.append(each.seq)
    return [each for each in logged if each.seq not in gone]


def since_last_trick(logged: Sequence[Logged], match: Match) -> Sequence[Logged]:
    """H2: the entries that a table which shows people only the last trick has for somebody who comes back.

    Those since the trick before it was complete: the last trick, the one that lies on the table, and all in between.
    """
    plays = [
        each.seq for each in standing(logged) if isinstance(each.entry, Moved) and each.entry.action.startswith("play ")
    ]
    trick = match.round.trick
    seen = match.ruleset.players + (len(trick.plays) if trick else 0)
    return [each for each in logged if len(plays) <= seen or each.seq > plays[-seen - 1]]


def _steps(events: Sequence[Event]) -> list[list[Event]]:
    """Events by the action that they follow from; the first deal comes alone."""
    steps: list[list[Event]] = []
    for event in events:
        if not steps or isinstance(event, DieTaken | ZeroDieTaken | Declared | Played):
            steps.append([])
        steps[-1].append(event)
    return steps


def _shown(logged: Logged, names: Names, effects: Sequence[Event]) -> dict[str, object]:
    """Return an entry as one audience sees it: the fields that it declares as public, a name, the effects."""
    seq, at, entry = logged
    fields: dict[str, object] = {"kind": tag_of(type(entry)), "seq": seq, "at": at}
    for name in entry.public:
        match name:
            case "name":
                assert isinstance(entry, Seated | TakenOver)
                fields[name] = names.get(entry.person, NAMELESS) if entry.person else getattr(entry, "bot", None)
            case "effects":
                fields[name] = [event_to_json(event) for event in effects]
            case _:
                fields[name] = getattr(entry, name)
    return fields
