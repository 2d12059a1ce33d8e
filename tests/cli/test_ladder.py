"""`nokosu ladder`: programs in a folder become a page, in a sandbox or not at all."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from nokosu.arena import sandbox
from nokosu.arena.ladder import Collector
from nokosu.bots.starters import write_starter
from tests.cli.commands import nokosu

SPY = Path(__file__).parents[1] / "bots/programs/spy.py"
SYSTEM_PYTHON = "/usr/bin/python3" if Path("/usr/bin/python3").exists() else sys.executable
QUICK = ("--players", "3", "--rounds", "3", "--jobs", "1", "--against", "mochi")


def test_a_folder_of_programs_becomes_a_page(tmp_path: Path) -> None:
    write_starter(tmp_path / "bots/mine", "python")
    (tmp_path / "bots/empty").mkdir()
    (tmp_path / "bots/README.md").touch()
    kept = tmp_path / "kept.jsonl"
    asked = ("ladder", str(tmp_path / "bots"), "--out", str(tmp_path / "page"), "--resume", str(kept), *QUICK)
    done = nokosu(*asked, "--sandbox", "none")
    assert done.exit_code == 1, "a folder without a bot"
    assert "empty: " in done.stderr
    assert "Without a sandbox" in done.stderr
    page = (tmp_path / "page/index.html").read_text()
    for words in ("<strong>mine</strong>", "mochi", "Crosstable", "rounds/1.html", "Could not play"):
        assert words in page
    (verdict,) = re.findall(r"<li>((?:mine|mochi) and (?:mine|mochi): not sure after \d+ rounds\.)</li>", page)
    assert verdict in done.stdout, "the page and the terminal say how certain the order is"
    assert "--rounds" in done.stdout
    assert "--rounds" not in page, "its readers cannot play more"
    assert "<li>empty: expected one file named bot.*, such as bot.py, found 0</li>" in page
    (shown, *_) = re.findall(r'<a href="rounds/1.html">([^<]*)</a>', page)
    played = json.loads((tmp_path / "page/rounds/1.jsonl").read_text())
    assert re.findall(r" (\d+)(?:, |$)", shown) == [str(points) for points in played["totals"]]
    assert str(tmp_path) not in page + (tmp_path / "page/results.json").read_text(), "no paths go to the public"
    assert "<svg" in (tmp_path / "page/rounds/1.html").read_text()
    assert nokosu("verify", str(tmp_path / "page/rounds/1.jsonl")).exit_code == 0
    results = json.loads((tmp_path / "page/results.json").read_text())
    assert {rank["bot"] for rank in results["ranking"]} == {"mine", "mochi"}
    before = kept.read_bytes()
    write_starter(tmp_path / "bots/new", "python")
    nokosu(*asked, "--sandbox", "none")
    assert kept.read_bytes().startswith(before)
    units = [json.loads(line) for line in kept.read_bytes()[len(before) :].splitlines()]
    assert units
    assert all("new" in json.dumps(unit) for unit in units), "only the new bot's match-ups are played"
    again = (tmp_path / "page/index.html").read_text()
    assert "<strong>new</strong>" in again
    assert "rounds/5.html" in again, "records of rounds that were kept are there too"


def test_without_a_sandbox_it_refuses_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_starter(tmp_path / "bots/mine", "shell")
    monkeypatch.setattr(sandbox, "why_not", lambda kind: f"{kind} is not here")
    done = nokosu("ladder", str(tmp_path / "bots"), *QUICK)
    assert done.exit_code == 3
    assert "bubblewrap is not here; systemd: systemd is not here" in done.stderr
    assert "--sandbox none" in done.stderr


def test_a_sandbox_gives_a_program_its_own_folder_and_no_network(tmp_path: Path) -> None:
    wrapped = sandbox.inside(sandbox.BUBBLEWRAP, ["./bot.py"], tmp_path)
    assert wrapped[0] == "bwrap"
    assert wrapped[-1] == "./bot.py"
    assert {"--unshare-all", "--clearenv", "--die-with-parent"} <= set(wrapped)
    assert "/home" not in wrapped
    assert f"BindReadOnlyPaths={tmp_path}" in sandbox.inside(sandbox.SYSTEMD, ["./bot.py"], tmp_path)
    assert "PrivateNetwork=yes" in sandbox.inside(sandbox.SYSTEMD, ["./bot.py"], tmp_path)
    assert sandbox.inside(sandbox.NONE, ["./bot.py"], tmp_path) == ["./bot.py"]


def spied(kind: str, tmp_path: Path, *, alone: bool) -> dict[str, object]:
    """What a program that spies finds out in a sandbox, as a folder or as a single file among others."""
    home = Path(tempfile.mkdtemp(dir=Path.home()))
    bots = tmp_path / "bots"
    mine = bots if alone else bots / "mine"
    mine.mkdir(parents=True)
    other, secret, spy = bots / "other.py", home / "secret", mine / "spy.py"
    other.write_text("pass")
    secret.write_text("planted")
    shutil.copy(SPY, spy)
    try:
        with socket.create_server(("127.0.0.1", 0)) as server:
            asked = [SYSTEM_PYTHON, str(spy), str(server.getsockname()[1]), str(secret), str(other)]
            command = sandbox.inside(kind, asked, spy if alone else mine)
            environment = os.environ | {"NOKOSU_PLANTED": "planted"}
            done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    finally:
        shutil.rmtree(home)
    found: dict[str, object] = json.loads(done.stdout)
    return found | {"writes": spy.with_name("written").exists()}


SHUT_IN = {"network": False, "files": [False, False], "writes": False, "own": True, "secret": False, "memory": False}
AT_LARGE = {"network": True, "files": [True, True], "writes": True, "own": True, "secret": True, "memory": True}


@pytest.mark.parametrize("alone", [False, True], ids=["a folder", "a single file"])
@pytest.mark.parametrize("kind", [sandbox.BUBBLEWRAP, sandbox.SYSTEMD])
def test_a_planted_spy_finds_nothing_or_is_not_let_in(kind: str, alone: bool, tmp_path: Path) -> None:
    """Where a sandbox does not work, the ladder refuses and says why."""
    missing = sandbox.why_not(kind)
    if missing is None:
        assert spied(kind, tmp_path, alone=alone) == SHUT_IN
    else:
        write_starter(tmp_path / "bots/mine", "shell")
        done = nokosu("ladder", str(tmp_path / "bots"), "--sandbox", kind, *QUICK)
        assert done.exit_code == 3
        assert f"{kind}: {missing}" in done.stderr


def test_the_spy_finds_everything_without_a_sandbox(tmp_path: Path) -> None:
    assert spied(sandbox.NONE, tmp_path, alone=False) == AT_LARGE


def test_the_most_lopsided_rounds_are_kept() -> None:
    collector = Collector(2)
    for totals in ([1, 2, 3], [30, 0, 0], [0, 20, 1]):
        collector.add(json.dumps({"totals": totals}))
    collector.add(json.dumps({"totals": [99, 0, 0], "substitutions": [{}]}))
    assert [found.margin for found in collector.found] == [30.0, 19.5]
