"""A message about a turn comes when the store knows of the turn, and not before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import apsw
import pytest

from nokosu.server.tables import summary
from nokosu.server.tables.actor import Actor
from nokosu.table.state import apply
from nokosu.wire import entries as log
from tests.server.push.planted import around_commits
from tests.server.push.service import Browser, Pushed, PushService
from tests.server.push.slow_table import NAMES, pushing, slow_table


async def too_early(path: Path, service: PushService) -> list[Pushed]:
    """Messages that came while the store did not yet know of the turn."""

    def waited_for() -> object:
        file = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            return file.execute("SELECT turn_of FROM tables").get
        finally:
            file.close()

    service.look = waited_for
    async with pushing(str(path), service) as running:
        async with slow_table([running], [Browser(service, name) for name in NAMES]) as played:
            for number in range(4):
                await service.until(number + 1)
                await played.move()
            await service.until(5)
        ids = dict(zip(NAMES, played.ids, strict=True))
    return [pushed for pushed in service.came if pushed.before != ids[pushed.to]]


async def test_a_message_follows_the_commit(tmp_path: Path, service: PushService) -> None:
    assert await too_early(tmp_path / "x.db", service) == []


async def test_a_message_that_leads_the_commit_is_found(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hasty(actor: Actor, entries: Sequence[log.AnyEntry]) -> None:
        after, now, came = actor.state.copied(), actor.deps.time.now(), len(service.came)
        for entry in entries:
            apply(after, entry, now)
        waited_for = summary.row(after, now).turn_of
        if waited_for:
            actor.deps.turn_came(waited_for, after.table)
            await service.until(came + 1)

    around_commits(monkeypatch, before=hasty)
    assert await too_early(tmp_path / "x.db", service)
