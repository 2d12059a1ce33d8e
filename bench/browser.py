"""How the web client feels on this machine: `python bench/browser.py` prints a table, `--json` the same as JSON.

Measured in Debian's Chromium against a server of its own over loopback: the first page until its button can be pressed,
a click on "play now" until the table is there, a click on a card until it lies in the trick. A move is on disk before
that: the server acknowledges after the commit.
"""

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))
from tests.browser.playing import act, look  # noqa: E402  (the root is not on the path of a script)
from tests.browser.serving import Served  # noqa: E402

AIM_FIRST_MS = 1000
# Click a playable card and wait for it to lie in the trick, by the page's own clock.
PLAY = """() => new Promise((done) => {
  const card = document.querySelector(".own button[aria-disabled='false']");
  const start = performance.now();
  const watch = new MutationObserver(() => {
    // A die that ends a target is asked about first.
    document.querySelector("dialog[open]:not(.wide) .buttons .primary")?.click();
    if (!document.querySelector(".slot.bottom")) return;
    watch.disconnect();
    done(performance.now() - start);
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  card.click();
})"""


def first_page(browser: Browser, url: str) -> tuple[Page, float, float]:
    """A stranger's first visit, with nothing kept: the page, and milliseconds to its button and to the table."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.locator("button.big").wait_for()
    ready = time.perf_counter()
    page.locator("button.big").click()
    page.locator(".own [data-piece]").first.wait_for()
    return page, (ready - start) * 1000, (time.perf_counter() - ready) * 1000


def clicks(page: Page) -> list[float]:
    """A round: milliseconds from every click on a card to the card in the trick."""
    times = []
    while (asked := look(page)) != "result":
        if asked != "play":
            act(page, asked)
        elif not page.locator(".slot.bottom").count() and look(page) == "play":
            times.append(float(page.evaluate(PLAY)))
    return times


def measure(visits: int) -> dict[str, Any]:
    """All numbers, in milliseconds."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            seen = [first_page(browser, server.url) for _ in range(visits)]
            moves = clicks(seen[-1][0])
        finally:
            browser.close()
            server.kill()
    return {
        "first page, button ready": statistics.median(ready for _, ready, _ in seen),
        "play now, table there": statistics.median(table for _, _, table in seen),
        "click to card in the trick, median": statistics.median(moves),
        "click to card in the trick, slowest": max(moves),
        "moves": len(moves),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--visits", type=int, default=5)
    asked = parser.parse_args()
    found = measure(asked.visits)
    if asked.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:40}{value:8.0f}")
    print(f"aim: the first page within {AIM_FIRST_MS} ms")


if __name__ == "__main__":
    main()
