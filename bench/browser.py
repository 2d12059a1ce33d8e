"""How the web client feels on this machine, in Debian's Chromium before a server of its own, over loopback.

    python bench/browser.py            a table
    python bench/browser.py --json     the same for programs
    python bench/browser.py --write    docs/benchmarks/browser.json and .md besides

A stranger's first visit until the button can be pressed, and where that time goes by the page's own clock; a click on
"play now" until the table is there; a click on a card until it lies in the trick. A move is on disk before that: the
server acknowledges after the commit.
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

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
from bench.timing import DOCS, origin, sentence
from tests.browser.playing import act, look
from tests.browser.serving import Served

AIM_FIRST_MS = 1000
HEAD = """\
# The web client in a browser

Written by `bench/browser.py --write`; the numbers with all that belongs to them are in [browser.json](browser.json).
Chromium {chromium} before a server of its own over loopback, nothing kept from earlier visits; medians of
{visits} visits and of {moves} moves, in milliseconds on the wall. "Until" counts from the start of the visit by the
page's own clock; the first line is what Playwright sees from outside, its own way there and back included.
{origin}
"""
# When the button came, for the page's own account of its start.
WATCH = """new MutationObserver((_, watch) => {
  if (!document.querySelector("button.big")) return;
  window.buttonAt = performance.now();
  watch.disconnect();
}).observe(document, { subtree: true, childList: true })"""
START = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const files = performance.getEntriesByType("resource").filter((file) => file.responseEnd <= window.buttonAt);
  return {
    answer: page.responseStart,
    files: Math.max(...files.map((file) => file.responseEnd)),
    count: files.length,
    bytes: files.reduce((sum, file) => sum + file.encodedBodySize, page.encodedBodySize),
    button: window.buttonAt,
  };
}"""
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


def first_page(browser: Browser, url: str) -> tuple[Page, dict[str, float]]:
    """A stranger's first visit, with nothing kept: the page, and milliseconds until all that matters was there."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()
    page.add_init_script(WATCH)
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.locator("button.big").wait_for()
    ready = time.perf_counter()
    inside: dict[str, float] = page.evaluate(START)
    pressed = time.perf_counter()
    page.locator("button.big").click()
    page.locator(".own [data-piece]").first.wait_for()
    seen = {"seen": (ready - start) * 1000, "table": (time.perf_counter() - pressed) * 1000}
    return page, inside | seen


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
        version = browser.version
        try:
            pages, seen = zip(*(first_page(browser, server.url) for _ in range(visits)), strict=True)
            moves = clicks(pages[-1])
        finally:
            browser.close()
            server.kill()
    return {
        **origin(),
        "chromium": version,
        "visits": visits,
        "moves": len(moves),
        "first_page_ms": {name: round(statistics.median(each[name] for each in seen), 1) for name in seen[0]},
        "click_ms": {"p50": round(statistics.median(moves), 1), "slowest": round(max(moves), 1)},
    }


def rows(data: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Name, what was seen, what was to be reached."""
    first, click = data["first_page_ms"], data["click_ms"]
    verdict = "reached" if first["seen"] <= AIM_FIRST_MS else "not reached"
    return [
        ("first page: button ready", f"{first['seen']:.0f} ms", f"≤ {AIM_FIRST_MS} ms: {verdict}"),
        ("– until the server's answer", f"{first['answer']:.0f} ms", ""),
        (
            f"– until {first['count']:.0f} files are there, {first['bytes'] / 1000:.0f} kB",
            f"{first['files']:.0f} ms",
            "",
        ),
        ("– until the button is on the page", f"{first['button']:.0f} ms", ""),
        ("play now: table there", f"{first['table']:.0f} ms", ""),
        ("click to card in the trick", f"{click['p50']:.0f} ms, slowest {click['slowest']:.0f} ms", ""),
    ]


def page_of(data: dict[str, Any]) -> str:
    """The page in docs."""
    head = HEAD.format(**{**data, "origin": sentence(data)})
    return "\n".join(
        [head, "| | seen | figure |", "|---|---|---|", *(f"| {' | '.join(row)} |" for row in rows(data)), ""]
    )


def main() -> None:
    """Measure and print; write if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--visits", type=int, default=7, help="how many first visits (7)")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks/browser.*")
    asked = parser.parse_args()
    found = measure(asked.visits)
    if asked.json:
        print(json.dumps(found, indent=1))
    else:
        for name, value, aim in rows(found):
            print(f"{name:48}{value:>28}  {aim}")
        print(sentence(found))
    if asked.write:
        DOCS.mkdir(parents=True, exist_ok=True)
        (DOCS / "browser.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        (DOCS / "browser.md").write_text(page_of(found), "utf-8")


if __name__ == "__main__":
    main()
