"""Attacks with a stolen cookie or an open browser: it signs in as somebody, and takes nothing over."""

from __future__ import annotations

import asyncio
import io
import logging
import sys
from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError, get_ident
from typing import Any

import cbor2
import pytest
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from nokosu.server.http.context import CREDENTIAL_BYTES
from nokosu.server.log_budget import LINES
from nokosu.server.logs import configure_logs
from nokosu.server.people import passkeys
from nokosu.server.people.account import FRESH_MS
from nokosu.server.store.sessions import IDLE_MS
from tests.abuse.test_shares import limits
from tests.server.authenticator import Authenticator
from tests.server.people import Client, client
from tests.server.serving import HandTime, serving
from tests.server.test_people import at_localhost, with_passkey


async def attempts(thief: Client) -> list[tuple[int, str]]:
    """Everything that would take an account over or carry it away."""
    ((its),) = (await thief.get("/api/me/passkeys"))["passkeys"] or [{"id": "none"}]
    answers = [
        await thief.http.post("/api/me/passkeys/options", json={}),
        await thief.http.post("/api/me/passkeys", json={"ceremony": "x", "credential": {}}),
        await thief.http.delete(f"/api/me/passkeys/{its['id']}"),
        await thief.http.post("/api/me/recovery-codes", json={}),
        await thief.http.get("/api/me/export"),
        await thief.http.post("/api/me/delete", json={"name": "Ann"}),
    ]
    return [(each.status_code, each.json()["reason"]["message"]) for each in answers]


async def confirmed(who: Client, key: Authenticator, person: str) -> dict[str, object]:
    options = await who.post("/api/login/options")
    return {"ceremony": options["ceremony"], "credential": key.get(options["public_key"], person)}


async def test_a_stolen_cookie_takes_no_account_over(where: str) -> None:
    time = HandTime()
    async with serving(where, time=time) as running, client(running, "Ann") as ann, client(running) as thief:
        key, person = await with_passkey(running, at_localhost(ann))
        at_localhost(thief).http.cookies = ann.http.cookies
        time.pass_by(FRESH_MS)
        assert set(await attempts(thief)) == {(403, "account.confirm")}
        assert (await ann.get("/api/me"))["passkeys"] == 1
        # Somebody else's passkey confirms nothing, and the owner can see that it was tried.
        async with client(running, "Eve") as eve:
            hers, eves = await with_passkey(running, at_localhost(eve))
        assert await thief.refused("/api/me/confirm", await confirmed(thief, hers, eves)) == "passkey.failed"
        assert await thief.refused("/api/me/confirm", {"code": "aaaaa-aaaaa-aaaaa-aaaaa"}) == "recovery.unknown"
        assert await thief.refused("/api/me/confirm", {}) == "server.bad-request"
        events = [each["event"] for each in (await ann.get("/api/me/events"))["events"]]
        assert events == ["confirm-failed", "confirm-failed", "passkey-added"]
        # Their own does, for five minutes.
        await ann.post("/api/me/confirm", await confirmed(ann, key, person))
        await ann.post("/api/me/recovery-codes")
        time.pass_by(FRESH_MS)
        assert await ann.refused("/api/me/recovery-codes") == "account.confirm"


async def test_a_recovery_code_confirms_and_is_used_up(where: str) -> None:
    time = HandTime()
    async with serving(where, time=time) as running, client(running, "Ann") as ann, client(running, "Eve") as eve:
        codes = (await ann.post("/api/me/recovery-codes"))["codes"]
        (theirs, *_) = (await eve.post("/api/me/recovery-codes"))["codes"]
        time.pass_by(FRESH_MS)
        assert await ann.refused("/api/me/confirm", {"code": theirs}) == "recovery.unknown"
        assert (await eve.get("/api/me"))["recovery_codes"] == 8, "a guess does not use up others' codes"
        assert (await ann.post("/api/me/confirm", {"code": codes[0]}))["recovery_codes"] == 7
        await ann.get("/api/me/export")
        time.pass_by(FRESH_MS)
        assert await ann.refused("/api/me/confirm", {"code": codes[0]}) == "recovery.unknown"


async def test_a_guest_has_nothing_to_confirm_with(where: str) -> None:
    time = HandTime()
    async with serving(where, time=time) as running, client(running, "Ann") as ann:
        time.pass_by(FRESH_MS)
        await ann.get("/api/me/export")
        await ann.post("/api/me/recovery-codes")


async def test_a_session_that_is_not_used_for_three_months_is_over(where: str) -> None:
    time = HandTime()
    async with serving(where, time=time) as running, client(running, "Ann") as ann:
        for _ in range(3):
            # Every use counts.
            time.pass_by(IDLE_MS - 1_000)
            assert (await ann.get("/api/me"))["name"] == "Ann"
        time.pass_by(IDLE_MS)
        assert (await ann.get("/api/me"))["name"] is None


async def test_people_and_operators_see_what_happens_to_an_account(
    where: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "nokosu.server.accounts"):
        async with serving(where) as running, client(running, "Ann") as ann, client(running) as phone:
            key, person = await with_passkey(running, at_localhost(ann))
            at_localhost(phone).http.headers["user-agent"] = "Mozilla/5.0 (Android 15; rv:142.0) Firefox/142.0"
            wrong = await confirmed(phone, key, person)
            wrong["ceremony"] = (await phone.post("/api/login/options"))["ceremony"]
            assert await phone.refused("/api/login", wrong) == "passkey.failed"
            await phone.post("/api/login", await confirmed(phone, key, person))
            code = (await ann.post("/api/me/recovery-codes"))["codes"][0]
            await phone.post("/api/recover", {"code": code})
            await ann.http.delete("/api/me/sessions", params={"others": "true"})
            events = (await ann.get("/api/me/events"))["events"]
            exported = (await ann.get("/api/me/export"))["events"]
    assert [(each["event"], each["device"]) for each in events] == [
        ("signed-out-elsewhere", None),
        ("recovered", "Firefox, Android"),
        ("codes-made", None),
        ("signed-in", "Firefox, Android"),
        ("sign-in-failed", "Firefox, Android"),
        ("passkey-added", None),
    ]
    assert len(exported) == len(events) + 1
    assert f"account {person}: sign-in-failed" in caplog.text
    assert "Ann" not in caplog.text


async def test_signing_out_clears_what_the_browser_has_cached(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann, client(running, "Bea") as bea:
        answer = await ann.http.post("/api/logout")
        assert answer.headers["clear-site-data"] == '"cache"'
        answer = await bea.http.delete("/api/me/sessions")
        assert answer.headers["clear-site-data"] == '"cache"'
        for path in ("/api/me", "/api/me/sessions", "/api/me/events", "/api/me/export"):
            assert (await bea.http.get(path)).headers["cache-control"] == "no-store", path


async def test_failed_sign_ins_fill_no_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred of them a second would write two gigabytes a day."""
    root, said = logging.getLogger(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", said)
    monkeypatch.setattr(root, "handlers", root.handlers)
    level = root.level
    configure_logs()
    root.setLevel(level)
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Eve") as eve:
        for _ in range(3 * LINES):
            assert await eve.refused("/api/login", {"ceremony": "x", "credential": {}}) == "passkey.failed"
            assert await eve.refused("/api/recover", {"code": "aaaaaaaaaa"}) == "recovery.unknown"
    assert 0 < said.getvalue().count("sign-in failed") <= LINES


async def test_lists_of_recovery_codes_have_a_budget(tmp_path: Path) -> None:
    """Each is a line in the log that is always written, and eight rows."""
    async with serving(f"{tmp_path}/x.db", limits=limits(logins_an_hour=2)) as running, client(running, "Eve") as eve:
        for _ in range(2):
            await eve.post("/api/me/recovery-codes")
        assert await eve.refused("/api/me/recovery-codes") == "server.too-many"
        assert (await eve.get("/api/me"))["recovery_codes"] == 8


@pytest.mark.parametrize("path", ["/api/me/passkeys", "/api/login", "/api/me/confirm"])
async def test_an_answer_with_a_passkey_is_short(tmp_path: Path, path: str) -> None:
    """Half a megabyte of CBOR can hold forty thousand regular expressions, which take four seconds to compile."""
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Eve") as eve:
        body = {"ceremony": "x", "credential": {"response": "x" * CREDENTIAL_BYTES}}
        answer = await at_localhost(eve).http.post(path, json=body)
        assert (answer.status_code, answer.json()["reason"]["message"]) == (413, "server.too-long")


async def test_an_answer_with_a_passkey_is_read_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One after the other: several threads at once would leave the event loop little time."""
    threads: list[int] = []
    together = Barrier(2)

    def noted(name: str) -> None:
        real = getattr(passkeys, name)

        def verify(**given: Any) -> Any:
            threads.append(get_ident())
            with suppress(BrokenBarrierError):
                together.wait(0.1)
                threads.append(-1)
            together.reset()
            return real(**given)

        monkeypatch.setattr(passkeys, name, verify)

    noted("verify_registration_response")
    noted("verify_authentication_response")
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Ann") as ann:
        key, person = await with_passkey(running, at_localhost(ann))
        answers = [await confirmed(ann, key, person) for _ in range(2)]
        await asyncio.gather(*(ann.http.post("/api/me/confirm", json=each) for each in answers))
    assert len(threads) == 3
    assert not {get_ident(), -1} & {*threads}


@pytest.mark.parametrize(
    "wrong",
    [
        {"authData": [1]},
        {"authData": b"\0" * 37},
        {"fmt": "android-safetynet", "attStmt": {"ver": "1", "response": 5}},
        {
            "fmt": "tpm",
            "attStmt": {"ver": "2.0", "alg": -7, "x5c": [b"x"], "sig": b"", "certInfo": b"", "pubArea": b""},
        },
        {"fmt": "packed", "attStmt": {"alg": -7, "sig": b"x", "x5c": []}},
        {"key": [1]},
        {"key": "x"},
    ],
    ids=["no data", "zeros", "a number as text", "an empty chip", "no certificate", "a list as key", "a text as key"],
)
async def test_a_malformed_passkey_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    """The library raises anything about these."""
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Eve") as eve:
        options = await at_localhost(eve).post("/api/me/passkeys/options")
        made = Authenticator(f"http://localhost:{running.address.split(':')[1]}", "localhost")
        credential = made.create(options["public_key"])
        told = cbor2.loads(base64url_to_bytes(credential["response"]["attestationObject"]))
        if "key" in wrong:
            told["authData"] = told["authData"][:87] + cbor2.dumps(wrong["key"])
        told |= {name: value for name, value in wrong.items() if name != "key"}
        credential["response"]["attestationObject"] = bytes_to_base64url(cbor2.dumps(told))
        answer = {"ceremony": options["ceremony"], "credential": credential}
        assert await eve.refused("/api/me/passkeys", answer) == "passkey.failed"
