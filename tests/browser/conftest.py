"""Debian's Chromium, driven by Playwright, in front of a server of its own."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from nokosu.server.http.static import FOLDER
from tests.browser.serving import Served

PHONE = (360, 740)
DESK = (1280, 800)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NewPage = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert CHROMIUM, "Chromium is missing: apt-get install chromium"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--headless=new"])
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for all tests that leave it running."""
    server = Served(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """A server that a test may kill."""
    server = Served(tmp_path)
    server.start()
    yield server
    server.kill()


def complaint(message: ConsoleMessage) -> list[str]:
    """What a page itself has written to the console as an error or a warning."""
    of_the_network = message.text.startswith(("Failed to load resource", "WebSocket connection to"))
    return [message.text] if message.type in {"error", "warning"} and not of_the_network else []


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Pages of people who do not know each other; what a page complains about fails the test at its end.

    A browser itself tells of every answer that is no 2xx and of every lost connection: those are tested for by name.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(
        size: tuple[int, int] = PHONE,
        theme: str = "light",
        language: str = "en",
        *,
        pace: str | None = None,
        motion: bool = False,
        touch: bool = False,
        device: bool = False,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if theme == "dark" else "light",
            locale=language,
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=touch,
            is_mobile=touch,
        )
        contexts.append(context)
        page = context.new_page()
        # Most tests are about the server's tables, however soon the device could play by itself.
        liked = json.dumps({"device": device, "knowsAssists": True} | ({"pace": pace} if pace else {}))
        page.add_init_script(f"localStorage['nokosu.settings'] ??= '{liked}'")
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.extend(complaint(message)))
        return page

    yield make
    # Chromium itself complains about the pictures of a page that is being closed.
    said = [*complaints]
    for context in contexts:
        context.close()
    assert said == []


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
    """A plain web host of the client, with no server behind it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()
