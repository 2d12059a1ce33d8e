"""For bots that think in the kernel: house rules may be more than it can play."""

from __future__ import annotations

from typing import Final

from nokosu.bots.base import BotFailure
from nokosu.core.ruleset import Ruleset
from nokosu.kernel.rules import why_not

KERNEL_BOTS: Final = frozenset({"champion", "neural", "openspiel", "search"})
"""Bots that think in the kernel."""
MOST_TRICKS: Final = 14
MOST_PLAYS: Final = 56
MOST_PICKS: Final = 15
DICE_EACH: Final = range(2, 8)
"""The kernel's limits, for callers without it; tests/bots compares them with what it says itself."""


def within_limits(rules: Ruleset) -> bool:
    """Return whether the kernel can play by rules that the loader accepts."""
    plays, picks = rules.players * rules.tricks, rules.players * rules.picks_each
    return rules.tricks <= MOST_TRICKS and plays <= MOST_PLAYS and picks <= MOST_PICKS and rules.dice_each in DICE_EACH


def can_play(spec: str, rules: Ruleset) -> bool:
    """Return whether a bot, named as on the command line, can play by these rules."""
    return spec.partition(":")[0] not in KERNEL_BOTS or within_limits(rules)


def check_rules(ruleset: Ruleset) -> None:
    """Raise a BotFailure that says which of the rules the kernel cannot play; another bot then takes the seat."""
    refusal = why_not(ruleset)
    if refusal is not None:
        raise BotFailure("unsupported", refusal)
