"""Where things are in windows of every size: nothing lies on anything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from nokosu.tui.paint import layout as layouts
from nokosu.tui.paint.canvas import Box
from nokosu.tui.paint.layout import Layout, layout
from nokosu.tui.paint.pieces import Size

WINDOWS = [(columns, rows) for columns in range(80, 221, 3) for rows in range(24, 70, 3)]


def hidden(place: Layout) -> Iterator[str]:
    """What a piece of the trick, with the frame of a winning one, lies on."""
    width, height = place.size.card
    for spot, (x, y) in place.tricks.items():
        piece = Box(x - 1, y, width + 2, height)
        yield from (f"{spot} on {other}" for other, box in place.panels.items() if piece.overlaps(box))
        if y + height > place.prompt:
            yield f"{spot} on the prompt"


def all_hidden() -> dict[tuple[int, int, int], list[str]]:
    found = {
        (columns, rows, players): [
            *hidden(layout(columns, rows, players)),
            *hidden(layout(columns, rows, players, open_hands=True)),
        ]
        for columns, rows in WINDOWS
        for players in (3, 4, 5)
    }
    return {window: said for window, said in found.items() if said}


def test_no_piece_of_a_trick_lies_on_a_seat() -> None:
    assert all_hidden() == {}


def test_a_piece_that_lies_on_a_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: pieces as far to the side as in a wide window."""
    plain: Callable[[Box, Size, int], dict[layouts.Spot, tuple[int, int]]] = layouts._tricks

    def apart(middle: Box, size: Size, players: int) -> dict[layouts.Spot, tuple[int, int]]:
        places = plain(middle, size, players)
        return places | {"left": (middle.x - 4, places["left"][1])}

    monkeypatch.setattr(layouts, "_tricks", apart)
    assert (119, 39, 5) in all_hidden()
