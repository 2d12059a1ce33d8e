"""The tables to check: every edition and player count; `make nightly` looks at each for longer."""

import os

from nokosu import editions

PAIRS = editions.pairs()
NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
TIMES = 20 if NIGHTLY else 1
