"""The whole store: parts by subject over one database."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

import apsw

from nokosu.server.store.account_events import AccountEventStore
from nokosu.server.store.blocks import BlockStore
from nokosu.server.store.contests import ContestStore
from nokosu.server.store.daily import DailyStore
from nokosu.server.store.database import POSTGRESQL, Database, StoreFailed
from nokosu.server.store.doubts import DoubtStore
from nokosu.server.store.limits import AllowanceStore, BanStore
from nokosu.server.store.log import LogStore
from nokosu.server.store.people import PeopleStore
from nokosu.server.store.processes import KeyStore, PresenceStore, UptimeStore
from nokosu.server.store.puzzles import PuzzleStore
from nokosu.server.store.ratings import RatingStore
from nokosu.server.store.records import RecordStore
from nokosu.server.store.sessions import CeremonyStore, SessionStore
from nokosu.server.store.sqlite import open_sqlite
from nokosu.server.store.tables import TableStore


@dataclass(frozen=True, slots=True)
class Store:
    """Everything that a server remembers."""

    database: Database
    log: LogStore
    tables: TableStore
    people: PeopleStore
    sessions: SessionStore
    records: RecordStore
    uptime: UptimeStore
    presence: PresenceStore
    keys: KeyStore
    ceremonies: CeremonyStore
    allowances: AllowanceStore
    bans: BanStore
    blocks: BlockStore
    account_events: AccountEventStore
    puzzles: PuzzleStore
    daily: DailyStore
    doubts: DoubtStore
    ratings: RatingStore
    contests: ContestStore

    @classmethod
    def over(cls, database: Database) -> Store:
        """Return a store over an open database."""
        return cls(
            database,
            LogStore(database),
            TableStore(database),
            PeopleStore(database),
            SessionStore(database),
            RecordStore(database),
            UptimeStore(database),
            PresenceStore(database),
            KeyStore(database),
            CeremonyStore(database),
            AllowanceStore(database),
            BanStore(database),
            BlockStore(database),
            AccountEventStore(database),
            PuzzleStore(database),
            DailyStore(database),
            DoubtStore(database),
            RatingStore(database),
            ContestStore(database),
        )

    async def ping(self) -> None:
        """Return if the database answers; StoreFailed if it does not."""
        await self.database.read("SELECT 1")

    async def reusable_bytes(self) -> int:
        """Return what deletions have freed within a database file. PostgreSQL looks after its own disk."""
        if self.database.kind != "sqlite":
            return 0
        ((pages,),) = await self.database.read("PRAGMA freelist_count")
        ((size,),) = await self.database.read("PRAGMA page_size")
        return int(pages) * int(size)

    async def close(self) -> None:
        await self.database.close()


async def open_store(where: str, *, alone: bool = False) -> Store:
    """Return a store at a URL such as postgresql://…, or in a file; StoreFailed if that file cannot be opened.

    A server opens a file `alone`: a second server there is refused.
    """
    if where.startswith(POSTGRESQL):
        # Import it only when it is used.
        return Store.over(await import_module("nokosu.server.store.postgresql").open_postgresql(where))
    try:
        return Store.over(await open_sqlite(where, alone=alone))
    except (OSError, apsw.Error) as error:
        why = error.strerror if isinstance(error, OSError) else None
        raise StoreFailed(f"{where}: {why or error}") from error
