"""A fault of a record as a value: its place and its reason, worded in the reader's language."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from nokosu.core.errors import NokosuError, Reason
from nokosu.locale import t
from nokosu.locale.reasons import word

Path = tuple[str | int, ...]
"""Keys and indices from the record's top: ("rounds", 2, "tricks", 4, "plays", 1)."""

_SHOWN: Final = 80


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, and its place. `why` has a rule's own reason where a rule was broken."""

    path: Path
    reason: Reason
    why: Reason | None = None

    @property
    def round(self) -> int | None:
        """The round that it is in, counted from 0 as in the record."""
        return self._after("rounds")

    @property
    def trick(self) -> int | None:
        """The trick that it is in, counted from 0 as in the record."""
        return self._after("tricks")

    def _after(self, key: str) -> int | None:
        for name, index in zip(self.path, self.path[1:], strict=False):
            if name == key and isinstance(index, int):
                return index
        return None

    @property
    def where(self) -> str:
        """The place for people, who count rounds and tricks from 1, and for programs, as a path."""
        keys = path_text(self.path)
        if self.round is None:
            return keys
        if self.trick is None:
            place = t("record.in-round", round=self.round + 1)
        else:
            place = t("record.in-trick", round=self.round + 1, trick=self.trick + 1)
        return f"{place}: {keys}"

    def __str__(self) -> str:
        what = word(self.reason)
        if self.why:
            what = t("record.because", what=what, why=word(self.why), clause=self.why.clause)
        return f"{self.where}: {what}" if self.path else what


class RecordError(NokosuError):
    """A record that cannot be read or replayed; `line` is its line in a file, counted from 1."""

    def __init__(self, fault: Fault, line: int | None = None) -> None:
        super().__init__(fault, line)
        self.fault = fault
        self.line = line

    def __str__(self) -> str:
        if self.line is None:
            return str(self.fault)
        return t("record.at-line", line=self.line, fault=self.fault)


def path_text(path: Path) -> str:
    """Return a path as people write it: rounds[2].tricks[4].plays[1]."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        elif part.isidentifier() and part.isascii() and len(part) <= _SHOWN:
            text += f".{part}" if text else part
        else:
            text += f"[{shown(part)}]"
    return text


def shown(value: object) -> str:
    """Quote a foreign value: JSON on one line, ASCII, not too long."""
    # The pieces are cut before they are joined, so that a huge value costs no more than a small one.
    if isinstance(value, str):
        value = value[: _SHOWN + 1]
    if isinstance(value, list | tuple):
        text = f"[{', '.join(shown(item) for item in value[:_SHOWN])}]"
    elif isinstance(value, dict):
        text = "{…}" if value else "{}"
    else:
        text = json.dumps(value if value is None or isinstance(value, bool | int | float | str) else str(value))
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
