"""The command itself: a quick start, help, its version, and one line for whatever was asked wrongly."""

import subprocess
import sys
from importlib import import_module

import click
import pytest

from nokosu import __version__
from nokosu.cli import COMMANDS
from tests.cli.commands import nokosu, refused


@pytest.mark.quick
def test_help_lists_every_command_and_imports_none_of_them() -> None:
    code = (
        "import sys\nfrom nokosu.cli import main\ntry:\n    main(['--help'])\nfinally:\n"
        "    heavy = {'rich', 'nokosu.bots', 'nokosu.editions', 'nokosu.record', 'nokosu.kernel', 'numpy'}\n"
        "    print('imported', sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "imported []"
    for name in COMMANDS:
        assert f"  {name} " in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_and_explains_itself(name: str) -> None:
    module = import_module(f"nokosu.cli.{name.replace('-', '_')}")
    assert isinstance(module.command, click.Command)
    result = nokosu(name, "--help")
    assert result.exit_code == 0
    assert f"Usage: main {name}" in result.stdout


@pytest.mark.quick
def test_alone_it_says_what_there_is() -> None:
    assert nokosu().stdout == nokosu("--help").stdout


@pytest.mark.quick
def test_the_version_names_the_active_core() -> None:
    result = nokosu("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"nokosu {__version__} (core: ")


def test_without_the_kernel_the_core_is_pure_python() -> None:
    environment = {"NOKOSU_NO_KERNEL": "1", "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-m", "nokosu", "--version"], env=environment, capture_output=True, text=True, check=True
    )
    assert "(core: Python core" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fly"], "No such command 'fly'"),
        (["--fly"], "No such option"),
        (["simulate", "--matches", "many"], "--matches"),
        (["simulate", "--matches", "0"], "--matches"),
        (["simulate", "--rounds", "21"], "1<=x<=20"),
        (["simulate", "--players", "7"], "3, 4, 5 players, not 7"),
        (["simulate", "--players", "6", "--edition", "first"], "3, 4 players, not 6"),
        (["simulate", "--edition", "third"], "'third' is no edition; first,"),
        (["simulate", "--players", "3", "--removed-colour", "x"], "'X' is no colour"),
        (["simulate", "--players", "3", "--removed-colour", "R"], "leaves no choice"),
        (["simulate", "--bot", "chess"], "no bot named 'chess'; there are: "),
        (["simulate", "--bot", "cmd:"], "command line"),
        (["simulate", "--bot", "random", "--bot", "random"], "2 bots for 4 seats"),
        (["simulate", "--seed", "-1"], "--seed"),
        (["deal", "--seed", "xyz"], "'xyz' is no seed"),
        (["deal", "--round", "6"], "no round 6 in a match of 5"),
        (["play", "--bot", "random", "--bot", "random"], "2 bots for 3 seats"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments: list[str], said: str) -> None:
    assert said in refused(*arguments)
