"""The layout of an observation (docs/research-spaces.md). Works without the extension."""

from __future__ import annotations

from typing import Final

from nokosu.kernel.field import table
from nokosu.kernel.fields import OBSERVATION_FIELDS, PRIVILEGED_FIELDS

OBSERVATION: Final = table(OBSERVATION_FIELDS)
"""The fields of an observation by name, in order."""

PRIVILEGED: Final = table(PRIVILEGED_FIELDS)
"""The fields of the encoding for critics, in order."""

OBSERVATION_SIZE: Final = sum(field.size for field in OBSERVATION.values())
PRIVILEGED_SIZE: Final = sum(field.size for field in PRIVILEGED.values())

OBSERVATION_VERSION: Final = max(field.version for field in OBSERVATION.values())
"""Fields of earlier versions never move: a network that reads only those goes on working."""

CODES: Final = ("draft", "declarations", "plays", "leaders")
"""Fields that hold codes, not amounts: the last ones of version 1, so that a network can leave them off."""
