"""The people of a device. One who plays alone is called as the page says; those who pass it around are in the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Final

from nokosu.core.errors import reason
from nokosu.table import create
from nokosu.table.create import NewTable
from nokosu.table.house import with_house
from nokosu.table.policy import HostPolicy
from nokosu.table.refusal import Refused
from nokosu.table.seating import known_bot
from nokosu.table.state import State
from nokosu.wire.base import Message
from nokosu.wire.entries import AnyEntry, Created, Seated, Started
from nokosu.wire.lobby import FaceName, PlayNow, TableSettings
from nokosu.wire.struct import Meta

ME: Final = "me"
"""The person who plays alone, in logs."""
FEWEST: Final = 2


class Guest(Message, frozen=True, kw_only=True):
    """One of the people around a device. In logs this is their id, face and name: `hat/Ana`."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    face: FaceName | None = None

    @property
    def id(self) -> str:
        return f"{self.face or ''}/{self.name}"


def names(state: State, mine: str) -> dict[str, str]:
    """Return what the people of a table are called; `mine` is the name of one who plays alone."""
    return {person: mine if person == ME else person.partition("/")[2] for person in _people(state)}


def faces(state: State) -> Mapping[str, str]:
    """Return the faces that the people of a table have chosen."""
    return {person: face for person in _people(state) if person != ME and (face := person.partition("/")[0])}


def _people(state: State) -> list[str]:
    return [chair.person for chair in state.chairs if chair.person]


def shared(state: State) -> bool:
    """Return whether several people pass the device around."""
    return any(person != ME for person in _people(state))


def next_person(state: State) -> int | None:
    """Return the seat of the person who is asked next: the first from the seat to act on.

    None where nothing is played.
    """
    if state.to_act is None:
        return None
    around = [(state.to_act + step) % len(state.chairs) for step in range(len(state.chairs))]
    return next((seat for seat in around if state.chairs[seat].person and not state.chairs[seat].stand_in), None)


def table_for(wish: PlayNow, guests: Sequence[Guest], code: str, secret: bytes, policy: HostPolicy) -> NewTable:
    """Return the first entries of a table for these people, evenly among the bots of a level."""
    if len({guest.name for guest in guests}) < len(guests):
        raise Refused(reason("table.same-name"))
    if not FEWEST <= len(guests) <= wish.players:
        raise Refused(reason("table.people-count", fewest=str(FEWEST), most=str(wish.players)))
    form = create.form_for_bots(wish, policy)
    # Nobody takes back what the next person may have seen.
    settings = with_house(
        TableSettings(
            edition=wish.edition, players=wish.players, rounds=wish.rounds, hints=wish.hints, take_backs=False
        ),
        wish.house,
    )
    rules = create.rules(settings)
    seats = {index * wish.players // len(guests): guest for index, guest in enumerate(guests)}
    bots = iter([known_bot(each.bot, policy, rules) for each in form.seats if each.bot])
    rest: list[AnyEntry] = [
        Seated(seat=seat, person=seats[seat].id) if seat in seats else Seated(seat=seat, bot=next(bots))
        for seat in range(wish.players)
    ]
    created = Created(settings=settings, code=code, secret=secret.hex(), digest=rules.digest)
    return NewTable(created, [*rest, Started()])
