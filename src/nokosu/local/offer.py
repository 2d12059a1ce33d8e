"""What can be chosen on a device without a server; the web client is built with it (tools/web_data.py)."""

from __future__ import annotations

from nokosu import __version__, editions
from nokosu.bots.characters import DEFAULT_BOT
from nokosu.local.bots import levels, offered
from nokosu.table.create import edition_offers
from nokosu.table.policy import DEFAULT_BOT_DELAY_MS
from nokosu.wire.lobby import BotOffer, LevelOffer, Offer


def offer(languages: list[str], *, kernel: bool) -> Offer:
    """Return the editions, and the bots that play here, with the kernel or without."""
    here = levels(kernel=kernel)
    return Offer(
        version=__version__,
        editions=edition_offers(),
        default_edition=editions.DEFAULT,
        bots=[BotOffer(name=name) for name in offered(kernel=kernel)],
        default_bot=DEFAULT_BOT,
        levels=[LevelOffer(name=name, bots=list(bots)) for name, bots in here.items()],
        default_level=next(iter(here)),
        reactions=[],
        languages=languages,
        passkeys=False,
        bot_delay_ms=DEFAULT_BOT_DELAY_MS,
    )
