"""The generated table of docs/leaderboard.md."""

from __future__ import annotations

from typing import Final

from tools.pages import DOCS, numbers, renewed
from tools.pages.baselines import scores

PAGE: Final = DOCS / "leaderboard.md"


def page(old: str) -> str:
    """Return the page with its table."""
    return renewed(old, "leaderboard", {"scores": scores(numbers("benchmark"))})
