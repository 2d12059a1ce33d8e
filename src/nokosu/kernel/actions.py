"""The fixed integer space of actions, shared by all editions and player counts (docs/research-spaces.md).

Within a phase the numbers ascend in the order in which legal actions are listed everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from nokosu.core.actions import Action, DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.notation import parse_action
from nokosu.core.pieces import CARDS, DICE, Colour
from nokosu.core.round import Phase

TABLE: Final[tuple[Action, ...]] = (
    *(Take(die) for die in DICE),
    *(TakeZero(die) for die in DICE),
    Pass(),
    *(DeclareZero(die) for die in DICE),
    *(Play(card) for card in CARDS),
    *(Play(die) for die in DICE),
)
"""Every action by its number."""

SIZE: Final = len(TABLE)

RUNS: Final = (
    ("take a die", Phase.DRAFT, 0, 30),
    ("zero, removing a die", Phase.DRAFT, 30, 60),
    ("pass", Phase.DECLARE, 60, 61),
    ("zero, returning a die", Phase.DECLARE, 61, 91),
    ("play a card", Phase.PLAY, 91, 131),
    ("play a die", Phase.PLAY, 131, 161),
)
"""What the numbers stand for: words, phase, first, one past the last."""

_NUMBERS: Final = {action: number for number, action in enumerate(TABLE)}


def number_of(action: Action) -> int:
    """Return the number of an action."""
    return _NUMBERS[action]


def action_of(number: int) -> Action:
    """Return the action with this number."""
    if not 0 <= number < SIZE:
        raise ValueError(f"there is no action {number}; they go from 0 to {SIZE - 1}")
    return TABLE[number]


def text_of(number: int) -> str:
    """Return an action in the notation of docs/bot-protocol.md."""
    return str(action_of(number))


def parse(text: str, phase: Phase) -> int:
    """Return the number of an action given as text; `zero` means one thing in the draft and another after it."""
    return _NUMBERS[parse_action(text, phase)]


def canonical(number: int, order: Sequence[int]) -> int:
    """Return an action of the table as the seat with this `State.colour_order` names it."""
    return _recoloured(number, {colour: place for place, colour in enumerate(order)})


def at_table(number: int, order: Sequence[int]) -> int:
    """Return the inverse of `canonical`: what a network's answer means at the table."""
    return _recoloured(number, dict(enumerate(order)))


def _recoloured(number: int, colours: Mapping[int, int]) -> int:
    first, end = next((first, end) for _, _, first, end in RUNS if number < end)
    numbers = (end - first) // len(Colour)  # on the pieces of one colour; none in the run of `pass`
    if not numbers:
        return number
    colour, rest = divmod(number - first, numbers)
    return first + colours[colour] * numbers + rest
