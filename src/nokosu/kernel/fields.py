"""The fields of an observation and of the rules, generated from the kernel by tools/pages/spaces.py.

Each has a name, rows, columns, and the version of the layout that it came with.
"""

from __future__ import annotations

from typing import Final

OBSERVATION_FIELDS: Final = (
    ("hand", 5, 8, 1),
    ("played", 5, 40, 1),
    ("dice", 5, 30, 1),
    ("pool", 5, 6, 1),
    ("trump_number", 1, 6, 1),
    ("voids", 5, 6, 1),
    ("won", 1, 5, 1),
    ("cards_left", 1, 5, 1),
    ("zero", 1, 5, 1),
    ("trick", 5, 9, 1),
    ("led", 1, 6, 1),
    ("winning", 1, 5, 1),
    ("leader", 1, 5, 1),
    ("phase", 1, 4, 1),
    ("dealer", 1, 5, 1),
    ("to_act", 1, 5, 1),
    ("players", 1, 4, 1),
    ("counts", 1, 4, 1),
    ("rules", 1, 14, 1),
    ("unseen", 5, 8, 1),
    ("number_trumps", 7, 5, 1),
    ("beats", 1, 70, 1),
    ("needs", 5, 7, 1),
    ("draft", 3, 5, 1),
    ("declarations", 1, 5, 1),
    ("plays", 14, 5, 1),
    ("leaders", 1, 14, 1),
    ("later_rules", 1, 4, 2),
)

PRIVILEGED_FIELDS: Final = (
    ("hands", 4, 40, 1),
    ("aside", 5, 8, 1),
)

RULE_FIELDS: Final = (
    "players",
    "colours",
    "highest_card",
    "cards_each",
    "aside",
    "dice_per_colour",
    "drawn_each",
    "pool_size",
    "picks_each",
    "zero_rule",
    "zero_dice",
    "trick_points",
    "bonus",
    "zero_bonus",
    "number_trumps",
)
"""Rules as they cross into the kernel, one byte each."""
