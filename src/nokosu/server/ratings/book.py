"""The ratings that are stored: brought up to date after every rated match, or made again from the first one on.

Both are the same work from a different match on. A match that is stored late, as by another process, has its place in
the order: it and those behind it are rated again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final, NamedTuple

from nokosu.record import decode
from nokosu.server.background import Background
from nokosu.server.damage import DAMAGED
from nokosu.server.ratings.glicko import Rating
from nokosu.server.ratings.ladder import Ladder, RatedMatch, Standing
from nokosu.server.store import Conflict, Store, StoreFailed
from nokosu.server.store.ratings import COUNT, FIRST, PersonRating, Place, RatedRecord, RatedSeat
from nokosu.server.tables.dependencies import Dependencies
from nokosu.table.days import DAY_MS, day_at
from nokosu.table.rated import places, share

LOG: Final = logging.getLogger("nokosu.server.ratings")
_PAGE: Final = 100
_LATE_MS: Final = DAY_MS
"""A match that is stored later than this after its end is counted when the server starts."""


class Rated(NamedTuple):
    """What was done: how many matches were rated, and how many could not be read."""

    matches: int
    damaged: int


async def rate_from(store: Store, since: int) -> Rated:
    """Rate what has not been rated of the matches that ended since a moment, and all behind it."""
    count = await store.keys.get(COUNT, "0")
    place = await store.ratings.unrated(since)
    return Rated(0, 0) if place is None else await _rate(store, count, place, whole=False)


async def rate_all(store: Store) -> Rated:
    """Make all ratings again from the records."""
    return await _rate(store, await store.keys.get(COUNT, "0"), FIRST, whole=True)


async def _rate(store: Store, count: str, place: Place, *, whole: bool) -> Rated:
    """Rate all matches from a place in the order on. Raises Conflict if somebody else does at the same moment."""
    matches, damaged = await _matches(store, place)
    ladder = Ladder() if whole else await _before(store, matches, place)
    seats: list[RatedSeat] = []
    newest: dict[tuple[str, int], PersonRating] = {}
    for match in matches:
        for seat, standing in enumerate(ladder.add(match)):
            row = _row(match, seat, standing)
            seats.append(row)
            newest[match.people[seat], match.players] = _newest(row, standing.rating)
        await asyncio.sleep(0)
    await store.ratings.replace(count, place, seats, list(newest.values()), whole=whole)
    return Rated(len(matches), damaged)


async def _matches(store: Store, place: Place) -> tuple[list[RatedMatch], int]:
    """Read all matches from a place in the order on, that one included."""
    found: list[RatedMatch] = []
    damaged = 0
    # Nothing sorts between a place and the end of the moment before its id.
    last = (place[0], "") if place != FIRST else FIRST
    while rows := await store.ratings.matches(last, _PAGE):
        last = rows[-1].ended, rows[-1].id
        for row in rows:
            if (row.ended, row.id) < place:
                continue
            try:
                found.append(match_of(row))
            except DAMAGED as error:
                damaged += 1
                LOG.warning("record %s cannot be rated: %s", row.id, error)
            await asyncio.sleep(0)
    return found, damaged


def match_of(row: RatedRecord) -> RatedMatch:
    """Return what the record of a rated match says."""
    record = decode(row.body)
    people = tuple(row.people[seat] for seat in range(len(record.seats)))
    return RatedMatch(row.id, row.ended, people, places(record), share(record))


async def _before(store: Store, matches: Sequence[RatedMatch], place: Place) -> Ladder:
    """Return the standings before a place in the order, of those who play from there on."""
    ladder = Ladder()
    for person, players in sorted({(person, match.players) for match in matches for person in match.people}):
        found = await store.ratings.standing_before(person, players, place)
        if found is not None:
            mean, deviation, count = found
            ladder.standings[person, players] = Standing(Rating(mean, deviation), count)
    people = sorted({person for match in matches for person in match.people})
    day = day_at(place[0])
    if not people:
        return ladder
    played: dict[str, list[str]] = {}
    for record, _, person in await store.ratings.played_before(people, day * DAY_MS, place):
        played.setdefault(record, []).append(person)
    for together in played.values():
        ladder.meet(day, together)
    return ladder


def _row(match: RatedMatch, seat: int, standing: Standing) -> RatedSeat:
    return RatedSeat(
        record=match.record,
        seat=seat,
        person=match.people[seat],
        players=match.players,
        ended=match.ended,
        place=match.places[seat],
        matches=standing.matches,
        mean=standing.rating.mean,
        deviation=standing.rating.deviation,
    )


def _newest(row: RatedSeat, rating: Rating) -> PersonRating:
    assert row.person is not None
    return PersonRating(row.person, row.players, row.ended, row.matches, row.mean, row.deviation, float(rating.low))


class RatingBook:
    """Keeps the ratings of a running server up to date."""

    def __init__(self, deps: Dependencies) -> None:
        self._deps = deps
        self._background = Background()
        self._since = 0
        self._again = False

    def look(self) -> None:
        """Rate what has been played, in the background."""
        self._again = True
        if not self._background.tasks:
            self._background.start(self._catch_up())

    async def settled(self) -> None:
        """Wait until what was played so far is rated."""
        for task in list(self._background.tasks):
            await asyncio.wait({task})

    def stop(self) -> None:
        """Rate no more."""
        for task in self._background.tasks:
            task.cancel()

    async def _catch_up(self) -> None:
        while self._again:
            self._again = False
            now = self._deps.time.now()
            try:
                await rate_from(self._deps.store, self._since)
            except Conflict:
                self._again = True
            except StoreFailed as error:
                self._deps.failed(error)
            except Exception:
                LOG.exception("ratings cannot be brought up to date")
            else:
                self._since = now - _LATE_MS
