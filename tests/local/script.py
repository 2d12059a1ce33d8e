"""A match of one person against bots as a list of what happens to the table, and how a device's table answers to it.

The first half runs in a process without compiled packages too (test_same_as_the_server.py).
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from nokosu.kernel.requests import KernelRequest
from nokosu.local.worker_api import WorkerApi

MAY_DIFFER: Final = ("code",)
"""Fields that a device's table words differently: nobody joins it by a code."""


@dataclass(frozen=True)
class Step:
    """Something that happens at a time: `enter` (text: after which entry), `command`, `hint` or `wake`."""

    at: int
    do: str
    text: str = ""


@dataclass
class Script:
    """A table, what happened to it, and every message that its person was sent."""

    wish: str = ""
    table: str = ""
    secret: str = ""
    fresh: str = ""
    fresh_secret: str = ""
    at: int = 0
    steps: list[Step] = field(default_factory=list)
    heard: list[str] = field(default_factory=list)


def plain(message: Any) -> str:
    """A message as text, without what may differ."""
    text = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
    for name in MAY_DIFFER:
        text = re.sub(rf'"{name}":"[^"]*"', f'"{name}":…', text)
    return text


def on_the_device(
    script: Script, name: str = "Ann", think: Callable[[KernelRequest], bytes] | None = None
) -> list[str]:
    """What a device's table says to the same; `think` is its kernel."""
    api = WorkerApi(kernel=think is not None)
    heard: list[str] = []
    made = json.loads(api.play(script.wish, script.table, script.secret, name, script.at))
    log = made["rows"]
    for step in script.steps:
        network = api.needs_network(script.table)
        match step.do:
            case "enter":
                # As after a reload: from what was stored, and nothing else.
                api.forget(script.table)
                api.load(json.dumps(log), name)
                said = api.enter(script.table, int(step.text), step.at)
            case "command":
                said = api.command(script.table, step.text, script.fresh, script.fresh_secret, step.at)
            case "hint":
                said = api.hint(script.table, network, step.at)
            case _:
                said = api.wake(script.table, step.at)
        answer = json.loads(said)
        while think and (asked := answer.get("think")):
            thought = think(KernelRequest(asked["call"], bytes.fromhex(asked["request"]))).hex()
            after = json.loads(api.thought(script.table, asked["number"], thought, step.at))
            assert not after["rows"]
            answer["think"] = after["think"]
        log += [row for row in answer["rows"] if row[0] == script.table]
        while think and (asked := answer.get("ask")):
            thought = think(KernelRequest(asked["call"], bytes.fromhex(asked["request"]))).hex()
            after = json.loads(api.advised(script.table, thought, step.at))
            assert not after["rows"]
            answer |= {"ask": after["ask"], "answer": after["answer"]}
        heard += [plain(frame) for frame in answer["frames"]]
        if step.do == "hint":
            heard.append(plain(answer.get("answer") or {"refused": answer["refused"]}))
    return heard


def read(data: dict[str, Any]) -> Script:
    """A script from JSON."""
    return Script(**{**data, "steps": [Step(**step) for step in data["steps"]]})


def written(script: Script) -> dict[str, Any]:
    """A script as JSON."""
    return asdict(script)


if __name__ == "__main__":
    sys.stdout.write(json.dumps([on_the_device(read(data)) for data in json.load(sys.stdin)]))
