"""What the environments share: parameters checked once, rewards, canonical actions, the table as text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from nokosu.research import needs_extra

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise needs_extra(error, "gymnasium") from None

from nokosu import editions
from nokosu.api.view import dress
from nokosu.core.quoting import quoted
from nokosu.core.ruleset import Ruleset
from nokosu.core.view import view_of_round
from nokosu.kernel.actions import SIZE, at_table
from nokosu.kernel.convert import rules_bytes
from nokosu.kernel.state import State

REWARDS: Final = ("margin", "points")
"""What a seat receives at the end of a round: points less the mean of the others', or points; both over SCALE."""
SCALE: Final = 20
ILLEGAL_REWARD: Final = -1.0
"""What a seat receives whose illegal action ended the round."""
RENDER_MODES: Final = ("ansi", "human")


def ruleset(edition: str, players: int) -> Ruleset:
    """Return the rules of one round; ValueError for an unknown edition or a wrong number of players."""
    return editions.ruleset(edition, players, rounds=1)


def one_of(name: str, given: object, allowed: Sequence[object]) -> None:
    """Raise ValueError unless a parameter has one of these values."""
    if given not in allowed:
        raise ValueError(f"{name}: expected {', '.join(map(repr, allowed))}; got {quoted(given)}")


def opponents(given: str | Sequence[str], players: int) -> tuple[str, ...]:
    """Return the bots of the other seats, from the learner's left; one name stands for all of them."""
    names = (given,) * (players - 1) if isinstance(given, str) else tuple(given)
    if len(names) != players - 1:
        raise ValueError(f"opponents: expected one bot or {players - 1}, one for each other seat; got {len(names)}")
    return names


def learning_seat(given: object, players: int) -> int:
    """Return the learner's seat; ValueError if there is no such seat."""
    one_of("seat", given, range(players))
    return int(given)  # type: ignore[call-overload,no-any-return]  # it is one of the seats


def by_seat(names: Sequence[str], seat: int) -> list[str | None]:
    """Return the bots by seat, None for the learner."""
    players = len(names) + 1
    return [None if other == seat else names[(other - seat) % players - 1] for other in range(players)]


def rewards(scores: Sequence[int], kind: str) -> list[float]:
    """Return what each seat receives for the points of a round."""
    if kind == "points":
        return [own / SCALE for own in scores]
    total, others = sum(scores), len(scores) - 1
    return [(own - (total - own) / others) / SCALE for own in scores]


def in_progress(given: object, rules: Ruleset) -> State:
    """Return a copy of a state to go on from; ValueError if it is over or follows other rules."""
    if not isinstance(given, State) or given.to_act is None:
        raise ValueError(f"state: expected a State of a round in progress, got {quoted(given)}")
    if given.rules != rules_bytes(rules):
        raise ValueError(f"state: expected a round by the rules of {rules.edition} for {rules.players} players")
    return given.clone()


@cache
def outward(order: bytes) -> NDArray[np.int64]:
    """Return the table's action for every canonical one, for a seat with this `State.colour_order`."""
    return np.array([at_table(number, order) for number in range(SIZE)])


def text(state: State, rules: Ruleset, seat: int | None) -> str:
    """Return the table in words, as a seat or a spectator (None) sees it."""
    return str(dress(view_of_round(state.round(rules), 0, (), seat)))
