"""`nokosu bot-check`: starter bots pass, a broken one is told why (tests/bots/test_check.py has each mistake)."""

import os
import sys
from pathlib import Path

import pytest

from nokosu.bots.starters import LANGUAGES
from tests.bots.packages import CAUTIOUS, install
from tests.cli.commands import nokosu, refused
from tools.web import tool

ROOT = Path(__file__).parents[2]
PROGRAMS = ROOT / "tests/bots/programs"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_bot_keeps_the_protocol(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(tool('node')[0]).parent}:{os.environ['PATH']}")
    made = nokosu("bot-new", "mybot", "--language", language)
    assert made.exit_code == 0, made.output
    assert f"Written: mybot/{LANGUAGES[language]}" in made.stdout
    assert "nokosu bot-check ./mybot" in made.stdout
    done = nokosu("bot-check", "--move-ms", "10000", "./mybot")
    assert done.exit_code == 0, done.stdout
    assert "It follows the protocol." in done.stdout
    assert "Advice" not in done.stdout
    assert refused("bot-new", "mybot") == "Error: mybot exists and is not an empty folder"


@pytest.mark.parametrize("name", LANGUAGES.values())
def test_a_starter_bot_is_a_page(name: str) -> None:
    assert len((ROOT / "src/nokosu/bots/starters" / name).read_text("utf-8").splitlines()) <= 80


def test_a_path_that_is_no_bot_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "data.bin").touch()
    assert "there is no such file or folder" in refused("bot-check", f"{tmp_path}/nothing")
    assert "expected one file named bot.*" in refused("bot-check", f"{tmp_path}/empty")
    assert "is not executable: chmod +x" in refused("bot-check", f"{tmp_path}/data.bin")


def test_a_program_without_an_interpreter_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("import sys\n")
    file.chmod(0o755)
    done = nokosu("bot-debug", str(file))
    assert done.exit_code == 1
    assert "Exec format error; begin the file with a line such as #!/usr/bin/env python3" in done.stdout


def test_a_broken_program_is_told_what_it_does_wrong() -> None:
    done = nokosu("bot-check", "--move-ms", "10000", f"cmd:{sys.executable} {PROGRAMS}/misbehaves.py illegal")
    assert done.exit_code == 1
    assert "FAILED  one round in every edition with every number of players" in done.stdout
    assert "Edition first, 3 players, round 1, during the draft; legal actions: take d" in done.stdout
    assert "Illegal action: 'play dP9' is not legal here." in done.stdout
    assert done.stdout.count("is not legal here.") == 1, "the same mistake is told once"
    assert "Also in: a match of twenty rounds" in done.stdout
    assert "1 mistake. See docs/bot-protocol.md." in done.stdout


def test_a_program_that_is_not_ready_is_asked_nothing_more() -> None:
    done = nokosu("bot-check", f"cmd:{sys.executable} {PROGRAMS}/never_ready.py ends")
    assert done.exit_code == 1
    assert done.stdout.count("FAILED") == 1
    assert "It did not get ready: died: it ended with exit code 0" in done.stdout


@pytest.mark.parametrize(
    ("bot", "said"), [("nobody", "Unknown bot 'nobody'"), ("cmd:", "command line"), ("cmd:'", "Cannot parse")]
)
def test_what_is_no_program_is_refused(bot: str, said: str) -> None:
    assert said in refused("bot-check", bot)


def test_a_bot_from_a_package_is_checked_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    module = install(tmp_path, CAUTIOUS, monkeypatch, request.addfinalizer)
    done = nokosu("bot-check", "cautious")
    assert done.exit_code == 0, done.stdout
    assert "It plays by the rules." in done.stdout
    # Of another length: Python takes a file of the same size and second for the one that it has compiled.
    module.write_text(CAUTIOUS.replace("view.legal[0]", "view.legal[999]"))
    monkeypatch.delitem(sys.modules, "other_bots")
    done = nokosu("bot-check", "cautious")
    assert done.exit_code == 1
    assert "It raised IndexError: tuple index out of range." in done.stdout
    assert "See docs/writing-a-bot.md." in done.stdout
