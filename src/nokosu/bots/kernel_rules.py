"""For bots that think in the kernel: house rules may be more than it can play."""

from __future__ import annotations

from nokosu.bots.base import BotFailure
from nokosu.core.ruleset import Ruleset
from nokosu.kernel.rules import why_not


def check_rules(ruleset: Ruleset) -> None:
    """Raise a BotFailure that says which of the rules the kernel cannot play; another bot then takes the seat."""
    refusal = why_not(ruleset)
    if refusal is not None:
        raise BotFailure("unsupported", refusal)
