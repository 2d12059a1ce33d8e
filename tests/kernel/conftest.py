"""Without a compiler there is no kernel to test; on CI there has to be one (test_presence.py fails there)."""

import os

from nokosu import kernel

collect_ignore_glob = [] if kernel.available or "CI" in os.environ else ["test_*.py"]
