"""A test position in one line (docs/notation.md), the actions that a good player takes there, and why.

A position that cannot be reached is refused when it is read. `nokosu advise` and `nokosu play --from` take the same
line.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from nokosu.bots.base import Bot
from nokosu.core.actions import Action
from nokosu.core.match import Match
from nokosu.core.notation import parse_action
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View, view
from nokosu.record.position_reader import parse_position

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Position:
    """`blunder` names what a weak player does here instead of one of the `good` actions; `why` says it in words."""

    name: str
    blunder: str
    why: str
    match: Match
    good: tuple[Action, ...]

    @property
    def seat(self) -> int:
        assert self.match.to_act is not None
        return self.match.to_act

    @property
    def view(self) -> View:
        return view(self.match, self.seat)


def positions() -> list[Position]:
    """All positions of the folder, by file and in their order there."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        if path.stem != "failing":
            found += [_position(path.stem, row) for row in tomllib.loads(path.read_text("utf-8"))["position"]]
    return found


def failing() -> dict[str, dict[str, str]]:
    """By bot: the positions that it is known to fail, with a word on each."""
    data: dict[str, dict[str, str]] = tomllib.loads((FOLDER / "failing.toml").read_text("utf-8"))
    return data


def _position(blunder: str, row: dict[str, object]) -> Position:
    good = row["good"]
    assert isinstance(good, list)
    match = parse_position(str(row["at"])).match(Stream(seed_from_number(1), "position"))
    phase = match.round.phase
    return Position(
        str(row["name"]), blunder, str(row["why"]), match, tuple(parse_action(text, phase) for text in good)
    )


def answer(bot: Bot, position: Position) -> Action:
    """What the bot does there."""
    return bot.choose(position.view, Stream(seed_from_number(1), "position", position.name))
