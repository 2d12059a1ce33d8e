"""`python -m tests.next_versions`: does the server still hold with the newest uvicorn, websockets and h11?

http/connections.py and http/guarded.py override methods of uvicorn that its documentation does not
name. This installs the newest versions beside the others and runs the tests of what rests on them; `make nightly` does
so and goes on, since a version that nobody has pinned yet breaks nothing for users.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib.metadata import distributions
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PACKAGES: Final = ("uvicorn", "websockets", "h11")
TESTS: Final = (
    *(
        "tests/abuse/test_door.py",
        "tests/abuse/test_connections.py",
        "tests/server/fuzz",
        "tests/server/test_write_now.py",
    ),
    *("tests/server/test_keepalive.py", "tests/server/test_origin_guard.py"),
)


def main() -> None:
    """Install, run, say what broke; the exit status is pytest's."""
    with tempfile.TemporaryDirectory() as folder:
        install = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*install, "--pre", "--target", folder, *PACKAGES], check=True)
        found = {each.name: each.version for each in distributions(path=[folder])}
        print("with " + ", ".join(f"{name} {found[name]}" for name in PACKAGES), flush=True)  # noqa: T201  a program's output
        command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *TESTS]
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": folder}, check=False)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
