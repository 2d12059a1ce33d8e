"""New tables: as a form asks for them, against bots, or as a rematch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from nokosu import editions
from nokosu.core.errors import RulesetError, reason
from nokosu.core.ruleset import Ruleset
from nokosu.table import house, rated
from nokosu.table.policy import HostPolicy
from nokosu.table.refusal import Refused
from nokosu.table.seating import known_bot
from nokosu.table.state import State
from nokosu.wire.commands import Rematch, Sit
from nokosu.wire.entries import AnyEntry, Created, Seated, Started
from nokosu.wire.lobby import CreateTable, EditionOffer, EditionPlayers, PlayNow, SeatWish, TableSettings

MOST_BOTS: Final = 4
"""At a table of five."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """The first entries of a table that is to be made."""

    created: Created
    rest: list[AnyEntry]


def edition_offers() -> list[EditionOffer]:
    """Return the editions, and what may be chosen in each."""
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


def rules(settings: TableSettings) -> Ruleset:
    """Return the rules for these settings; refuse impossible ones."""
    try:
        return house.rules_of(settings)
    except RulesetError:
        raise Refused(reason("table.no-such-rules")) from None


def digest(settings: TableSettings) -> str:
    """Return the fingerprint of the rules for these settings; refuse impossible ones."""
    return rules(settings).digest


def from_form(form: CreateTable, person: str, code: str, secret: bytes, policy: HostPolicy) -> NewTable:
    """Return the first entries of a table with these settings, by the house rules in a file where one came along."""
    if len(form.seats) != form.settings.players:
        raise Refused(reason("table.seats-count", players=str(form.settings.players)))
    if sum(wish.kind == "me" for wish in form.seats) != 1:
        raise Refused(reason("table.one-me"))
    rated.check_form(form)
    settings = house.with_house(form.settings, form.house)
    played = rules(settings)
    created = Created(settings=settings, code=code, secret=secret.hex(), digest=played.digest)
    rest: list[AnyEntry] = []
    for seat, wish in enumerate(form.seats):
        if wish.kind == "me":
            rest.append(Seated(seat=seat, person=person, nonce=form.nonce))
        elif wish.kind == "bot":
            rest.append(Seated(seat=seat, bot=known_bot(wish.bot or "", policy, played)))
    if form.settings.start_when_full and all(wish.kind != "open" for wish in form.seats):
        rest.append(Started())
    return NewTable(created, rest)


def rounds(settings: TableSettings) -> int:
    """Return how many rounds a table with these settings plays."""
    return settings.rounds or house.edition_of(settings).players[settings.players].rounds


def form_for_bots(wish: PlayNow, policy: HostPolicy) -> CreateTable:
    """Return one person, bots on all other seats, started at once: the named ones, a level's, or one everywhere."""
    settings = TableSettings(
        edition=wish.edition,
        players=wish.players,
        rounds=wish.rounds,
        hints=wish.hints,
        coach=wish.coach,
        wait_between_rounds=wish.wait_between_rounds,
    )
    others = [SeatWish(kind="bot", bot=name) for name in _party(wish, policy)[: wish.players - 1]]
    return CreateTable(
        settings=settings, seats=[SeatWish(kind="me"), *others], table=wish.table, nonce=wish.nonce, house=wish.house
    )


def _party(wish: PlayNow, policy: HostPolicy) -> Sequence[str]:
    """Return the bots that a wish asks for, enough for its table."""
    if wish.bots is not None:
        if len(wish.bots) != wish.players - 1:
            raise Refused(reason("table.seats-count", players=str(wish.players)))
        return wish.bots
    if wish.level is None:
        return (wish.bot or policy.default_bot,) * MOST_BOTS
    if wish.level not in policy.levels:
        raise Refused(reason("table.unknown-level", levels=", ".join(policy.levels)))
    return policy.levels[wish.level]


def next_seat(seat: int, players: int) -> int:
    """Move everybody on by one."""
    return (seat + 1) % players


def sit_again(state: State, seat: int, command: Rematch) -> Sit:
    """Return the command with which a seat's person sits down at the rematch."""
    return Sit(
        client_id=command.client_id,
        seat=next_seat(seat, len(state.chairs)),
        nonce=command.nonce,
        rated=state.settings.rated,
    )


def rematch_of(state: State, code: str, secret: bytes, policy: HostPolicy) -> NewTable:
    """Return the same settings, bots on their new seats; people sit down again, each with their own nonce."""
    created = Created(
        settings=state.settings,
        code=code,
        secret=secret.hex(),
        digest=(played := rules(state.settings)).digest,
        rematch_of=state.table,
    )
    players = len(state.chairs)
    rest: list[AnyEntry] = [
        Seated(seat=next_seat(seat, players), bot=known_bot(chair.bot, policy, played))
        for seat, chair in enumerate(state.chairs)
        if chair.bot
    ]
    return NewTable(created, rest)
