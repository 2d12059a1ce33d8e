"""Between the colours of the table and those of a seat's own order, for actions, masks and observations.

A network that learns from canonical observations answers with canonical actions: their colours are places in
`State.colour_order(seat)`, not colours of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from nokosu.core.pieces import Colour
from nokosu.kernel import _kernel
from nokosu.kernel.actions import SIZE, at_table, canonical
from nokosu.kernel.field import Field
from nokosu.kernel.layout import OBSERVATION, OBSERVATION_SIZE, PRIVILEGED, PRIVILEGED_SIZE

if TYPE_CHECKING:
    from nokosu.kernel.state import State

_COLOURS: Final = len(Colour)
_CARDS, _FACES = 8, 6
_BY_COLOUR: Final = {
    "hand": ((0, _CARDS),),
    "played": ((0, _CARDS),),
    "dice": ((0, _FACES),),
    "pool": ((0, _FACES),),
    "voids": ((0, 1),),
    "trick": ((4, 1),),
    "led": ((0, 1),),
    "unseen": ((0, _CARDS),),
    "number_trumps": ((0, 1),),
    "beats": ((0, _CARDS), (_COLOURS * _CARDS, _FACES)),
    "hands": ((0, _CARDS),),
    "aside": ((0, _CARDS),),
}
"""Where a row of a field has entries by colour: the first, and how many each colour has."""
_ONE_BLOCK: Final = ("hand", "pool", "unseen", "aside")
"""Fields whose rows are the colours."""
_CODES: Final = {
    "draft": ((1, _FACES), (31, _FACES)),
    "declarations": ((2, _FACES),),
    "plays": ((1, _CARDS), (41, _FACES)),
}
"""Where the codes of a field name pieces: the first code, and how many pieces each colour has."""


class Recolouring:
    """Renames the colours in actions, masks and observations. Make one with `to_table` or `to_canonical`.

    Masks and observations are taken from any buffer of bytes, such as a row of a NumPy array, and returned as bytes.
    """

    __slots__ = ("_actions", "_hidden", "_observation", "_sources")

    def __init__(self, names: Sequence[int], actions: Iterable[int]) -> None:
        """`names` holds the new colour of each old one, `actions` the new number of each action."""
        self._actions = tuple(actions)
        self._sources = bytes(_inverse(self._actions))
        self._observation = _Rows(names, OBSERVATION.values(), OBSERVATION_SIZE)
        self._hidden = _Rows(names, PRIVILEGED.values(), PRIVILEGED_SIZE)

    def action(self, number: int) -> int:
        """Return an action's number after the renaming."""
        if not 0 <= number < SIZE:
            raise _kernel.Refused(f"expected an action from 0 to {SIZE - 1}, found {number}")
        return self._actions[number]

    def mask(self, mask: object) -> bytes:
        """Legal actions, one byte each."""
        given = _checked(mask, SIZE, "a mask")
        return bytes([given[source] for source in self._sources])

    def observation(self, observation: object) -> bytes:
        """Return what a seat may know, as `State.observe` or a batch writes it."""
        return self._observation.renamed(_checked(observation, OBSERVATION_SIZE, "an observation"))

    def privileged(self, hidden: object) -> bytes:
        """Return what a seat may not know, as `State.observe_hidden` or a batch writes it."""
        return self._hidden.renamed(_checked(hidden, PRIVILEGED_SIZE, "a privileged observation"))


@lru_cache(maxsize=120)
def _to_table(order: bytes) -> Recolouring:
    return Recolouring(order, (at_table(number, order) for number in range(SIZE)))


@lru_cache(maxsize=120)
def _to_canonical(order: bytes) -> Recolouring:
    return Recolouring(_inverse(order), (canonical(number, order) for number in range(SIZE)))


def to_table(order: Sequence[int]) -> Recolouring:
    """Convert from the colours of a seat with this `State.colour_order` to those of the table."""
    return _to_table(_checked_order(order))


def to_canonical(order: Sequence[int]) -> Recolouring:
    """Convert from the colours of the table to those of a seat with this `State.colour_order`."""
    return _to_canonical(_checked_order(order))


def table_observation(state: State, seat: int) -> bytes:
    """Return what a seat may know, in the table's colours: what a batch with `canonical=False` writes."""
    return to_table(state.colour_order(seat)).observation(state.observe(seat))


class _Rows:
    """One layout's positions and codes after a renaming."""

    def __init__(self, names: Sequence[int], fields: Iterable[Field], size: int) -> None:
        self.sources = list(range(size))
        self.codes: list[tuple[int, int, bytes]] = []
        for field in fields:
            for first, each in _BY_COLOUR.get(field.name, ()):
                self._move(field, first, each, names)
            if field.name in _CODES:
                self.codes.append((field.offset, field.end, _code_table(names, _CODES[field.name])))
        self.pick = itemgetter(*self.sources)  # all at once, in C

    def _move(self, field: Field, first: int, each: int, names: Sequence[int]) -> None:
        rows, columns = (1, field.size) if field.name in _ONE_BLOCK else (field.rows, field.columns)
        for row in range(rows):
            start = field.offset + row * columns + first
            for old, new in enumerate(names):
                for index in range(each):
                    self.sources[start + new * each + index] = start + old * each + index

    def renamed(self, data: bytes) -> bytes:
        moved = bytes(self.pick(data))
        for start, end, table in self.codes:
            moved = moved[:start] + moved[start:end].translate(table) + moved[end:]
        return moved


def _code_table(names: Sequence[int], runs: Iterable[tuple[int, int]]) -> bytes:
    table = bytearray(range(256))
    for first, each in runs:
        for old, new in enumerate(names):
            for index in range(each):
                table[first + old * each + index] = first + new * each + index
    return bytes(table)


def _inverse(places: Sequence[int]) -> list[int]:
    inverse = [0] * len(places)
    for place, value in enumerate(places):
        inverse[value] = place
    return inverse


def _checked_order(order: Sequence[int]) -> bytes:
    if sorted(order) != list(range(_COLOURS)):
        raise _kernel.Refused(f"expected the five colours in some order, found {list(order)}")
    return bytes(order)


def _checked(data: object, size: int, what: str) -> bytes:
    given = bytes(memoryview(data))  # type: ignore[arg-type]  # whatever has the buffer protocol
    if len(given) != size:
        raise _kernel.Refused(f"{what} has {size} bytes, not {len(given)}")
    return given
