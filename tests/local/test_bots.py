"""A name means the same bot on a device and at a server."""

from __future__ import annotations

import pytest

from nokosu.bots import registry
from nokosu.bots.base import BotFailure
from nokosu.core.match import Match
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view
from nokosu.editions import ruleset
from nokosu.local import bots
from nokosu.server.config import Config
from tests.table.test_hosted import without_compiled_packages


def test_each_bot_of_a_device_is_the_one_that_the_package_has_by_this_name() -> None:
    for name, factory in bots.bots(kernel=True).items():
        assert type(factory("")) is type(registry.make(name))


def test_the_same_characters_play_here_and_sit_down_together_as_at_a_server() -> None:
    there = Config("x.db")
    assert list(bots.levels(kernel=False)) == ["beginner", "club"]
    assert list(bots.levels(kernel=True)) == ["beginner", "club", "expert", "champion"]
    assert [level for level, names in bots.levels(kernel=True).items() if any(map(bots.needs_network, names))] == (
        bots.network_levels()
    )
    for kernel in (False, True):
        assert bots.offered(kernel=kernel).items() <= there.offered().items()
        assert bots.levels(kernel=kernel).items() <= there.levels().items()
    assert bots.levels(kernel=True) == there.levels()
    for name, spec in bots.offered(kernel=True).items():
        assert bots._bot(name).name == registry.make(spec).name


def test_every_character_can_be_made_without_compiled_packages() -> None:
    program = "from nokosu.local.bots import _bot, offered; print([_bot(name).name for name in offered(kernel=True)])"
    there = without_compiled_packages(program)
    assert there.stdout == f"{[bots._bot(name).name for name in bots.offered(kernel=True)]}\n", there.stderr


def test_a_bot_that_fails_is_reported_and_not_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = view(Match.start(ruleset("second", 4), seed_from_number(1)), 0)
    with pytest.raises(BotFailure, match="crashed"):
        next(bots.choose("nobody", seen, bytes(32)))
    wrong = type("Wrong", (), {"choose": lambda *_: "play R5"})
    monkeypatch.setattr(bots, "_bot", lambda _: wrong())
    with pytest.raises(BotFailure, match="illegal"):
        next(bots.choose("club", seen, bytes(32)))
