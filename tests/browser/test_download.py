"""A first visit to a plain web host transfers every lasting file once, though a page and its worker both want it."""

from __future__ import annotations

from collections import Counter
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import CHROMIUM, Quiet
from tests.browser.playing import KEPT
from tests.night import NIGHTLY


@pytest.mark.skipif(not NIGHTLY, reason="starts another browser: make nightly")
def test_every_byte_of_a_first_visit_comes_once(site: Path, tmp_path: Path, browser: Browser) -> None:
    sent: Counter[str] = Counter()

    class Counting(Quiet):
        """A host that counts what it sends."""

        def do_GET(self) -> None:
            """Answer, and remember."""
            sent[self.path.split("?")[0]] += 1
            super().do_GET()

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Counting, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        # A private window keeps no large files; this is somebody's usual one.
        person = browser.browser_type.launch_persistent_context(
            tmp_path / "person", executable_path=CHROMIUM, args=["--no-sandbox", "--headless=new"]
        )
        page = person.new_page()
        page.goto(f"http://localhost:{server.server_port}/")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
        page.evaluate(KEPT)
        person.close()
    finally:
        server.shutdown()
        server.server_close()
    lasting = {path: times for path, times in sent.items() if path.startswith("/assets/")}
    assert len(lasting) > 5
    assert {path: times for path, times in lasting.items() if times > 1} == {}
