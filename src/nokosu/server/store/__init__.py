"""Where everything is kept: one interface, SQLite for one process, PostgreSQL for several."""

from nokosu.server.store.database import Change, Conflict, Database, Statement, StoreFailed, Unstorable
from nokosu.server.store.store import Store, open_store

__all__ = ["Change", "Conflict", "Database", "Statement", "Store", "StoreFailed", "Unstorable", "open_store"]
