"""A new build between two visits, on a plain web host: the page says so, and nobody sees half of each."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from nokosu.server.http.static import FOLDER
from tests.browser.conftest import DESK, NewPage


class Quiet(SimpleHTTPRequestHandler):
    """Files as they are, and the page for every other address; there is no server behind them."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def do_GET(self) -> None:
        """Answer with a file, or with the page itself."""
        if "." not in self.path.rsplit("/", 1)[-1] and not self.path.startswith("/api/"):
            self.path = "/index.html"
        super().do_GET()

    def log_message(self, *_: object, **__: object) -> None:
        """Say nothing."""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The built client, to be changed by a test."""
    return Path(shutil.copytree(FOLDER, tmp_path / "site", ignore=shutil.ignore_patterns("*.gz", "docs")))


@pytest.fixture
def host(site: Path) -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def build_anew(site: Path) -> tuple[str, str]:
    """Another build: its first script has another name, in every file that names it. The old name and the new one."""
    (entry,) = (path.name for path in site.glob("assets/index-*.js"))
    fresh = "index-anew0000.js"
    for path in (path for path in site.rglob("*") if path.suffix in {".js", ".html", ".json"}):
        path.write_text(path.read_text("utf-8").replace(entry, fresh), "utf-8")
    (site / "assets" / entry).rename(site / "assets" / fresh)
    return entry, fresh


def script(page: Page) -> str:
    """The first script of the build that a page belongs to."""
    source: str = page.evaluate("document.querySelector('script[type=module][src]').src")
    return source.rsplit("/", 1)[-1]


def test_an_open_page_is_told_of_a_new_build_and_shows_all_of_it(
    site: Path, host: ThreadingHTTPServer, new_page: NewPage
) -> None:
    page = new_page(DESK)
    page.goto(f"http://localhost:{host.server_port}/")
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    old, fresh = build_anew(site)
    assert script(page) == old
    # As when somebody comes back to the page.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    notice = page.get_by_text("A new version is ready.")
    expect(notice).to_be_visible(timeout=30_000)
    # The old page still finds its own files, which the host no longer has.
    page.get_by_role("link", name="Rules").first.click()
    expect(page.locator("h1")).to_have_text("Rules")
    page.get_by_role("button", name="Reload").click()
    expect(notice).to_have_count(0)
    expect(page.locator("h1")).to_have_text("Rules")
    assert script(page) == fresh
    kept = json.loads((site / "files.json").read_text("utf-8"))["files"]
    assert f"assets/{fresh}" in kept
