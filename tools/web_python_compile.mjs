// Compile Python modules for the worker: node web_python_compile.mjs PYODIDE FOLDER. Every *.py in the folder becomes a
// *.pyc of the same Python that will load it, without docstrings and assertions; the sources go.
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: pyodide });
python.mountNodeFS("/modules", folder);
python.runPython(`
from importlib import _bootstrap_external, util
from pathlib import Path
from types import CodeType

# Pyodide reads these docstrings when it starts.
NEEDS_DOCSTRINGS = {"_pyodide", "pyodide"}


def without_lines(code):
    """The same code; tracebacks through it name functions but no lines."""
    consts = tuple(without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=consts, co_linetable=b"")


for path in Path("/modules").rglob("*.py"):
    inside = path.relative_to("/modules")
    source = path.read_bytes()
    package = inside.parts[1] if len(inside.parts) > 1 else ""
    kept = 0 if package in NEEDS_DOCSTRINGS else 2
    code = compile(source, "/".join(inside.parts[1:]), "exec", dont_inherit=True, optimize=kept)
    if inside.parts[0] == "library":
        code = without_lines(code)
    # The file's name says which contents it has: nothing has to be checked when it is loaded.
    packed = _bootstrap_external._code_to_hash_pyc(code, util.source_hash(source), False)
    path.with_suffix(".pyc").write_bytes(packed)
    path.unlink()
`);
