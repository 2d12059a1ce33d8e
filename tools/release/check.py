"""Refuses a library that asks for more than Python's stable ABI and its system: `python -m tools.release.check FILE…`.

Every other name would be looked up when a player starts the program, on a system that nobody here has.
"""

from __future__ import annotations

import fnmatch
import importlib.util
import re
import sys
from functools import cache
from pathlib import Path
from typing import Final

from tools.release.stable_abi import stable_names
from tools.release.symbols import Imports, imports_of

LIBRARIES: Final = {
    "ELF": ("libc.so", "libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "ld-linux-*.so.*"),
    "Mach-O": ("/usr/lib/libSystem.B.dylib",),
    "PE": ("kernel32.dll", "api-ms-win-crt-*.dll", "python3.dll"),
}
"""What every such system has. Zig links C++'s library into ours."""
_PYTHON: Final = re.compile(r"_?Py[A-Z_]")
_C: Final = re.compile(r"(?!_Z|__cpu_)[A-Za-z_]\w*")
"""A name of the C library: not C++'s, and not one of the compiler's own helpers."""
_TBD_NAME: Final = re.compile(r"_(\w+)")
_LINKER: Final = {"dyld_stub_binder"}
ENTRY: Final = "PyInit__kernel"


def faults(path: Path) -> list[str]:
    """Return what is wrong with a library, one sentence each."""
    found = imports_of(path)
    said = [f"loads {name}" for name in sorted(found.libraries) if not _known_library(found, name)]
    said += [f"needs {name}" for name in sorted(found.names) if not _known_name(found, name)]
    if ENTRY not in found.exports:
        said.append(f"does not offer {ENTRY}")
    return said


def _known_library(found: Imports, name: str) -> bool:
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in LIBRARIES[found.format])


def _known_name(found: Imports, name: str) -> bool:
    if _PYTHON.match(name):
        return name in stable_names()
    if found.format == "Mach-O":
        # Names that nobody offers would link: Python's are looked up at run time, and so would these.
        return name in _libsystem() or name in _LINKER
    return _C.fullmatch(name) is not None


@cache
def _libsystem() -> frozenset[str]:
    """Return what macOS's C library offers, from Zig's copy of Apple's list."""
    zig = importlib.util.find_spec("ziglang")
    assert zig is not None
    assert zig.origin is not None
    text = (Path(zig.origin).parent / "lib/libc/darwin/libSystem.tbd").read_text("utf-8")
    return frozenset(_TBD_NAME.findall(text))


def main() -> None:
    """Check the files that are named."""
    bad = {path: said for path in map(Path, sys.argv[1:]) if (said := faults(path))}
    for path, said in bad.items():
        print(f"{path}: {'; '.join(said)}")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
