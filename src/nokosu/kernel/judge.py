"""What each action is worth over the same worlds, and what a played round was worth all along (judge/judge.hpp).

Requests and answers are bytes for every face of the kernel: `answer` gives them to the one in this process, a browser
to the one in WebAssembly (kernel/requests.py).
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from nokosu.core.actions import Action
from nokosu.core.deal import Deal
from nokosu.core.round import Round
from nokosu.core.view import View
from nokosu.kernel.actions import TABLE, number_of
from nokosu.kernel.champion import standing
from nokosu.kernel.convert import card_mask, die_bytes, history, rules_bytes
from nokosu.kernel.requests import KernelRequest, Thinking, counted, doubles, numbers_of, rows_of, seen

if TYPE_CHECKING:
    from nokosu.kernel.network import Network

_T = TypeVar("_T")

_NUMBERS: Final = 7
_ROW: Final = 5 + _NUMBERS


@dataclass(frozen=True, slots=True)
class Settings:
    """How a judge looks. The search reads `playouts` and the temperatures, the network `tricks`."""

    worlds: int = 200
    playouts: int = 4
    """Of every action in a world of mean weight."""
    tricks: int = 1
    """Tricks that the network's policy plays on before the critic is asked; 14 is always to the end."""
    endgame: int = 3
    """With at most this many tricks left, the worlds are solved exactly."""
    temperature: float = 1.0
    belief_temperature: float = 2.5
    trust: float = 1.0
    by_club: bool = False
    """The search plays out by the club player: ten times as slow, and it knows more of drafts and of zero."""


@dataclass(frozen=True, slots=True)
class Line:
    """What to expect of one action, for the seat to act: means over the worlds."""

    action: Action
    points: float
    margin: float
    """Own points less the mean of the others'."""
    worth: float
    """The margin, or what it does for winning the match, on the same scale (champion/stakes.hpp)."""
    made: float
    """The chance of making the target."""
    makes: tuple[float, ...]
    """The chance of making each number, 0 being zero; all 0 where the last tricks were solved."""


@dataclass(frozen=True, slots=True)
class Report:
    """All legal actions in their order."""

    lines: tuple[Line, ...]
    worlds: int
    effective: float
    """As many worlds of equal weight would say as much."""
    solved: bool
    """The last tricks were solved."""
    all: bool
    """In every world that fits: nothing was left to chance."""
    margins: tuple[float, ...]
    """Covariances of the mean margins, one row per action."""
    points: tuple[float, ...]
    """The same of the points."""

    def error(self, one: int, other: int, of: Sequence[float] | None = None) -> float:
        """Return the standard error of the difference between two actions' mean margins, or points."""
        table, count = self.margins if of is None else of, len(self.lines)
        square = table[one * count + one] + table[other * count + other] - 2 * table[one * count + other]
        return math.sqrt(max(0.0, square))


@dataclass(frozen=True, slots=True)
class Worth:
    """What a round is worth to every seat at one point, with open cards."""

    points: tuple[float, ...]
    errors: tuple[float, ...]
    """Standard errors; 0 where the critic says it."""
    wins: tuple[float, ...]
    """The chance of each seat to have the highest total in the end; 0 for a single round."""


@dataclass(frozen=True, slots=True)
class Instead:
    """What one action of a seat would have been worth to it, with open cards."""

    decision: int
    action: Action
    points: float
    margin: float


@dataclass(frozen=True, slots=True)
class Followed:
    """A round from before its first decision to its end, and all choices of one seat."""

    worths: tuple[Worth, ...]
    instead: tuple[Instead, ...]


def judge_request(
    view: View,
    *,
    seed: int,
    settings: Settings,
    club: bytes | None,
    network: bool | None = None,
    only: Sequence[Action] = (),
) -> KernelRequest:
    """Return the question what each action of the view's seat is worth; without the club player, to the network.

    The search takes the network's beliefs where `network` says that there is one, otherwise the club player's.
    `only` names the actions that matter, all if it is empty; where the last tricks are solved, all are judged.
    """
    how = doubles(
        (
            settings.worlds,
            settings.playouts,
            settings.tricks,
            settings.endgame,
            settings.temperature,
            settings.belief_temperature,
            settings.trust,
            settings.by_club,
            club is not None,
        )
    )
    match = standing(view)
    asked = [number_of(action) for action in only]
    data = seen(view, seed) + how + b"".join(bytes((len(each),)) + doubles(each) for each in (asked, match))
    known = club is None if network is None else network
    return KernelRequest("judge_network" if known else "judge", data + (club or b""))


def judge_report(answer: bytes) -> Report:
    """Return what the kernel said to `judge_request`."""
    count, worlds, effective, solved, every, *rest = numbers_of(answer)
    actions = int(count)
    table = actions * _ROW
    lines = tuple(
        Line(TABLE[int(action)], points, margin, worth, made, tuple(makes))
        for action, points, margin, worth, made, *makes in rows_of(rest[:table], _ROW)
    )
    square = actions * actions
    margins, points = rest[table : table + square], rest[table + square : table + 2 * square]
    return Report(lines, int(worlds), effective, bool(solved), bool(every), tuple(margins), tuple(points))


def follow_request(
    played: Round, seat: int, *, seed: int, playouts: int, match: Sequence[int], network: bool
) -> KernelRequest:
    """Return the question what a round was worth to everybody before each of its decisions, all cards open.

    `match` are the rounds to come and the totals before this round, as `champion.standing` has them.
    """
    order = struct.pack("<Q", seed) + rules_bytes(played.ruleset) + bytes((played.dealer,)) + _dealt(played.deal)
    how = counted(history(played)) + doubles((seat, playouts)) + bytes((len(match),)) + doubles(match)
    return KernelRequest("follow_network" if network else "follow", order + how)


def follow_report(answer: bytes) -> Followed:
    """Return what the kernel said to `follow_request`."""
    players, points, *rest = numbers_of(answer)
    seats, table = int(players), 3 * int(players) * int(points)
    worths = tuple(
        Worth(tuple(row[0::3]), tuple(math.sqrt(square) for square in row[1::3]), tuple(row[2::3]))
        for row in rows_of(rest[:table], 3 * seats)
    )
    instead = tuple(
        Instead(int(decision), TABLE[int(action)], own, margin)
        for decision, action, own, margin in rows_of(rest[table:], 4)
    )
    return Followed(worths, instead)


def answer(request: KernelRequest, network: Network | None) -> bytes:
    """Ask the kernel in this process."""
    from nokosu.kernel import _kernel  # noqa: PLC0415  (a browser has the requests, not the extension)

    asked = _kernel.judge if request.call.startswith("judge") else _kernel.follow
    return asked(request.data, network if request.call.endswith("_network") else None)


def think(thinking: Thinking[_T], network: Network | None) -> _T:
    """Let the kernel in this process answer whatever is asked, and return the result."""
    try:
        request = next(thinking)
        while True:
            request = thinking.send(answer(request, network))
    except StopIteration as done:
        result: _T = done.value
        return result


def _dealt(deal: Deal) -> bytes:
    hands = [card_mask(hand) for hand in (*deal.cards, deal.aside)]
    dice = b"".join(counted(die_bytes(dice)) for dice in (*deal.drawn, deal.pool))
    return struct.pack(f"<{len(hands)}Q", *hands) + dice
