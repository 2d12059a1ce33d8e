"""Matches on disk: every entry before it is shown, and a crash loses nothing that was."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from nokosu.bots.own_level import Result
from nokosu.tui.folder import remember
from nokosu.tui.local_table import LocalTable
from nokosu.tui.new_match import NewMatch
from nokosu.tui.saved import own_results, waiting_matches
from nokosu.tui.store import Busy, MatchFile, peek
from nokosu.wire.commands import Continue, Move, Undo
from nokosu.wire.updates import AnyFromTable, Update

WISH = NewMatch(players=3, rounds=1, bots=("otto", "mochi"), seed=bytes(32))


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOKOSU_HOME", str(tmp_path))


def newest(frames: list[AnyFromTable]) -> Update:
    return [frame for frame in frames if isinstance(frame, Update)][-1]


def moved(table: LocalTable, update: Update, number: int) -> Update:
    """The table after the first legal action and the bots' answers."""
    assert update.view is not None
    if update.view.legal:
        action = update.view.legal[0]
        frames = table.command(Move(client_id=f"m{number}", expected_seq=update.seq, action=action))
    else:
        frames = table.command(Continue(client_id=f"c{number}"))
    return newest([update, *frames, *table.run_bots()])


def test_a_match_is_continued_where_it_was_left() -> None:
    table = LocalTable.create(WISH)
    update = newest([*table.enter(0), *table.run_bots()])
    for number in range(5):
        update = moved(table, update, number)
    table.close()
    ((path, text),) = waiting_matches(5)
    assert path == table.path
    assert re.fullmatch(r"\d\d-\d\d \d\d:\d\d Second edition: Otto, Mochi", text)
    again = LocalTable.open(path)
    back = newest(again.enter(0))
    assert (back.seq, back.view) == (update.seq, update.view)
    while again.state.ended is None:
        back = moved(again, back, back.seq)
    assert waiting_matches(5) == []
    assert again.record().finished
    again.close()


def test_matches_that_are_over_say_how_strong_their_person_is() -> None:
    table = LocalTable.create(WISH)
    update = newest([*table.enter(0), *table.run_bots()])
    assert own_results(5) == [], "it is not over"
    while table.state.ended is None:
        update = moved(table, update, update.seq)
    assert table.state.match is not None
    own, *others = table.state.match.totals
    assert own_results(5) == [Result(("otto", "mochi"), 1, own - sum(others) / 2)]
    assert own_results(0) == []
    table.close()
    LocalTable.create(replace(WISH, people=("Ann", "Bea"), bots=("otto",))).close()
    assert len(own_results(5)) == 1, "several people passed the keyboard around"


def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    """They hold hidden cards and the sign-in at servers."""
    usual = os.umask(0o022)
    try:
        LocalTable.create(WISH).close()
        remember(people={"https://example.org": "session=secret"})
    finally:
        os.umask(usual)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} >= {".table", ".json"}
    assert {path.name: path.stat().st_mode & 0o077 for path in files} == {path.name: 0 for path in files}


def test_a_hint_and_an_undo_leave_their_marks() -> None:
    table = LocalTable.create(WISH)
    update = newest([*table.enter(0), *table.run_bots()])
    table.hint()
    update = moved(table, update, 1)
    assert update.undo is not None
    table.command(Undo(client_id="u", action_seq=update.undo))
    assert {each.kind for each in table.state.assists} == {"hint", "undo"}
    table.close()


def test_a_torn_line_is_dropped() -> None:
    table = LocalTable.create(WISH)
    path = table.path
    assert path is not None
    table.close()
    whole = path.read_bytes()
    path.write_bytes(whole + b'[99, 1, "half a li')
    file = MatchFile.open(path)
    file.close()
    assert path.read_bytes() == whole


def test_a_missing_entry_is_noticed() -> None:
    """A planted fault: a log without its third entry."""
    table = LocalTable.create(WISH)
    path = table.path
    assert path is not None
    table.close()
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3] + lines[4:]))
    assert peek(path) is None
    with pytest.raises(ValueError, match="missing"):
        MatchFile.open(path)


def test_two_processes_do_not_play_one_match() -> None:
    table = LocalTable.create(WISH)
    assert table.path is not None
    with pytest.raises(Busy):
        MatchFile.open(table.path)
    table.close()


KILLED = """
import os, signal, sys
from nokosu.tui.local_table import LocalTable
from tests.tui.test_store import WISH, moved, newest
table = LocalTable.create(WISH)
update = newest([*table.enter(0), *table.run_bots()])
for number in range(4):
    update = moved(table, update, number)
    print(update.seq, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_kill_9_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED],
        env=os.environ | {"NOKOSU_HOME": str(tmp_path)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    shown = int(done.stdout.split()[-1])
    ((path, _),) = waiting_matches(5)
    table = LocalTable.open(path)
    assert table.state.seq == shown
    table.close()
