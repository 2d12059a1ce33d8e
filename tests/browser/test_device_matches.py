"""Matches on this device: brought along, uploaded, deleted; played in one tab at a time; never half saved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from nokosu.record import decode, verify
from tests.browser.conftest import DESK, NewPage
from tests.browser.playing import act, look
from tests.browser.serving import Served
from tests.browser.test_device import READY_MS
from tests.browser.test_pages import overflow, violations
from tests.night import NIGHTLY
from tools.web_data import fairness_vectors

# What a worker's store does when its disk is full, from when a page says so.
FULL_DISK = """
const add = IDBObjectStore.prototype.add;
let full = false;
new BroadcastChannel("disk").onmessage = ({ data }) => (full = data);
IDBObjectStore.prototype.add = function (...row) {
  if (full) throw new DOMException("full", "QuotaExceededError");
  return add.apply(this, row);
};
"""
NO_LOCKS = 'Object.defineProperty(navigator, "locks", { value: undefined });'
SAY_FULL = '(full) => new BroadcastChannel("disk").postMessage(full)'


PIECES = ".own [data-piece]"


def pieces(page: Page) -> int:
    """How many cards and dice one has."""
    return page.locator(PIECES).count()


def plant(context: BrowserContext, program: str) -> None:
    """Let every worker of this browser run a program first."""

    def changed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=program + answer.text())

    # The service worker must not answer in its place.
    context.route("**/sw.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    context.route("**/assets/worker-*.js", changed)


def play(page: Page, url: str) -> None:
    """A match on this device, up to the person's first card."""
    page.goto(url)
    page.wait_for_function("() => document.querySelector('main')")
    page.evaluate("() => Object.defineProperty(navigator, 'onLine', { value: false })")
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".board")).to_be_visible(timeout=READY_MS)
    assert "/t/local" in page.url


def up_to_a_card(page: Page) -> None:
    while look(page) != "play":
        act(page)
        page.wait_for_timeout(20)


def test_a_record_is_brought_along_uploaded_and_deleted(served: Served, new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(device=True)
    (tmp_path / "record.json").write_text(json.dumps(fairness_vectors()["record"]), "utf-8")
    page.goto(f"{served.url}/replay")
    page.set_input_files("input[type=file]", tmp_path / "record.json")
    page.wait_for_url("**/replay/local*", timeout=READY_MS)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("heading", name="Opened from a file")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the link")).to_have_count(0)
    assert (violations(page), overflow(page)) == ([], 0)
    here = page.url.split("?")[0]

    def full(route: Route) -> None:
        reason = {"message": "record.imports-full", "params": {}}
        route.fulfill(status=409, json={"reason": reason})

    # A server that says no, and none at all.
    page.route("**/api/records", full)
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("alert")).not_to_contain_text("record.")
    page.route("**/api/records", lambda route: route.abort())
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_role("alert")).to_have_text("Cannot reach the server right now.")
    page.unroute("**/api/records")
    page.get_by_role("button", name="Upload").click()
    page.get_by_role("link", name="Open it on the server").click()
    page.wait_for_url(lambda url: "/replay/" in url and "local" not in url.split("/replay/")[1])
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible()
    with page.expect_download() as saving:
        page.get_by_role("link", name="Download").click()
    saving.value.save_as(tmp_path / "again.json")
    assert verify(decode((tmp_path / "again.json").read_bytes())) is None

    page.goto(f"{served.url}/me")
    expect(page.locator("li.match")).to_contain_text("from a file")
    assert (violations(page), overflow(page)) == ([], 0)
    page.get_by_role("button", name="Delete the match").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("li.match")).to_have_count(0)
    page.goto(here)
    expect(page.get_by_role("alert")).to_be_visible(timeout=READY_MS)


BY_NIGHT = pytest.mark.skipif(not NIGHTLY, reason="the planted fault: make nightly")


@pytest.mark.parametrize("told", [True, pytest.param(False, marks=BY_NIGHT)])
def test_one_tab_plays_and_the_other_is_told(told: bool, served: Served, new_page: NewPage) -> None:
    page = new_page(DESK, pace="instant", device=True)
    if not told:
        plant(page.context, NO_LOCKS)
    play(page, served.url)
    other = page.context.new_page()
    other.goto(page.url)
    if not told:
        # The planted fault: nobody would know.
        expect(other.locator(".board")).to_be_visible(timeout=READY_MS)
        return
    expect(other.get_by_role("heading", name="This match is open in another tab.")).to_be_visible(timeout=READY_MS)
    assert (violations(other), overflow(other)) == ([], 0)
    expect(page.locator(".board")).to_be_visible()
    other.get_by_role("button", name="Go on here").click()
    expect(other.locator(".board")).to_be_visible()
    expect(page.get_by_role("heading", name="This match is open in another tab.")).to_be_visible()


def test_a_move_that_cannot_be_saved_is_not_shown_and_not_lost(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK, pace="instant", device=True)
    plant(page.context, FULL_DISK)
    play(page, served.url)
    up_to_a_card(page)
    before = pieces(page)
    page.evaluate(SAY_FULL, True)
    heading = page.get_by_role("heading", name="This device could not save the last move.")
    # A piece that ends one's targets is asked about first.
    while heading.count() == 0:
        act(page)
        page.wait_for_timeout(20)
    assert (violations(page), overflow(page)) == ([], 0)
    page.get_by_role("button", name="Go on here").click()
    # Still full: the move is asked for again, and refused again.
    expect(heading).to_be_visible()
    page.evaluate(SAY_FULL, False)
    page.get_by_role("button", name="Go on here").click()
    expect(page.locator(PIECES)).to_have_count(before - 1)
    page.reload()
    expect(page.locator(".board")).to_be_visible(timeout=READY_MS)
    expect(page.locator(PIECES)).to_have_count(before - 1)
