"""What the kernel in WebAssembly is asked and what it answers (wasm/wasm.hpp), as bytes: it thinks in another worker.

A player that thinks there is a generator: it yields an Order, is sent the answer, and returns what it decided. A host
without the kernel in its own process passes both on and waits for nothing.
"""

from __future__ import annotations

import struct
from collections.abc import Generator, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeVar

from nokosu.core.view import View
from nokosu.kernel import champion, search
from nokosu.kernel.actions import SIZE, TABLE
from nokosu.kernel.convert import card_mask, die_bytes, history, rules_bytes

_T = TypeVar("_T")


class Order(NamedTuple):
    """A function of wasm/wasm.hpp, without its prefix, and what it reads."""

    call: str
    data: bytes


Thinking: TypeAlias = Generator[Order, bytes, _T]

NEED_NETWORK: Final = ("policy", "champion")
"""The functions that need the network's weights."""

_NUMBERS: Final = 7
_TRICK_COUNTS: Final = 15


def search_order(
    view: View, *, club: bytes, seed: int, simulations: int = 0, seconds: float = 0.0, settings: search.Settings
) -> Order:
    """What `search.search` is asked; there are no threads there."""
    numbers = (
        simulations,
        seconds,
        settings.exploration,
        settings.rollout_temperature,
        settings.prior_temperature,
        settings.instinct_tricks,
        settings.worlds,
        settings.belief_temperature,
        settings.trust,
        settings.endgame,
    )
    return Order("search", _seen(view, seed) + _doubles(numbers) + club)


def search_report(answer: bytes) -> search.Report:
    """What `search.search` would return."""
    simulations, seconds, *rest = _numbers(answer)
    lines = []
    for action, visits, margin, points, *both in _rows(rest, 4 + 2 * _NUMBERS):
        kept, made = (tuple(int(number) for number in half) for half in _rows(both, _NUMBERS))
        lines.append(search.line(int(action), int(visits), margin, points, kept, made))
    return search.Report(tuple(lines), int(simulations), seconds)


def policy_order(view: View) -> Order:
    """What the network's actor is asked about a view."""
    return Order("policy", _seen(view, 0))


def policy_answer(answer: bytes) -> tuple[Sequence[float], Sequence[int]]:
    """The logits of every action in the seat's order of colours, and that order."""
    numbers = _numbers(answer)
    return numbers[:SIZE], [int(colour) for colour in numbers[SIZE:]]


def champion_order(
    view: View, *, seed: int, worlds: int = 0, seconds: float = 0.0, settings: champion.Settings
) -> Order:
    """What `champion.look_ahead` is asked."""
    how = (settings.tricks, settings.deeper, settings.endgame, settings.prior, settings.hopeless, settings.believed)
    match = champion.standing(view)
    data = _doubles((worlds, seconds, *how, settings.stakes)) + bytes((len(match),)) + _doubles(match)
    return Order("champion", _seen(view, seed) + data)


def champion_report(answer: bytes) -> champion.Report:
    """What `champion.look_ahead` would return."""
    best, worlds, evaluations, seconds, *rest = _numbers(answer)
    lines = []
    for action, prior, tried, margin, points, made, *chances in _rows(rest, 7 + _TRICK_COUNTS + _NUMBERS):
        tricks, makes = tuple(chances[:_TRICK_COUNTS]), tuple(chances[_TRICK_COUNTS:-1])
        lines.append(champion.line(int(action), prior, int(tried), margin, points, made, tricks, makes, chances[-1]))
    return champion.Report(TABLE[int(best)], tuple(lines), int(worlds), int(evaluations), seconds)


def _rows(numbers: Sequence[float], size: int) -> Iterator[Sequence[float]]:
    return (numbers[at : at + size] for at in range(0, len(numbers), size))


def _seen(view: View, seed: int) -> bytes:
    """What `State.from_view` takes."""
    assert view.seat is not None
    assert view.hand is not None
    parts = [
        struct.pack("<Q", seed),
        rules_bytes(view.ruleset),
        struct.pack("<BBQ", view.dealer, view.seat, card_mask(view.hand)),
        *(_counted(die_bytes(dice)) for dice in view.drawn),
        _counted(die_bytes(view.pool_rolled)),
        _counted(history(view)),
    ]
    return b"".join(parts)


def _counted(data: bytes) -> bytes:
    return bytes((len(data),)) + data


def _doubles(numbers: Sequence[float]) -> bytes:
    return struct.pack(f"<{len(numbers)}d", *numbers)


def _numbers(answer: bytes) -> tuple[float, ...]:
    return struct.unpack(f"<{len(answer) // 8}d", answer)
