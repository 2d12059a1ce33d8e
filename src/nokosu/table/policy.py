"""What a table depends on in addition to its log and the time: the bots, their pace, downtimes, limits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from nokosu.core.ruleset import Ruleset
from nokosu.table.clocks import Downtimes

DEFAULT_BOT_DELAY_MS = 900


@dataclass(frozen=True, slots=True)
class HostPolicy:
    """What all tables of a server or a device share."""

    bots: tuple[str, ...]
    """The names that a seat may be given to."""
    default_bot: str
    fallback_bot: str
    """Plays for absent people and for bots that fail."""
    downtimes: Downtimes = field(default_factory=Downtimes)
    levels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The bots of a table that is started at once, by level."""
    talkers: Collection[str] = ()
    """Bots that react now and then."""
    thinking_ms: Mapping[str, int] = field(default_factory=dict)
    """How long each bot is taken to think, whatever it really took (pace.py)."""
    can_play: Callable[[str, Ruleset], bool] = lambda _name, _rules: True
    """Whether a bot can play by these rules: house rules may be more than it can think about."""
    bot_delay_ms: int = DEFAULT_BOT_DELAY_MS
    log_entries: int = 1 << 30
    """The longest log of a table; beyond it, the match can only be played to its end."""
