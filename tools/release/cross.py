"""Compiles the kernel for a system with Zig: `python -m tools.release.cross NAME…`, or all.

With `--here` it is compiled for this machine and put into the checkout: `make kernel` does that where a compiler or
Python's headers are missing. Our own headers/Python.h declares the few functions that are used. Nothing of the folder
or the day gets into the library, so that equal sources make equal bytes.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tools.release.targets import TARGETS, Target, target

ROOT: Final = Path(__file__).parents[2]
SOURCES: Final = ROOT / "src/nokosu/kernel"
BUILD: Final = ROOT / "build/release"
CACHE: Final = ROOT / "build/zig"
HEADERS: Final = Path(__file__).parent / "headers"
NOT_THERE: Final = {"wasm"}
"""The folder for browsers."""
FLAGS: Final = (
    "-std=c++20",
    "-O3",
    "-g0",
    "-s",
    "-fPIC",
    "-fvisibility=hidden",
    # As in setup.py and tools/web_kernel.py: the same seed has to give the same move.
    "-ffp-contract=off",
    "-fno-sanitize=undefined",
    "-DPy_LIMITED_API=0x030B0000",
)


class CannotCompile(Exception):
    """Zig refuses."""


def compile_kernel(wanted: Target) -> Path:
    """Return the library for a system; it is compiled again only if something has changed."""
    folder = BUILD / wanted.name
    folder.mkdir(parents=True, exist_ok=True)
    made, stamp = folder / wanted.library, folder / ".made"
    if made.exists() and stamp.exists() and stamp.read_text("utf-8") == digest(wanted):
        return made
    sources = sorted(path for path in SOURCES.glob("*/*.cpp") if path.parent.name not in NOT_THERE)
    # Relative names, from the folder of the sources: the linker sorts by name, and a name may end up in the library.
    named = [path.relative_to(SOURCES).as_posix() for path in sources]
    libraries = [str(_python_library(folder))] if wanted.format == "PE" else []
    zig("c++", "-target", wanted.triple, "-shared", *FLAGS, *wanted.link, "-I.", f"-I{HEADERS}",
        "-o", str(made), *named, *libraries, cwd=SOURCES)  # fmt: skip
    for left in folder.glob("*.pdb"):
        left.unlink()
    stamp.write_text(digest(wanted), "utf-8")
    return made


def digest(wanted: Target) -> str:
    """Return what a library is made of: the sources, Zig, the header and the flags."""
    about = (wanted, FLAGS, importlib.metadata.version("ziglang"))
    made_of = hashlib.sha256(repr(about).encode())
    for path in [HEADERS / "Python.h", *sorted(SOURCES.glob("*/*.[ch]pp"))]:
        if path.parent.name not in NOT_THERE:
            made_of.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return made_of.hexdigest()


def zig(*arguments: str, cwd: Path = ROOT) -> None:
    """Run Zig from PyPI. Raises CannotCompile with what it says."""
    places = {"ZIG_GLOBAL_CACHE_DIR": str(CACHE), "ZIG_LOCAL_CACHE_DIR": str(CACHE)}
    command = [sys.executable, "-m", "ziglang", *arguments]
    done = subprocess.run(command, cwd=cwd, env=os.environ | places, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotCompile(done.stderr.strip()[-4000:])


def _python_library(folder: Path) -> Path:
    from tools.release.stable_abi import import_library  # noqa: PLC0415  only Windows needs the list of names

    return import_library(folder)


def this_machine() -> Target:
    """Return the target that this machine is. Raises CannotCompile where there is none."""
    system, processor = platform.system(), platform.machine()
    family = {"Linux": "linux" if platform.libc_ver()[0] == "glibc" else "musl", "Darwin": "macos"}.get(system)
    try:
        return target(f"{family}-{processor}")
    except KeyError:
        raise CannotCompile(f"no kernel is compiled for {system} on {processor}") from None


def compile_here() -> None:
    """Put the kernel for this machine into the checkout. The package plays without it where that fails."""
    try:
        made = compile_kernel(this_machine())
    except CannotCompile as error:
        print(f"the kernel is left out: {error}", flush=True)
        return
    shutil.copy(made, SOURCES / made.name)


def main() -> None:
    """Compile for the systems that are named, or for all."""
    if sys.argv[1:] == ["--here"]:
        compile_here()
        return
    for wanted in map(target, sys.argv[1:]) if sys.argv[1:] else TARGETS:
        try:
            made = compile_kernel(wanted)
        except CannotCompile as error:
            sys.exit(f"{wanted.name}: {error}")
        print(f"{wanted.name}: {made.relative_to(ROOT)}, {made.stat().st_size / 1000:.0f} kB", flush=True)


if __name__ == "__main__":
    main()
