"""Bots in their own processes: they see a view, they answer in time and legally, or another plays on."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from nokosu.bots.base import BotFailure
from nokosu.core.match import Match
from nokosu.core.view import View, view
from nokosu.editions import ruleset
from nokosu.record import decode, verify
from nokosu.server.bots.pool import BotPool, Question
from nokosu.wire.views import view_to_json
from tests.server.people import client
from tests.server.serving import serving
from tests.server.test_matches import play_to_the_end

GOOD = """
import json, sys
asked = 0
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "good"}), flush=True)
    elif told["type"] == "act":
        print(json.dumps({"id": told["id"], "action": told["legal"][-1]}), flush=True)
"""
ILLEGAL = GOOD.replace('told["legal"][-1]', '"play R0"')
CRASHING = GOOD.replace('told["legal"][-1]', "1 / 0")
HANGING = GOOD.replace('told["legal"][-1]', "__import__('time').sleep(3600)")
PROGRAMS = {"good": GOOD, "illegal": ILLEGAL, "crashing": CRASHING, "hanging": HANGING}


def specs(folder: Path) -> dict[str, str]:
    """The operator's own programs, and one that comes along."""
    found = {"random": "random"}
    for name, source in PROGRAMS.items():
        file = folder / f"{name}.py"
        file.write_text(source, encoding="utf-8")
        found[name] = f"cmd:{sys.executable} {file}"
    return found


def first_view() -> View:
    match = Match.start(ruleset("second", 3), bytes(32))
    return view(match, match.to_act)


def question(bot: str) -> Question:
    return Question(bot, first_view(), "t", bytes(32))


@pytest.mark.parametrize(
    ("bot", "why"), [("illegal", "crashed"), ("crashing", "crashed"), ("hanging", "timeout"), ("nobody", "crashed")]
)
async def test_a_bot_that_fails_says_how_and_the_next_question_is_answered(tmp_path: Path, bot: str, why: str) -> None:
    pool = BotPool(specs(tmp_path), 1, deadline_s=3)
    with pytest.raises(BotFailure) as failed:
        await pool.choose(question(bot))
    assert failed.value.why == why
    legal = {str(action) for action in first_view().legal or ()}
    assert await pool.choose(question("random")) in legal
    assert await pool.choose(question("good")) in legal
    pool.release("t")
    await pool.close()


async def test_a_program_does_not_outlive_the_bot_that_it_was(tmp_path: Path) -> None:
    """It has its own group, so killing the process that asks it would leave a hanging one behind."""
    note = tmp_path / "pid"
    program = tmp_path / "hanging.py"
    program.write_text(f"import os, pathlib\npathlib.Path({str(note)!r}).write_text(str(os.getpid()))\n{HANGING}")

    pool = BotPool({"hanging": f"cmd:{sys.executable} {program}"}, 1, deadline_s=3)
    with pytest.raises(BotFailure):
        await pool.choose(question("hanging"))
    await pool.close()

    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text()), 0)


@pytest.mark.parametrize("asked", [1.0, 0.5], ids=["whole question", "half a question"])
def test_a_bot_whose_server_was_killed_ends_without_a_word(asked: float) -> None:
    """Its standard error is the server's log, where every line is JSON."""
    nobody, answers = os.pipe()
    os.close(nobody)
    question = json.dumps({"id": 1, "bot": "random", "view": view_to_json(first_view()), "seed": "00"}) + "\n"
    ended = subprocess.run(
        [sys.executable, "-m", "nokosu.server.bots.worker"],
        input=question[: int(asked * len(question))].encode(),
        stdout=answers,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(answers)
    assert (ended.returncode, ended.stderr) == (0, b"")


async def test_who_stops_waiting_does_not_spoil_the_next_answer(tmp_path: Path) -> None:
    pool = BotPool(specs(tmp_path), 1)
    await pool.choose(question("random"))
    waiting = asyncio.create_task(pool.choose(question("random")))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiting.cancel()
    assert await pool.choose(question("random"))
    await pool.close()


async def test_a_match_with_failing_bots_goes_on_and_its_record_says_who_was_replaced(tmp_path: Path) -> None:
    offered = specs(tmp_path)
    pool = BotPool(offered, 2, deadline_s=3)
    async with (
        serving(str(tmp_path / "x.db"), chooser=pool, bots=offered) as running,
        client(running, "Ann") as ann,
    ):
        seats = [{"kind": "me"}, *({"kind": "bot", "bot": name} for name in ("illegal", "good", "crashing"))]
        form = {"settings": {"players": 4, "rounds": 1}, "seats": seats}
        table = (await ann.post("/api/tables", form, 201))["table"]
        async with ann.at(table) as seat:
            await play_to_the_end(seat)
            await seat.until(lambda update: update.table is not None and update.table.status == "finished")
        record = decode((await ann.http.get(f"/api/records/{table}/file")).content)
        assert verify(record) is None
        assert {each.seat for each in record.substitutions or ()} == {1, 3}
        assert "cmd:" not in str(record)
    await pool.close()


@pytest.mark.parametrize("bot", ["cmd:touch /tmp/x", "CLUB", "nobody", "search:100ms", ""])
async def test_nothing_that_comes_in_names_a_program(tmp_path: Path, bot: str) -> None:
    async with serving(str(tmp_path / "x.db")) as running, client(running, "Ann") as ann:
        assert await ann.refused("/api/play", {"bot": bot}) in {"table.unknown-bot", "server.bad-request"}
        seats = [{"kind": "me"}, *[{"kind": "bot", "bot": bot}] * 3]
        reason = await ann.refused("/api/tables", {"settings": {}, "seats": seats})
        assert reason in {"table.unknown-bot", "server.bad-request"}
