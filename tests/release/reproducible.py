"""`python -m tests.release.reproducible`: builds the committed state twice and compares every file, byte by byte.

The two builds are in folders of different names, with different time zones, languages and permissions, and the second
three days later where `faketime` is installed. `--with CHECKOUT` builds once, from the commit of another checkout, and
compares with what `make release` or `make release-files` built there. `make nightly` runs it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
WAYS: Final = (
    ("one", {"TZ": "UTC", "LC_ALL": "C.UTF-8"}, 0o022),
    ("another/folder with a longer name", {"TZ": "Asia/Tokyo", "LC_ALL": "C"}, 0o077),
)
LATER: Final = ("faketime", "-f", "+3d")
NOT_BUILT: Final = {"SHA256SUMS", "SHA256SUMS.asc", "NOTES.md", "artefacts.json"}
"""What a release says of itself: its times, for example."""


def build(folder: Path, source: Path, way: int) -> dict[str, str]:
    """Clone a checkout's commit into a folder, build the release's files and the site; return the digest of each."""
    name, environment, umask = WAYS[way]
    clone = folder / name
    clone.parent.mkdir(parents=True, exist_ok=True)
    later = LATER if way and shutil.which(LATER[0]) else ()
    subprocess.run(["git", "clone", "-q", str(source), str(clone)], check=True, umask=umask)
    (clone / ".venv").symlink_to(ROOT / ".venv")
    command = [*later, sys.executable, "-m", "tools.release", "--files"]
    subprocess.run(command, cwd=clone, env=os.environ | environment, umask=umask, check=True, stdout=sys.stderr)
    return files_of(clone)


def files_of(checkout: Path) -> dict[str, str]:
    """Return the digests of a checkout's dist/, and of the site that it makes."""
    with tempfile.TemporaryDirectory() as name:
        subprocess.run([sys.executable, "-m", "tools.catalogues"], cwd=checkout, check=True, stdout=sys.stderr)
        command = [sys.executable, "-m", "nokosu", "site", "build", f"{name}/site"]
        environment = os.environ | {"PYTHONPATH": str(checkout / "src")}
        subprocess.run(command, cwd=checkout, env=environment, check=True, stdout=sys.stderr)
        site = {f"site/{each}": digest for each, digest in digests(Path(name) / "site").items()}
    return digests(checkout / "dist") | site


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of every file, by name."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in NOT_BUILT)
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def differences(one: dict[str, str], other: dict[str, str]) -> list[str]:
    """Return the names of files that are not the same, or not there."""
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def main() -> None:
    """Compare; exit with 1 if a file differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--with", dest="checkout", type=Path, help="where the files were built once already")
    asked = parser.parse_args()
    source = (asked.checkout or ROOT).resolve()
    with tempfile.TemporaryDirectory() as name:
        second = build(Path(name), source, 1)
        first = files_of(source) if asked.checkout else build(Path(name), source, 0)
    differ = differences(first, second)
    files = sorted(name for name in first if not name.startswith("site/"))
    found = {"files": files, "files_of_the_site": len(first) - len(files), "different": differ}
    sys.stdout.write(json.dumps({"three_days_later": bool(shutil.which(LATER[0])), **found}, indent=1) + "\n")
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()
