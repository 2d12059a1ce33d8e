"""Recovery codes: written down once, each good for one return."""

from __future__ import annotations

import secrets
from typing import Final

from nokosu.core.errors import reason
from nokosu.server.ids import hashed
from nokosu.server.store import Conflict, Store
from nokosu.table.refusal import Refused

HOW_MANY: Final = 8
_LETTERS: Final = "abcdefghjkmnpqrstvwxyz23456789"


def tidy(code: str) -> str:
    """Return a code as it is compared: people add spaces and capitals."""
    return "".join(letter for letter in code.lower() if letter in _LETTERS)


async def fresh_codes(store: Store, person: str) -> list[str]:
    """New codes for a person; earlier ones are void."""
    groups = [["".join(secrets.choice(_LETTERS) for _ in range(5)) for _ in range(4)] for _ in range(HOW_MANY)]
    codes = ["-".join(group) for group in groups]
    await store.people.set_recovery_codes(person, [hashed(tidy(code)) for code in codes])
    return codes


async def confirmed(store: Store, person: str, code: str) -> bool:
    """Return whether this is a code of this person; it is used up then. Other people's codes stay as they are."""
    try:
        return await store.people.use_recovery_code(hashed(tidy(code)), of=person) == person
    except Conflict:
        return False


async def recovered(store: Store, code: str) -> str:
    """Return whose code this is; it is used up now."""
    try:
        person = await store.people.use_recovery_code(hashed(tidy(code)))
    except Conflict:
        person = None
    if person is None:
        raise Refused(reason("recovery.unknown"))
    return person
