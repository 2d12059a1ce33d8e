"""/api/ratings: who does best at rated tables, for everybody; and one's own figures."""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

from litestar import get

from nokosu.server.damage import readable, typed
from nokosu.server.http.context import AnyRequest, named_only, person_of, server_of, session_of
from nokosu.server.ratings.glicko import SETTLED, Rating
from nokosu.server.server import Server
from nokosu.server.store.ratings import PersonRating, RatedSeat
from nokosu.table.public import NAMELESS
from nokosu.wire.ratings import Leaderboard, Leaderboards, OwnRating, OwnRatings, RankedPerson, RatedResult

PLAYERS: Final = (3, 4, 5)
BOARD: Final = 50
RESULTS: Final = 200
"""As many of one's matches are drawn."""


@get("/api/ratings")
async def leaderboards(request: AnyRequest) -> Leaderboards:
    """Return the leaderboards."""
    server, session = server_of(request), await session_of(request)
    return Leaderboards(boards=[await _board(server, players, session.person) for players in PLAYERS])


async def _board(server: Server, players: int, person: str | None) -> Leaderboard:
    best = readable(await server.store.ratings.best(players, SETTLED, BOARD), typed, server.deps.metrics, "ratings")
    await server.deps.names.fetch(each.person for each in best)
    people: list[RankedPerson] = []
    for _, equals in groupby(best, key=lambda each: each.low):
        place = len(people) + 1
        people += [_ranked(server, each, place, person) for each in equals]
    return Leaderboard(players=players, people=people)


def _ranked(server: Server, row: PersonRating, place: int, person: str | None) -> RankedPerson:
    names, rating = server.deps.names, Rating(row.mean, row.deviation)
    return RankedPerson(
        place=place,
        name=names.get(row.person, NAMELESS),
        face=names.faces.get(row.person),
        rating=rating.points,
        low=rating.low,
        high=rating.high,
        matches=row.matches,
        mine=row.person == person,
    )


@get("/api/me/ratings", guards=[named_only])
async def own_ratings(request: AnyRequest) -> OwnRatings:
    """Return one's own figures, with how they came about."""
    server, (_, person) = server_of(request), await person_of(request)
    await server.ratings.settled()
    store, metrics = server.store.ratings, server.deps.metrics
    newest = readable(await store.of_person(person), typed, metrics, "ratings")
    return OwnRatings(
        ratings=[
            _own(each, readable(await store.history(person, each.players, RESULTS), typed, metrics, "rated"))
            for each in newest
        ]
    )


def _own(row: PersonRating, history: list[RatedSeat]) -> OwnRating:
    rating = Rating(row.mean, row.deviation)
    return OwnRating(
        players=row.players,
        rating=rating.points,
        low=rating.low,
        high=rating.high,
        settled=rating.settled,
        matches=row.matches,
        results=[_result(each) for each in history],
    )


def _result(row: RatedSeat) -> RatedResult:
    rating = Rating(row.mean, row.deviation)
    return RatedResult(
        table=row.record, ended=row.ended, place=row.place + 1, rating=rating.points, low=rating.low, high=rating.high
    )


HANDLERS: tuple[Any, ...] = (leaderboards, own_ratings)
