"""Stale, doubled, illegal and foreign moves: every one gets an answer that says what happened, and nothing twice."""

from __future__ import annotations

import asyncio

import pytest

from nokosu.wire.entries import Moved
from nokosu.wire.updates import PUBLIC, Ack, Refusal
from tests.server.people import client, my_turn
from tests.server.serving import serving


async def test_a_move_sent_twice_is_done_once_on_any_socket_and_after_a_restart(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann:
        ref = await ann.post("/api/play", {"players": 3, "rounds": 1}, 201)
        async with ann.at(ref["table"]) as seat, ann.at(ref["table"]) as other_tab:
            update = await seat.until(my_turn)
            assert update.view is not None
            assert isinstance(update.view.legal, list)
            fields = {"client_id": "same", "expected_seq": update.seq, "action": update.view.legal[0]}
            first = await seat.ask("move", **fields)
            second = await other_tab.ask("move", **fields)
        http = await ann.post(f"/api/tables/{ref['table']}/commands", {"type": "move", **fields})
        cookies = ann.http.cookies
    async with serving(where) as running, client(running) as again:
        again.http.cookies = cookies
        late = await again.post(f"/api/tables/{ref['table']}/commands", {"type": "move", **fields})
        whole = await again.get(f"/api/tables/{ref['table']}/events", params={"after": 0})
    assert isinstance(first, Ack)
    assert not first.repeated
    assert second == Ack(client_id="same", seq=first.seq, repeated=True)
    assert (http["seq"], http["repeated"], late["seq"], late["repeated"]) == (first.seq, True, first.seq, True)
    mine = [each for each in whole["entries"] if each["kind"] == "moved" and each["seat"] == ref["seat"]]
    assert len(mine) == 1


async def test_a_reaction_that_arrives_again_after_a_restart_is_answered_as_a_repetition(where: str) -> None:
    command = {"type": "react", "client_id": "same", "reaction": "wow"}
    async with serving(where) as running, client(running, "Ann") as ann:
        form = {"settings": {"players": 3}, "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}
        table = (await ann.post("/api/tables", form, 201))["table"]
        first = await ann.post(f"/api/tables/{table}/commands", command)
        await ann.post(f"/api/tables/{table}/commands", command | {"client_id": "another"})
        cookies = ann.http.cookies
    async with serving(where) as running, client(running) as again:
        again.http.cookies = cookies
        late = await again.post(f"/api/tables/{table}/commands", command)
    assert (first["repeated"], late["repeated"], late["seq"]) == (False, True, first["seq"])


async def test_a_move_that_answers_an_older_position_is_refused_as_stale(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann:
        ref = await ann.post("/api/play", {"players": 3, "rounds": 1}, 201)
        async with ann.at(ref["table"]) as seat:
            before = await seat.until(my_turn)
            assert isinstance(await seat.move(), Ack)
            refusal = await seat.ask("move", expected_seq=before.seq, action="take dR1")
            assert isinstance(refusal, Refusal)
            assert refusal.stale
            assert refusal.reason.message == "table.stale"


async def test_a_reaction_does_not_make_a_move_stale(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann:
        ref = await ann.post("/api/play", {"players": 3, "rounds": 1}, 201)
        async with ann.at(ref["table"]) as seat:
            before = await seat.until(my_turn)
            assert before.view is not None
            assert isinstance(before.view.legal, list)
            assert isinstance(await seat.ask("react", reaction="thinking"), Ack)
            answer = await seat.ask("move", expected_seq=before.seq, action=before.view.legal[0])
            assert isinstance(answer, Ack)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("play R5", "table.no-action"),
        ("take dR9", "table.no-action"),
        ("take R1", "table.no-action"),
        ("", "table.no-action"),
    ],
)
async def test_what_is_no_action_is_refused_with_a_reason(where: str, action: str, message: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann:
        ref = await ann.post("/api/play", {"players": 3, "rounds": 1}, 201)
        async with ann.at(ref["table"]) as seat:
            update = await seat.until(my_turn)
            refusal = await seat.ask("move", expected_seq=update.seq, action=action)
            assert isinstance(refusal, Refusal)
            assert refusal.reason.message == message


async def test_D6_a_die_that_does_not_lie_in_the_middle_is_refused_by_the_rules_themselves(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann:
        ref = await ann.post("/api/play", {"players": 3, "rounds": 1}, 201)
        async with ann.at(ref["table"]) as seat:
            update = await seat.until(my_turn)
            assert update.view is not None
            missing = next(
                f"d{colour}{number}"
                for colour in "RBGY"
                for number in range(1, 7)
                if f"d{colour}{number}" not in update.view.pool
            )
            refusal = await seat.ask("move", expected_seq=update.seq, action=f"take {missing}")
            assert isinstance(refusal, Refusal)
            assert (refusal.reason.message, refusal.reason.clause) == ("why.not-in-the-middle", "D6")
            assert not refusal.stale


async def test_two_tabs_that_move_at_the_same_moment_move_once(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann:
        ref = await ann.post("/api/play", {"players": 3, "rounds": 1}, 201)
        async with ann.at(ref["table"]) as one, ann.at(ref["table"]) as two:
            await asyncio.gather(one.until(my_turn), two.until(my_turn))
            answers = await asyncio.gather(one.move(), two.move())
            assert sorted(type(answer).__name__ for answer in answers) == ["Ack", "Refusal"]
            (ack,) = [answer for answer in answers if isinstance(answer, Ack)]
            update = await one.until_seq(ack.seq)
            assert (
                any(isinstance(each, PUBLIC[Moved]) and each.by == "person" for each in update.entries)
                or update.seq > ack.seq
            )
