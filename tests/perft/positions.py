"""Positions to count from, as data: `positions.json`. `python -m tests.perft.positions` counts them again with core."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nokosu import editions
from nokosu.core.deal import Deal
from nokosu.core.round import Round
from nokosu.core.ruleset import Ruleset
from tests.builders import act, dice, hand, small_rules

FILE = Path(__file__).with_name("positions.json")


@dataclass(frozen=True)
class Position:
    """A deal, the actions taken since, and how many sequences of 1, 2, 3, … actions follow."""

    name: str
    ruleset: Ruleset
    dealer: int
    deal: Deal
    actions: tuple[str, ...]
    counts: tuple[int, ...]

    @property
    def start(self) -> Round:
        return Round.start(self.ruleset, self.dealer, self.deal)

    @property
    def round(self) -> Round:
        return act(self.start, *self.actions)


def counts(round_: Round, depth: int) -> list[int]:
    """How many sequences of 1, 2, … up to so many actions there are from here."""
    legal = round_.legal()
    totals = [len(legal), *[0] * (depth - 1)]
    if depth > 1:
        for action in legal:
            for further, number in enumerate(counts(round_.apply(action), depth - 1), start=1):
                totals[further] += number
    return totals


def read() -> list[dict[str, Any]]:
    positions: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return positions


def position(data: dict[str, Any]) -> Position:
    rules: dict[str, Any] = data["rules"]
    given: dict[str, Any] = data["deal"]
    return Position(
        name=data["name"],
        ruleset=editions.ruleset(rules["edition"], rules["players"]) if "edition" in rules else small_rules(**rules),
        dealer=data["dealer"],
        deal=Deal(
            tuple(hand(own) for own in given["cards"]),
            hand(given["aside"]),
            tuple(dice(own) for own in given["drawn"]),
            dice(given["pool"]),
        ),
        actions=tuple(data["actions"]),
        counts=tuple(data["counts"]),
    )


def all_positions() -> list[Position]:
    return [position(data) for data in read()]


def write(positions: list[dict[str, Any]]) -> None:
    FILE.write_text(json.dumps(positions, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    positions = read()
    for data in positions:
        round_ = position(data).round
        data["counts"] = counts(round_, len(data["counts"]))
    write(positions)


if __name__ == "__main__":
    main()
