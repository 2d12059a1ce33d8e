"""A level means the same on a device and at a server without the kernel."""

from __future__ import annotations

import pytest

from nokosu.bots import registry
from nokosu.bots.base import BotFailure
from nokosu.bots.levels import LEVELS
from nokosu.core.match import Match
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view
from nokosu.editions import ruleset
from nokosu.local import bots


def test_each_bot_of_a_device_is_the_one_that_the_package_has_by_this_name() -> None:
    for name, factory in bots.BOTS.items():
        assert type(factory("")) is type(registry.make(name))


def test_the_levels_are_those_of_a_server_that_has_no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "LEVELS", {name: found[-1:] for name, found in LEVELS.items()})
    assert bots.levels() == registry.offered()


def test_a_bot_that_fails_is_reported_and_not_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = view(Match.start(ruleset("second", 4), seed_from_number(1)), 0)
    with pytest.raises(BotFailure, match="crashed"):
        bots.choose("nobody", seen, bytes(32))
    wrong = type("Wrong", (), {"choose": lambda *_: "play R5"})
    monkeypatch.setattr(bots, "_bot", lambda _: wrong())
    with pytest.raises(BotFailure, match="illegal"):
        bots.choose("club", seen, bytes(32))
