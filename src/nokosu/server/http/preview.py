"""Link previews: the page's Open Graph tags. They tell what a stranger who follows the link would see, and no more."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from nokosu.bots.characters import CHARACTERS
from nokosu.bots.levels import TEXTS as BOT_TEXTS
from nokosu.core.match import Match
from nokosu.locale import Texts, choose
from nokosu.server import record_jobs
from nokosu.server.http.codes import table_by_code
from nokosu.server.http.context import AnyRequest, server_of, session_of, site_of
from nokosu.server.http.records import computed, stored
from nokosu.server.store import StoreFailed
from nokosu.table.highlight import remarkable, worded
from nokosu.table.public import NAMELESS
from nokosu.table.refusal import Refused
from nokosu.table.rights import may_watch
from nokosu.table.state import State

PLACE: Final = b"<!-- preview -->"
"""Where the tags go in the page."""
IMAGE: Final = "/preview.png"
IMAGE_SIZE: Final = (1200, 630)
_LINK: Final = re.compile(r"(t|j|replay)/([A-Za-z0-9]{6,16})")
_BOTS: Final = BOT_TEXTS | {name: each.text for name, each in CHARACTERS.items()}


class Preview(NamedTuple):
    """What a message shows of a link."""

    title: str
    text: str


async def tags(request: AnyRequest, path: str) -> bytes:
    """Return the tags of the page at this address."""
    wanted = [part.split(";")[0].strip() for part in request.headers.get("accept-language", "").split(",")]
    texts = Texts(choose(*wanted))
    told = Preview("Nokosu Dice", texts.t("preview.about"))
    found = _LINK.fullmatch(path.strip("/"))
    if found:
        try:
            await session_of(request)
            told = await _linked(request, found[1], found[2], texts) or told
        except (Refused, StoreFailed):
            # The page itself will say what is wrong.
            pass
    origin = site_of(request).origin
    properties = {
        "og:type": "website",
        "og:site_name": "Nokosu Dice",
        "og:locale": texts.language,
        "og:title": told.title,
        "og:description": told.text,
        "og:url": f"{origin}/{path.strip('/')}",
        "og:image": origin + IMAGE,
        "og:image:width": str(IMAGE_SIZE[0]),
        "og:image:height": str(IMAGE_SIZE[1]),
        "og:image:alt": texts.t("preview.image"),
    }
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in properties.items()]
    return "\n    ".join([*lines, '<meta name="twitter:card" content="summary_large_image" />']).encode()


async def _linked(request: AnyRequest, kind: str, name: str, texts: Texts) -> Preview | None:
    """Return what a table or a record tells of itself; None where that is nothing."""
    server = server_of(request)
    if kind == "replay":
        row = await server.store.records.find(name)
        if row is None or row.status != "finished":
            return None
        seats = await computed(request, record_jobs.seats, await stored(server, row))
        called = _called([(bot if bot == name else None, name) for bot, name in seats], texts)
        return Preview(texts.t("preview.replay", names=_listed(called, texts)), texts.t("preview.replay.about"))
    table = name if kind == "t" else await _by_code(request, name)
    if table is None:
        return None
    state = (await server.tables.find(table)).state
    if not may_watch(state, None):
        return None
    names = server.deps.names
    return _of_table(
        state, _called([(chair.bot, names.get(chair.person or "", NAMELESS)) for chair in state.chairs], texts), texts
    )


async def _by_code(request: AnyRequest, code: str) -> str | None:
    """Return an open table by its code."""
    row = await table_by_code(request, code)
    return row.id if row.status == "open" else None


def _of_table(state: State, called: Sequence[str], texts: Texts) -> Preview | None:
    players = texts.plural("web.players", len(state.chairs))
    if state.status == "open":
        free = sum(chair.open for chair in state.chairs)
        host = None if state.host is None else called[state.host]
        title = texts.t("preview.open") if host is None else texts.t("preview.invited", name=host)
        return Preview(title, f"{players} · {texts.plural('preview.free', free)}")
    if state.status == "finished":
        assert state.match is not None
        return _finished(state.match, called, texts)
    if state.status == "abandoned":
        return None
    return Preview(texts.t("preview.playing"), _listed(called, texts))


def _finished(match: Match, called: Sequence[str], texts: Texts) -> Preview:
    winners = _listed([called[seat] for seat in match.winners], texts)
    title = (
        texts.t("web.end.wins", name=winners) if len(match.winners) == 1 else texts.t("web.end.shared", names=winners)
    )
    order = sorted(range(len(called)), key=lambda seat: (seat not in match.winners, -match.totals[seat]))
    scores = " · ".join(f"{called[seat]} {match.totals[seat]}" for seat in order)
    highlight = remarkable(match)
    return Preview(title, f"{scores}. {worded(highlight, texts, called)}" if highlight else scores)


def _called(seats: Sequence[tuple[str | None, str]], texts: Texts) -> list[str]:
    """People by their names, bots by theirs, numbered where there are several; each seat as (bot, name)."""
    bots = [bot for bot, _ in seats]
    called = list[str]()
    for seat, (bot, name) in enumerate(seats):
        known = texts.t(_BOTS[bot]) if bot in _BOTS else bot
        number = f" {bots[: seat + 1].count(bot)}" if bots.count(bot) > 1 else ""
        called.append(name if known is None else f"{known}{number}")
    return called


def _listed(names: Sequence[str], texts: Texts) -> str:
    return texts.t("show.comma").join(names)
