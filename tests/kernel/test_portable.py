"""Where wasmtime runs the kernel, bots choose as with the native one; the server offers all levels."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from nokosu.bots import champion, search
from nokosu.bots.base import Bot
from nokosu.bots.neural import bot as neural
from nokosu.bots.portable import Portable, RemoteBot
from nokosu.core.stream import Stream
from nokosu.core.view import View, view
from nokosu.kernel import portable
from nokosu.kernel.portable import Host, Refused
from nokosu.kernel.requests import KernelRequest, policy_request
from tests.kernel.positions import RULESETS, positions

pytestmark = pytest.mark.skipif(
    not portable.available(), reason="wasmtime or the web client with the kernel is missing: make setup"
)
SEED = bytes(32)
WEIGHTS = Path(neural.__file__).with_name("weights.bin")


def seen() -> Iterator[View]:
    """Every decision of a random round by all rules."""
    for ruleset in RULESETS:
        for match, _ in positions(ruleset, 0):
            if len(match.legal()) > 1:
                yield view(match, match.to_act)


def differs(native: Bot, elsewhere: RemoteBot) -> bool:
    other = Portable(elsewhere)
    return any(native.choose(each, Stream(SEED, "bot")) != other.choose(each, Stream(SEED, "bot")) for each in seen())


def test_bots_choose_the_same_by_all_rules() -> None:
    assert not differs(champion.make("8"), champion.make_remote("8"))
    assert not differs(search.make("40"), search.make_remote("40"))
    assert not differs(neural.make(""), neural.make_remote(""))


def test_a_planted_difference_is_found() -> None:
    assert differs(search.make("40"), search.make_remote("2"))


def test_after_a_refusal_it_goes_on() -> None:
    host = Host(WEIGHTS.read_bytes())
    one = next(seen())
    before = host.think(policy_request(one))
    with pytest.raises(Refused):
        host.think(KernelRequest("policy", b"\0" * 40))
    assert host.think(policy_request(one)) == before


def said(hidden: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What `nokosu` says with the kernel hidden in this way."""
    command = [sys.executable, "-m", "nokosu", *arguments]
    environment = os.environ | {"NOKOSU_NO_KERNEL": hidden}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_a_match_has_the_same_record(tmp_path: Path) -> None:
    match = ["simulate", "--players", "3", "--matches", "1", "--rounds", "1", "--seed", "1", "--bot", "champion:8"]
    records = []
    for hidden in ("", "native"):
        done = said(hidden, *match, "--out", str(tmp_path / f"{hidden}.jsonl"))
        assert done.returncode == 0, done.stderr
        records.append((tmp_path / f"{hidden}.jsonl").read_text("utf-8"))
    assert records[0] == records[1]
    assert "WebAssembly" in said("native", "--version").stdout


def test_it_can_be_hidden_too() -> None:
    done = said("1", "simulate", "--matches", "1", "--rounds", "1", "--bot", "champion:8", "--out", "-")
    assert done.returncode != 0
    assert "champion" in done.stderr
