"""A push service that hangs: nobody waits for it, neither at the table nor when the server stops."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from nokosu.server.people import push
from nokosu.server.store.people import MOST_BROWSERS
from nokosu.server.tables.actor import Actor
from nokosu.wire import entries as log
from tests.server.push.planted import around_commits
from tests.server.push.service import Browser, PushService, push_service
from tests.server.push.slow_table import pushing, slow_table


@pytest.fixture(autouse=True)
def nothing_left_open() -> Iterator[None]:
    """A connection that the server left open would be told of here, and not in another test."""
    yield
    gc.collect()


async def held_up(folder: Path, service: PushService) -> int:
    """How often a move of somebody waited until a hanging push service had been given up."""
    devices = [Browser(service, f"device{number}") for number in range(MOST_BROWSERS - 1)]
    service.hanging = {"Ann", *(each.name for each in devices)}
    late = 0
    with push_service(folder) as other:
        browsers = [Browser(service, "Ann"), Browser(other, "Bea"), Browser(other, "Cai")]
        async with (
            pushing(str(folder / "x.db"), service, other) as running,
            slow_table([running], browsers) as played,
        ):
            for each in devices:
                await played.people[0].post("/api/me/push", each.subscription())
            while played.turns.count("Ann") < 3:
                await played.move()
                if played.turns[-1] == "Ann":
                    # Her browsers hang; she plays on all the same.
                    await service.until(played.turns.count("Ann"))
                    await played.move()
                    late += service.holding == 0
            assert await played.people[1].get("/health")
            # The others are told meanwhile.
            await other.until(len(played.turns) - played.turns.count("Ann"))
    return late


async def test_a_push_service_that_hangs_holds_up_nobody(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    # They still hang when the server stops.
    monkeypatch.setattr(push, "_LAST_WORDS_S", 0.1)
    assert await held_up(tmp_path, service) == 0


async def test_a_table_that_waits_for_a_push_service_is_found(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control. Not time ends the waiting but the service, once everything hangs that is going to hang."""

    async def patient(actor: Actor, _entries: Sequence[log.AnyEntry]) -> None:
        pusher = actor.deps.turn_came.__self__  # type: ignore[attr-defined]  # a method of the pusher
        asked = await actor.deps.store.people.subscriptions(actor._row.turn_of or "")
        await service.until_holding(sum(service.hangs(each.endpoint) for each in asked))
        service.release()
        while pusher._sending.tasks:
            await asyncio.wait(pusher._sending.tasks)

    around_commits(monkeypatch, after=patient)
    assert await held_up(tmp_path, service)
