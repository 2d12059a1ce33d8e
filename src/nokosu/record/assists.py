"""The key `assists` of a record: where people used undo or hints, or knew the deal (docs/records.md).

Other readers ignore it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from nokosu.record.model import Record

KEY: Final = "assists"
AssistKind = Literal["undo", "hint", "position"]
KINDS: Final[dict[object, AssistKind]] = {"undo": "undo", "hint": "hint", "position": "position"}


@dataclass(frozen=True, slots=True, order=True)
class Assist:
    """Before this decision of this round, both counted from 0, the seat's person went back or asked for a hint.

    `position`: they played a known deal on from a position.
    """

    round: int
    decision: int
    seat: int
    kind: AssistKind


def with_assists(record: Record, assists: Iterable[Assist]) -> Record:
    """Return the record with these assists, each once, in the order of the decisions."""
    written = [
        {"seat": each.seat, "round": each.round, "decision": each.decision, "kind": each.kind}
        for each in sorted(set(assists))
    ]
    return replace(record, extra={**record.extra, KEY: written}) if written else record


def assists_of(record: Record) -> tuple[Assist, ...]:
    """Return the assists in a record.

    Another program may use the same key, so entries of a different form are ignored.
    """
    given = record.extra.get(KEY)
    found = [_read(item, len(record.seats)) for item in given] if isinstance(given, list) else []
    return tuple(each for each in found if each)


def _read(item: object, seats: int) -> Assist | None:
    if not isinstance(item, Mapping):
        return None
    seat, round_, decision = (item.get(key) for key in ("seat", "round", "decision"))
    kind = KINDS.get(str(item.get("kind")))
    if type(seat) is not int or type(round_) is not int or type(decision) is not int or kind is None:
        return None
    return Assist(round_, decision, seat, kind) if 0 <= seat < seats and round_ >= 0 and decision >= 0 else None
