"""Python's stable ABI of 3.11: which names an extension may use, and the library that Windows links them from."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from abi3info import DATAS, FUNCTIONS
from abi3info.models import PyVersion

VERSION: Final = PyVersion(3, 11)
DLL: Final = "python3.dll"


def stable_names() -> frozenset[str]:
    """Return the functions and data that every Python from 3.11 on exports, and will."""
    return frozenset(
        symbol.name for group in (FUNCTIONS, DATAS) for symbol, about in group.items() if about.added <= VERSION
    )


def import_library(folder: Path) -> Path:
    """Write the import library of python3.dll, which has nothing but the stable ABI."""
    from tools.release.cross import zig  # noqa: PLC0415  it imports this module

    data = {symbol.name for symbol in DATAS}
    lines = [f"  {name}{' DATA' if name in data else ''}" for name in sorted(stable_names())]
    definition, made = folder / "python3.def", folder / "python3.lib"
    definition.write_text("\n".join([f"LIBRARY {DLL}", "EXPORTS", *lines, ""]), "utf-8")
    zig("dlltool", "-m", "i386:x86-64", "-d", str(definition), "-l", str(made), "-D", DLL)
    return made
