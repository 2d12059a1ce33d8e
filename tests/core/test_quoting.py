"""A stranger's value in our messages: ASCII, one line, not too long."""

import pytest

from nokosu.core.quoting import quoted


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("X9", "'X9'"),
        ("two\nlines \x1b[31m", r"'two\nlines \x1b[31m'"),
        ("é", r"'\xe9'"),
        ("x" * 40, f"'{'x' * 40}'"),
        ("x" * 41, f"'{'x' * 40}'..."),
        (b"\xff" * 41, f"b'{chr(92) + 'xff'}" + r"\xff" * 39 + "'..."),
        ({"a": 1}, "{'a': 1}"),
        (list(range(100)), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1..."),
    ],
)
def test_a_value_is_quoted(value: object, shown: str) -> None:
    assert quoted(value) == shown


def test_a_longer_quotation() -> None:
    assert quoted("x" * 90, most=80) == f"'{'x' * 80}'..."
