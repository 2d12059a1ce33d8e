"""The pictures of the library that documents show, drawn by the library itself: `python -m tools.library_pictures`."""

from __future__ import annotations

from pathlib import Path

import nokosu

FOLDER = Path(__file__).parent.parent / "docs/images/library"
DECISIONS = 30


def pictures() -> dict[str, str]:
    """Every picture by its file's name."""
    match = nokosu.Match.start("second", players=4, seed=7)
    bot = nokosu.bots.get("club", seed=7)
    while match.round.decisions < DECISIONS:
        match = match.apply(bot.choose(match.view()))
    return {
        "hand.svg": nokosu.Hand("R5 G0 Y3 dB3 dP6").svg(trump="dB5"),
        "trick.svg": nokosu.Trick.of("R5 R7 dB3 R0", trump="dB1", leader=2).svg(),
        "view.svg": match.view().svg(),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, "utf-8")
