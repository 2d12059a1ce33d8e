"""The version of the code that played, without which a result cannot be repeated."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path
from typing import Final

import nokosu

_PLAYING: Final = ("core", "editions", "record", "table", "wire", "kernel", "bots", "arena")
_CODE: Final = (".py", ".toml", ".so", ".pyd", ".bin")


def commit() -> str | None:
    """Return the commit of the checkout that the package runs from, `+` after it where files differ.

    None outside of one.
    """
    here = Path(nokosu.__file__).parent
    git = shutil.which("git")
    if git is None or not (here.parent.parent / ".git").exists():
        return None
    try:
        head = _git(git, here, "rev-parse", "HEAD")
        changed = _git(git, here, "status", "--porcelain", "--untracked-files=no", "--", ".")
    except (OSError, subprocess.CalledProcessError):
        return None
    return f"{head}+" if changed else head


def code_digest() -> str:
    """Return a digest of the code that decides how a match goes: rules, bots and kernel, committed or not."""
    here = Path(nokosu.__file__).parent
    found = sorted(path for part in _PLAYING for path in (here / part).rglob("*") if path.suffix in _CODE)
    digest = hashlib.sha256()
    for path in found:
        digest.update(f"{path.relative_to(here)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _git(git: str, folder: Path, *arguments: str) -> str:
    done = subprocess.run(  # noqa: S603  (a fixed command, found on the path)
        [git, *arguments], cwd=folder, capture_output=True, check=True, text=True
    )
    return done.stdout.strip()
