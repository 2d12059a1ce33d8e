"""Who pays: everything that costs something is counted for a person, and for the address that they come from.

Guests are free to make, so a limit per person alone would be none. An address has as much as several people: a family
or a school may share one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from nokosu.server.limits import HourlyRate, Places, Rate
from nokosu.server.time import Time

_MOST: Final = 50_000


class Payer(NamedTuple):
    """A person, and their address; where that is not known, as after a restart, the person is counted twice."""

    person: str
    address: str


class Quotas:
    """Remembers where people were last seen. In memory only: addresses are not stored."""

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}

    def seen(self, person: str, address: str) -> Payer:
        """Remember an address."""
        if self._addresses.get(person) != address:
            if len(self._addresses) >= _MOST:
                del self._addresses[next(iter(self._addresses))]
            self._addresses[person] = address
        return Payer(person, address)

    def of(self, person: str) -> Payer:
        """Return the payer that a person is."""
        return Payer(person, self._addresses.get(person, person))


class HourlyBudget:
    """So much per person and hour, and several times as much per address, counted by all processes together."""

    def __init__(self, persons: HourlyRate, addresses: HourlyRate) -> None:
        self._persons = persons
        self._addresses = addresses

    async def allow(self, payer: Payer) -> bool:
        """Take one; return False, and take nothing, if the person or the address has none left."""
        if not await self.some_left(payer):
            return False
        return await self._persons.allow(payer.person) and await self._addresses.allow(payer.address)

    async def some_left(self, payer: Payer) -> bool:
        """Return whether the person and the address have one left, without taking it."""
        return await self._persons.some_left(payer.person) and await self._addresses.some_left(payer.address)


class Budget:
    """So much per person and period, and several times as much per address, at this process."""

    def __init__(self, time: Time, most: int, people_per_address: int, period_s: int) -> None:
        many = most * people_per_address
        self._persons = Rate(time, most / period_s, most)
        self._addresses = Rate(time, many / period_s, many)

    def allow(self, payer: Payer) -> bool:
        """Take one; return False, and take nothing, if the person or the address has none left."""
        if not (self._persons.some_left(payer.person) and self._addresses.some_left(payer.address)):
            return False
        return self._persons.allow(payer.person) and self._addresses.allow(payer.address)


class SharedPlaces:
    """Limit concurrent uses per session, and per address to several times as many."""

    def __init__(self, most: int, people_per_address: int) -> None:
        self._sessions = Places(most)
        self._addresses = Places(most * people_per_address)

    def take(self, session: str, address: str) -> bool:
        """Take a place; return False if the session or the address has none left."""
        if not self._sessions.take(session):
            return False
        if not self._addresses.take(address):
            self._sessions.give_back(session)
            return False
        return True

    def give_back(self, session: str, address: str) -> None:
        self._sessions.give_back(session)
        self._addresses.give_back(address)
