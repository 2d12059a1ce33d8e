"""What tables need from the rest of the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from nokosu.server.bots.pool import Chooser
from nokosu.server.metrics import Metrics
from nokosu.server.names import Names
from nokosu.server.payers import Payers
from nokosu.server.store import Store
from nokosu.server.time import Time
from nokosu.table.decide import Circumstances
from nokosu.wire.commands import Rematch
from nokosu.wire.updates import Ack, Refusal

Rematcher = Callable[[str, str | None, Rematch], Awaitable[Ack | Refusal]]


async def _no_rematch(table: str, person: str | None, command: Rematch) -> Ack | Refusal:
    raise NotImplementedError(table, person, command)


@dataclass(slots=True)
class Dependencies:
    """Store, clock, bots, and what the operator has chosen."""

    store: Store
    time: Time
    chooser: Chooser
    names: Names
    circumstances: Circumstances
    bot_delay_ms: int
    process: str
    thinking_ms: Mapping[str, int] = field(default_factory=dict)
    """How long each bot is taken to think, whatever it really took (table/pace.py)."""
    disk_full: bool = False
    """Whether matches go on and nothing new is begun."""
    log_entries: int = 1 << 30
    """The longest log of a table; beyond it, the match can only be played to its end."""
    payers: Payers = field(default_factory=Payers)
    metrics: Metrics = field(default_factory=Metrics)
    turn_came: Callable[[str, str], None] = lambda _person, _table: None
    """Called with a person and a table where they are waited for."""
    rematch: Rematcher = _no_rematch
    """Asked for a rematch of the match at a table."""
    failed: Callable[[Exception], None] = lambda _error: None
    """Called when the store can no longer be written."""
