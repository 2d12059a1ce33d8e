"""Rated matches on a server: from the table to the figure, and made again from the records."""

from __future__ import annotations

import random
from collections.abc import Sequence

from nokosu import editions
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.record import encode
from nokosu.server.ratings.book import rate_all, rate_from
from nokosu.server.ratings.glicko import Rating
from nokosu.server.store import Store
from nokosu.server.store.dump import dumped, restore
from nokosu.server.store.people import Person
from nokosu.server.store.ratings import PersonRating
from nokosu.server.store.records import RecordRow
from nokosu.server.store.tables import seated
from nokosu.table.days import DAY_MS
from tests.server.conftest import opened
from tests.server.daily import with_passkeys
from tests.server.people import client
from tests.server.rated import play_rated, rated_table
from tests.server.serving import HandTime, serving

PEOPLE = tuple("abcdef")
NAMES = ("Ann", "Bea", "Cem")


async def test_a_rated_match_gives_everybody_a_figure_with_a_question_mark(where: str) -> None:
    async with (
        serving(where) as running,
        with_passkeys(running, *NAMES) as people,
        client(running) as stranger,
    ):
        table = await play_rated(people)
        points = (await stranger.http.get(f"/api/records/{table}/file")).json()["totals"]
        for seat, person in enumerate(people):
            (own,) = (await person.get("/api/me/ratings"))["ratings"]
            (result,) = own["results"]
            assert (own["players"], own["matches"], own["settled"]) == (3, 1, False)
            assert own["low"] < own["rating"] < own["high"]
            assert result["place"] == 1 + sum(other > points[seat] for other in points)
            assert (result["table"], result["rating"]) == (table, own["rating"])
        boards = (await stranger.get("/api/ratings"))["boards"]
        assert [(board["players"], board["people"]) for board in boards] == [(3, []), (4, []), (5, [])]
        export = await people[0].get("/api/me/export")
        assert [each["players"] for each in export["ratings"]] == [3]
        assert [each["table"] for each in export["rated"]] == [table]
    async with opened(where) as store:
        before = await store.ratings.everything()
        assert (await rate_all(store)).matches == 1
        assert await store.ratings.everything() == before


async def test_a_match_that_nobody_finishes_counts_and_the_first_to_go_is_last(where: str) -> None:
    time = HandTime()
    async with serving(where, time=time) as running, with_passkeys(running, *NAMES) as people:
        table = await rated_table(people)
        async with people[2].at(table) as third, people[1].at(table) as second:
            await third.ask("leave")
            await second.ask("leave")
        # Ann has closed her browser: her time runs out, move by move, until the round is over.
        actor_over = False
        for _ in range(400):
            time.pass_by(60_000)
            if (await people[0].get(f"/api/tables/{table}"))["status"] == "finished":
                actor_over = True
                break
        assert actor_over
        places = [(await each.get("/api/me/ratings"))["ratings"][0]["results"][0]["place"] for each in people]
        assert places == [1, 2, 3]


async def test_a_match_that_ended_before_a_crash_is_rated_after_it(where: str) -> None:
    async with opened(where) as store:
        await filled(store, matches(3))
    async with serving(where) as running, client(running, "Ann") as ann:
        await ann.get("/api/me/ratings")  # which waits until everything is rated
    async with opened(where) as store:
        before = await store.ratings.everything()
        await rate_all(store)
        assert await store.ratings.everything() == before
        assert len({row[0] for row in before if str(row[0]).startswith("match")}) == 3


async def test_the_board_shows_those_whose_interval_is_small_by_its_lower_end(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann, client(running) as stranger:
        person = (await ann.get("/api/me"))["person"]
        async with opened(where) as store:
            for name, mean, deviation in (("sure", 0.5, 0.3), (person, 0.9, 0.5), ("new", 3.0, 1.0)):
                if name != person:
                    await store.people.add(Person(name, name.title(), None, 1))
                rating = Rating(mean, deviation)
                row = PersonRating(name, 4, 1, 9, mean, deviation, rating.low)
                await store.database.write(row.renew())
        board = (await stranger.get("/api/ratings"))["boards"][1]
        assert [(each["place"], each["name"], each["mine"]) for each in board["people"]] == [
            (1, "Ann", False),
            (2, "Sure", False),
        ] or [each["name"] for each in board["people"]] == ["Sure", "Ann"]
        lows = [each["low"] for each in board["people"]]
        assert lows == sorted(lows, reverse=True)
        assert [each["mine"] for each in (await ann.get("/api/ratings"))["boards"][1]["people"]].count(True) == 1


# Equal records give equal ratings


def bodies(count: int) -> list[str]:
    """Records of short matches, by number of players."""
    found = []
    for players in range(3, 3 + count):
        ruleset = editions.ruleset(editions.DEFAULT, players, rounds=1)
        record = play_match(ruleset, bytes([players]) * 32, [make("random")] * players, reveal=False)
        found.append(encode(record))
    return found


def matches(count: int, seed: int = 1) -> list[tuple[RecordRow, tuple[str, ...]]]:
    """Rated matches within a few days, some at the same moment, in the order of their ends."""
    chance = random.Random(seed)
    texts = bodies(3)
    found = []
    for number in range(count):
        players = chance.choice((3, 3, 4, 5))
        ended = number // 2 * DAY_MS // 5 + 1
        row = RecordRow(f"match{number:02}", None, "finished", False, ended, texts[players - 3], rated=True)
        found.append((row, tuple(chance.sample(PEOPLE, players))))
    return found


async def filled(store: Store, played: Sequence[tuple[RecordRow, tuple[str, ...]]]) -> None:
    """Store matches as the end of a table does."""
    await store.database.write(
        [statement for row, people in played for statement in (row.insert(), *seated(row.id, people))]
    )


async def with_people(store: Store) -> None:
    for each in PEOPLE:
        await store.people.add(Person(each, each.upper(), None, 1))


async def test_one_match_after_the_other_gives_what_all_together_give(where: str) -> None:
    async with opened(where) as store:
        await with_people(store)
        played = matches(24)
        # The last of each five is stored before the others, as by a process that was quicker.
        order = [each for five in range(0, 24, 5) for each in (*played[five + 4 : five + 5], *played[five : five + 4])]
        assert sorted(order, key=lambda each: each[0].id) == played
        for each in order:
            await filled(store, [each])
            assert (await rate_from(store, 0)).matches >= 1
        one_by_one = await store.ratings.everything()
        assert (await rate_from(store, 0)).matches == 0
        assert (await rate_all(store)).matches == 24
        assert await store.ratings.everything() == one_by_one
        assert len(one_by_one) == sum(len(people) for _, people in played) + len(
            {(person, len(people)) for _, people in played for person in people}
        )


async def test_a_deleted_person_leaves_no_trace_and_the_others_keep_their_ratings(where: str) -> None:
    async with opened(where) as store:
        await with_people(store)
        played = matches(12)
        await filled(store, played[:8])
        await rate_from(store, 0)
        before = {row for row in await store.ratings.everything() if row[0] != "a" and row[2] != "a"}
        await store.people.delete("a", 9)
        after = await store.ratings.everything()
        assert before <= set(after)
        assert not [row for row in after if "a" in row]
        # Matches that they still sat in are rated as if they were here.
        for each in played[8:]:
            await filled(store, [each])
            await rate_from(store, 0)
        one_by_one = await store.ratings.everything()
        assert not [row for row in one_by_one if "a" in row]
        await rate_all(store)
        assert await store.ratings.everything() == one_by_one


async def test_ratings_are_in_a_backup(where: str, tmp_path: object) -> None:
    async with opened(where) as store:
        await with_people(store)
        await filled(store, matches(5))
        await rate_from(store, 0)
        before = await store.ratings.everything()
        backup = [line async for line in dumped(where)]
    async with opened(f"{tmp_path}/again.db") as store:
        await restore(store, backup)
        assert await store.ratings.everything() == before
        assert (await rate_from(store, 0)).matches == 0
        await rate_all(store)
        assert await store.ratings.everything() == before
