"""Who may do what: every command for everybody, every address for everybody, cell by cell."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, get_args

import pytest

from nokosu.wire import commands as ask
from nokosu.wire.commands import Role
from nokosu.wire.endpoints import ENDPOINTS, Who
from tests.server.people import Client, client
from tests.server.serving import Running, serving

COMMANDS: dict[type[ask.Command], dict[str, Any]] = {
    ask.Move: {"expected_seq": 0, "action": "pass"},
    ask.React: {"reaction": "hello"},
    ask.AskTakeBack: {"expected_seq": 0},
    ask.Undo: {"action_seq": 1},
    ask.SetBotPace: {"bot_pace": "fast"},
    ask.Continue: {},
    ask.AnswerTakeBack: {"seq": 1, "agree": True},
    ask.Abandon: {},
    ask.Return: {},
    ask.Sit: {},
    ask.Leave: {},
    ask.SetSeat: {"seat": 3, "bot": "beginner"},
    ask.Start: {},
    ask.HandToBot: {"seat": 1},
    ask.Pause: {},
    ask.Resume: {},
    ask.HandOver: {"seat": 1},
    ask.Rematch: {},
    ask.Ping: {},
}
TOKEN = secrets.token_hex(8)
FORBIDDEN = {"table.not-host", "table.no-seat", "server.no-name"}


@asynccontextmanager
async def company(running: Running) -> AsyncIterator[dict[Role, Client]]:
    """A host, a guest, and two who will not sit at the table."""
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(client(running, "Ann"))
        guest = await stack.enter_async_context(client(running, "Bea"))
        person = await stack.enter_async_context(client(running, "Cai"))
        stranger = await stack.enter_async_context(client(running))
        yield {Role.HOST: host, Role.SEAT: guest, Role.PERSON: person, Role.STRANGER: stranger}


async def new_table(roles: dict[Role, Client]) -> str:
    """A table with a host, a guest, a bot and an open seat."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "beginner"}, {"kind": "open"}]
    ref = await roles[Role.HOST].post("/api/tables", {"settings": {}, "seats": seats}, 201)
    await roles[Role.SEAT].post(f"/api/tables/{ref['table']}/join", {"seat": 1})
    return str(ref["table"])


def test_every_command_has_its_right() -> None:
    assert set(get_args(ask.AnyCommand)) == set(COMMANDS)
    needed = {role: {command for command in COMMANDS if command.role is role} for role in Role}
    assert needed[Role.STRANGER] == {ask.Ping}
    assert needed[Role.PERSON] == {ask.Sit}
    assert needed[Role.HOST] == {ask.SetSeat, ask.Start, ask.Pause, ask.HandOver}


@pytest.mark.parametrize("role", Role)
async def test_a_command_is_for_those_who_have_the_right(tmp_path: object, role: Role) -> None:
    async with serving(f"{tmp_path}/x.db") as running, company(running) as roles:
        for kind, fields in COMMANDS.items():
            async with roles[role].at(await new_table(roles)) as socket:
                answer = await socket.ask(str(kind.__struct_config__.tag), **fields)
                refused = getattr(getattr(answer, "reason", None), "message", None) in FORBIDDEN
                assert refused is (role < kind.role), (kind, answer)


def filled(path: str, table: str, code: str) -> str:
    return path.format(
        table=table,
        code=code,
        record="a" * 16,
        round=0,
        decision=0,
        seat=0,
        session="a",
        passkey="a",
        block="a",
        puzzle="a" * 6,
        contest="a" * 16,
        day="2023-11-14",
    )


async def test_every_address_is_for_those_whom_the_table_of_addresses_names(tmp_path: object) -> None:
    async with serving(f"{tmp_path}/x.db", operator_token=TOKEN) as running, company(running) as roles:
        table = await new_table(roles)
        code = (await roles[Role.HOST].get(f"/api/tables/{table}"))["code"]
        # Signing out comes last: afterwards everybody is a stranger.
        endings = [("DELETE", "/api/me/sessions"), ("POST", "/api/logout")]
        rest = [each for each in ENDPOINTS if (each.method, each.path) not in endings]
        last = [each for ending in endings for each in ENDPOINTS if (each.method, each.path) == ending]
        for endpoint in (*rest, *last):
            if endpoint.note.startswith("WebSocket"):
                continue
            body: dict[str, object] | None = {} if endpoint.method == "POST" else None
            for role, who in roles.items():
                answer = await who.http.request(endpoint.method, filled(endpoint.path, table, code), json=body)
                assert answer.status_code < 500, (endpoint, answer.text)
                may = answer.status_code not in {401, 403}
                assert may is expected(endpoint.who, role), (endpoint, role, answer.text)


def expected(who: Who, role: Role) -> bool:
    """Before the start everybody may look at a table; hints are refused to all, as this table's settings say."""
    match who:
        case Who.ANYBODY | Who.SPECTATOR:
            return True
        case Who.PERSON:
            return role >= Role.PERSON
        case Who.SEAT | Who.OPERATOR:
            return False


async def test_figures_are_for_the_operator(tmp_path: object) -> None:
    async with serving(f"{tmp_path}/x.db", operator_token=TOKEN) as running, client(running) as nobody:
        assert (await nobody.http.get("/metrics")).status_code == 403
        right = {"authorization": f"Bearer {TOKEN}"}
        assert (await nobody.http.get("/metrics", headers=right)).status_code == 200


async def test_a_table_without_spectators_is_closed_to_others_once_it_is_played(tmp_path: object) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Ann") as ann, client(running, "Bea") as bea:
        seats = [{"kind": "me"}] + [{"kind": "bot", "bot": "beginner"}] * 2
        form = {"settings": {"players": 3, "spectators": False}, "seats": seats}
        table = (await ann.post("/api/tables", form, 201))["table"]
        assert (await bea.http.get(f"/api/tables/{table}")).status_code == 403
        assert (await bea.http.get(f"/api/tables/{table}/events")).status_code == 403
        async with bea.at(table) as socket:
            closing = await socket.next()
            assert getattr(closing, "reason", None) is not None
        assert (await ann.get(f"/api/tables/{table}"))["status"] == "playing"
