"""A new build between two visits, on a plain web host: the page says so, and nobody sees half of each."""

from __future__ import annotations

import json
from http.server import ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, NewPage


def build_anew(site: Path) -> tuple[str, str]:
    """Another build: its first script and the rules have other names, in every file that names them.

    The first script's old name and the new one.
    """
    (entry,) = (path.name for path in site.glob("assets/index-*.js"))
    (rules,) = (path.name for path in site.glob("assets/Rules-*.js"))
    fresh = "index-anew0000.js"
    for old, new in ((entry, fresh), (rules, "Rules-anew0000.js")):
        for path in (path for path in site.rglob("*") if path.suffix in {".js", ".html", ".json"}):
            path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
        (site / "assets" / old).rename(site / "assets" / new)
    return entry, fresh


def script(page: Page) -> str:
    """The first script of the build that a page belongs to."""
    source: str = page.evaluate("document.querySelector('script[type=module][src]').src")
    return source.rsplit("/", 1)[-1]


def come_back_to_a_new_build(page: Page, site: Path, url: str, notice_ms: int = 30_000) -> None:
    """A page is open while the host gets another build: it is told, goes on with its own files, and shows the other
    one after a reload."""
    page.goto(url)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    old, fresh = build_anew(site)
    assert script(page) == old
    # What the browser itself remembers of the old build does not count.
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    # As when somebody comes back to the page.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    notice = page.get_by_text("A new version is ready.")
    expect(notice).to_be_visible(timeout=notice_ms)
    # The old page still finds its own files, which the host no longer has.
    page.get_by_role("link", name="Rules").first.click()
    expect(page.locator("h1")).to_have_text("Rules")
    page.get_by_role("button", name="Reload").click()
    expect(notice).to_have_count(0)
    expect(page.locator("h1")).to_have_text("Rules")
    assert script(page) == fresh
    kept = json.loads((site / "files.json").read_text("utf-8"))["files"]
    assert f"assets/{fresh}" in kept


def test_an_open_page_is_told_of_a_new_build_and_shows_all_of_it(
    site: Path, host: ThreadingHTTPServer, new_page: NewPage
) -> None:
    come_back_to_a_new_build(new_page(DESK), site, f"http://localhost:{host.server_port}/")
