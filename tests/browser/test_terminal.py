"""`nokosu play --join` and browsers at one table."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import expect

from nokosu.tui.remote import RemoteConnection
from nokosu.tui.screens.app import Game
from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.serving import Served
from tests.browser.test_match import play_until, set_table
from tests.tui.pilot import FAST, play_out


async def in_a_terminal(link: str) -> list[str]:
    """Sit down, play to the end by keys; everybody's totals."""
    connection = RemoteConnection(link, "Tess")
    app = Game(FAST, lambda game: game.join(connection))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await play_out(app, pilot, "keys")
        assert table.model.outcome is not None
        return [str(points) for points in table.model.outcome.totals]


def test_two_browsers_and_a_terminal_play_a_match(
    served: Served, new_page: NewPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOKOSU_HOME", str(tmp_path))
    host, guest = new_page(DESK), new_page(PHONE)
    link = set_table(host, served.url, 3)
    guest.goto(link)
    guest.get_by_label("Your name").fill("Béla")
    guest.get_by_role("button", name="Sit down").first.click()
    with ThreadPoolExecutor(1) as terminals:
        terminal = terminals.submit(asyncio.run, in_a_terminal(link))
        for page in (host, guest):
            expect(page.locator(".board")).to_be_visible()
            expect(page.get_by_text("Tess").first).to_be_visible()
        play_until([host, guest], 10_000)
        totals = terminal.result()
    for page in (host, guest):
        expect(page.locator(".winner")).to_be_visible()
        assert sorted(page.locator("tfoot td").all_text_contents()) == sorted(totals)
