"""The tables to check: every edition and player count; `make nightly` looks at each for longer."""

from nokosu import editions
from tests.night import NIGHTLY

PAIRS = editions.pairs()
TIMES = 20 if NIGHTLY else 1
