"""H2: a table may show people only the last trick. Bots and records have all of them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from nokosu import editions
from nokosu.server.bots.pool import Question
from nokosu.table import frames, public
from tests.server.people import Json, Seat, client, my_turn, over
from tests.server.serving import FirstLegal, serving

PLAYERS = 3
TRICKS = editions.ruleset(editions.DEFAULT, players=PLAYERS).tricks


class Leak(Exception):
    """Something about an earlier trick was shown to a person."""


class Knowing(FirstLegal):
    """Bots that are shown every trick."""

    def __init__(self) -> None:
        self.most = 0

    async def choose(self, question: Question) -> str:
        view = question.view
        assert len(view.tricks) == sum(view.won)
        self.most = max(self.most, len(view.tricks))
        return await super().choose(question)


def plays_in(update: Json) -> set[tuple[int, str]]:
    """Everything that an update says about pieces in tricks, with the seat that played them."""
    view = update["view"]
    tricks = [*view["tricks"], *([view["trick"]] if view["trick"] else [])]
    seen = {
        ((trick["leader"] + place) % PLAYERS, piece) for trick in tricks for place, piece in enumerate(trick["plays"])
    }
    for entry in update["entries"]:
        if entry["kind"] == "moved" and entry["action"].startswith("play "):
            seen.add((entry["seat"], entry["action"].removeprefix("play ")))
        for effect in entry.get("effects", ()):
            if "piece" in effect:
                seen.add((effect["seat"], effect["piece"]))
    return seen


class Watched:
    """What one audience has been told in the order in which it happened; nothing before its end may be told again."""

    def __init__(self) -> None:
        self.played: list[tuple[int, str]] = []
        self._newest = 0

    def look(self, frame: bytes | Json) -> None:
        """Take in what is new in an update, and find what is old."""
        update: Json = json.loads(frame) if isinstance(frame, bytes) else frame
        if update["type"] != "update" or not update["view"]:
            return
        for entry in update["entries"]:
            if entry["seq"] > self._newest and entry["kind"] == "moved" and entry["action"].startswith("play "):
                self.played.append((entry["seat"], entry["action"].removeprefix("play ")))
                self._newest = entry["seq"]
        lying = len(update["view"]["trick"]["plays"]) if update["view"]["trick"] else 0
        allowed = set(self.played[-(PLAYERS + lying) :])
        if not plays_in(update) <= allowed:
            raise Leak(sorted(plays_in(update) - allowed))


@asynccontextmanager
async def played_through(folder: Path) -> AsyncIterator[tuple[str, int]]:
    """A round between two people and a bot, watched by a stranger; everything they are shown is looked at."""
    bots = Knowing()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "beginner"}]
    form = {"settings": {"players": PLAYERS, "rounds": 1, "last_trick_only": True}, "seats": seats}
    async with (
        serving(str(folder / "nokosu.db"), chooser=bots) as running,
        client(running, "Ann") as ann,
        client(running, "Bea") as bea,
        client(running) as stranger,
    ):
        table = str((await ann.post("/api/tables", form, 201))["table"])
        await bea.post(f"/api/tables/{table}/join", {})
        async with ann.at(table) as first, bea.at(table) as second, stranger.at(table) as spectator:
            asked = Watched()
            while first.update is None or not over(first.update):
                for seat in (first, second):
                    await moved(seat, (first, second, spectator))
                    for who in (ann, bea, stranger):
                        for after in ("0", "3"):
                            asked.look(await who.get(f"/api/tables/{table}/events?after={after}"))
                    async with ann.at(table, after=0) as again:
                        await again.next()
                        asked.look(again.frames[0])
            for seat in (first, second, spectator):
                await seat.until(over)
                live = Watched()
                for frame in seat.frames:
                    live.look(frame)
                assert len(live.played) == PLAYERS * TRICKS
            assert first.update.view is not None
            assert sum(first.update.view.won) == TRICKS
            assert len(first.update.view.tricks) == 1
        record = await stranger.get(f"/api/records/{table}/file")
        assert len(record["rounds"][0]["tricks"]) == TRICKS
        yield table, bots.most


async def moved(seat: Seat, everybody: tuple[Seat, ...]) -> None:
    """One move of this seat, once it is its turn and if it comes; all have seen it then."""
    while seat.update is None or not (my_turn(seat.update) or others_turn(seat)):
        await seat.next()
    if my_turn(seat.update) and not over(seat.update):
        answer = await seat.move()
        for each in everybody:
            await each.until_seq(answer.seq)


def others_turn(seat: Seat) -> bool:
    """Whether another person is to act."""
    view = seat.update.view if seat.update else None
    return view is not None and view.to_act in {0, 1} and view.to_act != view.seat


async def test_people_see_the_last_trick_alone_and_bots_see_all(tmp_path: Path) -> None:
    async with played_through(tmp_path) as (_, most):
        assert most >= TRICKS - 1


async def test_a_planted_leak_in_views_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "last_trick_alone", lambda seen: seen)
    with pytest.raises(Leak):
        async with played_through(tmp_path):
            pass


async def test_a_planted_leak_in_the_entries_of_who_comes_back_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public, "since_last_trick", lambda logged, _: logged)
    with pytest.raises(Leak):
        async with played_through(tmp_path):
            pass
