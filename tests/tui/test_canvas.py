"""Lines of a given width: words stay whole in every language, and Japanese breaks where its readers expect it."""

import pytest

from nokosu.tui.paint.canvas import width, wrapped


@pytest.mark.parametrize(
    ("text", "cells", "lines"),
    [
        ("Bruno 2 plays dY3 again", 15, ("Bruno 2 plays", "dY3 again")),
        ("Ce dé est déjà là, écarté", 14, ("Ce dé est déjà", "là, écarté")),
        ("Bruno’s last trick", 12, ("Bruno’s last", "trick")),
        ("A dobókocka ütőszín", 12, ("A dobókocka", "ütőszín")),
        ("ブルーノ 2がdY3を取りました。", 28, ("ブルーノ 2がdY3を取りまし", "た。")),
        ("ラウンド1。ブルーノが親です。", 28, ("ラウンド1。ブルーノが親で", "す。")),
        ("切り札はdR4です", 10, ("切り札は", "dR4です")),
        ("Donaudampfschiff", 6, ("Donaud", "ampfsc", "hiff")),
    ],
)
def test_where_a_line_breaks(text: str, cells: int, lines: tuple[str, ...]) -> None:
    assert wrapped(text, cells) == lines
    assert max(map(width, lines)) <= cells
