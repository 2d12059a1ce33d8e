"""What happens around a match: clocks, absence, pauses, take-backs, hosts, rematches. Time is moved by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from nokosu.table.state import RESULT_MS
from nokosu.wire.entries import StoodIn
from nokosu.wire.updates import PUBLIC, Ack, PresenceChanged, Refusal, Update
from tests.server.people import Client, Seat, client
from tests.server.serving import HandTime, serving


@dataclass
class Party:
    """Three people at one table."""

    time: HandTime
    table: str
    people: list[Client]
    seats: list[Seat] = field(default_factory=list)

    async def to_act(self) -> int:
        """Whose turn it is, everybody having seen the same."""
        newest = max(seat.update.seq for seat in self.seats if seat.update)
        for seat in self.seats:
            await seat.until_seq(newest)
        view = self.first.view
        assert view is not None
        assert view.to_act is not None
        return view.to_act

    @property
    def first(self) -> Update:
        assert self.seats[0].update is not None
        return self.seats[0].update


async def sit_down(people: list[Client], settings: dict[str, Any]) -> str:
    """The first makes a table, the others join; then it begins."""
    chairs = [{"kind": "me"}, *({"kind": "open"} for _ in people[1:])]
    table = str((await people[0].post("/api/tables", {"settings": settings, "seats": chairs}, 201))["table"])
    for each in people[1:]:
        await each.post(f"/api/tables/{table}/join", {})
    return table


@asynccontextmanager
async def party(where: str, **settings: Any) -> AsyncIterator[Party]:
    """Ann, Bea and Cai sit at a table that has begun; all are connected."""
    time = HandTime()
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(where, time=time))
        people = [await stack.enter_async_context(client(running, name)) for name in ("Ann", "Bea", "Cai")]
        table = await sit_down(people, {"players": 3, "rounds": 1, "public": True, **settings})
        made = Party(time, table, people)
        for each in people:
            seat = await stack.enter_async_context(each.at(table))
            await seat.until(lambda update: update.view is not None)
            made.seats.append(seat)
        yield made


def everybody_here(update: Update) -> bool:
    return all(update.presence.here)


async def test_live_clocks_run_for_the_seat_to_act_and_a_bot_takes_over_at_zero(where: str) -> None:
    pace = {"kind": "live", "bank_ms": 60_000, "increment_ms": 5_000, "missed_moves": 1}
    async with party(where, pace=pace) as table:
        slow = await table.to_act()
        table.time.pass_by(20_000)
        answer = await table.seats[slow].move()
        assert isinstance(answer, Ack)
        update = await table.seats[slow].until_seq(answer.seq)
        assert update.clock.banks_ms is not None
        assert update.clock.banks_ms[slow] == 60_000 - 20_000 + 5_000
        late = await table.to_act()
        table.time.pass_by(60_000)
        seen = await table.seats[slow].until(
            lambda update: update.table is not None and update.table.seats[late].stand_in is not None
        )
        assert seen.table is not None
        stand_in = seen.table.seats[late].stand_in
        assert stand_in is not None
        assert stand_in.why == "timeout"
        # The person takes over again with a word.
        assert isinstance(await table.seats[late].ask("return"), Ack)


async def test_no_clock_runs_while_people_look_at_the_result_of_a_round(where: str) -> None:
    pace = {"kind": "live", "bank_ms": 60_000, "increment_ms": 0}
    async with party(where, pace=pace, rounds=2) as table:
        while (view := table.first.view) is not None and view.round == 0:
            assert isinstance(await table.seats[await table.to_act()].move(), Ack)
        reads = await table.to_act()
        assert table.first.clock.left_ms == 60_000 + RESULT_MS
        # Whoever moves early takes nothing from the next one.
        table.time.pass_by(RESULT_MS - 5_000)
        assert isinstance(await table.seats[reads].move(), Ack)
        then = await table.to_act()
        assert table.first.clock.banks_ms == [60_000 + 5_000 * (seat == then) for seat in range(3)]
        table.time.pass_by(7_000)
        answer = await table.seats[then].move()
        update = await table.seats[then].until_seq(answer.seq)
        assert update.clock.banks_ms is not None
        assert update.clock.banks_ms[then] == 60_000 - 2_000


async def test_where_nothing_happens_at_zero_the_others_may_abandon(where: str) -> None:
    pace = {"kind": "live", "bank_ms": 10_000, "increment_ms": 0, "on_timeout": "wait"}
    async with party(where, pace=pace) as table:
        late = await table.to_act()
        others = [seat for number, seat in enumerate(table.seats) if number != late]
        table.time.pass_by(10_000)
        await others[0].until(lambda update: any(each.__class__.__name__ == "TimedOut" for each in update.entries))
        assert isinstance(await others[0].ask("abandon"), Ack)
        assert isinstance(await others[1].ask("abandon"), Ack)
        end = await others[1].until(lambda update: update.table is not None and update.table.status == "abandoned")
        assert end.table is not None
        assert end.table.fairness.secret is None
        answer = await table.people[0].http.get(f"/api/records/{table.table}/file")
        assert answer.status_code == 404


async def test_a_bot_plays_for_who_is_away_and_gives_the_seat_back(where: str) -> None:
    async with party(where, pace={"kind": "live", "bank_ms": 600_000, "grace_ms": 30_000}) as table:
        gone = await table.to_act()
        stays = table.seats[(gone + 1) % 3]
        await table.seats[gone].socket.close()
        while True:
            # Presence is told without an entry in the log.
            message = await stays.next()
            if isinstance(message, PresenceChanged) and not message.presence.here[gone]:
                break
        table.time.pass_by(29_999)
        table.time.pass_by(1)
        update = await stays.until(lambda update: any(isinstance(each, PUBLIC[StoodIn]) for each in update.entries))
        (stood_in,) = [each for each in update.entries if isinstance(each, PUBLIC[StoodIn])]
        assert (stood_in.seat, stood_in.why) == (gone, "away")
        async with table.people[gone].at(table.table) as back:
            update = await back.until(
                lambda update: update.table is not None and update.table.seats[gone].stand_in is None
            )
            assert update.seat == gone


async def test_clocks_stand_still_while_nobody_serves(where: str) -> None:
    time = HandTime()
    pace = {"kind": "days", "hours_a_move": 24}
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(serving(where, time=time))
        people = [await stack.enter_async_context(client(running, name)) for name in ("Ann", "Bea", "Cai")]
        table = await sit_down(people, {"players": 3, "pace": pace})
        cookies = people[0].http.cookies
    time.pass_by(1000 * 3600 * 1000)
    async with serving(where, time=time) as running, client(running) as again:
        again.http.cookies = cookies
        update = await again.get(f"/api/tables/{table}/events")
        assert update["clock"]["left_ms"] > 23 * 3600 * 1000


async def test_a_pause_stops_clocks_and_play(where: str) -> None:
    async with party(where, pace={"kind": "live", "bank_ms": 60_000}) as table:
        acting = await table.to_act()
        table.time.pass_by(10_000)
        assert isinstance(await table.seats[0].ask("pause"), Ack)
        table.time.pass_by(500_000)
        await table.seats[acting].until(lambda update: update.table is not None and update.table.status == "paused")
        refusal = await table.seats[acting].move()
        assert isinstance(refusal, Refusal)
        assert refusal.reason.message == "table.not-playing"
        assert isinstance(await table.seats[0].ask("resume"), Ack)
        update = await table.seats[acting].until(
            lambda update: update.table is not None and update.table.status == "playing" and not update.clock.stopped
        )
        assert update.clock.left_ms == 50_000


async def test_a_take_back_needs_everybodys_word_and_is_over_when_somebody_acts(where: str) -> None:
    async with party(where) as table:
        mover = await table.to_act()
        seats = [table.seats[(mover + step) % 3] for step in range(3)]
        before = seats[0].update
        assert before is not None
        answer = await seats[0].move()
        assert isinstance(answer, Ack)
        for seat in seats:
            await seat.until_seq(answer.seq)
        asked = await seats[0].ask("ask_take_back", expected_seq=answer.seq)
        assert isinstance(asked, Ack)
        for other in seats[1:]:
            await other.until_seq(asked.seq)
            assert isinstance(await other.ask("answer_take_back", seq=answer.seq, agree=True), Ack)
        update = await seats[0].until(lambda update: update.view is not None and update.view.to_act == mover)
        assert before.view is not None
        assert update.view is not None
        assert update.view.pool == before.view.pool
        # Played again, and the next acts: too late.
        again = await seats[0].move()
        assert isinstance(again, Ack)
        await seats[1].until_seq(again.seq)
        assert isinstance(await seats[1].move(), Ack)
        newest = max(seat.update.seq for seat in seats if seat.update)
        refusal = await seats[0].ask("ask_take_back", expected_seq=newest)
        assert isinstance(refusal, Refusal)


async def test_one_no_is_enough_against_a_take_back(where: str) -> None:
    async with party(where) as table:
        mover = await table.to_act()
        answer = await table.seats[mover].move()
        assert isinstance(answer, Ack)
        await table.seats[mover].ask("ask_take_back", expected_seq=answer.seq)
        other = table.seats[(mover + 1) % 3]
        assert isinstance(await other.ask("answer_take_back", seq=answer.seq, agree=False), Ack)
        update = await other.until(lambda update: update.table is not None and update.table.take_back is None)
        assert update.view is not None
        assert update.view.to_act != mover
        again = await table.seats[mover].ask("ask_take_back", expected_seq=answer.seq)
        assert isinstance(again, Refusal)
        assert again.reason.message == "table.take-back-refused"


async def test_a_host_who_leaves_hands_over_and_a_bot_plays_on(where: str) -> None:
    async with party(where) as table:
        assert isinstance(await table.seats[0].ask("leave"), Ack)
        update = await table.seats[1].until(lambda update: update.table is not None and update.table.host == 1)
        assert update.table is not None
        assert update.table.seats[0].stand_in is not None
        assert isinstance(await table.seats[1].ask("hand_over", seat=2), Ack)
        update = await table.seats[2].until(lambda update: update.table is not None and update.table.host == 2)


async def test_a_rematch_is_one_click_each_and_seats_move_on(where: str) -> None:
    async with party(where) as table:
        for seat in table.seats:
            await seat.ask("abandon")
        answers = [await seat.ask("rematch", nonce="cd" * 32) for seat in table.seats]
        tables = {answer.table for answer in answers if isinstance(answer, Ack)}
        assert len(tables) == 1
        (following,) = tables
        assert following is not None
        state = await table.people[0].get(f"/api/tables/{following}")
        assert [each["name"] for each in state["seats"]] == ["Cai", "Ann", "Bea"]
        assert state["status"] == "playing"


async def test_my_tables_begin_with_those_that_wait_for_me(where: str) -> None:
    async with party(where) as table:
        acting = await table.to_act()
        listed = await asyncio.gather(*(each.get("/api/me/tables") for each in table.people))
        turns = [mine["tables"][0]["your_turn"] for mine in listed]
        assert turns == [seat == acting for seat in range(3)]
