"""Whether this is `make nightly`, which sets a profile for Hypothesis: whatever can do more then looks here."""

import os
from typing import Final

from nokosu.locale import languages

NIGHTLY: Final = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
# For long tests in a browser: English, and the letters that need another font.
SOME_LANGUAGES: Final = languages() if NIGHTLY else ["en", "ja"]
