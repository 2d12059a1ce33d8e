"""The library's own pictures of hands, tricks and views, for the other documents."""

from __future__ import annotations

from typing import Final

import nokosu

FOLDER: Final = "images/library"
_DECISIONS: Final = 30


def library_pictures() -> dict[str, str]:
    """Return every picture by its path below docs/."""
    match = nokosu.Match.start("second", players=4, seed=7)
    bot = nokosu.bots.get("club", seed=7)
    while match.round.decisions < _DECISIONS:
        match = match.apply(bot.choose(match.view()))
    return {
        f"{FOLDER}/hand.svg": nokosu.Hand("R5 G0 Y3 dB3 dP6").svg(trump="dB5"),
        f"{FOLDER}/trick.svg": nokosu.Trick.of("R5 R7 dB3 R0", trump="dB1", leader=2).svg(),
        f"{FOLDER}/view.svg": match.view().svg(),
    }
