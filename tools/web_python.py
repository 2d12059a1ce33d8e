"""What the web client's worker runs (web/src/local/worker.ts): Python, and the part of this package that it needs.

Pyodide's files come from npm, pinned in package-lock.json. Its standard library is cut down to the modules that are
used, and our package to those that a table on a device imports. Both are compiled here, which saves the worker seconds.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parent.parent
PYODIDE = ROOT / "web/node_modules/pyodide"
COMPILER = Path(__file__).with_name("web_python_compile.mjs")
ENTRY: Final = ("nokosu.local.worker_api", "nokosu.bots.advice", "nokosu.bots.coach", "nokosu.judge")
AS_THEY_ARE: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

# What a browser does not have; the package must do without.
_TRACE: Final = """
import sys
sys.modules |= dict.fromkeys(("msgspec", "numpy", "nokosu.kernel._kernel"))
from importlib import import_module
for name in sys.argv[1:]:
    import_module(name)
for name, module in sorted(sys.modules.items()):
    if name.split(".")[0] == "nokosu" and module is not None:
        print(module.__file__)
"""

LIBRARY: Final = (Path(__file__).parent / "web_python_library.txt").read_text("utf-8").split()
"""Modules of the standard library that a table on a device imports; tests/browser plays whole matches with them."""


def write_python(target: Path, node: list[str]) -> None:
    """Write what the worker loads into `target`, unless nothing has changed."""
    package = package_files()
    made_by = [Path(__file__).read_bytes(), COMPILER.read_bytes(), _version().encode(), repr(LIBRARY).encode()]
    wanted = hashlib.sha256(b"\0".join([*made_by, json.dumps(package).encode()])).hexdigest()
    stamp = target / ".made"
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in AS_THEY_ARE:
        (target / name).write_bytes((PYODIDE / name).read_bytes())
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    (target / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), "utf-8")
    about = {"version": lock["info"]["python"], "text": _python_licence()}
    target.with_name("python-licence.json").write_text(json.dumps(about), "utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        library, ours = Path(scratch) / "library", Path(scratch) / "ours"
        _cut_library(library)
        for name, text in package.items():
            path = ours / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        subprocess.run([*node, str(COMPILER), str(PYODIDE), scratch], check=True)
        _pack(library, target / "python_stdlib.zip")
        _pack(ours, target / "nokosu.zip")
    stamp.write_text(wanted, "utf-8")


def package_files() -> dict[str, str]:
    """Return the modules of ours that a table on a device imports, and the data beside them, by path."""
    done = subprocess.run([sys.executable, "-c", _TRACE, *ENTRY], capture_output=True, text=True, check=True)
    modules = [Path(line) for line in done.stdout.splitlines()]
    source = ROOT / "src"
    data = {path for module in modules for end in ("toml", "txt") for path in module.parent.glob(f"*.{end}")}
    return {path.relative_to(source).as_posix(): path.read_text("utf-8") for path in sorted({*modules, *data})}


def _version() -> str:
    return str(json.loads((PYODIDE / "package.json").read_text("utf-8"))["version"])


def _python_licence() -> str:
    """Python's licence, from the Python that builds: it is the same for all versions."""
    file = Path(os.__file__).with_name("LICENSE.txt")
    return file.read_text("utf-8") if file.is_file() else "https://docs.python.org/3/license.html"


def _cut_library(target: Path) -> None:
    """Write the standard library without what is not used."""
    wanted = {name.replace(".", "/") for name in LIBRARY}
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as whole:
        for name in whole.namelist():
            if name.removesuffix(".py").removesuffix("/__init__") in wanted and name.endswith(".py"):
                whole.extract(name, target)


def _pack(folder: Path, target: Path) -> None:
    """Pack a folder's files into one. Times are fixed, so that equal builds make equal files."""
    with zipfile.ZipFile(target, "w") as packed:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            # Not compressed here: the whole file is, on its way, and that makes it smaller.
            packed.writestr(zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes())
