"""The layout of an observation, read from the kernel's own table (docs/research-spaces.md)."""

from __future__ import annotations

from typing import Final

from nokosu.kernel import _kernel
from nokosu.kernel.field import table

OBSERVATION: Final = table(_kernel.OBSERVATION_FIELDS)
"""The fields of an observation by name, in order."""

PRIVILEGED: Final = table(_kernel.PRIVILEGED_FIELDS)
"""The fields of the encoding for critics, in order."""

OBSERVATION_SIZE: Final = sum(field.size for field in OBSERVATION.values())
PRIVILEGED_SIZE: Final = sum(field.size for field in PRIVILEGED.values())

CODES: Final = ("draft", "declarations", "plays", "leaders")
"""Fields that hold codes, not amounts: the last ones, so that a network can leave them off."""
