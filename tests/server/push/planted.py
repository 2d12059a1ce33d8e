"""Faults that are planted around the commits of a table, so that a test can find them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import pytest

from nokosu.server.tables.actor import Actor
from nokosu.table.host import Step
from nokosu.wire import entries as log

Planted = Callable[[Actor, Sequence[log.AnyEntry]], Awaitable[None]]


async def _nothing(_actor: Actor, _entries: Sequence[log.AnyEntry]) -> None:
    """As it should be."""


def around_commits(patch: pytest.MonkeyPatch, before: Planted = _nothing, after: Planted = _nothing) -> None:
    """This too is done whenever a table commits entries."""
    plain = Actor._commit

    async def faulty(actor: Actor, step: Step, now: int) -> None:
        entries = [logged.entry for logged in step.news]
        await before(actor, entries)
        await plain(actor, step, now)
        await after(actor, entries)

    patch.setattr(Actor, "_commit", faulty)
