"""The built web client as files, and how they are compressed. Nothing here needs the server's packages.

The package holds each large thing once. What the worker loads (Python and our package) is there compressed by Brotli
alone, small files also as they are; copies for gzip are made when they are asked for. The network's weights are with
the bots.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent.parent / "static"
WEIGHTS: Final = Path(__file__).parents[2] / "bots/neural/weights.bin"
LISTED: Final = "files.json"
CODINGS: Final = {"br": ".br", "gzip": ".gz"}
"""How files are compressed, and how the names of such copies end; the smallest first."""
GZIP_LEVEL: Final = 6
_SHRINK: Final = frozenset({".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest", ".zip"})


def compressible(name: str) -> bool:
    """Return whether a file is text or a program, which shrink; pictures and the like are small already."""
    return Path(name).suffix in _SHRINK


def accepted_codings(header: str) -> list[str]:
    """Return the ways of compression that we have and Accept-Encoding allows, the smallest first."""
    named = {part.split(";")[0].strip() for part in header.split(",") if not part.replace(" ", "").endswith(";q=0")}
    return [coding for coding in CODINGS if coding in named]


def built_files(folder: Path) -> dict[str, Path]:
    """Return where each file of the client is, by name. Of some there is nothing but a Brotli copy: see `body_of`."""
    paths = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    copies = {path.relative_to(folder).as_posix().removesuffix(".br"): path for path in paths if path.suffix == ".br"}
    plain = {path.relative_to(folder).as_posix(): path for path in paths if path.suffix not in {".br", ".gz"}}
    found = copies | plain
    if LISTED in found:
        networks = json.loads(body_of(found[LISTED])).get("network", [])
        found |= {name: WEIGHTS for name in networks if name not in found and _fingerprint() in name}
    return found


def body_of(path: Path) -> bytes:
    """Return a file as browsers see it."""
    body = path.read_bytes()
    return _expand(body) if path.suffix == ".br" else body


def _expand(body: bytes) -> bytes:
    import brotli  # noqa: PLC0415  building the client does without

    expanded: bytes = brotli.decompress(body)
    return expanded


def _fingerprint() -> str:
    """Return what vite.config.ts puts into the name of the weights."""
    return hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()[:12]
