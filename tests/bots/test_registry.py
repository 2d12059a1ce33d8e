"""Bots by name."""

from importlib import import_module
from pathlib import Path

import pytest

import nokosu
from nokosu.bots import registry
from nokosu.bots.base import BotError
from tests.bots.packages import install


def test_random_and_cmd_are_installed() -> None:
    assert {"cmd", "random"} <= set(registry.names())


@pytest.mark.parametrize(
    ("spec", "name", "argument"),
    [
        ("random", "random", ""),
        ("search:100ms", "search", "100ms"),
        ("cmd:python3 bot.py --name a:b", "cmd", "python3 bot.py --name a:b"),
        ("  club ", "club", ""),
    ],
)
def test_the_name_ends_at_the_first_colon(spec: str, name: str, argument: str) -> None:
    assert registry.split(spec) == (name, argument)


def test_an_unknown_name_is_answered_with_those_that_exist() -> None:
    with pytest.raises(BotError) as caught:
        registry.make("chess:100ms")
    message = str(caught.value)
    assert "'chess'" in message
    assert "random" in message
    assert "\n" not in message


def test_a_long_and_strange_name_stays_on_one_short_line() -> None:
    with pytest.raises(BotError) as caught:
        registry.make("x\n\x1b[31m" * 1000)
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)


def test_an_installed_bot_that_cannot_be_loaded_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Another package's entry point that leads nowhere, as a damaged installation has it."""
    package = tmp_path / "other-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[nokosu.bots]\nlost = no_such_module:make\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry.forget()
    request.addfinalizer(registry.forget)
    with pytest.raises(BotError, match="Cannot load the bot lost"):
        registry.make("lost")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("raise RuntimeError('half installed')", "RuntimeError: half installed"),
        ("def make(argument): return 1 / 0", "ZeroDivisionError"),
        ("def make(argument): return None", "it has no name or no choose method"),
        ("make = (", "SyntaxError"),
    ],
)
def test_a_package_that_brings_no_bot_is_one_line(
    source: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    install(tmp_path, source, monkeypatch, request.addfinalizer)
    with pytest.raises(BotError, match="Cannot load the bot cautious") as caught:
        registry.make("cautious")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


SEES = """
class Seer:
    name = "cautious"
    seen = []

    def start(self, seat, ruleset, move_ms):
        return f"seer {seat}"

    def choose(self, view, stream):
        self.seen.append((type(view), type(view.hand), str(view).splitlines()[0]))
        return view.legal[0]

    def close(self, record):
        self.seen.append(record["seats"][0]["name"])


def make(argument):
    return Seer()
"""


def test_a_bot_of_a_package_sees_the_public_view(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    install(tmp_path, SEES, monkeypatch, request.addfinalizer)
    assert nokosu.play("cautious", players=3, rounds=1, seed=1).over
    seen = import_module("other_bots").Seer.seen
    assert seen[0] == (nokosu.View, nokosu.Hand, "Round 1 of 1: the draft")
    assert seen[-1] == "seer 0", "it is told the end too"
    assert type(registry.make("club")).__module__ == "nokosu.bots.club.club", "our own are asked directly"


def test_random_takes_no_argument() -> None:
    with pytest.raises(BotError, match="takes no argument"):
        registry.make("random:100ms")


def test_the_fallback_is_the_first_that_is_there() -> None:
    assert registry.fallback_name() == next(name for name in registry.FALLBACKS if name in registry.names())
    assert registry.fallback().name == registry.fallback_name()
