"""Finished matches: replayed without spoilers, brought along, downloaded, backed up."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlencode

import pytest

from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view
from nokosu.editions import ruleset
from nokosu.record import Record, decode, encode, match_at, read_lines
from nokosu.record.position import position_of
from nokosu.record.position_reader import parse_position
from nokosu.server.store.dump import BackupError, dumped, restore
from tests.server.conftest import opened
from tests.server.people import client
from tests.server.serving import serving
from tests.server.test_matches import play_to_the_end


def a_record() -> str:
    rules = ruleset("first", 3, rounds=1)
    return encode(play_match(rules, seed_from_number(5), [make("random") for _ in range(3)]))


async def test_a_record_from_elsewhere_is_checked_kept_and_replayed(where: str) -> None:
    async with serving(where) as running, client(running, "Ann") as ann, client(running) as anybody:
        body = a_record()
        answer = await ann.http.post("/api/records", content=body)
        assert answer.status_code == 201, answer.text
        name = answer.json()["record"]
        summary = await anybody.get(f"/api/records/{name}")
        assert summary["imported"]
        assert not summary["fair"]
        assert not {"totals", "winners", "scores"} & set(summary)
        assert await anybody.get(f"/api/records/{name}/file") == json.loads(body)
        replay = await anybody.get(f"/api/records/{name}/rounds/0")
        assert replay["positions"][0]["hands"] == json.loads(body)["rounds"][0]["cards"]
        assert replay["positions"][-1]["action"] is None


async def test_every_decision_of_a_record_can_be_asked_about(tmp_path: Path) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Ann") as ann:
        name = (await ann.http.post("/api/records", content=a_record())).json()["record"]
        positions = (await ann.get(f"/api/records/{name}/rounds/0"))["positions"]
        for decision in (0, 9, len(positions) - 2):
            told = await ann.get(f"/api/records/{name}/rounds/0/advice/{decision}")
            assert told["seat"] == positions[decision]["seat"]
            assert positions[decision]["action"] in {option["action"] for option in told["options"]}
        assert (await ann.http.get(f"/api/records/{name}/rounds/0/advice/{len(positions) - 1}")).status_code == 404


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text[:-1], "record.unreadable"),
        (lambda _: "[" * 100_000, "record.unreadable"),
        (lambda text: text.replace('"status":"finished"', '"status":"abandoned"'), "record.untrue"),
        (lambda text: text.replace('"totals":[', '"totals":[9'), "record.untrue"),
    ],
)
async def test_a_record_that_is_not_true_is_refused(tmp_path: Path, damage: object, message: str) -> None:
    async with serving(str(tmp_path / "x.db")) as running, client(running, "Ann") as ann:
        body = damage(a_record())  # type: ignore[operator]  # one of the functions above
        answer = await ann.http.post("/api/records", content=body)
        assert answer.status_code == 409, answer.text
        assert answer.json()["reason"]["message"] in {message, "record.unfinished", "record.unreadable"}


async def test_the_archive_has_public_matches_alone_and_is_true(where: str, tmp_path: Path) -> None:
    async with serving(where) as running, client(running, "Ann") as ann:
        names = []
        for public in (True, False):
            seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "beginner"}] * 2]
            settings = {"players": 3, "rounds": 1, "public": public}
            table = (await ann.post("/api/tables", {"settings": settings, "seats": seats}, 201))["table"]
            names.append(table)
            async with ann.at(table) as seat:
                await play_to_the_end(seat)
                await seat.until(lambda update: update.table is not None and update.table.status == "finished")
        archive = tmp_path / "archive.jsonl"
        archive.write_bytes((await ann.http.get("/api/archive")).content)
        with archive.open("rb") as file:
            lines = list(read_lines(file))
        assert len(lines) == 1
        running_match = await ann.post("/api/play", {"players": 3}, 201)
        assert (await ann.http.get(f"/api/records/{running_match['table']}/file")).status_code == 404


async def test_a_backup_of_either_database_goes_into_the_other(where: str, fresh_postgres: str, tmp_path: Path) -> None:
    target = str(tmp_path / "new.db") if where.startswith("postgresql") else fresh_postgres

    async with serving(where) as running, client(running, "Ann") as ann:
        ref = await ann.post("/api/play", {"players": 3, "rounds": 1}, 201)
        lines = [line async for line in dumped(where)]
        cookies = ann.http.cookies
    async with opened(target) as store:
        await restore(store, lines)
        with pytest.raises(BackupError, match="not empty"):
            await restore(store, lines)
    async with serving(target) as running, client(running) as again:
        again.http.cookies = cookies
        async with again.at(ref["table"]) as seat:
            await play_to_the_end(seat)


async def test_a_torn_backup_is_refused(where: str) -> None:
    async with opened(where) as store:
        with pytest.raises(BackupError):
            await restore(store, ['{"format": "nokosu-backup/1", "schema": 1}', '{"table": "keys", "row": ["a", "b"]}'])
        assert await store.database.read("SELECT name FROM keys WHERE name = 'a'") == []


def positions_of_a_record() -> tuple[Record, str, str]:
    """A record, a late point of its round with all cards, and the same as the seat to act knows it."""
    record = decode(a_record())
    match = match_at(record, 0, 30)
    return record, str(position_of(match)), str(position_of(view(match, match.to_act)))


async def test_a_position_in_one_line_is_shown_with_the_steps_that_led_to_it(tmp_path: Path) -> None:
    record, whole, seen = positions_of_a_record()
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Ann") as ann:
        name = (await ann.http.post("/api/records", content=encode(record))).json()["record"]
        steps = (await ann.get(f"/api/records/{name}/rounds/0"))["positions"][:31]
        shown = await ann.get(f"/api/positions?{urlencode({'text': whole})}")
        assert shown["open"]
        assert shown["round"]["positions"][:30] == steps[:30]
        assert shown["round"]["positions"][30] == steps[30] | {"action": None}
        assert shown["round"]["aside"] == [str(card) for card in record.rounds[0].deal.aside]
        advice = await ann.get(f"/api/records/{name}/rounds/0/advice/30")
        for text in (whole, seen):
            assert await ann.get(f"/api/positions/advice?{urlencode({'text': text})}") == advice


async def test_H1_a_seats_position_shows_no_other_hand(tmp_path: Path) -> None:
    _, _, seen = positions_of_a_record()
    seat = parse_position(seen).seen.seat
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Ann") as ann:
        shown = await ann.get(f"/api/positions?{urlencode({'text': seen})}")
        assert (shown["open"], shown["seat"], shown["round"]["aside"]) == (False, seat, [])
        steps = shown["round"]["positions"]
        assert len(steps) == 31
        for step in steps:
            assert [bool(hand) for hand in step["hands"]] == [other == seat for other in range(3)]
            assert step["seat"] == seat or not step["help"]["unplayable"]


@pytest.mark.parametrize(
    ("text", "status", "message", "params"),
    [
        ("nokosu/1 second/3 dealer:9", 409, "record.unreadable-position", {"column": "26"}),
        ("nokosu/1 /etc/house.toml/3", 409, "record.unreadable-position", {"column": "10"}),
        ("x" * 5000, 400, "server.bad-request", {}),
        ("", 400, "server.bad-request", {}),
    ],
    ids=["a wrong seat", "a file", "too long", "empty"],
)
async def test_what_is_not_a_position_is_refused(
    tmp_path: Path, text: str, status: int, message: str, params: dict[str, str]
) -> None:
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Ann") as ann:
        for path in ("/api/positions", "/api/positions/advice"):
            answer = await ann.http.get(f"{path}?{urlencode({'text': text})}")
            said = answer.json()["reason"]
            assert (answer.status_code, said["message"], said["params"]) == (status, message, params)


async def test_only_the_seat_to_act_is_advised_in_a_position(tmp_path: Path) -> None:
    record, _, _ = positions_of_a_record()
    match = match_at(record, 0, 30)
    assert match.to_act is not None
    other = str(position_of(view(match, (match.to_act + 1) % 3)))
    over = str(position_of(match_at(record)))
    async with serving(f"{tmp_path}/x.db") as running, client(running, "Ann") as ann:
        for text in (other, over):
            assert (await ann.http.get(f"/api/positions/advice?{urlencode({'text': text})}")).status_code == 404
        shown = await ann.get(f"/api/positions?{urlencode({'text': over})}")
        assert shown["round"]["positions"][-1]["view"]["totals"] == list(record.totals or ())
