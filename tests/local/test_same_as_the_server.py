"""A table on a device says what the server's table says, message for message, in whole matches by all rules."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from nokosu import editions
from nokosu.kernel.actions import number_of
from nokosu.kernel.orders import Order, champion_report
from nokosu.local.table import LocalTable, Outcome
from nokosu.table.decide import Decision
from nokosu.table.pace import Slots
from tests.kernel.in_wasm import BUILT, in_wasm
from tests.local.differential import without_compiled_packages
from tests.local.on_the_server import played
from tests.local.script import on_the_device

ROUNDS = 2


async def test_every_edition_and_player_count_is_the_same_message_for_message(tmp_path: Path) -> None:
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
@pytest.mark.parametrize("bot", ["greta", "ryu"])
async def test_experts_and_champions_say_the_same_with_the_kernel_in_webassembly(bot: str, tmp_path: Path) -> None:
    script = await played(tmp_path, "second", 3, 1, bot)
    with in_wasm() as there:
        assert on_the_device(script, think=there) == script.heard

        def moody(order: Order) -> bytes:
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
    plain = LocalTable.append

    def append(table: LocalTable, decided: Decision, now: int, _client: str | None = None) -> Outcome:
        return plain(table, decided, now)

    patch.setattr(LocalTable, "append", append)


def _forgets_what_can_be_undone(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("nokosu.table.frames.undoable", lambda _: None)


@pytest.mark.parametrize("plant", [_slow_bots, _forgets_the_answers, _forgets_what_can_be_undone])
async def test_a_difference_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = await played(tmp_path, "second", 3, 1, "beginner")
    assert on_the_device(script) == script.heard
    plant(monkeypatch)
    assert on_the_device(script) != script.heard
