"""Messages down a socket: what is not a command is refused, and nobody else notices."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from nokosu.wire.updates import Ack, Closing, Refusal
from tests.server.fuzz.hall import OFTEN, drawn, hall, post
from tests.server.fuzz.messages import anything, odd, wrong
from tests.server.fuzz.raw import FORBIDDEN, TOO_LONG
from tests.server.people import Client, Seat
from tests.server.serving import GENEROUS

PATIENT = replace(GENEROUS, broken=1_000_000)


async def answers(seat: Seat, number: int) -> list[Ack | Refusal]:
    """So many answers; everything that is sent has one."""
    found: list[Ack | Refusal] = []
    while len(found) < number:
        message = await seat.next()
        assert not isinstance(message, Closing), message
        found += [message] if isinstance(message, Ack | Refusal) else []
    return found


async def refused_in_turn(seat: Seat, texts: list[str]) -> None:
    """Send all of these, some at a time; each is refused as no command at all."""
    for start in range(0, len(texts), 100):
        some = texts[start : start + 100]
        for text in some:
            await seat.socket.send(text)
        for text, answer in zip(some, await answers(seat, len(some)), strict=True):
            assert isinstance(answer, Refusal), (text, answer)
            assert (answer.client_id, answer.reason.message) == (None, "server.bad-message"), (text, answer)


@pytest.mark.usefixtures("no_faults")
async def test_every_field_of_every_command_refuses_what_it_is_not(tmp_path: Path) -> None:
    texts = list(wrong())
    assert len(texts) > 1_500
    async with hall(tmp_path, limits=PATIENT) as here:
        async with here.bea.at(here.table) as seat:
            await refused_in_turn(seat, texts)
        for text in texts[:: 1 if OFTEN > 1 else 20]:
            # Over HTTP a number may also be written as a text, as it is in queries; so not all of these are wrong.
            answer = await post(here.bea, f"/api/tables/{here.table}/commands", text.encode())
            assert answer.status_code < 500, text
        await here.unharmed()


async def test_a_command_that_is_let_through_would_be_noticed(tmp_path: Path) -> None:
    """The control: a good one among the wrong ones."""

    async with hall(tmp_path, limits=PATIENT) as here, here.bea.at(here.table) as seat:
        with pytest.raises(AssertionError, match="ping"):
            await refused_in_turn(seat, [*list(wrong())[:50], '{"type":"ping","client_id":"a"}'])


@pytest.mark.usefixtures("no_faults")
async def test_odd_messages_are_answered_and_harm_nobody(tmp_path: Path) -> None:
    async with hall(tmp_path, limits=PATIENT) as here:
        async with here.bea.at(here.table) as seat:
            for message in odd():
                await seat.socket.send(message)
            await answers(seat, len(list(odd())))
            assert isinstance(await seat.ask("ping"), Ack)
        await here.unharmed()


async def pester(who: Client, table: str, seed: str, messages: int) -> int:
    """Send so many, on as many sockets as it takes; how often one was closed."""
    chance, sent, codes = drawn(seed), 0, list[int]()
    while sent < messages:
        try:
            async with who.at(table, after=chance.choice([None, 0, 5])) as seat:
                while sent < messages:
                    sent += 1
                    await seat.socket.send(anything(chance), text=chance.random() < 0.5 or None)
                    if chance.random() < 0.1:
                        await seat.next()
        except ConnectionClosed as error:
            codes += [error.rcvd.code] if error.rcvd else []
    assert set(codes) <= {FORBIDDEN, TOO_LONG}
    return len(codes)


@pytest.mark.usefixtures("no_faults")
async def test_rubbish_on_sockets_harms_nobody(tmp_path: Path) -> None:
    """Three who send rubbish, at the table and beside it, at the same time."""

    async with hall(tmp_path) as here:
        people = (here.bea, here.cai, here.nobody)
        pestering = (pester(who, here.table, f"fuzz {who.name}", 80 * OFTEN) for who in people)
        assert sum(await asyncio.gather(*pestering)) > 0
        await here.unharmed()
