"""A table on a device says what the server's table says, message for message, in whole matches by all rules."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from nokosu import editions
from nokosu.bots import hints
from nokosu.bots.advice import Advice, advise_remote
from nokosu.bots.advice.advise import CHAMPION, CLUB, SEARCH
from nokosu.core.view import View
from nokosu.kernel.actions import number_of
from nokosu.kernel.requests import KernelRequest, champion_report
from nokosu.local.worker_api import WorkerApi
from nokosu.table.host import Host
from nokosu.table.pace import Slots
from nokosu.table.state import State
from nokosu.wire.lobby import PlayNow
from nokosu.wire.struct import encode
from tests.kernel.in_wasm import BUILT, in_wasm
from tests.local.differential import advice_without_kernel, without_compiled_packages
from tests.local.on_the_server import played
from tests.local.script import on_the_device

ROUNDS = 2


def _advice_from(kernel: Callable[[KernelRequest], bytes], seen: View, source: str) -> Advice:
    """The advice of a host whose kernel is elsewhere."""
    thinking = advise_remote(seen, source)
    try:
        asked = next(thinking)
        while True:
            asked = thinking.send(kernel(asked))
    except StopIteration as done:
        advice: Advice = done.value
        return advice


@pytest.mark.parametrize(("network", "source"), [(False, SEARCH), (True, CHAMPION)])
@pytest.mark.parametrize("asked_for", ["hint", "chances"])
def test_where_an_adviser_fails_the_club_player_answers(asked_for: str, network: bool, source: str) -> None:
    api = WorkerApi(kernel=True)
    wish = encode(PlayNow(players=3, level="beginner", edition="second")).decode()
    api.play(wish, "a", "01" * 32, "Ann", 0)
    now, said = 0, json.loads(api.enter("a", None, 0))
    while said["due"] is not None:
        now = max(now, said["due"])
        said = json.loads(api.wake("a", now))
    said = json.loads(getattr(api, asked_for)("a", network, now))
    assert (said["ask"]["call"], said["answer"]) == (source, None)
    said = json.loads(api.advised("a", "", now, "no kernel"))
    assert said["answer"]["source"] == CLUB


async def test_every_edition_and_player_count_is_the_same_message_for_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "advice", advice_without_kernel)
    scripts = [
        await played(tmp_path, edition, players, ROUNDS, ("club", "beginner", "otto")[index % 3])
        for index, (edition, players) in enumerate(editions.pairs())
    ]
    heard = without_compiled_packages(scripts)
    for script, there in zip(scripts, heard, strict=True):
        for message, other in zip(script.heard, there, strict=True):
            assert other == message, script.wish
    done = {step.do for script in scripts for step in script.steps}
    assert done == {"enter", "command", "hint", "wake"}
    everything = "".join(text for script in scripts for text in script.heard)
    for kind in ("taken_back", "hinted", "bot_pace_set", "continued", "rematched", "refusal", '"repeated":true'):
        assert kind in everything


@pytest.mark.skipif(not BUILT, reason="the kernel is not compiled for WebAssembly here")
@pytest.mark.parametrize(("bot", "source"), [("greta", SEARCH), ("ryu", CHAMPION)])
async def test_experts_and_champions_say_the_same_with_the_kernel_in_webassembly(
    bot: str, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with in_wasm() as there:
        # Hints come from the strongest who is on the device: the champion, where one of the bots reads its weights.
        monkeypatch.setattr(hints, "advice", lambda seen: _advice_from(there, seen, source))
        script = await played(tmp_path, "second", 3, 1, bot, 1)
        assert f'"source":"{source}"' in "".join(script.heard)
        assert on_the_device(script, think=there) == script.heard

        def moody(order: KernelRequest) -> bytes:
            """The planted difference: a search gets another seed, a steadier champion the last move."""
            if order.call != "champion":
                return there(order._replace(data=bytes(8) + order.data[8:]))
            answer = there(order)
            last = number_of(champion_report(answer).lines[-1].action)
            return struct.pack("<d", last) + answer[8:]

        assert on_the_device(script, think=moody) != script.heard


def _slow_bots(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Slots, "appears", lambda slots, *_: slots.length_ms + 1)


def _forgets_the_answers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Host, "_remember", lambda *_: None)


def _forgets_what_can_be_undone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(State, "undoable", None)


@pytest.mark.parametrize("plant", [_slow_bots, _forgets_the_answers, _forgets_what_can_be_undone])
async def test_a_difference_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "advice", advice_without_kernel)
    script = await played(tmp_path, "second", 3, 1, "beginner")
    assert on_the_device(script) == script.heard
    plant(monkeypatch)
    assert on_the_device(script) != script.heard
