"""“Did you mean …?” for a word that is almost one of those expected."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from nokosu.locale import t


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """Return the sentence with a leading space, or an empty text if nothing is close."""
    names = {name.lower(): name for name in known}
    close = get_close_matches(given.lower()[:40], names, n=1)
    return f" {t('cli.did-you-mean', name=names[close[0]])}" if close else ""
