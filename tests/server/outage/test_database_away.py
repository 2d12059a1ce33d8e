"""A PostgreSQL that goes away under a running server.

Nothing is acknowledged that is not there, everybody who asks is told, and the server goes on when it is back.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import psycopg
import pytest

from nokosu.wire.updates import Ack, Update
from tests.chaos.ledger import Logs, audit
from tests.server.alarms import AlarmTime
from tests.server.outage.crews import LOG, grouped, playing
from tests.server.outage.program import held_port, last_words, served, start_in_vain
from tests.server.outage.told import (
    ann_to_act,
    first_move,
    made_after_all,
    refused_over_http,
    refused_over_socket,
    sent_away,
)
from tests.server.people import Seat, client, my_turn
from tests.server.programs import kill
from tests.server.serving import HandTime, serving
from tests.server.store.postgres_server import Postgres, own_postgres
from tests.server.test_table_life import sit_down


@pytest.fixture(scope="module")
def own() -> Iterator[Postgres]:
    with own_postgres() as made:
        yield made


@pytest.fixture(scope="module")
def postgres_url(own: Postgres) -> str:
    """Here `fresh_postgres` is an empty database of the PostgreSQL that can be stopped."""
    return own.url


@asynccontextmanager
async def away(own: Postgres) -> AsyncIterator[None]:
    """It is back afterwards, whatever happened: other tests need it too."""
    await asyncio.to_thread(own.stop)
    try:
        yield
    finally:
        await asyncio.to_thread(own.start)


def stored_at(url: str) -> Logs:
    """Every log, read past the server."""
    with psycopg.connect(url) as connection:
        return grouped(connection.execute(LOG).fetchall())


async def test_moves_are_refused_while_postgresql_is_away_and_go_on_when_it_is_back(
    own: Postgres, fresh_postgres: str
) -> None:
    with held_port() as port:
        async with served("--database", fresh_postgres, port=port) as process, playing(port, "away") as play:
            async with ann_to_act(port) as (ann, table, seat):
                move = first_move(seat)
                await play.more_moves(20)
                async with away(own):
                    await refused_over_http(ann, table, move)
                    await refused_over_socket(seat, move, "server.busy")
                    assert (await ann.http.get("/health")).status_code == 503
                    async with ann.at(table) as again:
                        sent_away(await again.next(), "server.busy")
                await play.more_moves(20)
                assert (await ann.http.get("/health")).status_code == 200
                await made_after_all(ann, table, move)
            assert process.returncode is None
            await kill(process)
            findings = audit(play.ledger, stored_at(fresh_postgres))
            assert findings.faults == 0, findings
    said = (await last_words(process))[1]
    assert not [line for line in said if "exception" in line or "Traceback" in line["message"]]
    assert [line["message"] for line in said if "the store cannot be reached" in line["message"]]


async def test_a_bot_whose_move_found_no_database_moves_when_it_is_back(own: Postgres, fresh_postgres: str) -> None:
    """Nobody asks for it: the socket of the one who waits stays open all the time."""

    time = AlarmTime()
    async with serving(fresh_postgres, time=time, bot_delay_ms=900) as running, client(running, "Ann") as ann:
        table = str((await ann.post("/api/play", {"players": 3, "bot": "beginner"}, 201))["table"])
        async with ann.at(table) as seat:
            update = await seat.until(lambda update: update.view is not None)
            while my_turn(update):
                await seat.move()
                update = await seat.until(lambda update: not my_turn(update))
            delay = await time.alarm()
            async with away(own):
                time.pass_by(delay)
                # Its move has failed when another attempt is planned.
                pause = await time.alarm()
            time.pass_by(pause)
            # On a busy machine another attempt may fail before the lines to the database are there again.
            ringing = asyncio.create_task(ring(time))
            assert update.seq < (await seat.until_seq(update.seq + 1)).seq
            ringing.cancel()


async def ring(time: AlarmTime) -> None:
    """Let everything happen that is planned, now and later."""
    while True:
        time.pass_by(await time.alarm())
        await asyncio.sleep(0)


async def test_what_was_said_while_the_line_was_lost_is_heard_of_all_the_same(fresh_postgres: str) -> None:
    async with (
        serving(fresh_postgres, time=HandTime()) as one,
        serving(fresh_postgres, time=HandTime()) as two,
        client(one, "Ann") as ann,
        client(two, "Bea") as bea,
        client(one, "Cai") as cai,
    ):
        table = await sit_down([ann, bea, cai], {"players": 3})
        async with ann.at(table) as first, bea.at(table) as second, cai.at(table) as third:
            await play_until_to_act(first, [first, second, third])
            lose_lines(fresh_postgres, 2)
            answer = await first.move()
            assert isinstance(answer, Ack)
            assert (await second.until_seq(answer.seq)).seq == answer.seq


async def play_until_to_act(waited_for: Seat, seats: list[Seat]) -> None:
    for seat in seats:
        await seat.until(lambda update: update.view is not None)
    while not my_turn(newest(waited_for)):
        mover = next(seat for seat in seats if my_turn(newest(seat)))
        seq = (await mover.move()).seq
        for seat in seats:
            await seat.until_seq(seq)


def newest(seat: Seat) -> Update:
    assert seat.update is not None
    return seat.update


def lose_lines(url: str, number: int) -> None:
    """End the connections over which so many servers hear of each other's commits."""
    with psycopg.connect(url, autocommit=True) as connection:
        lost = connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND query LIKE 'LISTEN%'"
        )
        assert len(lost.fetchall()) == number


async def test_a_start_without_postgresql_is_one_line() -> None:
    with held_port() as port, held_port() as nowhere:
        place = f"postgresql://nokosu@127.0.0.1:{nowhere}/nowhere"
        assert "the store cannot be used" in await start_in_vain("--database", place, port=port)
