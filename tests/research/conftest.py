"""Where there is no compiler, `make test` says so and leaves these out; otherwise a missing kernel fails."""

import os

collect_ignore_glob = ["test_*.py"] if "kernel" in os.environ.get("NOKOSU_LEFT_OUT", "").split() else []
