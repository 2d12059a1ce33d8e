"""The fields of an observation: the kernel's table (encode/layout.hpp), for machines without the kernel."""

from __future__ import annotations

from typing import Final

from nokosu.kernel.field import table

_SHAPES: Final = {
    "hand": (5, 8),
    "played": (5, 40),
    "dice": (5, 30),
    "pool": (5, 6),
    "trump_number": (1, 6),
    "voids": (5, 6),
    "won": (1, 5),
    "cards_left": (1, 5),
    "zero": (1, 5),
    "trick": (5, 9),
    "led": (1, 6),
    "winning": (1, 5),
    "leader": (1, 5),
    "phase": (1, 4),
    "dealer": (1, 5),
    "to_act": (1, 5),
    "players": (1, 4),
    "counts": (1, 4),
    "rules": (1, 14),
    "unseen": (5, 8),
    "number_trumps": (7, 5),
    "beats": (1, 70),
    "needs": (5, 7),
    "draft": (3, 5),
    "declarations": (1, 5),
    "plays": (14, 5),
    "leaders": (1, 14),
}


OBSERVATION: Final = table((name, rows, columns, "") for name, (rows, columns) in _SHAPES.items())
"""The fields by name, in order."""
OBSERVATION_SIZE: Final = OBSERVATION["leaders"].end
