"""A field of an observation: where its bytes are and what they mean. Works without the extension."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Field:
    """A run of bytes: `rows` times `columns`, from `offset` on."""

    name: str
    offset: int
    rows: int
    columns: int
    version: int = 1
    """The first version of the layout that has it."""

    @property
    def size(self) -> int:
        return self.rows * self.columns

    @property
    def end(self) -> int:
        return self.offset + self.size

    def of(self, data: bytes) -> bytes:
        """Return this field's bytes."""
        return data[self.offset : self.end]

    def row(self, data: bytes, row: int) -> bytes:
        """Return one row of this field."""
        start = self.offset + row * self.columns
        return data[start : start + self.columns]


def table(rows: Iterable[tuple[str, int, int, int]]) -> Mapping[str, Field]:
    """Lay out fields one after the other, by name: each with its name, rows, columns and version."""
    fields: dict[str, Field] = {}
    offset = 0
    for name, count, columns, version in rows:
        fields[name] = Field(name, offset, count, columns, version)
        offset = fields[name].end
    return MappingProxyType(fields)
