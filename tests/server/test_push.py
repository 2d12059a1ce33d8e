"""Web Push over real HTTPS: to whom, how often, what it says, and who waits for it (nobody)."""

from __future__ import annotations

import asyncio
import base64
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw
import pytest
from py_vapid import Vapid02  # type: ignore[import-untyped]

from nokosu.server.people import push
from nokosu.server.people.push_services import known_service
from nokosu.server.store import open_store
from nokosu.server.store.database import Statement
from nokosu.server.store.people import MOST_BROWSERS, Person, Push
from nokosu.server.tables import entries as log
from nokosu.server.tables import summary
from nokosu.server.tables.actor import Actor
from nokosu.server.tables.state import apply
from nokosu.wire.updates import Ack
from tests.server.people import Client, Seat, client
from tests.server.push_service import CONTACT, Browser, Pushed, PushService, push_service
from tests.server.serving import Running, run, serving
from tests.server.test_table_life import sit_down

NAMES = ("Ann", "Bea", "Cai")
SLOW = {"players": 3, "rounds": 1, "pace": {"kind": "days", "hours_a_move": 24}}


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service(tmp_path) as made:
        # OpenSSL's own way to trust a certificate more; what the server checks stays as it is.
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "push.pem"))
        yield made


@dataclass
class SlowTable:
    """Ann, Bea and Cai at a table with days for every move, each with a browser that takes messages."""

    table: str
    people: list[Client]
    ids: list[str]
    seats: list[Seat] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)
    """Whose turn it was, one after the other."""

    @property
    def to_act(self) -> int:
        newest = max((seat.update for seat in self.seats if seat.update), key=lambda update: update.seq)
        assert newest.view is not None
        assert newest.view.to_act is not None
        return newest.view.to_act

    async def move(self) -> None:
        """Whoever is to act moves; everybody sees it."""
        answer = await self.seats[self.to_act].move()
        assert isinstance(answer, Ack)
        for seat in self.seats:
            await seat.until_seq(answer.seq)
        self.turns.append(NAMES[self.to_act])


@asynccontextmanager
async def slow_table(servers: Sequence[Running], browsers: Sequence[Browser]) -> AsyncIterator[SlowTable]:
    async with AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(client(servers[number % len(servers)], name))
            for number, name in enumerate(NAMES)
        ]
        for person, browser in zip(people, browsers, strict=False):
            await person.post("/api/me/push", browser.subscription())
        ids = [(await person.get("/api/me"))["person"] for person in people]
        made = SlowTable(await sit_down(people, SLOW), people, ids)
        for person in people:
            seat = await stack.enter_async_context(person.at(made.table))
            await seat.until(lambda update: update.view is not None)
            made.seats.append(seat)
        made.turns.append(NAMES[made.to_act])
        yield made


def pushing(where: str, *services: PushService) -> Any:
    """A server that may call these push services."""
    return serving(where, push_contact=CONTACT, push_services=tuple(each.address for each in services))


# To whom, how often, and what


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


def told(where: str, service: PushService, servers: int = 1, moves: int = 7) -> list[str]:
    """Play some moves, wait until every message has come, and see what is wrong with them."""
    browsers = [Browser(service, name) for name in NAMES]
    found: list[str] = []

    async def test() -> None:
        async with AsyncExitStack() as stack:
            running = [await stack.enter_async_context(pushing(where, service)) for _ in range(servers)]
            async with slow_table(running, browsers) as played:
                for _ in range(moves):
                    await played.move()
                await service.until(moves + 1)
        # A server that has stopped has sent what it had to send.
        found.extend(faults(service.came, played, browsers))

    run(test())
    return found


def test_who_is_to_act_is_told_once_a_turn_and_nothing_but_the_table(where: str, service: PushService) -> None:
    assert told(where, service) == []


def test_of_two_servers_that_hear_of_a_move_one_tells(fresh_postgres: str, service: PushService) -> None:
    assert told(fresh_postgres, service, servers=2) == []


def _every_server_tells(patch: pytest.MonkeyPatch) -> None:
    plain = Actor.catch_up

    async def telling(actor: Actor) -> None:
        await plain(actor)
        if actor._row.turn_of:
            actor.services.turn_came(actor._row.turn_of, actor.state.table)

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
        pusher._beside(everybody(pusher, table))

    async def everybody(pusher: push.Pusher, table: str) -> None:
        for (person,) in await pusher._store.database.read("SELECT id FROM people"):
            plain(pusher, str(person), table)

    patch.setattr(push.Pusher, "turn_came", gossip)


@pytest.mark.parametrize("plant", [_every_server_tells, _a_card, _a_length, _everybody])
def test_what_is_said_too_often_too_much_or_to_others_is_found(
    plant: Callable[[pytest.MonkeyPatch], None],
    fresh_postgres: str,
    service: PushService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant(monkeypatch)
    assert told(fresh_postgres, service, servers=2, moves=3)


def test_the_service_learns_who_sends_and_that_it_may_wait(tmp_path: Path, service: PushService) -> None:
    async def test() -> None:
        async with pushing(str(tmp_path / "x.db"), service) as running:
            async with slow_table([running], [Browser(service, name) for name in NAMES]) as played:
                pushed = (await service.until(1))[0]
                key = (await played.people[0].get("/api/offer"))["push_key"]
            token = pushed.headers["authorization"]
            assert Vapid02.verify(token)
            assert token.endswith(f"k={key}")
            claims = token.split(".")[1]
            said = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
            assert (said["sub"], said["aud"]) == (CONTACT, service.url)
            # A browser that is not running now is told when it is, as long as that helps.
            assert 3600 <= int(pushed.headers["ttl"]) <= 24 * 3600

    run(test())


# After the commit, and beside everything else


def too_early(path: Path, service: PushService) -> list[Pushed]:
    """Messages that came while the store did not yet know of the turn."""
    early: list[Pushed] = []

    def waited_for() -> object:
        file = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            return file.execute("SELECT turn_of FROM tables").get
        finally:
            file.close()

    async def test() -> None:
        service.look = waited_for
        async with pushing(str(path), service) as running:
            async with slow_table([running], [Browser(service, name) for name in NAMES]) as played:
                for number in range(4):
                    await service.until(number + 1)
                    await played.move()
                await service.until(5)
            ids = dict(zip(NAMES, played.ids, strict=True))
        early.extend(pushed for pushed in service.came if pushed.before != ids[pushed.to])

    run(test())
    return early


def test_a_message_follows_the_commit(tmp_path: Path, service: PushService) -> None:
    assert too_early(tmp_path / "x.db", service) == []


def test_a_message_that_leads_the_commit_is_found(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = Actor._commit

    async def hasty(
        actor: Actor, entries: list[log.AnyEntry], client: str | None, also: Sequence[Statement] = ()
    ) -> None:
        after, now, came = actor.state.copied(), actor.services.time.now(), len(service.came)
        for entry in entries:
            apply(after, entry, now)
        waited_for = summary.row(after, now, actor._row).turn_of
        if waited_for:
            actor.services.turn_came(waited_for, after.table)
            await service.until(came + 1)
        await plain(actor, entries, client, also)

    monkeypatch.setattr(Actor, "_commit", hasty)
    assert too_early(tmp_path / "x.db", service)


def held_up(folder: Path, service: PushService) -> int:
    """How often a move of somebody waited until a hanging push service had been given up."""
    devices = [Browser(service, f"device{number}") for number in range(MOST_BROWSERS - 1)]
    service.hanging.update(each.endpoint.rsplit("/", 1)[1] for each in devices)
    service.hanging.add("Ann")
    late = 0

    async def test() -> None:
        nonlocal late
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

    run(test())
    return late


def test_a_push_service_that_hangs_holds_up_nobody(tmp_path: Path, service: PushService) -> None:
    assert held_up(tmp_path, service) == 0


def test_a_table_that_waits_for_a_push_service_is_found(
    tmp_path: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = Actor._commit

    async def patient(
        actor: Actor, entries: list[log.AnyEntry], client: str | None, also: Sequence[Statement] = ()
    ) -> None:
        await plain(actor, entries, client, also)
        pusher = actor.services.turn_came.__self__  # type: ignore[attr-defined]  # a method of the pusher
        while pusher._sending:
            await asyncio.wait(pusher._sending)

    monkeypatch.setattr(push, "_PATIENCE_S", 0.2)
    monkeypatch.setattr(Actor, "_commit", patient)
    assert held_up(tmp_path, service)


# Which subscriptions are kept, and which are none


@pytest.mark.parametrize(
    ("status", "kept"), [(201, True), (202, True), (404, False), (410, False), (429, True), (500, True), (307, True)]
)
def test_a_subscription_that_has_ended_is_forgotten(
    tmp_path: Path, service: PushService, status: int, kept: bool
) -> None:
    service.status = dict.fromkeys(NAMES, status)

    async def test() -> None:
        browsers = [Browser(service, name) for name in NAMES]
        async with (
            pushing(str(tmp_path / "x.db"), service) as running,
            slow_table([running], browsers) as played,
        ):
            await service.until(1)
        first = NAMES.index(played.turns[0])
        # What a service answers leads nowhere else.
        assert [pushed.to for pushed in service.came] == [NAMES[first]]
        store = await open_store(str(tmp_path / "x.db"))
        try:
            left = [await store.people.subscriptions(person) for person in played.ids]
        finally:
            await store.close()
        assert [bool(each) for each in left] == [kept or number != first for number in range(3)]

    run(test())


HOSTILE = [
    "https://127.0.0.1/",
    "https://localhost/",
    "https://fcm.googleapis.com.evil.example/",
    "https://evil-fcm.googleapis.com.example/",
    "https://fcm.googleapis.com@127.0.0.1/",
    # Parsers disagree about the host of these.
    "https://127.0.0.1\\.fcm.googleapis.com/",
    "https://127.0.0.1\\@fcm.googleapis.com/",
    "https://127.0.0.1#.fcm.googleapis.com/",
    "https://127.0.0.1?.fcm.googleapis.com/",
    "https://fcm.googleapis.com:22/",
    "https://fcm.googleapis.com /",
    "https://fcm.googleapis.com\r\n.example/",
    "http://fcm.googleapis.com/",
    "ftp://fcm.googleapis.com/",
    "https://",
    "",
]


@pytest.mark.parametrize("endpoint", HOSTILE)
def test_an_address_that_is_no_push_service_is_refused(endpoint: str) -> None:
    assert not known_service(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:APA91b_-x",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA=",
        "https://web.push.apple.com/QGu",
        "https://wns2-par02p.notify.windows.com/w/?token=BQY%2b",
        "https://FCM.googleapis.com:443/fcm/send/x",
    ],
)
def test_the_browser_makers_services_are_known(endpoint: str) -> None:
    assert known_service(endpoint)


def test_nobody_makes_the_server_call_another_address(where: str, service: PushService) -> None:
    """A service is called if the operator names it, and neither because somebody asks nor because it was stored."""

    async def test() -> None:
        browsers = [Browser(service, name) for name in NAMES]
        async with serving(where, push_contact=CONTACT) as running, client(running, "Ann") as ann:
            for endpoint in (browsers[0].endpoint, *HOSTILE):
                wish = {**browsers[0].subscription(), "endpoint": endpoint}
                assert await ann.refused("/api/me/push", wish) in {"push.impossible", "server.bad-request"}
        async with serving(where, push_contact=CONTACT) as running, slow_table([running], ()) as played:
            store = await open_store(where)
            try:
                for person, browser in zip(played.ids, browsers, strict=True):
                    keys = browser.subscription()["keys"]
                    await store.people.subscribe(person, Push(browser.endpoint, keys["p256dh"], keys["auth"]))
            finally:
                await store.close()
            for _ in range(3):
                await played.move()
        assert service.came == []

    run(test())


@pytest.mark.parametrize("keys", [{"p256dh": "", "auth": ""}, {"p256dh": "QUJD", "auth": "QUJD"}, {"p256dh": "ß"}])
def test_keys_that_are_none_harm_nobody(tmp_path: Path, service: PushService, keys: dict[str, str]) -> None:
    async def test() -> None:
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

    run(test())


def test_nobody_collects_browsers_without_end(where: str, service: PushService) -> None:
    async def test() -> None:
        store = await open_store(where)
        try:
            for name in ("ann", "bea"):
                await store.people.add(Person(name, name, None, 0))
            for number in range(MOST_BROWSERS):
                await store.people.subscribe("ann", Push(f"{service.url}/{number}", "", ""))
            await store.people.subscribe("bea", Push(f"{service.url}/bea", "", ""))
            assert len(await store.people.subscriptions("ann")) == MOST_BROWSERS
            await store.people.subscribe("ann", Push(f"{service.url}/more", "", ""))
            assert [each.endpoint for each in await store.people.subscriptions("ann")] == [f"{service.url}/more"]
            assert len(await store.people.subscriptions("bea")) == 1
        finally:
            await store.close()

    run(test())
