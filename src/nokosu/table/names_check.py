"""Which names people may have: short, visible, in letters that do not pretend to be others."""

from __future__ import annotations

import contextlib
import unicodedata
from collections.abc import Collection
from typing import Final

from nokosu.core.errors import reason
from nokosu.table.refusal import Refused

LONGEST: Final = 24
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u00ad\u034f\u17b4\u17b5\ufffc\U0001d159")
"""Characters that count as letters or marks and show nothing."""
_SELECTORS: Final = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
"""Variation selectors: marks that show nothing and make two equal names differ."""
_MARKS_IN_A_ROW: Final = 2
_ALIKE: Final = str.maketrans({"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "$": "s", "@": "a", "|": "i"})
_CONFUSABLE: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE"})
"""Scripts whose letters look like each other's; a name keeps to one of them."""


def checked_name(wanted: str, forbidden: Collection[str] = (), longest: int = LONGEST) -> str:
    """Return the name, tidied up; refused if it may not be."""
    name = unicodedata.normalize("NFC", " ".join(wanted.split()))
    if not 1 <= len(name) <= longest:
        raise Refused(reason("name.length", most=str(longest)))
    if any(_invisible(letter) for letter in name) or _stacked(name):
        raise Refused(reason("name.invisible"))
    if not any(letter.isalnum() for letter in name):
        raise Refused(reason("name.no-letter"))
    if len({script for letter in name if (script := _script(letter)) in _CONFUSABLE}) > 1:
        raise Refused(reason("name.mixed"))
    plain = skeleton(name)
    if any(skeleton(word) in plain for word in forbidden if word.strip()):
        raise Refused(reason("name.forbidden"))
    return name


def skeleton(name: str) -> str:
    """Return what a name looks like at a glance: without accents, case, spaces and the usual digits for letters."""
    flat = unicodedata.normalize("NFKD", name).casefold().translate(_ALIKE)
    return "".join(letter for letter in flat if letter.isalnum())


def _invisible(letter: str) -> bool:
    if letter == " ":
        return False
    if letter in _BLANK or any(ord(letter) in span for span in _SELECTORS):
        return True
    return unicodedata.category(letter)[0] in "CZ"


def _stacked(name: str) -> bool:
    """Towers of accents, marks around a letter, and a mark at the start, which would sit on the text before it."""
    run = _MARKS_IN_A_ROW
    for letter in unicodedata.normalize("NFD", name):
        kind = unicodedata.category(letter)
        run = run + 1 if kind == "Mn" else 0
        if kind == "Me" or run > _MARKS_IN_A_ROW:
            return True
    return False


def tidied_name(name: str, forbidden: Collection[str], otherwise: str) -> str:
    """Return a name from elsewhere: as it is if people may have it, else without what they may not, else another."""
    visible = "".join(letter for letter in unicodedata.normalize("NFC", name) if not _invisible(letter))
    for attempt in (name, visible[:LONGEST]):
        with contextlib.suppress(Refused):
            return checked_name(attempt, forbidden)
    return otherwise


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").split(" ")[0] if letter.isalpha() else ""
