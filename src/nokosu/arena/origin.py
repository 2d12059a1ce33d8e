"""Which state of the code played: a result without it cannot be repeated."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import nokosu


def commit() -> str | None:
    """The commit of the checkout that the package runs from, `+` after it where files differ; None outside of one."""
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


def origin() -> str:
    """The commit, or the version of an installed package."""
    return commit() or nokosu.__version__


def _git(git: str, folder: Path, *arguments: str) -> str:
    done = subprocess.run(  # noqa: S603  (a fixed command, found on the path)
        [git, *arguments], cwd=folder, capture_output=True, check=True, text=True
    )
    return done.stdout.strip()
