"""What the kernel in WebAssembly is asked and what it answers (wasm/wasm.hpp), as bytes: it thinks in another worker.

A bot that thinks there is a generator: it yields a KernelRequest, is sent the answer, and returns its action. A host
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


class KernelRequest(NamedTuple):
    """A function of wasm/wasm.hpp, without its prefix, and what it reads."""

    call: str
    data: bytes


Thinking: TypeAlias = Generator[KernelRequest, bytes, _T]

NEED_NETWORK: Final = ("policy", "champion", "judge_network", "follow_network")
"""The functions that need the network's weights."""

_NUMBERS: Final = 7
_TRICK_COUNTS: Final = 15


def search_request(
    view: View, *, club: bytes, seed: int, simulations: int = 0, seconds: float = 0.0, settings: search.Settings
) -> KernelRequest:
    """Return what `search.search` is asked; there are no threads there."""
    numbers = (
        simulations,
        seconds,
        settings.exploration,
        settings.rollout_temperature,
        settings.prior_temperature,
        settings.policy_tricks,
        settings.worlds,
        settings.belief_temperature,
        settings.trust,
        settings.endgame,
    )
    return KernelRequest("search", seen(view, seed) + doubles(numbers) + club)


def search_report(answer: bytes) -> search.Report:
    """Return what `search.search` would return."""
    simulations, seconds, *rest = numbers_of(answer)
    lines = []
    for action, visits, margin, points, *both in rows_of(rest, 4 + 2 * _NUMBERS):
        kept, made = (tuple(int(number) for number in half) for half in rows_of(both, _NUMBERS))
        lines.append(search.line(int(action), int(visits), margin, points, kept, made))
    return search.Report(tuple(lines), int(simulations), seconds)


def policy_request(view: View) -> KernelRequest:
    """Return what the network's actor is asked about a view."""
    return KernelRequest("policy", seen(view, 0))


def policy_answer(answer: bytes) -> tuple[Sequence[float], Sequence[int]]:
    """Return the logits of every action in the seat's order of colours, and that order."""
    numbers = numbers_of(answer)
    return numbers[:SIZE], [int(colour) for colour in numbers[SIZE:]]


def champion_request(
    view: View, *, seed: int, worlds: int = 0, seconds: float = 0.0, settings: champion.Settings
) -> KernelRequest:
    """Return what `champion.look_ahead` is asked."""
    how = (settings.tricks, settings.deeper, settings.endgame, settings.prior, settings.hopeless, settings.believed)
    match = champion.standing(view)
    data = doubles((worlds, seconds, *how, settings.stakes)) + bytes((len(match),)) + doubles(match)
    return KernelRequest("champion", seen(view, seed) + data)


def champion_report(answer: bytes) -> champion.Report:
    """Return what `champion.look_ahead` would return."""
    best, worlds, evaluations, seconds, *rest = numbers_of(answer)
    lines = []
    for action, prior, tried, margin, points, made, *chances in rows_of(rest, 7 + _TRICK_COUNTS + _NUMBERS):
        tricks, makes = tuple(chances[:_TRICK_COUNTS]), tuple(chances[_TRICK_COUNTS:-1])
        lines.append(champion.line(int(action), prior, int(tried), margin, points, made, tricks, makes, chances[-1]))
    return champion.Report(TABLE[int(best)], tuple(lines), int(worlds), int(evaluations), seconds)


def rows_of(numbers: Sequence[float], size: int) -> Iterator[Sequence[float]]:
    """Return the numbers in rows of this size."""
    return (numbers[at : at + size] for at in range(0, len(numbers), size))


def seen(view: View, seed: int) -> bytes:
    """Return what `State.from_view` takes."""
    assert view.seat is not None
    assert view.hand is not None
    parts = [
        struct.pack("<Q", seed),
        rules_bytes(view.ruleset),
        struct.pack("<BBQ", view.dealer, view.seat, card_mask(view.hand)),
        *(counted(die_bytes(dice)) for dice in view.drawn),
        counted(die_bytes(view.pool_rolled)),
        counted(history(view)),
    ]
    return b"".join(parts)


def counted(data: bytes) -> bytes:
    """Return bytes behind their number."""
    return bytes((len(data),)) + data


def doubles(numbers: Sequence[float]) -> bytes:
    """Return numbers as the kernel reads them."""
    return struct.pack(f"<{len(numbers)}d", *numbers)


def numbers_of(answer: bytes) -> tuple[float, ...]:
    """Return the numbers of an answer."""
    return struct.unpack(f"<{len(answer) // 8}d", answer)
