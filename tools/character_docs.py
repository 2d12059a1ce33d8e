"""Write the table of strengths in docs/characters.md: `python -m tools.character_docs`."""

import json
from pathlib import Path
from typing import Any, Final

from nokosu.bots.characters import CHARACTERS
from tools.marked import renewed

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs/characters.md"
FIGURES: Final = ROOT / "docs/benchmarks/characters.json"


def table(data: dict[str, Any]) -> str:
    """One row per character that was measured, strongest first."""
    lines = ["| character | plays as | strength | 95 % |", "| --- | --- | --- | --- |"]
    for rank in data["ranking"]:
        mean, low, high = (f"{rank[name]:+.1f}".replace("-", "−") for name in ("strength", "low", "high"))
        name = rank["bot"]
        lines.append(f"| {name.title()} | `{CHARACTERS[name].spec}` | {mean} | {low} to {high} |")
    return "\n".join(lines) + "\n"


def page(old: str) -> str:
    """The page with its table renewed."""
    return renewed(old, "character_docs", {"strengths": table(json.loads(FIGURES.read_text("utf-8")))})


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
