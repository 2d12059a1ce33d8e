"""Which rules the kernel can play: its arrays are made for the numbers of the game, and house rules may exceed them."""

from __future__ import annotations

from functools import lru_cache

from nokosu import kernel
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import SEED_BYTES


@lru_cache(maxsize=256)
def why_not(ruleset: Ruleset) -> str | None:
    """Return why the kernel cannot play by these rules, in its own words; None if it can."""
    if not kernel.available:
        return kernel.why_not
    from nokosu.kernel.state import State  # noqa: PLC0415  (needs the extension)

    try:
        State.from_seed(ruleset, bytes(SEED_BYTES), 0, 0)
    except ValueError as error:  # Refused is one
        return str(error)
    return None
