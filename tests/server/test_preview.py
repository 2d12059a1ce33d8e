"""What a message shows of a link: what a stranger who follows it would see, and nothing else."""

from __future__ import annotations

import html
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from nokosu.server.config import Limits
from nokosu.server.http import docs, preview, static
from tests.png import png_size
from tests.server.people import Client, client
from tests.server.serving import Running, serving
from tests.server.test_matches import play_to_the_end

PUBLIC = Path(__file__).parents[2] / "web/public"
PAGE = "<head>\n<!-- preview -->\n</head>"
PLAIN = "A trick-taking game of cards and dice, against bots or with friends."


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A built client that is only its page."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static/index.html").write_text(PAGE, "utf-8")
    monkeypatch.setattr(static, "FOLDER", tmp_path / "static")


@asynccontextmanager
async def host(folder: Path, name: str = "Ann", **more: Any) -> AsyncIterator[tuple[Running, Client]]:
    """A server, and a person who invites others."""
    async with serving(str(folder / "nokosu.db"), **more) as running, client(running, name) as ann:
        yield running, ann


async def table(ann: Client, **settings: object) -> tuple[str, str]:
    """A table for three with one free seat: its id and its code."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "beginner"}]
    form = {"settings": {"edition": "second", "players": 3, "rounds": 1} | settings, "seats": seats}
    ref = await ann.post("/api/tables", form, 201)
    return ref["table"], ref["code"]


async def seen(running: Running, path: str, language: str = "") -> dict[str, str]:
    """The tags that a messenger's program finds, without a cookie."""
    async with client(running) as messenger:
        answer = await messenger.http.get(path, headers={"accept-language": language})
    assert answer.status_code == 200
    assert "<!--" not in answer.text
    found = re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)" />', answer.text)
    return {name: html.unescape(value) for name, value in found}


async def test_an_invitation_says_who_invites_and_how_many_seats_are_free(tmp_path: Path) -> None:
    async with host(tmp_path, "O'Neil & Co") as (running, ann):
        name, code = await table(ann)
        for path in (f"/t/{name}", f"/j/{code}", f"/j/{code.lower()}"):
            tags = await seen(running, path)
            assert tags["title"] == "O'Neil & Co invites you to play Nokosu Dice"
            assert tags["description"] == "3 players · 1 free seat"
            assert tags["url"] == running.url + path
            assert tags["image"] == f"{running.url}/preview.png"
        assert (await seen(running, f"/t/{name}", "fr-CH,fr;q=0.9"))["title"].endswith(
            "vous invite à jouer à Nokosu Dice"
        )


async def test_other_pages_and_unknown_links_tell_about_the_game(tmp_path: Path) -> None:
    async with host(tmp_path) as (running, _):
        for path in ("/", "/rules", "/t/aaaabbbbccccdddd", "/replay/aaaabbbbccccdddd", "/j/ABC234", "/t/%3Cscript%3E"):
            tags = await seen(running, path)
            assert (tags["title"], tags["description"]) == ("Nokosu Dice", PLAIN), path


async def test_codes_cannot_be_guessed_by_previews(tmp_path: Path) -> None:
    async with host(tmp_path, limits=Limits(wrong_codes_an_hour=3)) as (running, ann):
        _, code = await table(ann)
        for wrong in ("ABC234", "ABC235", "ABC236"):
            await seen(running, f"/j/{wrong}")
        assert (await seen(running, f"/j/{code}"))["title"] == "Nokosu Dice"


async def test_a_match_that_goes_on_names_its_players_unless_nobody_may_watch(tmp_path: Path) -> None:
    async with host(tmp_path) as (running, ann), client(running, "Bea") as bea:
        for spectators, told in (
            (True, ("Watch a match of Nokosu Dice", "Ann, Bea, Beginner")),
            (False, ("Nokosu Dice", PLAIN)),
        ):
            name, _ = await table(ann, spectators=spectators)
            await bea.post(f"/api/tables/{name}/join", {})
            tags = await seen(running, f"/t/{name}")
            assert (tags["title"], tags["description"]) == told
            assert (await seen(running, f"/replay/{name}"))["title"] == "Nokosu Dice"


async def test_a_finished_match_tells_its_scores_and_its_replay_does_not(tmp_path: Path) -> None:
    async with host(tmp_path) as (running, ann):
        ref = await ann.post("/api/play", {"players": 3, "rounds": 1, "bot": "beginner"}, 201)
        async with ann.at(ref["table"]) as seat:
            totals = (await play_to_the_end(seat)).totals
        tags = await seen(running, f"/t/{ref['table']}")
        assert "win" in tags["title"]
        for name, total in zip(("Ann", "Beginner 1", "Beginner 2"), totals, strict=True):
            assert f"{name} {total}" in tags["description"]
        replay = await seen(running, f"/replay/{ref['table']}")
        assert replay["title"] == "Replay: Ann, Beginner 1, Beginner 2"
        assert not re.search(r"\d", replay["description"])


def test_the_pictures_for_links_and_home_screens_are_there() -> None:
    assert png_size((PUBLIC / "preview.png").read_bytes()) == preview.IMAGE_SIZE
    assert png_size((PUBLIC / "apple-touch-icon.png").read_bytes()) == (180, 180)


@pytest.mark.parametrize("built", [True, False])
async def test_the_page_says_whether_the_documentation_is_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, built: bool
) -> None:
    (tmp_path / "docs").mkdir()
    if built:
        (tmp_path / "docs/index.html").touch()
    monkeypatch.setattr(docs, "FOLDER", tmp_path / "docs")
    async with host(tmp_path) as (_, ann):
        assert (static.HAS_DOCS in (await ann.http.get("/rules")).content) == built
