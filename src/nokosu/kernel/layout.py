"""The layout of an observation, read from the kernel's own table (docs/research-spaces.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from nokosu.kernel import _kernel


@dataclass(frozen=True, slots=True)
class Field:
    """A run of bytes: `rows` times `columns`, from `offset` on."""

    name: str
    offset: int
    rows: int
    columns: int
    meaning: str

    @property
    def size(self) -> int:
        return self.rows * self.columns

    @property
    def end(self) -> int:
        return self.offset + self.size

    def of(self, data: bytes) -> bytes:
        """This field's bytes."""
        return data[self.offset : self.end]

    def row(self, data: bytes, row: int) -> bytes:
        """One row of this field."""
        start = self.offset + row * self.columns
        return data[start : start + self.columns]


def _table(rows: tuple[tuple[str, int, int, str], ...]) -> Mapping[str, Field]:
    fields: dict[str, Field] = {}
    offset = 0
    for name, count, columns, meaning in rows:
        fields[name] = Field(name, offset, count, columns, meaning)
        offset += count * columns
    return MappingProxyType(fields)


OBSERVATION: Final = _table(_kernel.OBSERVATION_FIELDS)
"""The fields of an observation by name, in order."""

PRIVILEGED: Final = _table(_kernel.PRIVILEGED_FIELDS)
"""The fields of the encoding for critics, in order."""

OBSERVATION_SIZE: Final = sum(field.size for field in OBSERVATION.values())
PRIVILEGED_SIZE: Final = sum(field.size for field in PRIVILEGED.values())

CODES: Final = ("draft", "declarations", "plays", "leaders")
"""Fields that hold codes, not amounts: the last ones, so that a network can leave them off."""
