"""A place in a JSON value that knows its path: asks for a kind of value and says what is expected if it is another."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final, NoReturn, TypeVar

from nokosu.core.errors import NotationError, Reason, reason
from nokosu.core.notation import parse_colour, parse_die, parse_piece, parse_trump
from nokosu.core.pieces import Colour, Piece
from nokosu.record.fault import Fault, Path, RecordError, shown

T = TypeVar("T")

_HEX: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Node:
    """A JSON value and its place in the record."""

    value: object
    path: Path = ()

    def fail(self, why: Reason) -> NoReturn:
        raise RecordError(Fault(self.path, why))

    @property
    def found(self) -> str:
        return shown(self.value)

    # Objects and lists

    def _members(self) -> dict[str, object]:
        if not isinstance(self.value, dict):
            self.fail(reason("record.expected-object", found=self.found))
        return self.value

    def __getitem__(self, key: str) -> Node:
        """Return a key that every record has."""
        found = self.get(key)
        if found is None:
            Node(None, (*self.path, key)).fail(reason("record.expected-key"))
        return found

    def get(self, key: str) -> Node | None:
        """Return a key that may be absent."""
        members = self._members()
        return Node(members[key], (*self.path, key)) if key in members else None

    def optional(self, key: str, read: Callable[[Node], T]) -> T | None:
        """Return the value of a key, None where it is absent."""
        found = self.get(key)
        return None if found is None else read(found)

    def refuse(self, key: str) -> None:
        """Refuse a key that would contradict the others."""
        found = self.get(key)
        if found is not None:
            found.fail(reason("record.expected-no-key", found=found.found))

    def extra(self, known: Collection[str]) -> dict[str, object]:
        """Return the keys of other programs."""
        return {key: value for key, value in self._members().items() if key not in known}

    def each(self, read: Callable[[Node], T], low: int = 0, high: int | None = None) -> tuple[T, ...]:
        """Return the entries of a list of low to high entries."""
        if not isinstance(self.value, list):
            self.fail(reason("record.expected-list", found=self.found))
        if len(self.value) < low or (high is not None and len(self.value) > high):
            if low == high:
                self.fail(reason("record.expected-length", count=low, found=len(self.value)))
            self.fail(reason("record.expected-at-most", count=high, found=len(self.value)))
        return tuple(read(Node(item, (*self.path, index))) for index, item in enumerate(self.value))

    # Single values

    def nullable(self, read: Callable[[Node], T]) -> T | None:
        return None if self.value is None else read(self)

    def integer(self, low: int, high: int) -> int:
        # isinstance counts True as an int, but it is not a number here.
        if type(self.value) is not int or not low <= self.value <= high:
            self.fail(reason("record.expected-integer", low=low, high=high, found=self.found))
        return self.value

    def boolean(self) -> bool:
        if not isinstance(self.value, bool):
            self.fail(reason("record.expected-boolean", found=self.found))
        return self.value

    def text(self) -> str:
        if not isinstance(self.value, str):
            self.fail(reason("record.expected-text", found=self.found))
        return self.value

    def one_of(self, choices: Collection[str]) -> str:
        if not isinstance(self.value, str) or self.value not in choices:
            self.fail(reason("record.expected-one-of", choices=", ".join(choices), found=self.found))
        return self.value

    def hex32(self) -> str:
        """Thirty-two bytes in text."""
        if not isinstance(self.value, str) or not _HEX.fullmatch(self.value):
            self.fail(reason("record.expected-hex", found=self.found))
        return self.value

    def colour(self) -> Colour:
        try:
            return parse_colour(self.text())
        except NotationError:
            self.fail(reason("record.expected-colour", found=self.found))

    def piece(self) -> Piece:
        try:
            return parse_piece(self.text())
        except NotationError:
            self.fail(reason("record.expected-piece", found=self.found))

    def die(self) -> Piece:
        try:
            return parse_die(self.text())
        except NotationError:
            self.fail(reason("record.expected-die", found=self.found))

    def trump(self) -> Piece:
        try:
            return parse_trump(self.text())
        except NotationError:
            self.fail(reason("record.expected-die", found=self.found))

    def card(self) -> Piece:
        found = self.piece()
        if found.is_die:
            self.fail(reason("record.expected-card", found=self.found))
        return found
