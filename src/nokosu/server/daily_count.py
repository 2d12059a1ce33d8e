"""Everybody's results of one day, counted: points, first dice, targets, and where lines that began alike parted.

The opponents answer the same with the same, so people whose own decisions are equal were in the same position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from nokosu.wire.daily import (
    ChampionLine,
    ChoiceCount,
    DailyLine,
    Parting,
    PartingOption,
    PointsCount,
    TargetCount,
)
from nokosu.wire.struct import Struct, decoder

NODES: Final = 2_000
"""Of the tree of lines so many branches are kept, those that most people took."""
_PARTINGS: Final = 8
_OPTIONS: Final = 6


class Branch(Struct, frozen=True, array_like=True):
    """A position that people reached: how many, the sum of their points, and what they did there."""

    people: int
    points: int
    options: dict[str, Branch]


class Summary(Struct, frozen=True):
    """What a result page shows of a day, except for its own visitor's place and the names on the board."""

    people: int
    points: list[PointsCount]
    firsts: list[ChoiceCount]
    targets: list[TargetCount]
    tree: Branch
    champion: ChampionLine | None = None
    champion_own: list[str] = []

    def place(self, points: int) -> int:
        """Return the place of somebody with so many points."""
        return 1 + sum(each.people for each in self.points if each.points > points)

    def partings(self, mine: Sequence[str]) -> list[Parting]:
        """Return where lines parted, along one's own line; without one, along the line that most people took."""
        found: list[Parting] = []
        here, step = self.tree, 0
        with_champion = bool(self.champion_own)
        while here.options and len(found) < _PARTINGS:
            most = sorted(here.options, key=lambda action: (-here.options[action].people, action))
            own = mine[step] if step < len(mine) else None
            champion = self.champion_own[step] if with_champion and step < len(self.champion_own) else None
            if len(most) > 1 or here.options[most[0]].people < here.people:
                shown = [action for index, action in enumerate(most) if index < _OPTIONS or action in {own, champion}]
                options = [_option(here.options[action], action, own, champion) for action in shown]
                found.append(Parting(decision=step, options=options))
            taken = own if mine else most[0]
            if taken not in here.options:
                break
            with_champion = with_champion and taken == champion
            here, step = here.options[taken], step + 1
        return found


read_summary = decoder(Summary)


def _option(branch: Branch, action: str, own: str | None, champion: str | None) -> PartingOption:
    return PartingOption(
        action=action,
        people=branch.people,
        mean_points=round(branch.points / branch.people, 1),
        mine=action == own,
        champion=action == champion,
    )


@dataclass(slots=True)
class _Node:
    """A branch while it grows. A line that nobody shares further is kept whole until somebody does."""

    people: int = 0
    points: int = 0
    options: dict[str, _Node] = field(default_factory=dict)
    alone: tuple[Sequence[str], int] | None = None

    def add(self, rest: Sequence[str], points: int) -> None:
        self.people += 1
        self.points += points
        if self.people == 1:
            self.alone = rest, points
            return
        if self.alone is not None:
            before, self.alone = self.alone, None
            self._descend(*before)
        self._descend(rest, points)

    def _descend(self, rest: Sequence[str], points: int) -> None:
        if rest:
            self.options.setdefault(rest[0], _Node()).add(rest[1:], points)

    def branch(self, least: int) -> Branch:
        kept = {action: node for action, node in self.options.items() if node.people >= least}
        return Branch(self.people, self.points, {action: kept[action].branch(least) for action in sorted(kept)})

    def sizes(self) -> Iterable[int]:
        yield self.people
        for node in self.options.values():
            yield from node.sizes()


class Count:
    """Counts results one by one."""

    def __init__(self) -> None:
        self._points: Counter[int] = Counter()
        self._firsts: Counter[str] = Counter()
        self._firsts_made: Counter[str] = Counter()
        self._targets: Counter[int] = Counter()
        self._targets_made: Counter[int] = Counter()
        self._root = _Node()

    def add(self, line: DailyLine, own: Sequence[str]) -> None:
        """Count one more result: its figures, and the person's own actions."""
        self._points[line.points] += 1
        self._firsts[line.first] += 1
        self._targets[line.target] += 1
        if line.made:
            self._firsts_made[line.first] += 1
            self._targets_made[line.target] += 1
        self._root.add(own, line.points)

    def summary(self, champion: ChampionLine | None, champion_own: Sequence[str]) -> Summary:
        """Return everything that was counted."""
        sizes = sorted(self._root.sizes(), reverse=True)
        # Beyond so many branches, those that the fewest people took are left out.
        least = sizes[NODES] + 1 if len(sizes) > NODES else 1
        return Summary(
            people=self._points.total(),
            points=[PointsCount(points=points, people=self._points[points]) for points in sorted(self._points)],
            firsts=[
                ChoiceCount(action=action, people=people, made=self._firsts_made[action])
                for action, people in sorted(self._firsts.items(), key=lambda each: (-each[1], each[0]))
            ],
            targets=[
                TargetCount(target=target, people=people, made=self._targets_made[target])
                for target, people in sorted(self._targets.items())
            ],
            tree=self._root.branch(least),
            champion=champion,
            champion_own=list(champion_own),
        )
