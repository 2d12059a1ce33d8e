"""What a release says of itself: checksums, a table of artefacts, and notes."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

CHECKSUMS: Final = "SHA256SUMS"
MOST_MB: Final = 15
"""A wheel with the web client."""


@dataclass(frozen=True, slots=True)
class Artefact:
    """A file of the release, what it is for, and what was done with it."""

    name: str
    system: str
    size: int
    sha256: str
    tried: tuple[str, ...]


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def artefact(path: Path, system: str, tried: list[str]) -> Artefact:
    """Describe a file."""
    return Artefact(path.name, system, path.stat().st_size, digest(path), tuple(tried))


def table(found: list[Artefact]) -> str:
    """Return the table of artefacts in Markdown."""
    rows = [f"| {each.name} | {each.system} | {each.size / 1e6:.1f} MB | {', '.join(each.tried)} |" for each in found]
    return "\n".join(["| file | for | size | tried |", "|---|---|---|---|", *rows])


def write_notes(dist: Path, version: str, parent: str, news: str, found: list[Artefact]) -> None:
    """Write artefacts.json, NOTES.md and the checksums of everything. `parent`: the commit before the release's own."""
    not_run = [each.system for each in found if not any(_ran(line) for line in each.tried)]
    warned = (
        f"Not run on {', '.join(not_run)}: no such machine was there. The symbols of these libraries were read: "
        "they ask for Python's stable ABI and the system's own libraries, and for nothing else."
        if not_run
        else ""
    )
    (dist / "artefacts.json").write_text(
        json.dumps({"version": version, "parent": parent, "artefacts": [asdict(each) for each in found]}, indent=1)
        + "\n",
        "utf-8",
    )
    parts = [f"# Nokosu Dice {version}", "How to install: docs/install.md.", news, "## Files", table(found), warned]
    (dist / "NOTES.md").write_text("\n\n".join(part for part in parts if part) + "\n", "utf-8")
    files = sorted(path for path in dist.iterdir() if path.is_file() and path.name != CHECKSUMS)
    lines = [f"{digest(path)}  {path.name}\n" for path in files]
    (dist / CHECKSUMS).write_text("".join(lines), "utf-8")


def _ran(line: str) -> bool:
    return "match" in line or "schema" in line
