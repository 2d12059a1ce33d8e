"""Faults that are planted around the commits of a table, so that a test can find them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import pytest

from nokosu.server.store.database import Statement
from nokosu.server.tables import entries as log
from nokosu.server.tables.actor import Actor

Planted = Callable[[Actor, list[log.AnyEntry]], Awaitable[None]]


async def _nothing(_actor: Actor, _entries: list[log.AnyEntry]) -> None:
    """As it should be."""


def around_commits(patch: pytest.MonkeyPatch, before: Planted = _nothing, after: Planted = _nothing) -> None:
    """This too is done whenever a table commits entries."""
    plain = Actor._commit

    async def faulty(
        actor: Actor, entries: list[log.AnyEntry], client: str | None, also: Sequence[Statement] = ()
    ) -> None:
        await before(actor, entries)
        await plain(actor, entries, client, also)
        await after(actor, entries)

    patch.setattr(Actor, "_commit", faulty)
