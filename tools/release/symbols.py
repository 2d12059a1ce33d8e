"""What a compiled library asks of others: the names that it imports and the libraries that it names.

Three small readers for ELF, Mach-O and PE with 64 bits, little-endian, as far as that question goes.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path


class NotALibrary(Exception):
    """The file has none of the three formats."""


@dataclass(frozen=True, slots=True)
class Imports:
    """Names that a library imports, the libraries that it loads, and names that it offers."""

    format: str
    names: frozenset[str]
    libraries: frozenset[str]
    exports: frozenset[str]


def imports_of(path: Path) -> Imports:
    """Read a library. Raises NotALibrary for a file of another format."""
    body = path.read_bytes()
    if body[:5] == b"\x7fELF\x02":
        return _elf(body)
    if body[:4] == b"\xcf\xfa\xed\xfe":
        return _mach_o(body)
    if body[:2] == b"MZ":
        return _pe(body)
    raise NotALibrary(path.name)


def _text(body: bytes, at: int) -> str:
    return body[at : body.index(b"\0", at)].decode()


def _elf(body: bytes) -> Imports:
    """Read the dynamic section: DT_NEEDED, and the dynamic symbols without a section."""
    (table,) = struct.unpack_from("<Q", body, 40)
    size, count = struct.unpack_from("<HH", body, 58)
    # Of each section: its type, its place, its size, the section it refers to.
    sections = [
        (kind, place, length, link)
        for kind, place, length, link in (
            struct.unpack_from("<4xI16xQQI", body, table + number * size) for number in range(count)
        )
    ]
    names: set[str] = set()
    exports: set[str] = set()
    libraries: set[str] = set()
    for kind, place, length, link in sections:
        strings = sections[link][1] if link < len(sections) else 0
        if kind == 11:  # dynamic symbols
            for at in range(place + 24, place + length, 24):
                name, info, _other, section = struct.unpack_from("<IBBH", body, at)
                weak_or_global = info >> 4 in {1, 2}
                if weak_or_global:
                    (names if section == 0 else exports).add(_text(body, strings + name))
        if kind == 6:  # the dynamic section
            for at in range(place, place + length, 16):
                tag, value = struct.unpack_from("<QQ", body, at)
                if tag == 1:
                    libraries.add(_text(body, strings + value))
    return Imports("ELF", frozenset(names), frozenset(libraries), frozenset(exports))


def _mach_o(body: bytes) -> Imports:
    """Read the load commands: libraries, and the symbol table."""
    (commands,) = struct.unpack_from("<I", body, 16)
    names: set[str] = set()
    exports: set[str] = set()
    libraries: set[str] = set()
    at = 32
    for _ in range(commands):
        command, size = struct.unpack_from("<II", body, at)
        if command & 0x7FFFFFFF in {0x0C, 0x18, 0x1F}:  # load a library: plainly, weakly, or to export it again
            (name,) = struct.unpack_from("<I", body, at + 8)
            libraries.add(_text(body, at + name))
        if command == 0x02:  # the symbol table
            table, count, strings, _length = struct.unpack_from("<IIII", body, at + 8)
            for number in range(count):
                name, kind, _section, _description, value = struct.unpack_from("<IBBHQ", body, table + 16 * number)
                external, debugging = kind & 0x01, kind & 0xE0
                if external and not debugging:
                    undefined = kind & 0x0E == 0 and value == 0
                    (names if undefined else exports).add(_text(body, strings + name).removeprefix("_"))
        at += size
    return Imports("Mach-O", frozenset(names), frozenset(libraries), frozenset(exports))


def _pe(body: bytes) -> Imports:
    """Read the import and export directories."""
    (header,) = struct.unpack_from("<I", body, 0x3C)
    (sections,) = struct.unpack_from("<H", body, header + 6)
    (optional,) = struct.unpack_from("<H", body, header + 20)
    begin = header + 24 + optional
    # Of each section: where it is in memory, how long it is in the file, and where.
    spans = [struct.unpack_from("<8x4xIII", body, begin + 40 * number) for number in range(sections)]

    def place(address: int) -> int:
        virtual: int
        length: int
        offset: int
        for virtual, length, offset in spans:
            if virtual <= address < virtual + length:
                return address - virtual + offset
        raise NotALibrary(f"no section holds {address:#x}")

    exported, _, imported, _ = struct.unpack_from("<IIII", body, header + 24 + 112)
    names, exports, libraries = set(), set(), set()
    at = place(imported)
    while True:
        lookup, _, _, name, thunk = struct.unpack_from("<IIIII", body, at)
        if not name:
            break
        libraries.add(_text(body, place(name)).lower())
        entry = place(lookup or thunk)
        while value := struct.unpack_from("<Q", body, entry)[0]:
            if not value >> 63:  # by name; the others are by number
                names.add(_text(body, place(value) + 2))
            entry += 8
        at += 20
    if exported:
        (count,) = struct.unpack_from("<I", body, place(exported) + 24)
        (table,) = struct.unpack_from("<I", body, place(exported) + 32)
        found = (struct.unpack_from("<I", body, place(table) + 4 * number)[0] for number in range(count))
        exports = {_text(body, place(each)) for each in found}
    return Imports("PE", frozenset(names), frozenset(libraries), frozenset(exports))
