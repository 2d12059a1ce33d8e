"""What tables need from the rest of the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from nokosu.server.bots.pool import Chooser
from nokosu.server.metrics import Metrics
from nokosu.server.names import Names
from nokosu.server.quotas import Quotas
from nokosu.server.store import Store
from nokosu.server.time import Time
from nokosu.table.policy import HostPolicy
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
    policy: HostPolicy
    process: str
    disk_full: bool = False
    """Whether matches go on and nothing new is begun."""
    quotas: Quotas = field(default_factory=Quotas)
    metrics: Metrics = field(default_factory=Metrics)
    turn_came: Callable[[str, str], None] = lambda _person, _table: None
    """Called with a person and a table where they are waited for."""
    match_rated: Callable[[], None] = lambda: None
    """Called when a rated match is over."""
    contest_table_over: Callable[[str], None] = lambda _contest: None
    """Called with a contest when one of its tables is over."""
    rematch: Rematcher = _no_rematch
    """Asked for a rematch of the match at a table."""
    failed: Callable[[Exception], None] = lambda _error: None
    """Called when the store can no longer be written."""
