"""`python -m tests.browser.other_client FOLDER …`: `nokosu …` with the web client that is in a folder."""

from __future__ import annotations

import sys
from pathlib import Path

from nokosu.cli import main
from nokosu.server.http import static

if __name__ == "__main__":
    static.FOLDER = Path(sys.argv.pop(1))  # type: ignore[misc]  # what a package has once, a test may have twice
    main()
