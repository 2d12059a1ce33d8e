"""Connections below the requests: how many, and for how long one may keep silent.

uvicorn waits for ever for a request that does not come, or that comes a byte at a time. Here a connection is closed
whose request is not complete in time or whose answer is not taken; an address has so many; and some descriptors are
never given to connections, so that bots can be started and files opened whatever strangers do.
"""

from __future__ import annotations

import logging
import resource
from asyncio import TimerHandle, Transport
from collections import Counter
from typing import Any, Final, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from nokosu.server.config import Config

LOG: Final = logging.getLogger("nokosu.server.http")
RESERVE: Final = 128
"""Descriptors for the database, bots and files."""
_MOST_DESCRIPTORS: Final = 65_536
_SAID_AGAIN_S: Final = 60.0
_INCOMPLETE: Final = {h11.IDLE, h11.SEND_BODY}


def most_connections() -> int:
    """As many as there are descriptors, but for a reserve. The limit of this process is raised as far as it goes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return max(RESERVE, soft - RESERVE)


class Connections:
    """Counts them, in all and per address. Behind a proxy all of them come from the proxy's address."""

    def __init__(self, most: int, per_address: int | None) -> None:
        self._most = most
        self._per_address = per_address
        self._open: Counter[str] = Counter()
        self._full_since: float | None = None

    def admit(self, address: str, now: float) -> bool:
        """Count a new one; return False if there are too many."""
        self._open[address] += 1
        if self._open.total() > self._most:
            if self._full_since is None or now - self._full_since > _SAID_AGAIN_S:
                LOG.warning("%d connections are open: refusing more until some are closed", self._most)
                self._full_since = now
            return False
        return self._per_address is None or self._open[address] <= self._per_address

    def closed(self, address: str) -> None:
        """One is closed."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]
        if self._full_since is not None and self._open.total() < self._most:
            LOG.warning("accepting connections again")
            self._full_since = None


class ServingConfig(uvicorn.Config):
    """uvicorn's settings, with ours beside them, where its protocols find them."""

    def __init__(self, app: Any, config: Config, most: int, **more: Any) -> None:  # noqa: ANN401  as uvicorn takes them
        super().__init__(app, http=PatientProtocol, **more)
        self.request_s = config.limits.request_s
        self.open = Connections(most, None if config.behind_proxy else config.limits.connections)


class PatientProtocol(H11Protocol):
    """uvicorn's protocol, whose patience ends."""

    _late: TimerHandle | None = None
    _stuck: TimerHandle | None = None
    _handed_on = False

    @property
    def _ours(self) -> ServingConfig:
        return cast(ServingConfig, self.config)

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        if self._ours.open.admit(host_of(self.client), self.loop.time()):
            self._expect()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._handed_on:
            return
        if self.conn.their_state in _INCOMPLETE:
            self._expect()
        else:
            self._calm()

    def _expect(self) -> None:
        """The rest of a request has to come soon."""
        if self._late is None:
            self._late = self.loop.call_later(self._ours.request_s, self.transport.abort)

    def _calm(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._calm()
        self._handed_on = True
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Called when the peer does not take what was written."""
        super().pause_writing()
        if self._stuck is None:
            self._stuck = self.loop.call_later(self._ours.request_s, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def connection_lost(self, exc: Exception | None) -> None:
        self._calm()
        if self._stuck is not None:
            self._stuck.cancel()
        super().connection_lost(exc)
        self._ours.open.closed(host_of(self.client))


def host_of(client: tuple[str, int] | None) -> str:
    """The address of a peer."""
    return client[0] if client else "local"
