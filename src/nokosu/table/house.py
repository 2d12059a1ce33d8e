"""House rules at a table: read from a file's text, shown to everybody, and played by."""

from __future__ import annotations

from nokosu import editions
from nokosu.core.errors import RulesetError, reason
from nokosu.core.notation import parse_colour
from nokosu.core.ruleset import Ruleset
from nokosu.editions import Edition
from nokosu.editions.house import MOST_CHARACTERS
from nokosu.table.refusal import Refused
from nokosu.wire.house import HouseNumbers, HouseOffer, HousePlayers, HouseRules
from nokosu.wire.lobby import TableSettings
from nokosu.wire.struct import convert
from nokosu.wire.views import numbers_of


def read(text: str) -> Edition:
    """Return the edition in the text of a file. Raises Refused with the reason, in one line."""
    if len(text) > MOST_CHARACTERS:
        raise Refused(reason("house.too-long", most=str(MOST_CHARACTERS)))
    try:
        return editions.house_rules(text, "")
    except RulesetError as error:
        raise Refused(reason("house.wrong", detail=str(error).removeprefix(": "))) from None


def offer(text: str) -> HouseOffer:
    """Return what can be played by a file, with every number. Raises Refused."""
    edition = read(text)
    players = [HousePlayers(players=players, rules=shown(edition, players)) for players in edition.players]
    return HouseOffer(edition=edition.name, players=players)


def shown(edition: Edition, players: int) -> HouseRules:
    """Return rules next to those of the built-in edition that differs least."""
    base = editions.nearest(edition, players)
    return HouseRules(
        numbers=_numbers(edition, players),
        base=base.name,
        usual=_numbers(base, players),
        tricks=edition.ruleset(players).tricks,
    )


def _numbers(edition: Edition, players: int) -> HouseNumbers:
    return convert(editions.edition_numbers(edition, players), HouseNumbers)


def with_house(settings: TableSettings, text: str | None) -> TableSettings:
    """Return a form's settings with the house rules of a file; nobody else puts rules there. Raises Refused."""
    if text is None:
        if settings.house is not None or not editions.built_in(settings.edition):
            raise Refused(reason("table.no-such-rules"))
        return settings
    edition = read(text)
    if settings.players not in edition.players:
        raise Refused(reason("table.no-such-rules"))
    fields = {name: getattr(settings, name) for name in TableSettings.__struct_fields__}
    return TableSettings(**fields | {"edition": edition.name, "house": shown(edition, settings.players)})


def edition_of(settings: TableSettings) -> Edition:
    """Return the edition that a table plays, in its newest revision. Raises RulesetError."""
    if settings.house is None:
        return editions.load(settings.edition)
    return editions.house_edition(settings.edition, settings.players, numbers_of(settings.house.numbers))


def rules_of(settings: TableSettings, digest: str | None = None) -> Ruleset:
    """Return the rules of a table: the newest, or those with this digest. Raises RulesetError."""
    colour = None if settings.removed_colour is None else parse_colour(settings.removed_colour)
    if settings.house is None and digest is not None:
        return editions.ruleset_by_digest(
            settings.edition, settings.players, rounds=settings.rounds, removed_colour=colour, digest=digest
        )
    rules = edition_of(settings).ruleset(settings.players, settings.rounds, colour)
    if digest is not None and rules.digest != digest:
        raise RulesetError(
            f"the house rules {settings.edition} have the digest {rules.digest[:16]}…, not {digest[:16]}…"
        )
    return rules
