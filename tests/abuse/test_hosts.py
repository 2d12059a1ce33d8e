"""Attacks by hosts: a bot in the place of a present player, a take-back without consent, a pause for ever."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from nokosu.table.clocks import ABSENT_MS, HAND_OVER_MS, OTHERS_RESUME_DAYS_MS, OTHERS_RESUME_MS
from nokosu.table.decide import Decision, asked_about_abandoning, asked_about_take_back
from nokosu.table.state import RESULT_MS
from nokosu.wire import commands as ask
from nokosu.wire.entries import AnyEntry, StoodIn, Unseated
from nokosu.wire.lobby import Pace
from nokosu.wire.updates import PUBLIC, Ack, Refusal
from tests.server.people import Client, Seat, client
from tests.server.serving import HandTime, serving
from tests.server.test_matches import play_to_the_end
from tests.table.hosted import Driver, started

HOUR_MS = 3_600_000


def why(answer: Ack | Refusal) -> str:
    return answer.reason.message if isinstance(answer, Refusal) else "done"


@dataclass
class Company:
    """A host, a guest and a bot at a table, and somebody beside it."""

    time: HandTime
    ann: Client
    bea: Client
    cai: Client
    table: str


@asynccontextmanager
async def company(folder: Path, *, by_hand: bool = True, **settings: Any) -> AsyncIterator[Company]:
    time = HandTime()
    async with (
        serving(str(folder / "x.db"), time=time if by_hand else None) as running,
        client(running, "Ann") as ann,
        client(running, "Bea") as bea,
        client(running, "Cai") as cai,
    ):
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "beginner"}]
        form = {"settings": {"players": 3, "rounds": 1, **settings}, "seats": seats}
        table = (await ann.post("/api/tables", form, 201))["table"]
        yield Company(time, ann, bea, cai, table)


async def joined(at: Company) -> None:
    await at.bea.post(f"/api/tables/{at.table}/join", {})


async def gone(seat: Seat, number: int) -> None:
    """Read until somebody's socket is closed at the server too."""
    while seat.presence is None or seat.presence.here[number]:
        await seat.next()


async def test_a_present_player_is_not_replaced_by_a_bot(tmp_path: Path) -> None:
    async with company(tmp_path) as at:
        await joined(at)
        async with at.ann.at(at.table) as host:
            async with at.bea.at(at.table) as guest:
                await guest.until(lambda update: update.view is not None)
                at.time.pass_by(ABSENT_MS)
                assert why(await host.ask("hand_to_bot", seat=1)) == "table.not-absent-yet"
            await gone(host, 1)
            assert why(await host.ask("hand_to_bot", seat=1)) == "table.not-absent-yet", "perhaps the page loads again"
            at.time.pass_by(ABSENT_MS)
            assert why(await host.ask("hand_to_bot", seat=1)) == "table.not-absent-yet", "a private table waits"
            at.time.pass_by(HAND_OVER_MS)
            assert why(await host.ask("hand_to_bot", seat=1)) == "done"
            async with at.bea.at(at.table) as guest:
                # They play for themselves again as soon as they are back.
                await guest.until(lambda update: update.table is not None and update.table.seats[1].stand_in is None)


def handed_over(driver: Driver, absent: set[int], by: str = "ann", ms: int = ABSENT_MS) -> str | list[AnyEntry]:
    """Return what happens when the host hands seat 1 to a bot while these seats are absent."""
    command = ask.HandToBot(client_id=f"h{len(driver.rows)}", seat=1)
    step = driver.host.command(by, command, driver.now, command.client_id, dict.fromkeys(absent, ms))
    driver.take(step)
    if isinstance(step.reply, Refusal):
        return step.reply.reason.message
    return [logged.entry for logged in step.news]


def test_where_moves_take_days_only_players_out_of_time_are_replaced() -> None:
    host = started(Pace(kind="days", hours_a_move=1, on_timeout="wait"))
    while host.state.to_act != 1:
        host.move(0)
    assert handed_over(host, {1, 2}) == "table.not-absent"
    host.now += HOUR_MS + RESULT_MS
    assert handed_over(host, {1, 2}) == [StoodIn(seat=1, bot="beginner", why="host")]


def test_a_host_gains_no_take_back_by_handing_the_others_to_bots() -> None:
    host = started()
    while host.state.to_act != 0:
        host.move(0)
    host.move(0)
    assert handed_over(host, {1}) == [StoodIn(seat=1, bot="beginner", why="host")]
    assert asked_about_take_back(host.state, 0) == [1, 2]
    host.ask(0, ask.AskTakeBack, expected_seq=host.state.seq)
    host.ask(2, ask.AnswerTakeBack, seq=host.state.history.points[-1].seq, agree=True)
    assert host.state.take_back_request is not None, "seat 1 has not agreed"
    assert handed_over(started(), set()) == "table.not-absent"


def test_a_stand_in_that_fails_does_not_bring_its_leaver_back() -> None:
    host = started()
    host.ask(1, ask.Leave)
    host.keep(Decision([StoodIn(seat=1, bot="beginner", why="failed")]))
    assert asked_about_abandoning(host.state) == [0, 2]


async def test_who_is_taken_off_a_seat_is_told_that_the_host_did_it(tmp_path: Path) -> None:
    async with company(tmp_path, start_when_full=False) as at:
        await joined(at)
        async with at.ann.at(at.table) as host, at.bea.at(at.table) as guest:
            await guest.until(lambda update: update.seat == 1)
            await host.ask("set_seat", seat=1, bot="beginner")
            update = await guest.until(lambda update: update.seat is None)
            assert [(each.seat, each.why) for each in update.entries if isinstance(each, PUBLIC[Unseated])] == [
                (1, "host")
            ]


@pytest.mark.parametrize(("kind", "wait"), [("relaxed", OTHERS_RESUME_MS), ("days", OTHERS_RESUME_DAYS_MS)])
async def test_a_pause_of_a_host_who_has_vanished_ends(tmp_path: Path, kind: str, wait: int) -> None:
    async with company(tmp_path, pace={"kind": kind}) as at:
        await joined(at)
        async with at.ann.at(at.table) as host:
            await host.ask("pause")
        async with at.bea.at(at.table) as guest:
            update = await guest.until(lambda update: update.table is not None and update.table.status == "paused")
            assert update.table is not None
            assert update.table.others_resume == at.time.now() + wait
            at.time.pass_by(wait - 1)
            assert why(await guest.ask("resume")) == "table.host-resumes"
            at.time.pass_by(1)
            assert why(await guest.ask("resume")) == "done"
        assert (await at.bea.get(f"/api/tables/{at.table}"))["status"] == "playing"


async def test_a_leavers_seat_is_for_others_only_where_the_table_allows_it(tmp_path: Path) -> None:
    async with company(tmp_path) as at:
        await joined(at)
        async with at.bea.at(at.table) as guest:
            await guest.ask("leave")
        assert await at.cai.refused(f"/api/tables/{at.table}/join", {}) == "table.started"


async def test_somebody_with_the_link_plays_on_for_a_leaver(tmp_path: Path) -> None:
    async with company(tmp_path, substitutes=True) as at:
        join = f"/api/tables/{at.table}/join"
        await joined(at)
        assert await at.cai.refused(join, {}) == "table.nobody-left"
        assert await at.cai.refused(join, {"seat": 1}) == "table.nobody-left"
        async with at.bea.at(at.table) as guest:
            await guest.until(lambda update: update.view is not None)
            before = guest.update
            await guest.ask("leave")
        assert await at.cai.refused(join, {"seat": 0}) == "table.taken"
        assert (await at.cai.post(join, {}))["seat"] == 1
        state = await at.ann.get(f"/api/tables/{at.table}")
        assert (state["seats"][1]["name"], state["seats"][1]["stand_in"]) == ("Cai", None)
        assert before is not None
        assert before.table is not None
        assert state["seats"][1]["nonce"] == before.table.seats[1].nonce, "the deal stays what it was"
        async with at.bea.at(at.table) as outside:
            seen = await outside.until(lambda update: update.view is not None)
            assert seen.seat is None
            assert seen.view is not None
            assert not isinstance(seen.view.hand, list)
        async with at.ann.at(at.table) as host, at.cai.at(at.table) as substitute:
            await host.ask("abandon")
            assert why(await substitute.ask("abandon")) == "done"


async def test_a_match_that_two_people_played_in_one_seat_counts_for_neither(tmp_path: Path) -> None:
    async with company(tmp_path, by_hand=False, substitutes=True) as at:
        await joined(at)
        async with at.bea.at(at.table) as guest:
            await guest.ask("leave")
        await at.cai.post(f"/api/tables/{at.table}/join", {})
        async with at.cai.at(at.table) as substitute:
            await substitute.ask("leave")
        async with at.ann.at(at.table) as host:
            await play_to_the_end(host)
        counted = [(await each.get("/api/me/statistics"))["figures"] for each in (at.ann, at.bea, at.cai)]
        assert [len(figures) for figures in counted] == [1, 0, 0]
