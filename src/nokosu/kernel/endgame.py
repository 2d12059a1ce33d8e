"""The last tricks solved exactly (endgame/endgame.hpp): for what a seat can know, or with all cards open."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final, Literal

from nokosu.core.actions import Action
from nokosu.core.round import Round
from nokosu.core.view import View
from nokosu.core.worlds import World
from nokosu.kernel import _kernel
from nokosu.kernel.actions import TABLE
from nokosu.kernel.convert import cards_of
from nokosu.kernel.state import State

Method = Literal["maxn", "paranoid"]
METHODS: Final[tuple[Method, ...]] = ("maxn", "paranoid")
MOST_WORLDS: Final = 2000
MOST_NODES: Final = 20_000_000

UNIFORM: Final = b""
"""No club player's weights: every world weighs the same."""


@dataclass(frozen=True, slots=True)
class Solved:
    """One action of the seat to act, over all worlds."""

    action: Action
    margin: float
    """Own points less the mean of the others'."""
    made: float
    """The chance to make the contract."""
    points: tuple[float, ...]
    """Of every seat. The paranoid method only knows those of the seat to act; the others are 0."""


@dataclass(frozen=True, slots=True)
class Solution:
    """All legal actions in their order."""

    seat: int
    lines: tuple[Solved, ...]
    worlds: int
    nodes: int

    @property
    def best(self) -> Solved:
        """The highest margin; of equals the first."""
        return max(self.lines, key=lambda line: line.margin)


@dataclass(frozen=True, slots=True)
class Effort:
    """How to search: limits, and ways to save work, which change no answer."""

    nodes: int = MOST_NODES
    equivalence: bool = True
    """Try pieces that the others cannot tell apart only once."""
    transpositions: bool = True


def solve(
    view: View,
    *,
    method: Method = "maxn",
    worlds_limit: int = MOST_WORLDS,
    club: bytes = UNIFORM,
    temperature: float = 2.5,
    trust: float = 1.0,
    effort: Effort | None = None,
) -> Solution:
    """Return the mean over every world that fits the view, whose seat must be to act.

    Worlds weigh as much as the others' moves were likely, were they club players with these weights. Where more than
    `worlds_limit` worlds fit or the nodes do not suffice, the kernel's Refused says so.
    """
    options = _options(method, effort, worlds_limit, temperature, trust)
    return _solve(State.from_view(view), open_cards=False, options=options, club=club)


def solve_round(source: Round, *, method: Method = "maxn", effort: Effort | None = None) -> Solution:
    """Return a puzzle: everybody sees all cards."""
    return solve_state(State.from_round(source), method=method, effort=effort)


def solve_state(state: State, *, method: Method = "maxn", effort: Effort | None = None) -> Solution:
    """Return the same for a state of the kernel."""
    return _solve(state, open_cards=True, options=_options(method, effort), club=UNIFORM)


def list_worlds(view: View, most: int = MOST_WORLDS) -> tuple[World, ...]:
    """Return every world that fits the view, each once, as `core.worlds.enumerate_worlds` lists them."""
    assert view.seat is not None
    found = _kernel.list_worlds(State.from_view(view), view.seat, most)
    return tuple(World(tuple(cards_of(hand) for hand in hands), cards_of(aside)) for hands, aside in found)


def _options(
    method: Method,
    effort: Effort | None,
    worlds: int = MOST_WORLDS,
    temperature: float = 2.5,
    trust: float = 1.0,
) -> dict[str, float]:
    how = asdict(effort or Effort())
    return {**how, "method": METHODS.index(method), "worlds": worlds, "belief_temperature": temperature, "trust": trust}


def _solve(state: State, *, open_cards: bool, options: dict[str, float], club: bytes) -> Solution:
    seat = state.to_act
    if seat is None:
        raise _kernel.Refused("the round is over: there is nothing to solve")
    worlds, nodes, rows = _kernel.solve(state, open_cards, club, options)
    lines = tuple(Solved(TABLE[action], margin, made, points) for action, margin, made, points in rows)
    return Solution(seat, lines, worlds, nodes)
