"""An account's security: what needs a fresh proof of who one is, and what its person is told."""

from __future__ import annotations

import logging
from typing import Final

from nokosu.core.errors import reason
from nokosu.server.ids import new_id
from nokosu.server.metrics import Metrics
from nokosu.server.people.sessions import Session
from nokosu.server.store import Store
from nokosu.server.store.account_events import AccountEvent
from nokosu.server.store.people import PeopleStore
from nokosu.server.time import Time
from nokosu.table.refusal import Refused
from nokosu.wire.people import AccountEventName

LOG: Final = logging.getLogger("nokosu.server.accounts")
"""What happened to somebody's account: every line is written (logs.py), so everything that leads to one is limited."""
_STRANGERS: Final = logging.getLogger("nokosu.server.strangers")
"""Failures of strangers, who may try as often as they may ask for anything: written a few times, then counted."""
FRESH_MS: Final = 5 * 60_000
"""How long a proof lasts: somebody who finds an open browser, or steals a cookie, cannot take the account over."""


async def needs_passkey(people: PeopleStore, person: str) -> None:
    """Refuse a rated table to a guest: a passkey makes second accounts dear, if not impossible."""
    if not await people.passkeys_of(person):
        raise Refused(reason("table.rated-passkey"))


class Accounts:
    """Asks for proofs and writes down what happened."""

    def __init__(self, store: Store, time: Time, metrics: Metrics) -> None:
        self._store = store
        self._time = time
        self._metrics = metrics

    async def must_be_fresh(self, session: Session) -> None:
        """Refuse a session whose person has not proved who they are in the last minutes.

        A guest, with neither passkey nor code, has nothing but the cookie to prove it with.
        """
        assert session.person is not None
        if self._time.now() - session.verified < FRESH_MS:
            return
        people = self._store.people
        if await people.passkeys_of(session.person) or await people.recovery_codes_left(session.person):
            raise Refused(reason("account.confirm"))

    async def note(self, person: str, event: AccountEventName, device: str | None) -> None:
        """Tell the person, on their page, and the operator, in the log."""
        LOG.info("account %s: %s", person, event)
        self._metrics.account_events.labels(event).inc()
        await self._store.account_events.add(AccountEvent(new_id(), person, self._time.now(), event, device))

    def failed(self, event: str) -> None:
        """Report a failure that no account can be blamed for: for the operator only."""
        _STRANGERS.warning("sign-in failed: %s", event)
        self._metrics.account_events.labels(event).inc()
