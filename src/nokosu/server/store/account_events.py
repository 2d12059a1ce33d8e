"""What happened to an account: sign-ins, failures, new passkeys. Kept for its person, for a while."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nokosu.server.store.database import Part, Statement
from nokosu.server.store.rows import columns, insert

MOST: Final = 100
"""Events of one person; the oldest give way."""
KEPT_MS: Final = 180 * 24 * 3_600_000


@dataclass(frozen=True, slots=True)
class AccountEvent:
    """Something that its person may want to know. `device` names the browser and system that did it."""

    id: str
    person: str
    at: int
    event: str
    device: str | None


class AccountEventStore(Part):
    """Remembers what happened to accounts."""

    async def add(self, event: AccountEvent) -> None:
        newest = f"SELECT id FROM account_events WHERE person = ? ORDER BY at DESC, id LIMIT {MOST}"
        old = f"DELETE FROM account_events WHERE person = ? AND (at < ? OR id NOT IN ({newest}))"
        await self._database.write(
            [
                insert("account_events", event),
                Statement(old, (event.person, event.at - KEPT_MS, event.person)),
            ]
        )

    async def of_person(self, person: str) -> list[AccountEvent]:
        """Return the events of a person, newest first."""
        sql = f"SELECT {columns(AccountEvent)} FROM account_events WHERE person = ? ORDER BY at DESC, id"
        return [AccountEvent(*row) for row in await self._database.read(sql, (person,))]
