"""Strict JSON for records: no duplicate keys, NaN, giant numbers, unpaired surrogates or deep nesting.

Python's own reader accepts all of these, and each would cause trouble later. Here each is an error with its path.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass
from typing import Final

from nokosu.core.errors import Reason, reason
from nokosu.record.fault import Fault, Path, RecordError, shown

DEEPEST: Final = 32
"""A record itself is six levels deep; the rest is for keys of other programs."""

LONGEST_NUMBER: Final = 18
"""Digits; every such number fits into 64 bits, the limit of many other readers."""

_BOM: Final = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class _Invalid:
    """A placeholder in the parsed value for something that no record may hold, until its path is known."""

    reason: Reason
    key: str | None = None


def parse(line: bytes) -> object:
    """Return the JSON value on a line, or a RecordError that says what is wrong with it and where."""
    if line.startswith(_BOM):
        raise RecordError(Fault((), reason("record.byte-order-mark")))
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(Fault((), reason("record.not-utf8", "", byte=error.start + 1))) from None
    if not text.strip(" \t\r\n"):
        raise RecordError(Fault((), reason("record.empty-line")))
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_float,
            parse_constant=lambda name: _Invalid(reason("record.no-number", found=name)),
        )
    except json.JSONDecodeError as error:
        raise RecordError(Fault((), reason("record.not-json", column=error.pos + 1))) from None
    except RecursionError:
        raise RecordError(Fault((), reason("record.too-deep", deepest=DEEPEST))) from None
    _check(value, ())
    return value


def _object(pairs: list[tuple[str, object]]) -> object:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    doubled = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
    return _Invalid(reason("record.doubled-key"), doubled)


def _integer(text: str) -> object:
    if len(text.lstrip("-")) > LONGEST_NUMBER:
        return _Invalid(reason("record.huge-number", found=shown(text), digits=LONGEST_NUMBER))
    return int(text)


def _float(text: str) -> object:
    number = float(text)
    return number if math.isfinite(number) else _Invalid(reason("record.no-number", found=text[:LONGEST_NUMBER]))


def _check(value: object, path: Path) -> None:
    """Find invalid values and unpaired surrogates; limit the depth, so that other code may recurse."""
    if len(path) >= DEEPEST and isinstance(value, dict | list):
        raise RecordError(Fault((), reason("record.too-deep", deepest=DEEPEST)))
    match value:
        case _Invalid():
            raise RecordError(Fault(path if value.key is None else (*path, value.key), value.reason))
        case str():
            _check_text(value, path)
        case dict():
            for key, inner in value.items():
                _check_text(key, path)
                _check(inner, (*path, key))
        case list():
            for index, inner in enumerate(value):
                _check(inner, (*path, index))
        case _:
            pass


def _check_text(text: str, path: Path) -> None:
    """Refuse escaped unpaired surrogates: valid JSON, but not text that can be encoded again."""
    if text.isascii():
        return
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise RecordError(Fault(path, reason("record.half-character", found=shown(text)))) from None
