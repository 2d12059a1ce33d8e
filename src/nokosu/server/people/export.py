"""Everything that is kept about a person, as one JSON object."""

from __future__ import annotations

from typing import Final

from nokosu.record.codec import decode, to_json
from nokosu.server.store import Store
from nokosu.server.tables import summary

_ALL: Final = 1 << 62


async def exported(store: Store, person: str, name: str | None) -> dict[str, object]:
    """Collect a person's tables, matches and statistics; of secrets only their number."""
    found = await store.people.find(person)
    records = await store.records.of_person(person, _ALL, 100_000)
    imports = await store.records.imports_of(person, 100_000)
    tables = await store.tables.of_person(person)
    return {
        "person": person,
        "name": name,
        "language": found.language if found else None,
        "since": found.created if found else None,
        "passkeys": len(await store.people.passkeys_of(person)),
        "recovery_codes": await store.people.recovery_codes_left(person),
        "push_subscriptions": [each.endpoint for each in await store.people.subscriptions(person)],
        "blocks": [block.created for block in await store.blocks.of_person(person)],
        "reports": [{"name": name, "since": at} for name, at in await store.blocks.reports_by(person)],
        "tables": [
            {"table": row.id, "code": row.code, "status": row.status, "seats": len(summary.persons(row))}
            for row in tables
        ],
        "matches": [
            {"table": row.id, "ended": row.ended, "status": row.status}
            | ({"record": to_json(decode(row.body))} if row.status == "finished" else {})
            for row in records
        ],
        "imports": [{"record": to_json(decode(row.body)), "id": row.id, "since": row.ended} for row in imports],
    }
