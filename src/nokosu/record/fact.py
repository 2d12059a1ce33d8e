"""One statement of a record, and what it should be."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from nokosu.core.errors import Reason, reason
from nokosu.record.fault import Fault, Path, shown


class _Absent(Enum):
    """A separate value, because a record can contain null."""

    ABSENT = "absent"


ABSENT: Final = _Absent.ABSENT


def or_absent(value: object | None) -> object:
    """Return the value of a key, where None means that the key is absent."""
    return ABSENT if value is None else value


@dataclass(frozen=True, slots=True)
class Fact:
    """A recorded value and the expected one. `from_seed` changes the wording, because the seed itself may be wrong."""

    path: Path
    stands: object
    should: object
    from_seed: bool = False

    @property
    def holds(self) -> bool:
        return self.stands == self.should

    def fault(self) -> Fault:
        """Return the first difference, as deep inside as it can be named."""
        stands, should, path = self.stands, self.should, self.path
        while isinstance(stands, tuple) and isinstance(should, tuple):
            index = _first_difference(stands, should)
            stands, should, path = _at(stands, index), _at(should, index), (*path, index)
        return Fault(path, self._reason(stands, should))

    def _reason(self, stands: object, should: object) -> Reason:
        if stands is ABSENT:
            return reason("record.missing", should=shown(should))
        if should is ABSENT:
            return reason("record.surplus", stands=shown(stands))
        if self.from_seed:
            return reason("record.not-from-the-seed", stands=shown(stands), should=shown(should))
        return reason("record.differs", stands=shown(stands), should=shown(should))


def _first_difference(one: tuple[object, ...], other: tuple[object, ...]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


def _at(values: tuple[object, ...], index: int) -> object:
    return values[index] if index < len(values) else ABSENT
