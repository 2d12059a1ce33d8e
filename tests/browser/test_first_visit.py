"""From a link on a phone to a running match with a friend, and what the first page offers afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.playing import act, look
from tests.browser.serving import Served
from tests.browser.test_pages import overflow, violations
from tests.night import SOME_LANGUAGES


def open_table(page: Page, url: str, *, bots: int, name: str = "Anna") -> None:
    """A public table whose last seats are bots'."""
    page.goto(f"{url}/new?public")
    page.get_by_label("Your name").fill(name)
    page.get_by_label("3", exact=True).check()
    for seat in range(2 - bots, 2):
        page.locator(".seats select").nth(seat).select_option("otto")
    page.get_by_role("button", name="Create table").click()
    expect(page.locator("ol.seats")).to_be_visible()


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (820, 1180), (1440, 900)])
def test_somebody_new_sees_the_game_and_the_button_without_scrolling(
    served: Served, new_page: NewPage, size: tuple[int, int]
) -> None:
    page = new_page(size)
    page.goto(served.url)
    expect(page.locator(".picture .table")).to_be_visible()
    button = page.get_by_role("button", name="Play now").bounding_box()
    assert button is not None
    assert button["y"] + button["height"] <= size[1]


def test_a_first_visit_on_a_phone_to_a_running_match_with_a_friend(served: Served, new_page: NewPage) -> None:
    host, guest = new_page(DESK), new_page(PHONE)
    open_table(host, served.url, bots=1)
    # The friend has the link, and has never been here.
    guest.goto(host.url)
    expect(guest.locator("h1")).to_have_text("Anna invites you")
    for fact in ("4 rounds", "No time limit", "No hints", "Take-backs, if everyone agrees"):
        expect(guest.get_by_role("region", name="This table")).to_contain_text(fact)
    guest.get_by_label("Your name").fill("Béla")
    guest.get_by_label("Avatar 8").check()
    guest.get_by_role("button", name="Sit down").first.click()
    for page in (host, guest):
        expect(page.locator(".board")).to_be_visible()
    expect(host.get_by_role("region", name="Béla").locator("[data-face=hat]")).to_be_visible()
    expect(guest.get_by_role("region", name="Otto").locator("[data-face=otto]")).to_be_visible()
    # They play: everybody is asked, and everybody sees it.
    asked = set[str]()
    while len(asked) < 2:
        for page in (host, guest):
            if look(page) == "draft" and act(page):
                asked.add("host" if page is host else "guest")

    # The menu has the invitation for a third friend, who may watch; and a name can be changed at the table.
    guest.get_by_role("button", name="Menu").click()
    guest.locator("summary", has_text="Invite others").click()
    expect(guest.locator("dialog[open]").get_by_role("link", name=host.url)).to_be_visible()
    guest.locator("summary", has_text="Name and avatar").click()
    guest.get_by_role("textbox", name="Your name").fill("Bea")
    guest.get_by_label("Avatar 2").check()
    guest.get_by_role("button", name="Save").click()
    expect(guest.locator("dialog[open]")).to_contain_text("Saved.")
    expect(host.get_by_role("region", name="Bea").locator("[data-face=bun]")).to_be_visible()


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Served]:
    """A server where nobody has been yet."""
    server = Served(tmp_path)
    server.start()
    yield server
    server.kill()


def test_an_empty_lobby_invites(alone: Served, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto(alone.url)
    expect(page.get_by_role("region", name="Public tables")).to_contain_text("No public table right now.")
    page.get_by_role("link", name="Open a public table").click()
    expect(page.get_by_label("List it publicly")).to_be_checked()


def test_home_begins_with_what_waits_for_me(served: Served, new_page: NewPage) -> None:
    host, page = new_page(DESK), new_page(PHONE)
    open_table(host, served.url, bots=0)
    page.goto(served.url)
    lobby = page.get_by_role("region", name="Public tables")
    expect(lobby).to_contain_text("Anna")
    expect(lobby).to_contain_text("4 rounds · No time limit · Second edition")
    expect(lobby).to_contain_text("2 free seats")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".board")).to_be_visible()
    while look(page) != "draft":
        act(page)
    page.goto(served.url)
    # Before everything else on a phone, and in sight.
    first = page.locator("main section").first
    expect(first).to_contain_text("Your turn")
    expect(first).to_contain_text("Round 1 of 5")
    expect(first.get_by_role("heading", name="Your turn")).to_be_in_viewport()
    # Another match is one tap away, without scrolling past everything else.
    expect(page.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("Win exactly as many tricks")).to_have_count(0)


def test_a_slow_table_offers_notifications_or_says_why_not(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto(f"{served.url}/new")
    expect(page.locator(".push")).to_have_count(0)
    page.get_by_label("Correspondence (days)").check()
    expect(page.locator(".push")).to_contain_text("this server cannot send notifications")
    page.route("**/api/offer", lambda route: route.fulfill(json={**route.fetch().json(), "push_key": "BKey"}))
    page.reload()
    page.get_by_label("Correspondence (days)").check()
    expect(page.locator(".push")).to_contain_text("This device can tell you when it is your turn.")
    expect(page.get_by_role("button", name="Notify me on this device")).to_be_visible()


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_people_s_pages_can_be_read_by_everybody(served: Served, new_page: NewPage, language: str) -> None:
    host = new_page(DESK)
    open_table(host, served.url, bots=0)
    faults = []
    for size, theme in ((PHONE, "dark"), (DESK, "light")):
        page = new_page(size, theme, language)
        for path in ("/", host.url.removeprefix(served.url)):
            page.goto(served.url + path)
            expect(page.locator("[data-face]").first).to_be_attached()
            faults += [f"{path} {fault}" for fault in violations(page)]
            if overflow(page) > 0:
                faults.append(f"{path} is too wide by {overflow(page)}")
    assert faults == []
