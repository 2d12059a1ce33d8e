"""Attacks on a session: a lost phone that is signed in, a passkey of a thief, a guest whose seat would be dropped."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from litestar import WebSocket

from nokosu.server.http import socket
from nokosu.server.people.device import device_name
from nokosu.wire.updates import Closing
from tests.abuse.sockets import closing
from tests.server.people import Client, client, my_turn
from tests.server.serving import serving
from tests.server.test_people import at_localhost, with_passkey

PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0"


async def signed_in_again(ann: Client, elsewhere: Client) -> None:
    """Sign the same person in with a recovery code."""
    code = (await ann.post("/api/me/recovery-codes"))["codes"][0]
    await elsewhere.post("/api/recover", {"code": code})


async def test_a_lost_phone_is_signed_out_with_its_sockets(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann, client(running) as phone:
        phone.http.headers["user-agent"] = PHONE
        await signed_in_again(ann, phone)
        table = (await phone.post("/api/play", {"players": 3}, 201))["table"]
        async with phone.at(table) as seat:
            await seat.until(my_turn)
            found = {each["device"]: each for each in (await ann.get("/api/me/sessions"))["sessions"]}
            assert [each["current"] for each in found.values()] == [device is None for device in found]
            lost = found["Firefox, Android"]["id"]
            answer = await ann.http.delete(f"/api/me/sessions/{lost}")
            assert [each["current"] for each in answer.json()["sessions"]] == [True]
            assert (await closing(seat)).reason.message == "server.signed-out"
        assert (await phone.get("/api/me"))["person"] is None
        assert (await ann.get("/api/me"))["name"] == "Ann"
        assert (await ann.http.delete(f"/api/me/sessions/{lost}")).status_code == 404


async def test_a_request_that_waits_is_told_nothing_once_its_session_has_ended(where: str) -> None:
    form = {"settings": {"players": 3}, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
    async with serving(where) as running, client(running, "Ann") as ann, client(running) as phone:
        await signed_in_again(ann, phone)
        async with client(running, "Bea") as bea:
            table = (await phone.post("/api/tables", form, 201))["table"]
            await bea.post(f"/api/tables/{table}/join", {})
            async with bea.at(table) as seat:
                seq = (await seat.until(lambda _: True)).seq
                waiting = asyncio.create_task(phone.http.get(f"/api/tables/{table}/events?after={seq}&wait=30"))
                while seat.presence is None or not seat.presence.here[0]:
                    await seat.next()
                await ann.http.delete("/api/me/sessions", params={"others": "true"})
                answer = await waiting
        assert (answer.status_code, answer.json()["reason"]["message"]) == (401, "server.signed-out")


async def test_a_session_that_ends_during_a_handshake_opens_no_socket(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody with a stolen cookie who comes again and again would sooner or later have stayed."""
    async with serving(where) as running, client(running, "Ann") as ann, client(running) as phone:
        await signed_in_again(ann, phone)
        table = (await phone.post("/api/play", {"players": 3}, 201))["table"]
        admit = socket._admit

        async def ended() -> None:
            await ann.http.delete("/api/me/sessions", params={"others": "true"})

        ending: list[asyncio.Task[None]] = []

        def admitted(*given: Any) -> int | None:
            ending.append(asyncio.create_task(ended()))
            return admit(*given)

        accept = WebSocket.accept

        async def accepted(self: Any, *given: Any, **more: Any) -> None:
            await ending[0]
            await accept(self, *given, **more)

        monkeypatch.setattr(socket, "_admit", admitted)
        monkeypatch.setattr(WebSocket, "accept", accepted)
        async with phone.at(table) as seat:
            said = await seat.next()
        assert isinstance(said, Closing), said
        assert said.reason.message == "server.signed-out"


@pytest.mark.parametrize("others", [False, True])
async def test_all_browsers_are_signed_out_at_once(where: str, others: bool) -> None:
    async with serving(where) as running, client(running, "Ann") as ann, client(running) as phone:
        await signed_in_again(ann, phone)
        await ann.http.delete("/api/me/sessions", params={"others": str(others).lower()})
        assert (await phone.get("/api/me"))["person"] is None
        assert (await ann.get("/api/me"))["name"] == ("Ann" if others else None)


async def test_nobody_ends_the_session_of_somebody_else(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann, client(running, "Eve") as eve:
        ((its),) = (await ann.get("/api/me/sessions"))["sessions"]
        assert (await eve.http.delete(f"/api/me/sessions/{its['id']}")).status_code == 404
        assert (await ann.get("/api/me"))["name"] == "Ann"


async def test_a_removed_passkey_lets_nobody_in(where: str) -> None:
    async with (
        serving(where) as running,
        client(running, "Ann") as ann,
        client(running, "Eve") as eve,
        client(running) as thief,
    ):
        key, person = await with_passkey(running, at_localhost(ann))
        ((its),) = (await ann.get("/api/me/passkeys"))["passkeys"]
        assert (await eve.http.delete(f"/api/me/passkeys/{its['id']}")).status_code == 404
        options = await at_localhost(thief).post("/api/login/options")
        answer = await ann.http.delete(f"/api/me/passkeys/{its['id']}")
        assert answer.json() == {"passkeys": []}
        login = {"ceremony": options["ceremony"], "credential": key.get(options["public_key"], person)}
        assert await thief.refused("/api/login", login) == "passkey.failed"


async def test_new_recovery_codes_say_how_many_they_replace(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann:
        assert (await ann.post("/api/me/recovery-codes"))["replaced"] == 0
        assert (await ann.post("/api/me/recovery-codes"))["replaced"] == 8


@pytest.mark.parametrize("started", [False, True])
async def test_a_recovery_in_a_guests_browser_does_not_drop_their_seat(where: str, started: bool) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot" if started else "open", "bot": "beginner"}]
    async with serving(where) as running, client(running, "Ann") as ann, client(running, "Bob") as bob:
        code = (await ann.post("/api/me/recovery-codes"))["codes"][0]
        form = {"settings": {"players": 3}, "seats": seats}
        table = (await ann.post("/api/tables", form, 201))["table"]
        seat = (await bob.post(f"/api/tables/{table}/join", {}))["seat"]
        assert await bob.refused("/api/recover", {"code": code}) == "recovery.guest-plays"
        assert (await bob.get("/api/me"))["name"] == "Bob"
        assert (await bob.post("/api/recover", {"code": code, "leave_seats": True}))["name"] == "Ann"
        chair = (await ann.get(f"/api/tables/{table}"))["seats"][seat]
        assert (chair["stand_in"] is not None) if started else (chair["kind"] == "open")


async def test_who_can_come_back_to_a_seat_is_not_asked(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann, client(running, "Bob") as bob:
        code = (await ann.post("/api/me/recovery-codes"))["codes"][0]
        await bob.post("/api/me/recovery-codes")
        await bob.post("/api/play", {"players": 3}, 201)
        assert (await bob.post("/api/recover", {"code": code}))["name"] == "Ann"


@pytest.mark.parametrize(
    ("header", "name"),
    [
        (PHONE, "Firefox, Android"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36", "Chrome, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"),
        ("<script>alert(1)</script>", None),
    ],
)
def test_a_device_is_named_in_known_words_only(header: str, name: str | None) -> None:
    assert device_name(header) == name
