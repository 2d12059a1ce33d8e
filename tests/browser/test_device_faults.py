"""What test_device.py and test_update.py look for is found where it is missing: a client that is broken on purpose.

These wait for what never comes, so they run by night.
"""

from __future__ import annotations

from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page

from tests.browser.test_device import check_no_python, reload_in_a_trick
from tests.browser.test_update import come_back_to_a_new_build
from tests.night import NIGHTLY

PATIENCE_MS = 20_000
pytestmark = pytest.mark.skipif(not NIGHTLY, reason="waits for what never comes: make nightly")


def plant(site: Path, files: str, right: str, wrong: str) -> None:
    """Break one of the client's files."""
    (path,) = (path for path in site.glob(files) if right in path.read_text("utf-8"))
    path.write_text(path.read_text("utf-8").replace(right, wrong), "utf-8")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that may complain."""
    context = browser.new_context(locale="en", reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script('localStorage[\'nokosu.settings\'] ??= \'{"device":true,"pace":"instant"}\'')
    yield page
    context.close()


@pytest.mark.parametrize(
    ("files", "right", "wrong"),
    [
        # Pages come from the network alone.
        ("sw.js", "event.respondWith(page(request))", "event.respondWith(fetch(request))"),
        # A part of Python is not kept.
        ("sw.js", "Object.keys(loaded.files)", "Object.keys(loaded.files).filter((name) => name !== 'nokosu.zip')"),
        # The log is not stored.
        ("assets/worker-*.js", "objectStore(`rows`).add(", "objectStore(`rows`),("),
    ],
)
def test_a_device_that_needs_the_network_or_forgets_is_noticed(
    files: str, right: str, wrong: str, site: Path, host: ThreadingHTTPServer, page: Page
) -> None:
    plant(site, files, right, wrong)

    def network_off() -> None:
        host.shutdown()
        host.server_close()

    with pytest.raises((AssertionError, Error)):
        reload_in_a_trick(page, f"http://localhost:{host.server_port}/", network_off, PATIENCE_MS)


def test_python_on_a_device_that_cannot_run_it_is_noticed(site: Path, host: ThreadingHTTPServer, page: Page) -> None:
    plant(site, "assets/*.js", "typeof WebAssembly==`object`", "true")
    page.add_init_script("delete globalThis.WebAssembly")
    with page.expect_event("worker"):
        page.goto(f"http://localhost:{host.server_port}/")
    with pytest.raises(AssertionError):
        check_no_python(page)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        # Nobody is told.
        ("page.postMessage({ build: BUILD })", "page"),
        # The old page loses its files.
        (".slice(0, -1)", ""),
        # The old page is shown again.
        (
            "return await fetch(request,",
            "return (await (await caches.open((await ours())[0])).match('/')) ?? fetch(request,",
        ),
    ],
)
def test_an_update_that_comes_in_halves_is_noticed(
    right: str, wrong: str, site: Path, host: ThreadingHTTPServer, page: Page
) -> None:
    plant(site, "sw.js", right, wrong)
    with pytest.raises((AssertionError, Error)):
        come_back_to_a_new_build(page, site, f"http://localhost:{host.server_port}/", PATIENCE_MS)
