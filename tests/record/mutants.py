"""Every way to change a record in one place: each value to others of its kind, each list and object in its shape."""

from collections.abc import Iterator
from typing import Any

from tests.record.samples import Json, Key

Path = tuple[Key, ...]

COLOURS = "RBGYP"


def mutants(bent: Json) -> Iterator[tuple[Path, Json]]:
    """Every changed copy of a record, with the place of the change."""
    for path, value in places(bent, ()):
        for other in others(value):
            yield path, put(bent, path, other)
        if isinstance(path[-1], str):
            yield path, put(bent, path, ABSENT)


class _Absent:
    pass


ABSENT = _Absent()


def put(value: Any, path: Path, other: Any) -> Any:
    """A copy with another value at a path; what is not on the path is shared."""
    if not path:
        return other
    copied = value.copy()
    if len(path) == 1 and other is ABSENT:
        del copied[path[0]]
    else:
        copied[path[0]] = put(value[path[0]], path[1:], other)
    return copied


def places(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Every key and every index, outer ones first."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield (*path, key), item
        yield from places(item, (*path, key))


def others(value: Any) -> list[Any]:
    """Similar values, some near, some far; never the value itself."""
    if isinstance(value, bool):
        found: list[Any] = [not value]
    elif isinstance(value, int):
        found = [value - 1 if value else 1, value + 1000]
    elif isinstance(value, str):
        found = _other_texts(value)
    elif isinstance(value, list):
        found = [value[:-1], value[::-1], [*value, *value[-1:]], []]
    elif value is None:
        found = ["R", "dR1", 2, "Ann"]
    else:
        found = []
    return [other for other in found if other != value]


def _other_texts(text: str) -> list[str]:
    stem, last = text[:-1], text[-1:]
    if text in COLOURS:
        return [colour for colour in COLOURS if colour != text]
    if len(text) == 64:
        return [stem + ("0" if last != "0" else "1"), ("0" if text[0] != "0" else "1") + text[1:]]
    if stem.lstrip("d") in tuple(COLOURS):
        number, colour = int(last), COLOURS.index(stem[-1])
        same = "d" if stem[0] == "d" else ""
        return [
            f"{stem}{number % 6 + 1}",
            f"{same}{COLOURS[(colour + 1) % 4]}{number}",
            text[1:] if same else f"d{text}",
        ]
    return [f"{text}x", "finished", "underway", "first"]
