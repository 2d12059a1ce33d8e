"""A match alone on this device: no server, no network, and nothing lost by a reload."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from nokosu.record import decode, verify
from tests.browser.conftest import CHROMIUM, DESK, NewPage
from tests.browser.playing import GO_ON, KEPT, act, hand, look
from tests.browser.serving import Served
from tests.browser.site import hosted
from tests.night import NIGHTLY
from tools.web import KERNEL

# What the kernel needs of a processor: without it, V8 has no SIMD for WebAssembly.
NO_SIMD = "--js-flags=--no-enable-ssse3"
READY_MS = 120_000
"""For Python to load, on a machine that is busy with other tests."""


def visit(page: Page, url: str) -> None:
    """Open the first page, and stay until everything is kept for use without a network."""
    page.goto(url)
    page.evaluate(KEPT)


def play(page: Page, patience_ms: int = READY_MS) -> None:
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".board")).to_be_visible(timeout=patience_ms)
    assert "/t/local" in page.url


def play_to_the_end(page: Page) -> None:
    """Do the first thing that is offered, round after round."""
    while page.locator(".end .winner").count() == 0:
        if look(page) == "result":
            page.evaluate(GO_ON)
        else:
            act(page)
            page.wait_for_timeout(20)


def reload_in_a_trick(page: Page, url: str, network_off: Callable[[], None], patience_ms: int = READY_MS) -> None:
    """Visit, begin a match without a network, and load the page again in the middle of a trick: nothing is lost."""
    visit(page, url)
    # What the browser itself remembers of the visit does not count.
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    network_off()
    page.goto(url)
    page.get_by_text("More options").click()
    page.get_by_label("3", exact=True).check()
    if KERNEL.exists():
        page.get_by_label("Expert", exact=True).check()
    page.get_by_label("One per player (3)").check()
    play(page, patience_ms)
    while page.locator(".trick [data-piece]").count() == 0 or look(page) != "play":
        act(page)
    before = (hand(page), page.locator(".trick [data-piece]").count())
    page.reload()
    expect(page.locator(".board")).to_be_visible(timeout=patience_ms)
    expect(page.locator(".trick [data-piece]")).to_have_count(before[1])
    assert hand(page) == before[0]


def test_a_whole_match_without_a_network_and_a_reload_in_the_middle_of_a_trick(
    own_server: Served, new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page(DESK, pace="instant", device=True)
    reload_in_a_trick(page, own_server.url, own_server.kill)
    play_to_the_end(page)
    expect(page.locator("dialog.wide[open]")).to_contain_text("Dealt on this device")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".foot .done")).to_be_in_viewport()
    page.get_by_role("button", name="Trick 2", exact=True).click()
    page.locator(".rail").get_by_role("button", name="Ask a bot").click()
    expect(page.locator(".rail .advice em")).to_have_text("played")
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the record").click()
    saved.value.save_as(tmp_path / "record.json")
    record = decode((tmp_path / "record.json").read_bytes())
    assert verify(record) is None
    assert record.fairness is not None
    assert not record.substitutions
    assert {seat.bot for seat in record.seats if seat.bot} == (
        {"kame", "greta"} if KERNEL.exists() else {"lili", "hana"}
    )
    page.goto(f"{own_server.url}/me")
    expect(page.locator("li.match")).to_have_count(1)
    expect(page.locator("li.match")).to_contain_text("on this device")
    expect(page.locator("[aria-labelledby=figures]")).to_contain_text("1 match on this device")


def check_no_python(page: Page) -> None:
    """However long the page has nothing else to do, it does not load what cannot run."""
    page.evaluate("""async () => {
      // On a first visit, what is for later begins together with the service worker.
      await navigator.serviceWorker.ready;
      await new Promise((done) => requestIdleCallback(() => requestIdleCallback(done)));
    }""")
    assert page.workers == []


def test_a_device_without_webassembly_plays_at_the_server(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK, device=True)
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(served.url)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".board")).to_be_visible()
    assert "/t/local" not in page.url
    check_no_python(page)


@pytest.mark.skipif(not NIGHTLY, reason="starts another browser: make nightly")
@pytest.mark.parametrize("flags", [[NO_SIMD], []], ids=["without", "with"])
def test_a_device_without_simd_leaves_experts_to_the_server(
    flags: list[str], served: Served, browser: Browser, tmp_path: Path
) -> None:
    able = not flags and KERNEL.exists()
    other = browser.browser_type.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--headless=new", *flags])
    try:
        page = other.new_page(locale="en", reduced_motion="reduce")
        page.add_init_script('localStorage["nokosu.settings"] ??= \'{"device":true,"pace":"instant"}\'')
        visit(page, served.url)
        page.get_by_text("More options").click()
        page.get_by_label("Expert", exact=True).check()
        page.get_by_role("button", name="Play now").click()
        expect(page.locator(".board")).to_be_visible()
        assert ("/t/local" in page.url) == able
        # On a site without a server, what cannot be played is not offered; the rest is played.
        with hosted(tmp_path / "site") as host:
            page.goto(host.url)
            page.get_by_text("More options").click()
            page.get_by_label("Intermediate", exact=True).check()
            expect(page.get_by_label("Expert", exact=True)).to_have_count(int(able))
            page.get_by_role("button", name="Play now").click()
            expect(page.locator(".board")).to_be_visible(timeout=READY_MS)
    finally:
        other.close()
