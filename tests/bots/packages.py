"""A bot in its own package, installed for one test."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from nokosu.bots import registry

CAUTIOUS = """
class Cautious:
    name = "cautious"

    def choose(self, view, stream):
        return view.legal[0]


def make(argument):
    return Cautious()
"""


def install(folder: Path, source: str, monkeypatch: pytest.MonkeyPatch, at_the_end: Callable[..., None]) -> Path:
    """Put a package `other` with the bot `cautious` on the path; its module."""
    information = folder / "other-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[nokosu.bots]\ncautious = other_bots:make\n")
    module = folder / "other_bots.py"
    module.write_text(source)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "other_bots", raising=False)
    registry.forget()
    at_the_end(registry.forget)
    return module
