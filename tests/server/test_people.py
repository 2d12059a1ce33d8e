"""People: names, cookies, passkeys, recovery codes, one's own data."""

from __future__ import annotations

from typing import Any

import pytest

from nokosu.locale import languages
from nokosu.table.names_check import checked_name
from nokosu.table.refusal import Refused
from tests.server.authenticator import Authenticator
from tests.server.people import Client, client
from tests.server.serving import Running, serving
from tests.server.test_matches import play_to_the_end


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "name.length"),
        ("x" * 25, "name.length"),
        ("   ", "name.length"),
        ("An\u200bn", "name.invisible"),
        ("An\u202en", "name.invisible"),
        ("\u3164", "name.invisible"),
        ("A\u0301\u0302\u0303\u0304", "name.invisible"),
        ("!!!", "name.no-letter"),
        ("Аnn", "name.mixed"),  # the first letter is Cyrillic
        ("Οscar", "name.mixed"),  # the first letter is Greek
        ("4dm1n", "name.forbidden"),
        ("Âdmin", "name.forbidden"),
    ],
)
def test_a_name_that_pretends_or_does_not_show_is_refused(name: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_name(name, {"admin"})
    assert refused.value.why.message == message


@pytest.mark.parametrize("name", ["Ann", "Zoë", "山田 太郎", "Őrs Ágnes", "Ольга", "x_7"])
def test_names_of_all_languages_are_welcome(name: str) -> None:
    assert checked_name(f"  {name} ", {"admin"}) == name


async def test_a_cookie_is_closed_to_scripts_and_to_other_sites(tmp_path: object) -> None:
    async with serving(f"{tmp_path}/x.db", trusted_proxies=1) as running, client(running) as ann:
        plain = await ann.http.post("/api/me", json={"name": "Ann"})
        under_tls = await ann.http.post("/api/logout", headers={"x-forwarded-proto": "https"})
        for answer, secure in ((plain, False), (under_tls, True)):
            cookie = answer.headers["set-cookie"].lower()
            assert "httponly" in cookie
            assert "samesite=lax" in cookie
            assert ("secure" in cookie) is secure


async def with_passkey(running: Running, ann: Client) -> tuple[Authenticator, str]:
    host = running.address.split(":")[1]
    made = Authenticator(f"http://localhost:{host}", "localhost")
    options = await ann.post("/api/me/passkeys/options")
    answer = {"ceremony": options["ceremony"], "credential": made.create(options["public_key"])}
    identity = await ann.post("/api/me/passkeys", answer)
    assert identity["passkeys"] == 1
    return made, identity["person"]


def at_localhost(who: Client) -> Client:
    who.http.headers["host"] = f"localhost:{who.running.address.split(':')[1]}"
    return who


async def test_a_passkey_brings_one_back_on_another_device_with_a_new_session(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann, client(running) as elsewhere:
        key, person = await with_passkey(running, at_localhost(ann))
        options = await at_localhost(elsewhere).post("/api/login/options")
        answer = {"ceremony": options["ceremony"], "credential": key.get(options["public_key"], person)}
        assert (await elsewhere.post("/api/login", answer))["name"] == "Ann"
        token = elsewhere.http.cookies["nokosu"]
        # The same answer a second time is worth nothing, and neither is one for another challenge.
        assert await elsewhere.refused("/api/login", answer) == "passkey.failed"
        options = await elsewhere.post("/api/login/options")
        answer["ceremony"] = options["ceremony"]
        assert await elsewhere.refused("/api/login", answer) == "passkey.failed"
        options = await elsewhere.post("/api/login/options")
        answer = {"ceremony": options["ceremony"], "credential": key.get(options["public_key"], person)}
        await elsewhere.post("/api/login", answer)
        assert elsewhere.http.cookies["nokosu"] != token
        # The session before the login is over.
        async with client(running) as thief:
            thief.http.cookies.set("nokosu", token)
            assert (await thief.get("/api/me"))["person"] is None


async def test_a_passkey_of_another_site_is_refused(tmp_path: object) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Ann") as ann:
        at_localhost(ann)
        foreign = Authenticator("https://evil.example", "localhost")
        options = await ann.post("/api/me/passkeys/options")
        answer = {"ceremony": options["ceremony"], "credential": foreign.create(options["public_key"])}
        assert await ann.refused("/api/me/passkeys", answer) == "passkey.failed"


async def test_a_recovery_code_works_once(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann, client(running) as lost:
        codes = (await ann.post("/api/me/recovery-codes"))["codes"]
        assert len(set(codes)) == 8
        assert (await lost.post("/api/recover", {"code": codes[0].upper().replace("-", " ")}))["name"] == "Ann"
        assert await lost.refused("/api/recover", {"code": codes[0]}) == "recovery.unknown"
        fresh = (await ann.post("/api/me/recovery-codes"))["codes"]
        assert await lost.refused("/api/recover", {"code": codes[1]}) == "recovery.unknown"
        assert (await lost.post("/api/recover", {"code": fresh[1]}))["recovery_codes"] == 7


async def test_who_deletes_their_data_is_nameless_everywhere(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann, client(running, "Bea") as bea:
        ref = await ann.post("/api/play", {"players": 3, "rounds": 1}, 201)
        async with ann.at(ref["table"]) as seat:
            await play_to_the_end(seat)
            await seat.until(lambda update: update.table is not None and update.table.status == "finished")
        export = await ann.get("/api/me/export")
        assert export["name"] == "Ann"
        assert export["matches"][0]["record"]["status"] == "finished"
        assert await ann.refused("/api/me/delete", {"name": "Bea"}) == "name.not-yours"
        await ann.post("/api/me/delete", {"name": "Ann"})
        assert (await ann.get("/api/me"))["person"] is None
        record: dict[str, Any] = await bea.get(f"/api/records/{ref['table']}/file")
        assert record["seats"][0]["name"] == "–"
        table = await bea.get(f"/api/tables/{ref['table']}")
        assert "Ann" not in str(table)


async def test_a_bot_takes_over_the_seat_of_who_deletes_their_data(where: str) -> None:
    """In a slow match nobody would move for them for days; at a table that has not begun, others wait for the seat."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "beginner"}]
    slow = {"players": 3, "rounds": 1, "pace": {"kind": "days", "on_timeout": "wait"}}
    async with serving(where) as running, client(running, "Ann") as ann, client(running, "Bea") as bea:
        played = (await ann.post("/api/tables", {"settings": slow, "seats": seats}, 201))["table"]
        await bea.post(f"/api/tables/{played}/join", {})
        waiting = (await ann.post("/api/tables", {"seats": [*seats, {"kind": "open"}]}, 201))["table"]
        await ann.post("/api/me/delete", {"name": "Ann"})
        async with bea.at(played) as seat:
            await play_to_the_end(seat)
            update = await seat.until(lambda update: update.table is not None and update.table.status == "finished")
        assert update.table is not None
        assert update.table.host == 1
        assert (await bea.get(f"/api/tables/{waiting}"))["seats"][0]["kind"] == "open"


async def test_a_bots_name_is_not_for_people(tmp_path: object) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running) as ann:
        for name in ("Beginner", "Beg1nner", "b e g i n n e r"):
            assert await ann.refused("/api/me", {"name": name}) == "name.forbidden"


async def test_a_language_without_texts_is_refused(tmp_path: object) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running) as ann:
        answer = await ann.http.post("/api/me", json={"name": "Ann", "language": "xx"})
        assert (answer.status_code, answer.json()["reason"]["message"]) == (400, "server.bad-request")
        assert (await ann.post("/api/me", {"name": "Ann", "language": languages()[-1]}))["language"] == languages()[-1]
