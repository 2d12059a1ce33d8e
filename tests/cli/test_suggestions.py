"""“Did you mean …?”, and what shells complete."""

import os
import subprocess
import sys

import pytest

from nokosu.locale import in_language
from nokosu.locale.suggestion import did_you_mean
from tests.cli.commands import nokosu, refused


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["simulat"], "simulate"),
        (["Play"], "play"),
        (["version"], "--version"),
        (["admin", "table"], "tables"),
        (["play", "--round", "3"], "--rounds"),
        (["play", "--editon", "first"], "--edition"),
        (["deal", "--edition", "secnd"], "second"),
        (["arena", "--edition", "Second", "--bot", "club", "--bot", "random"], "second"),
        (["simulate", "--bot", "clab"], "club"),
        (["play", "--bot", "begginer"], "beginner"),
    ],
)
def test_what_was_probably_meant_is_named(arguments: list[str], meant: str) -> None:
    assert f"Did you mean {meant}?" in refused(*arguments)


@pytest.mark.parametrize(
    "arguments", [["zzz"], ["play", "--zzz"], ["deal", "--edition", "zzz"], ["play", "--bot", "zzz"]]
)
def test_nothing_is_guessed_where_nothing_is_close(arguments: list[str]) -> None:
    assert "Did you mean" not in refused(*arguments)


def test_it_is_asked_in_the_readers_language() -> None:
    with in_language("fr"):
        assert did_you_mean("PLAI", ["play", "verify"]) == " Vouliez-vous dire play\N{NO-BREAK SPACE}?"


def completed(words: str, shell: str = "bash") -> list[str]:
    """What a shell would offer after these words, the last of them unfinished."""
    count = len(words.split(" ")) - 1
    environment = {"_NOKOSU_COMPLETE": f"{shell}_complete", "COMP_WORDS": words, "COMP_CWORD": str(count)}
    code = 'from nokosu.cli import main; main(prog_name="nokosu")'
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return [line.removeprefix("plain,") for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("nokosu sim", ["simulate"]),
        ("nokosu b", ["backup", "benchmark", "bot-check", "bot-debug", "bot-new"]),
        ("nokosu play --edition ", ["first", "hungarian", "manual", "roger", "second"]),
        ("nokosu arena --edition h", ["hungarian"]),
        ("nokosu simulate --bot c", ["champion", "club", "cmd:"]),
        ("nokosu play --bot be", ["beginner"]),
        ("nokosu play --rounds p", ["players"]),
        ("nokosu deal --removed-colour R", ["R"]),
        ("nokosu replay --re", ["--reveal"]),
        ("nokosu admin pe", ["people"]),
    ],
)
def test_shells_complete(words: str, offered: list[str]) -> None:
    assert completed(words) == offered


def test_completing_a_command_imports_none_of_them() -> None:
    environment = {"_NOKOSU_COMPLETE": "bash_complete", "COMP_WORDS": "nokosu ", "COMP_CWORD": "1"}
    code = (
        'import sys\nfrom nokosu.cli import main\ntry:\n    main(prog_name="nokosu")\nfinally:\n'
        "    print(sorted({'rich', 'nokosu.bots', 'nokosu.editions', 'nokosu.server'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_a_script(shell: str) -> None:
    environment = os.environ | {"_NOKOSU_COMPLETE": f"{shell}_source"}
    code = 'from nokosu.cli import main; main(prog_name="nokosu")'
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert f"_NOKOSU_COMPLETE={shell}_complete" in done.stdout


def test_M6_one_round_per_player() -> None:
    for arguments, override in ((("--edition", "second"), 4), (("--edition", "roger"), None)):
        done = nokosu("deal", "--seed", "1", "--json", "--rounds", "players", *arguments)
        assert f'"rounds_override": {"null" if override is None else override}' in done.stdout
    assert "only 3 rounds; there is no round 4" in refused(
        "deal", "--players", "3", "--rounds", "players", "--round", "4"
    )
