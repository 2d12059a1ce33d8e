"""What letters are written with, as the terminal understands it, and the shortest way from one pen to another."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

_COLOURED: Final = {38: 0, 48: 1}
_OFF: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
"""What switches an attribute off and leaves the colours alone."""
_SEEN: Final = frozenset({"4", "7", "9", "53"})
"""Attributes that a space shows too: lines and reverse video."""


class Pen(NamedTuple):
    """What letters are written with: attributes, the colour and what is behind it, as parameters of SGR."""

    attributes: frozenset[str] = frozenset()
    colour: str = ""
    behind: str = ""


@lru_cache(4096)
def pen(parameters: str) -> Pen:
    """Return the pen that parameters after a reset mean."""
    attributes: set[str] = set()
    colours = ["", ""]
    parts = [int(part or 0) for part in parameters.split(";")] if parameters else []
    while parts:
        part = parts.pop(0)
        if part == 0:
            attributes, colours = set(), ["", ""]
        elif part in _COLOURED and parts:
            count = 4 if parts[0] == 2 else 2
            colours[_COLOURED[part]] = ";".join(map(str, [part, *parts[:count]]))
            del parts[:count]
        elif 30 <= part <= 39 or 90 <= part <= 97:
            colours[0] = str(part)
        elif 40 <= part <= 49 or 100 <= part <= 107:
            colours[1] = str(part)
        elif str(part) in _OFF.values():
            attributes -= {each for each, code in _OFF.items() if code == str(part)}
        else:
            attributes.add(str(part))
    return Pen(frozenset(attributes), *colours)


@lru_cache(4096)
def visible(current: Pen) -> Pen:
    """Return what can be seen of a pen where it writes a space."""
    shown = current.attributes & _SEEN
    return Pen(shown, current.colour if shown else "", current.behind)


@lru_cache(4096)
def change(before: Pen, after: Pen) -> str:
    """Return the shortest sequence that changes one pen into another."""
    lost = before.attributes - after.attributes
    parts: list[str] = []
    if lost - _OFF.keys() or (before.colour and not after.colour) or (before.behind and not after.behind):
        parts, before = ["0"], Pen()
    elif lost:
        # Bold and dim go off together; what stays is switched on again. Colours stay as they are.
        parts = sorted({_OFF[each] for each in lost})
        gone = {each for each, code in _OFF.items() if code in parts}
        before = before._replace(attributes=before.attributes - gone)
    parts += sorted(after.attributes - before.attributes)
    parts += [after.colour] if after.colour != before.colour else []
    parts += [after.behind] if after.behind != before.behind else []
    return f"\x1b[{';'.join(parts)}m" if parts else ""


@lru_cache(4096)
def fits(current: Pen, wanted: Pen) -> bool:
    """Return whether a space that one pen writes looks as one of the other does."""
    return visible(current) == wanted
