"""A test position: a deal and what was done on it, the actions that a good player takes there, and why.

Positions are reached by playing, so they are legal by construction: a wrong action raises on the way.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from nokosu.bots.base import Bot
from nokosu.core.actions import Action
from nokosu.core.deal import Deal
from nokosu.core.match import Match
from nokosu.core.notation import parse_action
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import View, view
from nokosu.editions import ruleset
from tests.builders import dice, hand

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
    players, dealer = row["players"], row["dealer"]
    cards, drawn, actions, good = row["cards"], row["drawn"], row["actions"], row["good"]
    assert isinstance(players, int)
    assert isinstance(dealer, int)
    assert isinstance(cards, list)
    assert isinstance(drawn, list)
    assert isinstance(actions, list)
    assert isinstance(good, list)
    rules = ruleset(str(row["edition"]), players, rounds=1)
    deal = Deal(
        cards=tuple(hand(text) for text in cards),
        aside=hand(str(row.get("aside", ""))),
        drawn=tuple(dice(text) for text in drawn),
        pool=dice(str(row["pool"])),
    )
    match = Match.from_deals(rules, dealer, [deal])
    for line in actions:
        for text in line.split(", "):
            match = match.apply(parse_action(text, match.round.phase))
    phase = match.round.phase
    return Position(
        str(row["name"]), blunder, str(row["why"]), match, tuple(parse_action(text, phase) for text in good)
    )


def answer(bot: Bot, position: Position) -> Action:
    """What the bot does there."""
    return bot.choose(position.view, Stream(seed_from_number(1), "position", position.name))
