"""The command itself: a quick start, help, its version, and one line for whatever was asked wrongly."""

import re
import subprocess
import sys
from importlib import import_module

import click
import pytest

from nokosu import __version__
from nokosu.cli import COMMANDS
from nokosu.cli.man import page
from nokosu.locale import in_language, languages
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


def options_without_a_word(command: click.Command, path: str) -> list[str]:
    """Options of a command, and of those below it, that say nothing about themselves."""
    below = command.commands.items() if isinstance(command, click.Group) else ()
    own = [
        f"{path} {option.opts[0]}" for option in command.params if isinstance(option, click.Option) and not option.help
    ]
    return [*own, *(each for name, inner in below for each in options_without_a_word(inner, f"{path} {name}"))]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_explains_itself(name: str) -> None:
    assert options_without_a_word(import_module(f"nokosu.cli.{name.replace('-', '_')}").command, name) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_help_speaks_of_numbers_and_not_of_types(name: str) -> None:
    for text in (nokosu(name, "--help").stdout, page(name)):
        assert not re.search(r"INTEGER|FLOAT|RANGE|\bx[<>]", text)


def test_an_option_without_a_word_is_found() -> None:
    silent = click.Command("inner", params=[click.Option(["--a"]), click.Option(["--b"], help="B.")])
    assert options_without_a_word(click.Group("outer", commands=[silent]), "outer") == ["outer inner --a"]


def test_help_is_in_the_users_language_throughout() -> None:
    """The texts themselves are read when a command is loaded, so another process is needed."""
    found = []
    for language in ("fr", "hu", "ja"):
        for words in (["--help"], ["arena", "--help"], ["puzzles", "--help"], ["puzzles", "make", "--help"]):
            done = subprocess.run(
                [sys.executable, "-m", "nokosu", *words],
                env={"NOKOSU_LANGUAGE": language, "PATH": ""},
                capture_output=True,
                text=True,
                check=True,
            )
            found += [
                (language, words, word)
                for word in ("Usage:", "Options:", "Commands:", "Show this", "default:", "required]")
                if word in done.stdout
            ]
    assert found == []


REPORT_NOTHING = {
    *("admin ban", "admin end", "admin forget", "admin unban", "backup", "bot-new", "export", "man", "play"),
    *("puzzles make", "puzzles pick", "serve", "simulate", "site build", "site serve", "train"),
}
"""Commands that change, write or serve something, and have nothing else to tell a program."""


def without_json(command: click.Command, path: str) -> set[str]:
    """A command, or those below it, that have no --json."""
    if isinstance(command, click.Group):
        return set().union(*(without_json(inner, f"{path} {name}") for name, inner in command.commands.items()))
    return set() if any("--json" in param.opts for param in command.params) else {path}


def test_every_command_that_reports_something_has_json() -> None:
    commands = {name: import_module(f"nokosu.cli.{name.replace('-', '_')}").command for name in COMMANDS}
    assert set().union(*(without_json(command, name) for name, command in commands.items())) == REPORT_NOTHING


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_refuses_an_unknown_option_in_one_line(name: str) -> None:
    assert refused(name, "--fly").startswith("Error: Unknown option '--fly'")


@pytest.mark.quick
def test_alone_it_says_what_there_is() -> None:
    assert nokosu().stdout == nokosu("--help").stdout


def test_a_group_alone_says_what_there_is() -> None:
    alone = nokosu("admin")
    assert (alone.exit_code, alone.stdout) == (0, nokosu("admin", "--help").stdout)


# What `pip install nokosu` brings, without any extra.
PLAIN_INSTALL = """
import sys
for module in ("aiohttp", "apsw", "litestar", "msgspec", "prometheus_client", "psycopg", "segno", "uvicorn"):
    sys.modules[module] = None
from nokosu.cli import main
main(prog_name="nokosu")
"""


@pytest.mark.parametrize("arguments", [["serve"], ["admin", "people"], ["backup", "x"], ["restore", "x"]])
def test_a_command_whose_extra_is_not_installed_names_it(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAIN_INSTALL, *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (3, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"Error: {arguments[0]} needs ")
    assert line.endswith("pip install 'nokosu[server]'")


def test_training_without_pytorch_names_its_extra() -> None:
    hidden = "import sys\nsys.modules['torch'] = None\nfrom nokosu.cli import main\nmain(prog_name='nokosu')"
    done = subprocess.run([sys.executable, "-c", hidden, "train"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "Error: train needs torch, which is not installed: pip install 'nokosu[train]'\n"


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"serve", "site", "admin", "backup", "restore"}))
def test_every_other_command_needs_no_extra(name: str) -> None:
    command = [sys.executable, "-c", PLAIN_INSTALL, name, "--help"]
    assert f"Usage: nokosu {name}" in subprocess.run(command, capture_output=True, text=True, check=True).stdout


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
        (["fly"], "Unknown command 'fly'"),
        (["--fly"], "Unknown option '--fly'"),
        (["simulate", "--matches", "many"], "--matches"),
        (["simulate", "--matches", "0"], "--matches"),
        (["simulate", "--rounds", "21"], "invalid number of rounds '21': give 1 to 20, or players"),
        (["simulate", "--players", "7"], "3, 4, 5 players, not 7"),
        (["simulate", "--players", "6", "--edition", "first"], "3, 4 players, not 6"),
        (["simulate", "--edition", "third"], "unknown edition 'third': choose one of first,"),
        (["simulate", "--players", "3", "--removed-colour", "x"], "unknown colour 'x': choose one of R, B, G, Y, P"),
        (["simulate", "--players", "3", "--removed-colour", "R"], "leaves no choice"),
        (["simulate", "--bot", "chess"], "Unknown bot 'chess'. Known bots: "),
        (["simulate", "--bot", "cmd:"], "command line"),
        (["simulate", "--bot", "random", "--bot", "random"], "2 bots for 4 seats"),
        (["simulate", "--seed", "-1"], "--seed"),
        (["deal", "--seed", "xyz"], "invalid seed 'xyz'"),
        (["deal", "--round", "6"], "only 5 rounds; there is no round 6"),
        (["play", "--bot", "random", "--bot", "random"], "2 bots for 3 seats"),
        (["deal", "--edition", ""], "unknown edition ''"),
        (["deal", "now"], "Unexpected argument 'now'. See: main deal --help"),
        (["deal", "--seed"], "--seed needs a value. See: main deal --help"),
        (["deal", "--json=1"], "--json takes no value. See: main deal --help"),
        (["deal", "--players", "four"], "--players: expected a whole number. See: main deal --help"),
        (["deal", "--round", "0"], "--round: expected a whole number, at least 1."),
        (["simulate", "--move-ms", "0"], "--move-ms: expected a whole number from 1 to 86400000."),
        (["solve", "x", "--method", "best"], "--method: expected one of maxn, paranoid."),
        (["verify"], "FILE…|- is missing. See: main verify --help"),
        (["admin", "retention", "--open-days"], "--open-days needs a value."),
        (["help", "fly"], "Unknown command 'fly'"),
        (["ladder", "nofile"], "Error: nofile: No such file or directory. See: main ladder --help"),
        (["ladder", __file__], f"Error: {__file__}: Not a directory. See: main ladder --help"),
        (["man", "--write", __file__], f"Error: --write: {__file__}: Not a directory. See: main man --help"),
        (["puzzles", "check", "/"], "Error: /: Is a directory."),
        (["editions", "third"], "Error: unknown edition 'third'"),
        (["ladder", ".", "--points", "0"], "--points: expected a number above 0. See: main ladder --help"),
        (["arena", "--error-rate", "1"], "--error-rate: expected a number above 0 and below 0.5."),
        (["decisions", "x", "--minutes", "soon"], "--minutes: expected a number, at least 0."),
        (["simulate", "--move-ms", "9" * 30], "--move-ms"),
        (["advise", "x", "--simulations", "9" * 30], "--simulations"),
        (["solve", "x", "--nodes", "9" * 30], "--nodes"),
        (["solve", "x", "--worlds", "9" * 30], "--worlds"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments: list[str], said: str) -> None:
    assert said in refused(*arguments)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "arguments",
    [
        ["fly"],
        ["deal", "--fly"],
        ["deal", "--round", "x"],
        ["deal", "x"],
        ["verify"],
        ["ladder", ".", "--points", "0"],
        ["ladder", __file__],
    ],
)
def test_click_speaks_the_readers_language(arguments: list[str], language: str) -> None:
    with in_language(language):
        said = refused(*arguments)
    assert language == "en" or not re.search("Error|Invalid|Missing|No such|Got |is missing|expected", said)


def test_help_is_a_command_too() -> None:
    assert nokosu("help").stdout == nokosu("--help").stdout
    assert nokosu("help", "deal").stdout == nokosu("deal", "--help").stdout
    assert nokosu("admin", "help").stdout == nokosu("admin", "--help").stdout
