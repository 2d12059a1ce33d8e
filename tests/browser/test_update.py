"""A new build: an open page says so or changes to it, all of it at once, and no trick is interrupted."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from nokosu import __version__
from nokosu.server.http.static import FOLDER
from tests.browser.conftest import DESK, NewPage
from tests.browser.playing import act, hand, look, start_match
from tests.browser.serving import Served
from tests.browser.test_device import play_to_the_end
from tests.browser.test_device_matches import play as play_on_the_device

FRESH = "index-anew0000.js"
READY_MS = 120_000
# A page that takes every newer build at once.
AT_ONCE = """navigator.serviceWorker.addEventListener("message", ({ data }) => {
  if (data.build && !document.querySelector("script[type=module][src]").src.endsWith(data.build)) location.reload();
})"""
NO_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker"
# Where a new build is told of; the page has done what it does when this is there.
LISTEN = """() => navigator.serviceWorker.addEventListener("message", ({ data }) => (window.toldOf = data.build))"""


def build_anew(site: Path) -> tuple[str, str]:
    """Another build: its first script, the rules and Python have other names, in every file that names them.

    The first script's old name and the new one.
    """
    (entry,) = (path.name for path in site.glob("assets/index-*.js"))
    (rules,) = (path.name for path in site.glob("assets/Rules-*.js"))
    (python,) = (path.name for path in site.glob("assets/python-*"))
    for old, new in ((entry, FRESH), (rules, "Rules-anew0000.js"), (python, "python-anew0000")):
        texts = [path for path in site.rglob("*") if path.suffix in {".js", ".html", ".json"}]
        for path in (path for path in texts if path.parent.name != python):
            path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
            path.with_name(f"{path.name}.br").unlink(missing_ok=True)
        (site / "assets" / old).rename(site / "assets" / new)
    return entry, FRESH


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


def test_the_way_home_leads_to_the_new_build(site: Path, host: ThreadingHTTPServer, new_page: NewPage) -> None:
    page = new_page(DESK)
    page.goto(f"http://localhost:{host.server_port}/rules")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    build_anew(site)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_text("A new version is ready.")).to_be_visible(timeout=30_000)
    page.locator("header a[href='/']").first.click()
    expect(page.locator("h1")).to_have_text("Nokosu Dice")
    page.wait_for_function(
        "(fresh) => document.querySelector('script[type=module][src]').src.endsWith(fresh)", arg=FRESH
    )


def test_the_foot_of_every_page_names_the_version(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    page.goto(f"{served.url}/rules")
    version = page.request.get(f"{served.url}/health").json()["version"]
    assert version == __version__
    expect(page.locator("footer")).to_contain_text(f"Nokosu Dice {version}")


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """The client that `upgradable` serves."""
    return Path(shutil.copytree(FOLDER, tmp_path / "client"))


@pytest.fixture
def upgradable(tmp_path: Path, client: Path) -> Iterator[Served]:
    """A server whose client a test changes before it starts it again."""
    (tmp_path / "data").mkdir()
    server = Served(tmp_path / "data", client)
    server.start()
    yield server
    server.kill()


def own(page: Page) -> Locator:
    """One's own cards and dice."""
    return page.locator(".own [data-piece]")


def into_a_trick(page: Page) -> None:
    """Play until a trick is in progress and it is one's turn."""
    while page.locator(".trick [data-piece]").count() == 0 or look(page) != "play":
        act(page)
        page.wait_for_timeout(20)


def upgrade(server: Served, client: Path) -> None:
    """Stop the server, and start one with another build of the client."""
    server.kill()
    build_anew(client)
    server.start()


def told(page: Page, server: Served, client: Path, *, worker: bool) -> None:
    """Upgrade the server; come back when the page has heard of the new build."""
    if not worker:
        with page.expect_response("**/sw.js", timeout=READY_MS):
            upgrade(server, client)
        page.wait_for_timeout(0)
        return
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.evaluate(LISTEN)
    upgrade(server, client)
    page.wait_for_function("() => window.toldOf", timeout=READY_MS)


def marked(page: Page) -> None:
    """Mark a page: a reload takes the mark away."""
    page.evaluate("() => (window.marked = true)")


@pytest.mark.parametrize("worker", [True, False], ids=["service worker", "plain HTTP"])
def test_a_server_is_upgraded_in_a_trick_and_the_page_follows_at_its_end(
    upgradable: Served, client: Path, new_page: NewPage, *, worker: bool
) -> None:
    page = new_page(DESK)
    if not worker:
        page.add_init_script(NO_SERVICE_WORKER)
    start_match(page, upgradable.url, rounds=1)
    into_a_trick(page)
    marked(page)
    table, cards, lying = page.url, hand(page), page.locator(".trick [data-piece]").count()
    told(page, upgradable, client, worker=worker)
    # The trick goes on in the old build, with every piece where it was.
    assert page.evaluate("() => window.marked")
    assert (script(page) != FRESH, hand(page), page.locator(".trick [data-piece]").count()) == (True, cards, lying)
    while look(page) == "play":
        act(page)
    page.wait_for_function(
        "(fresh) => document.querySelector('script[type=module][src]').src.endsWith(fresh)", arg=FRESH
    )
    expect(page.locator(".board")).to_be_visible()
    assert page.url == table
    assert set(hand(page)) <= set(cards)
    play_to_the_end(page)
    assert page.url == table


def test_a_page_that_reloads_in_a_trick_is_noticed(upgradable: Served, client: Path, new_page: NewPage) -> None:
    """The planted fault of the test above."""
    page = new_page(DESK)
    page.add_init_script(AT_ONCE)
    start_match(page, upgradable.url, rounds=1)
    into_a_trick(page)
    marked(page)
    with page.expect_navigation(timeout=READY_MS):
        told_soon(page, upgradable, client)
    assert not page.evaluate("() => window.marked")


def told_soon(page: Page, server: Served, client: Path) -> None:
    """Upgrade the server without waiting for the page."""
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    upgrade(server, client)


def test_a_match_on_the_device_goes_on_under_the_new_build(upgradable: Served, client: Path, new_page: NewPage) -> None:
    page = new_page(DESK, device=True)
    play_on_the_device(page, upgradable.url)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    into_a_trick(page)
    marked(page)
    table, cards, pieces = page.url, hand(page), own(page).count()
    page.evaluate(LISTEN)
    upgrade(upgradable, client)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("() => window.toldOf", timeout=READY_MS)
    assert page.evaluate("() => window.marked")
    assert hand(page) == cards
    while look(page) == "play":
        act(page)
    page.wait_for_function(
        "(fresh) => document.querySelector('script[type=module][src]').src.endsWith(fresh)", arg=FRESH
    )
    expect(page.locator(".board")).to_be_visible(timeout=READY_MS)
    assert page.url == table
    into_a_trick(page)
    assert set(hand(page)) <= set(cards)
    assert own(page).count() < pieces
