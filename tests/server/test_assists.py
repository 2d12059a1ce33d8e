"""Undo and hints at a running server: kept through restarts, repeated by the bots, told by the record, not counted."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

import pytest

from nokosu.bots.coach.remarks import BEFORE_PLAY
from nokosu.core.match import Match
from nokosu.core.view import View, view
from nokosu.editions import ruleset
from nokosu.record import decode, encode, to_json, verify
from nokosu.record.assists import Assist, assists_of
from nokosu.server.bots.pool import BotPool, Question
from nokosu.server.quotas import Payer
from nokosu.table.refusal import Refused
from nokosu.table.undo_history import UndoHistory
from nokosu.wire.entries import Moved
from nokosu.wire.lobby import PlayNow
from nokosu.wire.updates import PUBLIC, Ack, Hint, Update
from tests.server.alarms import AlarmTime
from tests.server.people import Client, Seat, client, my_turn
from tests.server.serving import FirstLegal, serving
from tests.server.test_matches import play_to_the_end
from tests.server.test_pace import ANN, Thinker, sitting

THREE = {"players": 3, "rounds": 1}


class Dicing(FirstLegal):
    """Bots that throw dice, and never the same twice."""

    def __init__(self) -> None:
        self.asked = 0

    async def choose(self, question: Question) -> str:
        self.asked += 1
        return str(secrets.choice(question.view.legal or ()))


def told(update: Update) -> list[str]:
    return [each.action for each in update.entries if isinstance(each, PUBLIC[Moved])]


async def until_my_turn(seat: Seat, seq: int) -> list[str]:
    """Read on behind this entry until it is one's turn again; what was played meanwhile."""
    seen = []
    while True:
        update = await seat.next()
        if isinstance(update, Update) and update.seq > seq:
            seen += told(update)
            if my_turn(update):
                return seen


async def move(seat: Seat, action: str) -> list[str]:
    """Make a move; what the bots did then."""
    answer = await seat.move(action)
    assert isinstance(answer, Ack)
    assert seat.update is not None
    return await until_my_turn(seat, max(answer.seq, seat.update.seq if my_turn(seat.update) else 0))


async def undo(seat: Seat) -> Update:
    """Take back one's own newest action."""
    assert seat.update is not None
    assert seat.update.undo is not None
    answer = await seat.ask("undo", action_seq=seat.update.undo)
    assert isinstance(answer, Ack), answer
    return await seat.until_seq(answer.seq)


async def repeated(where: str) -> tuple[list[str], list[str]]:
    """What bots that throw dice do after a move, and after the same move once it was undone before a restart."""
    async with serving(where, chooser=Dicing(), bot_delay_ms=20) as running, client(running, "Ann") as ann:
        table = (await ann.post("/api/play", THREE, 201))["table"]
        async with ann.at(table) as seat:
            before = await seat.until(my_turn)
            assert before.view is not None
            assert isinstance(before.view.legal, list)
            action = before.view.legal[0]
            first = await move(seat, action)
            back = await undo(seat)
            assert back.view == before.view
        cookies = ann.http.cookies
    async with serving(where, chooser=Dicing(), bot_delay_ms=20) as running:
        again = Client(running)
        again.http.cookies = cookies
        async with again.http, again.at(table) as seat:
            assert (await seat.until(my_turn)).view == before.view
            return first, await move(seat, action)


async def test_after_an_undo_and_a_restart_the_bots_repeat_their_moves(where: str) -> None:
    first, second = await repeated(where)
    assert first == second != []


async def test_bots_that_do_not_repeat_their_moves_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: the log is read without what the bots did."""
    monkeypatch.setattr(UndoHistory, "answer", lambda _history, _ahead=(): None)
    found = []
    for number in range(4):
        (tmp_path / str(number)).mkdir()
        found.append(await repeated(str(tmp_path / str(number) / "x.db")))
    assert any(first != second for first, second in found)


async def test_equal_questions_have_equal_answers() -> None:
    """A bot's chance comes from its question alone."""
    pool = BotPool({"random": "random"}, 2)
    match = Match.start(ruleset("second", 3), bytes(32))
    seen = view(match, match.to_act)
    answers = {
        seed: {await pool.choose(Question("random", seen, "t", bytes([seed]) * 32)) for _ in range(3)}
        for seed in range(6)
    }
    await pool.close()
    assert all(len(each) == 1 for each in answers.values())
    assert len(set.union(*answers.values())) > 1


async def test_a_match_with_undo_and_hints_says_so_and_does_not_count(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann:
        table = (await ann.post("/api/play", THREE, 201))["table"]
        async with ann.at(table) as seat:
            before = await seat.until(my_turn)
            assert before.view is not None
            assert isinstance(before.view.legal, list)
            hint = await ann.post(f"/api/tables/{table}/hint")
            assert hint["action"] in before.view.legal
            assert 0 <= hint["chance"] <= 1
            assert hint["reason"]["message"].startswith("advice.")
            assert await ann.post(f"/api/tables/{table}/hint") == hint
            await move(seat, before.view.legal[0])
            await undo(seat)
            await play_to_the_end(seat)
            end = await seat.until(lambda update: update.table is not None and update.table.status == "finished")
            assert end.table is not None
            assert end.table.assisted == [0]
        record = decode((await ann.http.get(f"/api/records/{table}/file")).content)
        decision = (-record.rounds[0].dealer - 1) % 3
        assert assists_of(record) == (Assist(0, decision, 0, "hint"), Assist(0, decision, 0, "undo"))
        assert verify(record) is None
        assert decode(encode(record)) == record
        summary = await ann.get(f"/api/records/{table}")
        assert [each["kind"] for each in summary["assists"]] == ["hint", "undo"]
        (match,) = (await ann.get("/api/me/matches"))["matches"]
        assert match["assisted"]
        assert (await ann.get("/api/me/statistics"))["figures"] == []
        again = await ann.post("/api/records", to_json(record), 201)
        assert len((await ann.get(f"/api/records/{again['record']}"))["assists"]) == 2


async def test_the_coach_speaks_at_the_server_and_the_match_says_so(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "x.db")) as running, client(running, "Ann") as ann:
        table = (await ann.post("/api/play", {**THREE, "coach": True}, 201))["table"]
        async with ann.at(table) as seat:
            await seat.until(my_turn)
            said = await ann.post(f"/api/tables/{table}/coach", {})
            assert said["remark"]["idea"] in BEFORE_PLAY  # which of them depends on the deal
            assert said["remark"]["reason"]["message"] == f"coach.{said['remark']['idea']}"
            shown = await ann.post(f"/api/tables/{table}/chances")
            assert all(0 <= each["chance"] <= 1 for each in shown["dice"])
            hinted = await seat.until(lambda update: update.table is not None and update.table.assisted == [0])
            assert [type(entry).__name__ for entry in hinted.entries] == ["Hinted"]
        plain = (await ann.post("/api/play", THREE, 201))["table"]
        assert (await ann.http.post(f"/api/tables/{plain}/coach", json={})).status_code == 403


async def test_a_match_without_says_nothing_and_counts(tmp_path: Path) -> None:
    async with serving(str(tmp_path / "x.db")) as running, client(running, "Ann") as ann:
        table = (await ann.post("/api/play", THREE, 201))["table"]
        async with ann.at(table) as seat:
            await play_to_the_end(seat)
            await seat.until(lambda update: update.table is not None and update.table.status == "finished")
        assert "assists" not in (await ann.get(f"/api/records/{table}/file"))
        assert (await ann.get(f"/api/records/{table}"))["assists"] == []
        assert len((await ann.get("/api/me/statistics"))["figures"]) == 1


async def test_hints_have_a_budget_and_ask_no_bots(tmp_path: Path) -> None:
    """A guest who asks for hundreds of hints gets twenty in a minute, and no bot of anybody waits for them."""
    thinker = Thinker(AlarmTime())
    async with sitting(tmp_path, thinker, PlayNow(players=3, rounds=1), 900) as table:
        await table.bots_move()
        asked = 0
        plain = thinker.choose

        async def counted(question: Question) -> str:
            nonlocal asked
            asked += 1
            return await plain(question)

        thinker.choose = counted  # type: ignore[method-assign]  # it also counts
        for _ in range(20):
            assert isinstance(await table.server.hints.give(table.actor, ANN), Hint)
        for _ in range(180):
            with pytest.raises(Refused, match="many-hints"):
                await table.server.hints.give(table.actor, ANN)
        assert asked == 0
        table.time.pass_by(3_000)
        await table.server.hints.give(table.actor, ANN)


async def test_a_hint_is_made_from_the_own_view_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that makes it is given nothing else."""
    seen: list[View] = []

    async def noted(_payer: Payer, job: Callable[[View, int], Hint], given: View, seq: int) -> Hint:
        seen.append(given)
        return job(given, seq)

    async with sitting(tmp_path, Thinker(AlarmTime()), PlayNow(players=3, rounds=1), 900) as table:
        await table.bots_move()
        monkeypatch.setattr(table.server.hints.worker, "run", noted)
        await table.server.hints.give(table.actor, ANN)
        match = table.actor.state.match
        assert match is not None
        assert seen == [view(match, table.actor.state.seat_of(ANN))]
