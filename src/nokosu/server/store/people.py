"""People: a name, a language, passkeys, recovery codes, push subscriptions. Deleting leaves an id without a name."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from nokosu.server.store import contests, daily, ratings
from nokosu.server.store.blocks import forgotten
from nokosu.server.store.database import PERSON, Change, Part, Statement
from nokosu.server.store.rows import columns, insert

MOST_BROWSERS: Final = 20


@dataclass(frozen=True, slots=True)
class Person:
    """A person. `name` is None for a deleted one."""

    id: str
    name: str | None
    language: str | None
    created: int
    face: str | None = None


@dataclass(frozen=True, slots=True)
class Passkey:
    """A credential; texts are base64url without padding."""

    credential: str
    person: str
    public_key: str
    sign_count: int


@dataclass(frozen=True, slots=True)
class Push:
    """Where a person's browser takes messages."""

    endpoint: str
    p256dh: str
    auth: str


class PeopleStore(Part):
    """Remembers people."""

    async def add(self, person: Person) -> None:
        await self._database.write([insert("people", person, seen=person.created)])

    async def find(self, person: str) -> Person | None:
        rows = await self._database.read(f"SELECT {columns(Person)} FROM people WHERE id = ?", (person,))
        return Person(*rows[0]) if rows else None

    async def all(self) -> list[Person]:
        """Return everybody with a name, oldest first, for the operator."""
        sql = f"SELECT {columns(Person)} FROM people WHERE name IS NOT NULL ORDER BY created"
        return [Person(*row) for row in await self._database.read(sql)]

    async def usage(self) -> list[tuple[str, str, int, int, int]]:
        """Return for everybody with a name: ID, name, seats at tables, imported records and their size; most first."""
        sql = (
            "SELECT id, name, (SELECT count(*) FROM seats WHERE person = people.id) AS tables,"
            " (SELECT count(*) FROM records WHERE owner = people.id),"
            " (SELECT coalesce(sum(length(body)), 0) FROM records WHERE owner = people.id) AS size"
            " FROM people WHERE name IS NOT NULL ORDER BY size DESC, tables DESC, id"
        )
        return [
            (person, name, tables, imports, int(size))
            for person, name, tables, imports, size in await self._database.read(sql)
        ]

    async def rename(self, person: str, name: str, language: str | None, face: str | None = None) -> None:
        """Change a person's name and language; without a face they keep theirs."""
        sql = "UPDATE people SET name = ?, language = ?, face = coalesce(?, face) WHERE id = ?"
        await self._database.write([Statement(sql, (name, language, face, person))])

    async def names(self, persons: Collection[str]) -> dict[str, tuple[str, str | None]]:
        """Return the names and faces of those who have a name."""
        if not persons:
            return {}
        marks = ", ".join("?" * len(persons))
        sql = f"SELECT id, name, face FROM people WHERE name IS NOT NULL AND id IN ({marks})"
        return {person: (name, face) for person, name, face in await self._database.read(sql, tuple(persons))}

    async def delete(self, person: str, at: int) -> None:
        """Delete everything that identifies a person; the log keeps an ID without meaning."""
        found = await self.find(person)
        gone = [
            Statement(f"DELETE FROM {table} WHERE person = ?", (person,))
            for table in ("sessions", "passkeys", "recovery_codes", "push_subscriptions", "account_events")
        ]
        blank = Statement(
            "UPDATE people SET name = NULL, language = NULL, face = NULL, deleted = ? WHERE id = ?", (at, person)
        )
        # Records that they brought along carry their name, and others'.
        imports = Statement("DELETE FROM records WHERE owner = ?", (person,))
        await self._database.write(
            [
                *gone,
                *forgotten(person),
                daily.forgotten(person),
                *contests.forgotten(person, found.name if found else None, at),
                *ratings.forgotten(person),
                blank,
                imports,
            ],
            Change(PERSON + person, 0),
        )

    async def add_passkey(self, passkey: Passkey, at: int) -> None:
        await self._database.write([insert("passkeys", passkey, created=at)])

    async def passkey(self, credential: str) -> Passkey | None:
        sql = f"SELECT {columns(Passkey)} FROM passkeys WHERE credential = ?"
        rows = await self._database.read(sql, (credential,))
        return Passkey(*rows[0]) if rows else None

    async def passkeys_of(self, person: str) -> dict[str, int]:
        """Return when each passkey of a person was made, oldest first."""
        sql = "SELECT credential, created FROM passkeys WHERE person = ? ORDER BY created, credential"
        return dict(await self._database.read(sql, (person,)))

    async def remove_passkey(self, person: str, credential: str) -> None:
        """Raises Conflict if they have no such passkey."""
        sql = "DELETE FROM passkeys WHERE person = ? AND credential = ?"
        await self._database.write([Statement(sql, (person, credential), must_change=True)])

    async def count_use(self, credential: str, before: int, now: int) -> None:
        """Store the count, which exposes a copied passkey. Raises Conflict if it was used at the same moment."""
        sql = "UPDATE passkeys SET sign_count = ? WHERE credential = ? AND sign_count = ?"
        await self._database.write([Statement(sql, (now, credential, before), must_change=True)])

    async def set_recovery_codes(self, person: str, hashes: Collection[str]) -> None:
        fresh = [
            Statement("INSERT INTO recovery_codes (code, person) VALUES (?, ?)", (code, person)) for code in hashes
        ]
        await self._database.write([Statement("DELETE FROM recovery_codes WHERE person = ?", (person,)), *fresh])

    async def recovery_codes_left(self, person: str) -> int:
        rows = await self._database.read("SELECT count(*) FROM recovery_codes WHERE person = ?", (person,))
        return int(rows[0][0])

    async def use_recovery_code(self, code: str, of: str | None = None) -> str | None:
        """Return the owner of a code and delete it; only if it is `of` somebody, where that is given.

        Of two uses at the same moment, one raises Conflict.
        """
        rows = await self._database.read("SELECT person FROM recovery_codes WHERE code = ?", (code,))
        if not rows or of not in {None, rows[0][0]}:
            return None
        gone = Statement("DELETE FROM recovery_codes WHERE code = ?", (code,), must_change=True)
        await self._database.write([gone])
        return str(rows[0][0])

    async def subscribe(self, person: str, push: Push) -> None:
        """Add a browser; a person with too many starts again with this one."""
        count = "(SELECT count(*) FROM push_subscriptions WHERE person = ?)"
        await self._database.write(
            [
                Statement("DELETE FROM push_subscriptions WHERE endpoint = ?", (push.endpoint,)),
                Statement(
                    f"DELETE FROM push_subscriptions WHERE person = ? AND {count} >= ?", (person, person, MOST_BROWSERS)
                ),
                insert("push_subscriptions", push, person=person),
            ]
        )

    async def unsubscribe(self, person: str, endpoint: str) -> None:
        sql = "DELETE FROM push_subscriptions WHERE endpoint = ? AND person = ?"
        await self._database.write([Statement(sql, (endpoint, person))])

    async def subscriptions(self, person: str) -> list[Push]:
        sql = f"SELECT {columns(Push)} FROM push_subscriptions WHERE person = ?"
        return [Push(*row) for row in await self._database.read(sql, (person,))]
