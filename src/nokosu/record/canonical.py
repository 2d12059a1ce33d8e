"""A record without what other programs have added to it: no more than the match, whichever program wrote the file."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from nokosu.record.assists import assists_of, with_assists
from nokosu.record.model import Record

T = TypeVar("T")


def canonical(record: Record) -> Record:
    """Return the record without unknown keys, at every level; assists stay where there was a decision."""
    possible = [_decisions(record, index) for index in range(len(record.rounds))]
    assists = [
        each for each in assists_of(record) if each.round < len(possible) and each.decision < possible[each.round]
    ]
    return with_assists(_bare(record), assists)


def _decisions(record: Record, index: int) -> int:
    """Return how many pieces were taken and played, and how many contracts declared."""
    played = record.rounds[index]
    parts = (played.draft or (), played.declarations or (), *(trick.plays for trick in played.tricks or ()))
    return sum(map(len, parts))


def _bare(value: T) -> T:
    """Drop `extra` from a value and from all values in it."""
    if isinstance(value, tuple):
        return cast(T, tuple(_bare(each) for each in value))
    if isinstance(value, type) or not is_dataclass(value) or not hasattr(value, "extra"):
        return value
    bare: Any = value
    inside: dict[str, Any] = {each.name: _bare(getattr(value, each.name)) for each in fields(value)}
    return cast(T, replace(bare, **{**inside, "extra": {}}))
