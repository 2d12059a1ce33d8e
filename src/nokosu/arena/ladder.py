"""A ladder: all bots of a folder and some characters, each against a field of every other."""

from __future__ import annotations

import heapq
import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from nokosu.arena import sandbox
from nokosu.bots.base import BotError
from nokosu.bots.cmd import path_command
from nokosu.core.errors import NokosuError
from nokosu.locale import t

_NAME = re.compile(r"[\w.+-]{1,16}")
_LEADING = re.compile(r"^\S+\s?[:：]\s?")
"""The name of a file in front of what is wrong with it, in any language."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of the ladder: its name, the bot that the arena plays, and whether it was submitted."""

    name: str
    spec: str
    submitted: bool


def entrants(folder: Path, kind: str, against: tuple[str, ...]) -> tuple[list[Entrant], dict[str, str]]:
    """Return the bots of a folder, each in a sandbox, then the characters; and why others in the folder cannot play."""
    found: list[Entrant] = []
    faults: dict[str, str] = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "_")) or (path.is_file() and path.suffix in {".md", ".txt", ".html", ".json"}):
            continue
        name = path.stem if path.is_file() else path.name
        if not _NAME.fullmatch(name) or name in against or any(name == each.name for each in found):
            faults[path.name] = t("ladder.name", name=name)
            continue
        try:
            command = path_command(str(path))
        except BotError as error:
            faults[path.name] = _LEADING.sub("", str(error).replace(str(path), path.name))
            continue
        spec = "cmd:" + shlex.join(sandbox.inside(kind, command, path.absolute()))
        found.append(Entrant(name, spec, submitted=True))
    if not found:
        raise NokosuError(t("ladder.empty", folder=str(folder)))
    return [*found, *(Entrant(name, name, submitted=False) for name in against)], faults


@dataclass(order=True, slots=True)
class Lopsided:
    """A round that one seat won by far: how many points above the others' mean, and its record as text."""

    margin: float
    order: int
    record: str


class Collector:
    """Keeps the most lopsided rounds of many records."""

    def __init__(self, most: int) -> None:
        self._most, self._seen = most, 0
        self._kept: list[Lopsided] = []

    def add(self, line: str) -> None:
        """Look at a record; a match of the arena is one round."""
        self._seen += 1
        totals = json.loads(line).get("totals")
        if not totals or json.loads(line).get("substitutions"):
            return
        best = max(totals)
        margin = best - (sum(totals) - best) / (len(totals) - 1)
        heapq.heappush(self._kept, Lopsided(margin, -self._seen, line))
        if len(self._kept) > self._most:
            heapq.heappop(self._kept)

    @property
    def found(self) -> list[Lopsided]:
        """The most lopsided first."""
        return sorted(self._kept, reverse=True)
