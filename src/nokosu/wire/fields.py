"""Reading JSON objects that somebody else wrote: the place, what was expected, what is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from nokosu.core.errors import NokosuError, NotationError

Json = dict[str, object]
T = TypeVar("T")

_SHOWN: Final = 40


class WireError(NokosuError):
    """A JSON value that is not what its place asks for."""


def shown(value: object) -> str:
    """Somebody else's value in a message of ours: on one line and not too long."""
    text = ascii(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."


def take(data: Mapping[str, object], key: str, read: Callable[[object, str], T]) -> T:
    """Read one key of an object; a WireError names the key."""
    if key not in data:
        raise WireError(f"{key} is missing")
    return read(data[key], key)


def an_object(value: object, where: str) -> Json:
    """A JSON object."""
    if not isinstance(value, dict):
        raise WireError(f"{where}: an object belongs here, not {shown(value)}")
    return value


def a_number(value: object, where: str) -> int:
    """A whole number."""
    # True is an int in Python and no number in JSON.
    if not isinstance(value, int) or isinstance(value, bool):
        raise WireError(f"{where}: a whole number belongs here, not {shown(value)}")
    return value


def a_bool(value: object, where: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise WireError(f"{where}: true or false belongs here, not {shown(value)}")
    return value


def a_text(value: object, where: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise WireError(f"{where}: a text belongs here, not {shown(value)}")
    return value


def parsed(parse: Callable[[str], T]) -> Callable[[object, str], T]:
    """A text that a parser of core.notation understands."""

    def read(value: object, where: str) -> T:
        try:
            return parse(a_text(value, where))
        except NotationError as error:
            raise WireError(f"{where}: {error}") from None

    return read


def maybe(read: Callable[[object, str], T]) -> Callable[[object, str], T | None]:
    """Null, or what `read` reads."""

    def read_or_null(value: object, where: str) -> T | None:
        return None if value is None else read(value, where)

    return read_or_null


def many(read: Callable[[object, str], T]) -> Callable[[object, str], tuple[T, ...]]:
    """A list of what `read` reads; an error names the place in it."""

    def read_all(value: object, where: str) -> tuple[T, ...]:
        if not isinstance(value, list):
            raise WireError(f"{where}: a list belongs here, not {shown(value)}")
        return tuple(read(item, f"{where}[{index}]") for index, item in enumerate(value))

    return read_all
