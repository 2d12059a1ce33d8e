"""New tables: as a form asks for them, against bots, or as a rematch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nokosu import editions
from nokosu.core.errors import RulesetError, reason
from nokosu.core.notation import parse_colour
from nokosu.table.decide import Circumstances
from nokosu.table.entries import AnyEntry, Created, Seated, Started
from nokosu.table.refusal import Refused
from nokosu.table.seating import known_bot
from nokosu.table.state import State
from nokosu.wire.lobby import CreateTable, EditionOffer, EditionPlayers, PlayNow, SeatWish, TableSettings

MOST_BOTS: Final = 4
"""At a table of five."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """The first entries of a table that is to be made."""

    created: Created
    rest: list[AnyEntry]


def edition_offers() -> list[EditionOffer]:
    """The editions, and what may be chosen in each."""
    found = [editions.load(name) for name in editions.names()]
    return [
        EditionOffer(
            name=edition.name,
            players=[
                EditionPlayers(
                    players=players, rounds=numbers.rounds, removed_colour_free=edition.offers_colour(players)
                )
                for players, numbers in edition.players.items()
            ],
        )
        for edition in found
    ]


def digest(settings: TableSettings) -> str:
    """Return the fingerprint of the rules for these settings; refuse impossible ones."""
    colour = settings.removed_colour
    try:
        return editions.ruleset(
            settings.edition,
            settings.players,
            rounds=settings.rounds,
            removed_colour=None if colour is None else parse_colour(colour),
        ).digest
    except RulesetError:
        raise Refused(reason("table.no-such-rules")) from None


def from_form(form: CreateTable, person: str, code: str, secret: bytes, bots: tuple[str, ...]) -> NewTable:
    """Return the first entries of a table with these settings."""
    if len(form.seats) != form.settings.players:
        raise Refused(reason("table.seats-count", players=str(form.settings.players)))
    if sum(wish.kind == "me" for wish in form.seats) != 1:
        raise Refused(reason("table.one-me"))
    created = Created(settings=form.settings, code=code, secret=secret.hex(), digest=digest(form.settings))
    rest: list[AnyEntry] = []
    for seat, wish in enumerate(form.seats):
        if wish.kind == "me":
            rest.append(Seated(seat=seat, person=person, nonce=form.nonce))
        elif wish.kind == "bot":
            rest.append(Seated(seat=seat, bot=known_bot(wish.bot or "", bots)))
    if form.settings.start_when_full and all(wish.kind != "open" for wish in form.seats):
        rest.append(Started())
    return NewTable(created, rest)


def rounds(settings: TableSettings) -> int:
    """How many rounds a table with these settings plays."""
    return settings.rounds or editions.load(settings.edition).players[settings.players].rounds


def form_for_bots(wish: PlayNow, about: Circumstances) -> CreateTable:
    """One person, bots on all other seats, started at once: those of a level, or one bot everywhere."""
    settings = TableSettings(
        edition=wish.edition,
        players=wish.players,
        rounds=wish.rounds,
        hints=wish.hints,
        wait_between_rounds=wish.wait_between_rounds,
    )
    if wish.level is not None and wish.level not in about.levels:
        raise Refused(reason("table.unknown-level", levels=", ".join(about.levels)))
    party = (wish.bot or about.default_bot,) * MOST_BOTS if wish.level is None else about.levels[wish.level]
    others = [SeatWish(kind="bot", bot=name) for name in party[: wish.players - 1]]
    return CreateTable(settings=settings, seats=[SeatWish(kind="me"), *others], table=wish.table, nonce=wish.nonce)


def next_seat(seat: int, players: int) -> int:
    """Everybody moves on by one."""
    return (seat + 1) % players


def rematch_of(state: State, code: str, secret: bytes, bots: tuple[str, ...]) -> NewTable:
    """The same settings, bots on their new seats; people sit down again, each with their own nonce."""
    created = Created(
        settings=state.settings,
        code=code,
        secret=secret.hex(),
        digest=digest(state.settings),
        rematch_of=state.table,
    )
    players = len(state.chairs)
    rest: list[AnyEntry] = [
        Seated(seat=next_seat(seat, players), bot=known_bot(chair.bot, bots))
        for seat, chair in enumerate(state.chairs)
        if chair.bot
    ]
    return NewTable(created, rest)
