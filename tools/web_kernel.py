"""The kernel in WebAssembly for the web client's thinker (web/src/local/thinker.ts), compiled by Zig from PyPI.

Zig's package is large, so it is an extra (`wasm`) that `make setup` and `make site` install and `make play` does not.
Where it is missing or fails, the client is built without the kernel and offers the levels that need none.
"""

import hashlib
import importlib.metadata
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from tools.web_texts import write_if_new

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src/nokosu/kernel"
CACHE = ROOT / "build/zig"
NOT_THERE: Final = {"bindings", "batch"}
"""Folders that need Python, and what only training needs."""
FLAGS: Final = (
    "-target",
    "wasm32-wasi",
    "-std=c++20",
    "-O3",
    "-g0",
    "-s",
    "-msimd128",
    "-fno-exceptions",
    "-fno-rtti",
    # As natively: the same seed has to give the same move.
    "-ffp-contract=off",
    "-mexec-model=reactor",
    "-Wl,--export-dynamic",
)
WITH_LLVM_EXCEPTION: Final = "Apache-2.0 WITH LLVM-exception"
LINKED: Final = {
    "libc++": (WITH_LLVM_EXCEPTION, ("lib/libcxx/LICENSE.TXT",)),
    "libc++abi": (WITH_LLVM_EXCEPTION, ("lib/libcxxabi/LICENSE.TXT",)),
    "compiler-rt": ("MIT", ("LICENSE",)),
    "wasi-libc": (
        "MIT, BSD-2-Clause, CC0-1.0",
        (
            "lib/libc/wasi/LICENSE",
            "lib/libc/wasi/LICENSE-MIT",
            "lib/libc/wasi/libc-top-half/musl/COPYRIGHT",
            "lib/libc/wasi/libc-bottom-half/cloudlibc/LICENSE",
        ),
    ),
}
"""Zig's libraries in the kernel: the licence of each, and the files of Zig's package with its text."""


def write_kernel(target: Path) -> bool:
    """Write the compiled kernel to `target` unless it is there and new; return whether it is there."""
    zig = importlib.util.find_spec("ziglang")
    if zig is None or zig.origin is None:
        target.unlink(missing_ok=True)
        return False
    try:
        licences = linked_licences(Path(zig.origin).parent)
    except OSError as error:
        print(f"the web client is built without the kernel: no licence at {error.filename}", flush=True)
        target.unlink(missing_ok=True)
        return False
    sources = sorted(path for path in SOURCES.glob("*/*.cpp") if path.parent.name not in NOT_THERE)
    target.parent.mkdir(parents=True, exist_ok=True)
    write_if_new(target.with_name("licences.json"), json.dumps(licences))
    stamp = target.with_suffix(".made")
    wanted = _digest()
    if target.exists() and stamp.exists() and stamp.read_text("utf-8") == wanted:
        return True
    print("compiling the kernel for the web client", flush=True)
    command = [sys.executable, "-m", "ziglang", "c++", *FLAGS, f"-I{SOURCES}", "-o", str(target), *map(str, sources)]
    places = {"ZIG_GLOBAL_CACHE_DIR": str(CACHE), "ZIG_LOCAL_CACHE_DIR": str(CACHE)}
    done = subprocess.run(command, env=os.environ | places, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"the web client is built without the kernel: {done.stderr.strip()[-2000:]}", flush=True)
        target.unlink(missing_ok=True)
        return False
    stamp.write_text(wanted, "utf-8")
    return True


def linked_licences(package: Path) -> list[dict[str, str]]:
    """Return what the licence page says of the libraries in the kernel.

    Raises OSError where Zig's package lacks a text.
    """
    version = f"(Zig {importlib.metadata.version('ziglang')})"
    return [
        {
            "name": name,
            "version": version,
            "licence": licence,
            "text": "\n\n".join(_text(package / file) for file in files),
        }
        for name, (licence, files) in LINKED.items()
    ]


def _text(path: Path) -> str:
    return path.read_text("utf-8").strip()


def _digest() -> str:
    made_of = hashlib.sha256(repr((FLAGS, importlib.metadata.version("ziglang"))).encode())
    for path in sorted(SOURCES.glob("*/*.[ch]pp")):
        if path.parent.name not in NOT_THERE:
            made_of.update(path.relative_to(SOURCES).as_posix().encode() + path.read_bytes())
    return made_of.hexdigest()
