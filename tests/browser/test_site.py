"""The site without a server (`nokosu site build`) in a folder of a plain web host."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from nokosu.server.site import PAGES
from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.playing import KEPT, act, look
from tests.browser.site import Host, broken, hosted
from tests.browser.test_device import READY_MS
from tests.browser.test_pages import overflow, violations


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with hosted(tmp_path / "site", "--server", "https://play.example.org") as here:
        yield here


def test_no_link_is_broken_and_no_page_asks_for_a_server(host: Host, new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(DESK)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    assert broken(page, host.url) == set()
    assert all(url.startswith((host.url, "blob:", "data:")) for url in asked)
    assert not any("/api/" in url for url in asked)
    visited = {url.removeprefix(host.url).strip("/") for url in asked}
    assert visited >= set(PAGES) - {"t", "review"}, "a page is never linked to"
    # A link to a page that was not written is found.
    (tmp_path / "site/pad/index.html").unlink()
    (tmp_path / "site/pad/index.html.gz").unlink()
    other = new_page(DESK)
    assert broken(other, host.url) == {f"{host.url}pad/"}


def test_a_match_goes_on_after_the_network_is_cut(host: Host, new_page: NewPage) -> None:
    page = new_page(DESK, pace="instant")
    page.goto(host.url)
    expect(page.get_by_role("heading", name="Play anywhere")).to_be_visible()
    expect(page.get_by_role("heading", name="With friends")).to_have_count(0)
    expect(page.get_by_role("link", name="Play with friends on our server")).to_have_attribute(
        "href", "https://play.example.org"
    )
    page.evaluate(KEPT)
    host.cut()
    page.goto(f"{host.url}rules/")
    expect(page.locator("h1")).to_have_text("Rules")
    # Addresses that are not the pages' own, with other folders around them.
    page.goto(f"{host.url}rules/index.html")
    expect(page.locator("h1")).to_have_text("Rules")
    page.goto(f"{host.url}old/link/of/a/friend")
    expect(page.get_by_role("heading", name="Play anywhere")).to_be_visible()
    assert page.url == host.url
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".board")).to_be_visible(timeout=READY_MS)
    # Named from the first page's folder, and still there.
    assert page.evaluate("document.querySelector('link[rel=icon]').href") == f"{host.url}icon.svg"
    while look(page) != "play":
        act(page)
    table = page.url
    page.reload()
    expect(page.locator(".board")).to_be_visible(timeout=READY_MS)
    assert page.url == table
    assert "/t/?id=local" in table


def test_the_deal_of_the_day_is_the_sites_own(host: Host, new_page: NewPage) -> None:
    page = new_page(PHONE, pace="instant", touch=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    shown: list[str] = []
    page.on("framenavigated", lambda frame: shown.append(frame.url))
    page.goto(host.url)
    page.get_by_role("region", name="Deal of the day").get_by_role("button", name="Play today’s deal").click()
    expect(page.locator(".board")).to_be_visible(timeout=READY_MS)
    while not page.locator(".end .winner").is_visible():
        if look(page) != "result":
            act(page)
    # The service worker has come meanwhile, and has not taken the page for an older build.
    assert len(shown) == 2, shown
    page.locator(".end").get_by_role("link", name="Result of the day").click()
    own = page.get_by_role("region", name="Your result")
    expect(own).to_be_visible()
    own.get_by_role("button", name="Share", exact=True).click()
    expect(own.get_by_role("status")).to_have_text("Copied")
    said = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert (said[0].split("#")[0], said[-1]) == ("Nokosu Dice ", f"{host.url}daily/")
    expect(page.get_by_role("region", name="The champion’s line")).to_be_visible(timeout=READY_MS)
    # Nobody else's results, and nothing that claims to be ranked or sealed.
    assert page.locator("#board, #all-points, .sealed").count() == 0
    expect(page.get_by_role("region", name="1 day in a row").locator("a.played")).to_have_count(1)
    assert (violations(page), overflow(page)) == ([], 0)
