"""What tables need from the rest of the server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from nokosu.server.bots.pool import Chooser
from nokosu.server.metrics import Metrics
from nokosu.server.names import Names
from nokosu.server.store import Store
from nokosu.server.tables.clocks import Downtimes
from nokosu.server.tables.decide import Circumstances
from nokosu.server.time import Time


@dataclass(slots=True)
class Services:
    """Store, clock, bots, and what the operator has chosen."""

    store: Store
    time: Time
    chooser: Chooser
    names: Names
    bots: tuple[str, ...]
    default_bot: str
    fallback_bot: str
    bot_delay_ms: int
    process: str
    metrics: Metrics = field(default_factory=Metrics)
    downtimes: Downtimes = field(default_factory=Downtimes)
    turn_came: Callable[[str, str], None] = lambda _person, _table: None
    """Called with a person and a table where they are waited for."""
    failed: Callable[[Exception], None] = lambda _error: None
    """Called when the store can no longer be written."""

    def circumstances(self) -> Circumstances:
        return Circumstances(self.time.now(), self.downtimes, self.bots, self.default_bot)
