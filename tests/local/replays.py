"""What a device's reader says about a record; it runs in a process without compiled packages too."""

from __future__ import annotations

import json
import re
import sys
from typing import Final

from nokosu.local.reader import Reader

MAY_DIFFER: Final = ("record", "ended")
"""Fields that are not the same at a server: it gives an imported record another name, at another time."""


def plain(text: str) -> str:
    """An answer without what may differ."""
    for name in MAY_DIFFER:
        text = re.sub(rf'"{name}":("[^"]*"|\d+)', f'"{name}":…', text)
    return text


def on_the_device(file: str, decisions: list[int], position: str) -> list[str]:
    """The answers about a record file and a position: summary, rounds, advice."""
    reader = Reader()
    brought = json.loads(reader.bring("local23456789abc", file, 0))["answer"]
    reader.open("local23456789abc", brought["record"])
    said = [reader.summary(imported=True, ended=0)]
    said += [reader.round(index) for index in range(brought["match"]["rounds"])]
    said += [reader.advice(0, decision) for decision in decisions]
    said += [reader.position(position), reader.position_advice(position)]
    return [plain(text) for text in said]


if __name__ == "__main__":
    sys.stdout.write(json.dumps([on_the_device(*each) for each in json.load(sys.stdin)]))
