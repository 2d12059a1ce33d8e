"""What the web client's worker runs (web/src/local/worker.ts): Python, and the part of this package that it needs.

Pyodide's files come from npm, pinned in package-lock.json. Its standard library is cut down to the modules that are
used, and our package to those that a table on a device imports.
"""

import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parent.parent
PYODIDE = ROOT / "web/node_modules/pyodide"
ENTRY: Final = ("nokosu.local.door", "nokosu.bots.advice")
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


def write_python(target: Path) -> None:
    """Write what the worker loads into `target`, unless nothing has changed."""
    package = json.dumps(package_files())
    wanted = hashlib.sha256(
        (_version() + package + repr(LIBRARY) + Path(__file__).read_text("utf-8")).encode()
    ).hexdigest()
    stamp = target / ".made"
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return
    target.mkdir(parents=True, exist_ok=True)
    for name in AS_THEY_ARE:
        (target / name).write_bytes((PYODIDE / name).read_bytes())
    _cut_library(target / "python_stdlib.zip")
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    (target / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), "utf-8")
    (target / "nokosu.json").write_text(package, "utf-8")
    stamp.write_text(wanted, "utf-8")


def package_files() -> dict[str, str]:
    """The modules of ours that a table on a device imports, and the data beside them, by path."""
    done = subprocess.run([sys.executable, "-c", _TRACE, *ENTRY], capture_output=True, text=True, check=True)
    modules = [Path(line) for line in done.stdout.split()]
    source = ROOT / "src"
    data = {path for module in modules for path in module.parent.glob("*.toml")}
    return {path.relative_to(source).as_posix(): path.read_text("utf-8") for path in sorted({*modules, *data})}


def _version() -> str:
    return str(json.loads((PYODIDE / "package.json").read_text("utf-8"))["version"])


def _cut_library(target: Path) -> None:
    """The standard library without what is not used. Times are fixed, so that equal builds make equal files."""
    wanted = {name.replace(".", "/") for name in LIBRARY}
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as whole, zipfile.ZipFile(target, "w") as cut:
        for name in whole.namelist():
            if name.removesuffix(".py").removesuffix("/__init__") in wanted and name.endswith(".py"):
                # Not compressed here: the whole file is, on its way, and that makes it smaller.
                cut.writestr(zipfile.ZipInfo(name), whole.read(name))
