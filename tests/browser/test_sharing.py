"""Inviting others, and going away for good."""

from __future__ import annotations

import json

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import DESK, NewPage
from tests.browser.playing import act
from tests.browser.serving import Served
from tests.png import png_size

LAN = "http://192.168.1.20:8000/"
# As on a page that came over plain HTTP from another machine. What is copied is what the browser says is selected.
NO_CLIPBOARD = """
Object.defineProperty(navigator, "clipboard", { value: undefined });
document.addEventListener("copy", (event) => { window.copied = event.target.value ?? String(getSelection()); });
"""
# The same where even that is forbidden.
NO_COPYING = NO_CLIPBOARD + "document.execCommand = () => false;"

NOTCH = 47
# What can be tapped at the left or the right edge.
_UNDER_A_NOTCH = """(notch) => [...document.querySelectorAll("a:not(.skip), button, select, input")]
  .map((each) => [each, each.getBoundingClientRect()])
  .filter(([, { width, left, right }]) => width > 0 && (left < notch || right > innerWidth - notch))
  .map(([each]) => each.outerHTML)"""


def waiting_room(page: Page, served: Served) -> str:
    """The link that is shown to the host of a new table."""
    page.goto(f"{served.url}/new")
    page.get_by_role("button", name="Create table").click()
    return page.locator(".share a").inner_text()


def test_a_host_at_localhost_invites_to_the_address_in_the_network(served: Served, new_page: NewPage) -> None:
    def with_lan_address(route: Route) -> None:
        offer = route.fetch().json()
        route.fulfill(body=json.dumps({**offer, "lan_address": LAN}), content_type="application/json")

    page = new_page(DESK)
    page.route("**/api/offer", with_lan_address)
    waiting_room(page, served)
    expect(page.locator(".share a")).to_have_text(f"{LAN}t/{page.url.rsplit('/', 1)[1]}")


def test_without_an_address_in_the_network_the_link_is_the_page_itself(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    assert waiting_room(page, served) == page.url


def test_a_link_is_copied_without_a_clipboard(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    page.add_init_script(NO_CLIPBOARD)
    link = waiting_room(page, served)
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("window.copied") == link


def test_a_link_that_cannot_be_copied_is_selected(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    page.add_init_script(NO_COPYING)
    link = waiting_room(page, served)
    page.get_by_role("button", name="Copy the link").click()
    page.wait_for_function("link => String(getSelection()) === link", arg=link)
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible()


def test_a_link_has_a_preview(served: Served, new_page: NewPage) -> None:
    page, messenger = new_page(DESK), new_page()
    page.goto(f"{served.url}/new")
    page.get_by_label("Your name").fill("Zoé")
    page.get_by_role("button", name="Create table").click()
    link = page.locator(".share a").inner_text()
    messenger.goto(link)
    tags = {
        each.get_attribute("property"): each.get_attribute("content")
        for each in messenger.locator("meta[property]").all()
    }
    assert tags["og:title"] == "Zoé invites you to play Nokosu Dice"
    assert tags["og:url"] == link
    assert "free seat" in (tags["og:description"] or "")
    assert png_size(messenger.request.get(tags["og:image"] or "").body()) == (1200, 630)
    icon = messenger.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert png_size(messenger.request.get(f"{served.url}{icon}").body()) == (180, 180)


def test_nothing_to_tap_is_under_a_notch(served: Served, new_page: NewPage) -> None:
    page = new_page((844, 390))
    phone = page.context.new_cdp_session(page)
    phone.send("Emulation.setSafeAreaInsetsOverride", {"insets": {"left": NOTCH, "right": NOTCH, "bottom": 21}})
    for path in ("/", "/me", "/pad"):
        page.goto(served.url + path)
        expect(page.locator("h1")).to_be_attached()
        assert page.evaluate(_UNDER_A_NOTCH, NOTCH) == []
    page.goto(served.url)
    page.locator("button.big").click()
    expect(page.locator(".board")).to_be_visible()
    assert page.evaluate(_UNDER_A_NOTCH, NOTCH) == []
    # Without the notch some would be found there.
    phone.send("Emulation.setSafeAreaInsetsOverride", {"insets": {}})
    page.reload()
    expect(page.locator(".board")).to_be_visible()
    assert page.evaluate(_UNDER_A_NOTCH, NOTCH) != []


def test_who_deletes_their_data_is_told_so(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    page.goto(f"{served.url}/me")
    name = page.get_by_role("textbox", name="Your name").first
    name.fill("Anna")
    page.get_by_role("button", name="Save").click()
    # Somebody who has come back with a recovery code was welcomed.
    page.get_by_role("button", name="Create recovery codes").click()
    page.get_by_label("Recovery code").fill(page.locator("li code").first.inner_text())
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("Welcome back.")).to_be_visible()
    page.locator("summary").click()
    page.locator("details input").fill("Anna")
    page.locator("details button").click()
    expect(page.get_by_text("Your data has been deleted.")).to_be_visible()
    expect(page.get_by_text("Welcome back.")).to_have_count(0)
    expect(name).to_have_value("")


def test_a_table_that_shows_only_the_last_trick(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    page.goto(f"{served.url}/new")
    page.get_by_label("Only the last trick can be seen again").check()
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_text("only the last trick can be seen again")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    while page.locator(".trick", has_text="Trick 4 of").count() == 0:
        act(page)
    table = page.url.rsplit("/", 1)[1]
    shown = page.request.get(f"{served.url}/api/tables/{table}/events?after=0").json()["view"]
    assert len(shown["tricks"]) == 1
