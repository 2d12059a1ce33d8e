"""The editions of the game, one TOML file each, and the rulesets that follow from them.

A released file never changes: a correction is a new file with the next revision, and a record finds the
rules that it was played by through their digest.

>>> import nokosu
>>> nokosu.editions.load("second").zero_dice
2
"""

from nokosu.editions.edition import MOST_ROUNDS, Edition, PlayerCount
from nokosu.editions.house import edition_numbers, house_edition, house_numbers
from nokosu.editions.loader import parse_edition
from nokosu.editions.registry import (
    DEFAULT,
    built_in,
    find,
    house_rules,
    known,
    load,
    names,
    nearest,
    original,
    pairs,
    ruleset,
    ruleset_by_digest,
)

__all__ = [
    "DEFAULT",
    "MOST_ROUNDS",
    "Edition",
    "PlayerCount",
    "built_in",
    "edition_numbers",
    "find",
    "house_edition",
    "house_numbers",
    "house_rules",
    "known",
    "load",
    "names",
    "nearest",
    "original",
    "pairs",
    "parse_edition",
    "ruleset",
    "ruleset_by_digest",
]
