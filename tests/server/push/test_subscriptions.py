"""Which subscriptions are kept: those that have ended, that are none, and too many of one person's."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from nokosu.server.store.people import MOST_BROWSERS, Person, Push
from tests.server.conftest import opened
from tests.server.push.service import Browser, PushService
from tests.server.push.slow_table import NAMES, pushing, slow_table


@pytest.mark.parametrize(
    ("status", "kept"), [(201, True), (202, True), (404, False), (410, False), (429, True), (500, True), (307, True)]
)
async def test_a_subscription_that_has_ended_is_forgotten(
    tmp_path: Path, service: PushService, status: int, kept: bool
) -> None:
    service.status = dict.fromkeys(NAMES, status)

    browsers = [Browser(service, name) for name in NAMES]
    async with (
        pushing(str(tmp_path / "x.db"), service) as running,
        slow_table([running], browsers) as played,
    ):
        await service.until(1)
    first = NAMES.index(played.turns[0])
    # What a service answers leads nowhere else.
    assert [pushed.to for pushed in service.came] == [NAMES[first]]
    async with opened(str(tmp_path / "x.db")) as store:
        left = [await store.people.subscriptions(person) for person in played.ids]
    assert [bool(each) for each in left] == [kept or number != first for number in range(3)]


@pytest.mark.parametrize("keys", [{"p256dh": "", "auth": ""}, {"p256dh": "QUJD", "auth": "QUJD"}, {"p256dh": "ß"}])
async def test_keys_that_are_none_harm_nobody(tmp_path: Path, service: PushService, keys: dict[str, str]) -> None:
    browsers = [Browser(service, name) for name in NAMES]
    async with pushing(str(tmp_path / "x.db"), service) as running, slow_table([running], browsers) as played:
        wrong = browsers[0].subscription()
        for number, person in enumerate(played.people):
            body = {"endpoint": f"{service.url}/wrong{number}", "keys": {**wrong["keys"], **keys}}
            await person.post("/api/me/push", body)
        for _ in range(3):
            await played.move()
        await service.until(4)
    assert Counter(pushed.to for pushed in service.came) == Counter(played.turns)


async def test_nobody_collects_browsers_without_end(where: str, service: PushService) -> None:
    async with opened(where) as store:
        for name in ("ann", "bea"):
            await store.people.add(Person(name, name, None, 0))
        for number in range(MOST_BROWSERS):
            await store.people.subscribe("ann", Push(f"{service.url}/{number}", "", ""))
        await store.people.subscribe("bea", Push(f"{service.url}/bea", "", ""))
        assert len(await store.people.subscriptions("ann")) == MOST_BROWSERS
        await store.people.subscribe("ann", Push(f"{service.url}/more", "", ""))
        assert [each.endpoint for each in await store.people.subscriptions("ann")] == [f"{service.url}/more"]
        assert len(await store.people.subscriptions("bea")) == 1
