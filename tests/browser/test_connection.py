"""A network that stops working without a word, or with one: people see it, and play on when it is back."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.conftest import PHONE, NewPage
from tests.browser.playing import act, look
from tests.browser.proxy import Proxy
from tests.browser.serving import Served


@pytest.fixture
def proxy(served: Served) -> Iterator[Proxy]:
    between = Proxy(int(served.url.rsplit(":", 1)[1]))
    yield between
    between.close()


def notice(page: Page) -> Locator:
    """What a page says while it has no connection."""
    return page.locator(".notices").get_by_text("reconnecting")


def play_on(page: Page) -> None:
    """Take a die: somebody answers."""
    while look(page) != "draft":
        pass
    dice = page.locator(".own .dice [data-piece]")
    before = dice.count()
    act(page)
    act(page)
    expect(dice).to_have_count(before + 1)


def test_who_opens_the_table_anew_is_told_what_was_played_for_them(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto(served.url)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".board")).to_be_visible()
    play_on(page)
    page.reload()
    expect(page.locator(".board .own")).to_be_visible()
    expect(page.locator(".own .note")).to_have_count(0)

    def for_them(socket: WebSocketRoute) -> None:
        """Let the log say that a bot made the person's moves."""
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(str(text).replace('"by":"person"', '"by":"stand_in"')))

    page.route_web_socket(re.compile("/socket"), for_them)
    page.reload()
    told = re.compile("^Your time ran out: a bot|^A bot made . moves for you: .* die")
    expect(page.locator(".own .note")).to_contain_text(told)
    said = page.locator(".own .note").inner_text()
    expect(page.locator("[role=log]").get_by_text(said)).to_have_count(1)


def test_a_frozen_connection_is_noticed_and_replaced(proxy: Proxy, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto(proxy.url)
    page.get_by_role("button", name="Play now").click()
    play_on(page)
    proxy.freeze()
    # Four quiet seconds, four more for an answer, and what a busy machine adds.
    expect(notice(page)).to_be_visible(timeout=25_000)
    proxy.thaw()
    expect(notice(page)).to_have_count(0, timeout=15_000)
    play_on(page)


def test_without_a_network_people_read_so_at_once(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto(served.url)
    page.get_by_role("button", name="Play now").click()
    play_on(page)
    # Time does not pass for the page: nothing but the browser's own word is left to tell it.
    page.clock.install()
    page.context.set_offline(True)
    expect(notice(page)).to_be_visible()
    page.clock.resume()
    page.context.set_offline(False)
    expect(notice(page)).to_have_count(0)
    play_on(page)
