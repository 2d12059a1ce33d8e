"""The zipapp: one file that Python runs, with the package and what playing in a terminal needs.

It unpacks itself into the user's cache when a version is first run, because libraries and weights are files.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from tools.reproducible import write_zip

_SHEBANG: Final = b"#!/usr/bin/env python3\n"
_MAIN: Final = """\
import os, sys, zipfile
from pathlib import Path
if sys.version_info < (3, 11):
    sys.exit("Python 3.11 or newer is needed; this is " + sys.version.split()[0])
home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
place = Path(home) / "nokosu-@DIGEST@"
if not place.is_dir():
    part = place.with_name(place.name + ".%d" % os.getpid())
    with zipfile.ZipFile(sys.argv[0] if zipfile.is_zipfile(sys.argv[0]) else Path(__file__).parent) as packed:
        packed.extractall(part)
    try:
        part.rename(place)
    except OSError:  # somebody else was first
        pass
sys.path[0] = str(place)
from nokosu.cli import main
main()
"""


def write_application(wheel: Path, target: Path, constraints: Path) -> None:
    """Write the zipapp out of a pure wheel; without the server's packages and the web client."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        command = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-compile",
                   "-c", str(constraints), "--target", scratch, str(wheel)]  # fmt: skip
        subprocess.run(command, check=True)
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not _left_out(path.relative_to(folder).as_posix())
        }
    main = _MAIN.replace("@DIGEST@", wheel.name.split("-")[1])
    write_zip(target, files | {"__main__.py": main.encode()})
    target.write_bytes(_SHEBANG + target.read_bytes())
    target.chmod(0o755)
    assert zipfile.is_zipfile(target)


def _left_out(name: str) -> bool:
    installed = name.startswith("bin/") or name.endswith(("/RECORD", "/direct_url.json", "/INSTALLER", "/REQUESTED"))
    return installed or name.startswith(("nokosu/server/static/", "nokosu/server/docs/")) or "__pycache__" in name
