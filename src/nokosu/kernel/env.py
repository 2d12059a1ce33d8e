"""Many games in lock-step for training, on the caller's arrays (docs/research-spaces.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Self

from nokosu.core.ruleset import Ruleset
from nokosu.kernel import _kernel
from nokosu.kernel.actions import SIZE
from nokosu.kernel.convert import rules_bytes
from nokosu.kernel.layout import OBSERVATION_SIZE, PRIVILEGED_SIZE
from nokosu.kernel.state import State

SEATS: Final = 5
"""Columns of values per seat; those of absent seats are 0."""

ARRAYS: Final[Mapping[str, tuple[str, tuple[int, ...], str]]] = MappingProxyType(
    {
        "masks": ("B", (SIZE,), "1 for every legal action of the seat to act"),
        "observations": ("B", (OBSERVATION_SIZE,), "what the seat to act may know"),
        "privileged": ("B", (PRIVILEGED_SIZE,), "what it may not know, for critics"),
        "rewards": ("f", (SEATS,), "a finished round: (own points - mean of the others) / 20, by seat"),
        "scores": ("f", (SEATS,), "a finished round: points, by seat"),
        "outcomes": ("B", (SEATS, 4), "a finished round, by seat: tricks won, target, made, zero contract"),
        "seats": ("b", (), "the seat to act"),
        "ends": ("B", (), "1 where the round ended with this step and the next one is dealt"),
        "players": ("B", (), "number of players; written by reset"),
    }
)
"""What a batch can write, one row per game: type of the elements (as in `struct`), shape of a row, meaning."""


class BatchEnv(_kernel.BatchEnv):
    """`games` rounds side by side; where one ends, the next is dealt at once.

    Game i is played by rulesets[i % len(rulesets)], or by rulesets[table_of[i]] if that is given. Deals
    follow from (seed, game, episode) alone and come from a fast generator, so everything follows from the
    seed and the actions, whatever the number of threads.

    With `canonical` (the default), masks, actions and observations name colours as the seat to act orders
    them (`State.colour_order`); without, masks and actions use the table's own colours, as do observations.
    """

    __slots__ = ()

    def __new__(
        cls,
        rulesets: Sequence[Ruleset],
        games: int,
        *,
        seed: int = 0,
        threads: int = 1,
        canonical: bool = True,
        table_of: Sequence[int] | None = None,
    ) -> Self:
        """`games` must be the length of `table_of` where that is given."""
        chosen = bytes(table_of) if table_of is not None else _in_turn(len(rulesets), games)
        if len(chosen) != games:
            raise _kernel.Refused(f"table_of names {len(chosen)} games, not {games}")
        tables = [rules_bytes(ruleset) for ruleset in rulesets]
        return super().__new__(cls, tables, chosen, seed, threads, canonical)

    def state(self, game: int) -> State:
        """A copy of one of the games."""
        return State.from_bytes(self.game_bytes(game))


def _in_turn(kinds: int, games: int) -> bytes:
    if kinds == 0:
        raise _kernel.Refused("a batch needs a ruleset")
    return (bytes(range(kinds)) * (games // kinds + 1))[:games] if games > 0 else b""


def arrays(games: int, names: Iterable[str]) -> dict[str, memoryview]:
    """Arrays to bind, without NumPy; `numpy.asarray` of one shares its memory."""
    made: dict[str, memoryview] = {}
    for name in names:
        kind, row, _ = ARRAYS[name]
        shape = (games, *row)
        size = {"f": 4}.get(kind, 1)
        for length in shape:
            size *= length
        made[name] = memoryview(bytearray(size)).cast(kind, shape)  # type: ignore[call-overload]  # kind is B, b or f
    return made


def choose(masks: object, actions: object, seed: int) -> None:
    """A random legal action for every row of masks, for benchmarks and first tries."""
    _kernel.choose(masks, actions, seed)
