"""Who is told what, and how often: over real HTTPS, once a turn, to who is to act, and nothing but the table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from nokosu.server.people import push
from nokosu.server.tables.actor import Actor
from tests.server.push.reading import claims
from tests.server.push.service import CONTACT, Browser, Pushed, PushService
from tests.server.push.slow_table import NAMES, SlowTable, pushing, slow_table


def faults(came: Sequence[Pushed], played: SlowTable, browsers: Sequence[Browser]) -> list[str]:
    """What is wrong with the messages about a table."""
    known = dict(zip(NAMES, browsers, strict=True))
    said = {"kind": "turn", "table": played.table}
    found = [f"{pushed.to} is told {read}" for pushed in came if (read := known[pushed.to].read(pushed)) != said]
    told, due = Counter(pushed.to for pushed in came), Counter(played.turns)
    found += [f"{name}: {told[name]} messages for {due[name]} turns" for name in NAMES if told[name] != due[name]]
    if len({len(pushed.body) for pushed in came}) > 1:
        found.append("lengths differ")
    return found


async def told(where: str, service: PushService, servers: int = 1, moves: int = 7) -> list[str]:
    """Play some moves, wait until every message has come, and see what is wrong with them."""
    browsers = [Browser(service, name) for name in NAMES]
    async with AsyncExitStack() as stack:
        running = [await stack.enter_async_context(pushing(where, service)) for _ in range(servers)]
        async with slow_table(running, browsers) as played:
            for _ in range(moves):
                await played.move()
            await service.until(moves + 1)
    # A server that has stopped has sent what it had to send.
    return faults(service.came, played, browsers)


async def test_who_is_to_act_is_told_once_a_turn_and_nothing_but_the_table(where: str, service: PushService) -> None:
    assert await told(where, service) == []


async def test_of_two_servers_that_hear_of_a_move_one_tells(fresh_postgres: str, service: PushService) -> None:
    assert await told(fresh_postgres, service, servers=2) == []


def _every_server_tells(patch: pytest.MonkeyPatch) -> None:
    plain = Actor.catch_up

    async def telling(actor: Actor) -> None:
        await plain(actor)
        if actor._row.turn_of:
            actor.deps.turn_came(actor._row.turn_of, actor.state.table)

    patch.setattr(Actor, "catch_up", telling)


def _a_card(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(push, "_words", lambda table: json.dumps({"kind": "turn", "table": table, "led": "R5"}).encode())


def _a_length(patch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(100))
    plain = push._words
    patch.setattr(push, "_words", lambda table: plain(table) + b" " * next(numbers))


def _everybody(patch: pytest.MonkeyPatch) -> None:
    plain = push.Pusher.turn_came

    def gossip(pusher: push.Pusher, person: str, table: str) -> None:
        plain(pusher, person, table)
        pusher._sending.start(everybody(pusher, table))

    async def everybody(pusher: push.Pusher, table: str) -> None:
        for (person,) in await pusher._store.database.read("SELECT id FROM people"):
            plain(pusher, str(person), table)

    patch.setattr(push.Pusher, "turn_came", gossip)


@pytest.mark.parametrize("plant", [_every_server_tells, _a_card, _a_length, _everybody])
async def test_what_is_said_too_often_too_much_or_to_others_is_found(
    plant: Callable[[pytest.MonkeyPatch], None],
    fresh_postgres: str,
    service: PushService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant(monkeypatch)
    assert await told(fresh_postgres, service, servers=2, moves=3)


async def test_the_service_learns_who_sends_and_that_it_may_wait(tmp_path: Path, service: PushService) -> None:
    async with pushing(str(tmp_path / "x.db"), service) as running:
        async with slow_table([running], [Browser(service, name) for name in NAMES]) as played:
            pushed = (await service.until(1))[0]
            key = (await played.people[0].get("/api/offer"))["push_key"]
        token = pushed.headers["authorization"]
        said = claims(token)
        assert token.endswith(f"k={key}")
        assert (said["sub"], said["aud"]) == (CONTACT, service.url)
        # A browser that is not running now is told when it is, as long as that helps.
        assert 3600 <= int(pushed.headers["ttl"]) <= 24 * 3600
