"""A review on a player's own device: how long it takes in Debian's Chromium, and whether the page stays smooth.

    python bench/review_browser.py                       a table
    python bench/review_browser.py --write               docs/benchmarks/review-browser.json besides
    python bench/review_browser.py --quick --rounds 1    without the deep pass

A match of four players with five rounds is brought to the browser, the network is loaded, and the first seat's review
is made by the worker: quick, then deep. Seconds by the clock say something on an idle machine only; seconds of
processor are those of all of the browser's processes together. While it runs, the page counts how long it could not
draw: by the clock, and as processor time of the page's own tasks.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from playwright.sync_api import Browser, Page, sync_playwright

from bench.browser import longest_task_ms
from bench.timing import DOCS, provenance
from nokosu import editions
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.stream import seed_from_number
from nokosu.record import encode
from tests.browser.serving import Served

MEASURES: Final = ("src/nokosu/judge", "src/nokosu/kernel/judge", "src/nokosu/local", "web/src/review", "web/src/local")
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""
FILE: Final = DOCS / "review-browser.json"
BOTS: Final = ("beginner", "club", "club", "club")
LONGEST_MS: Final = 1_800_000
WATCHED: Final = """() => {
  window.frames_ms = []; let last = performance.now();
  const frame = (now) => { frames_ms.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""
_TICKS: Final = os.sysconf("SC_CLK_TCK")


def processor_s(root: int) -> float:
    """Return the seconds of processor of a process and all that it started, of those that still run."""
    parents, used = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(folder.name)], used[int(folder.name)] = int(fields[1]), (int(fields[11]) + int(fields[12])) / _TICKS
    return sum(seconds for process, seconds in used.items() if root in _line_of(process, parents))


def _line_of(process: int, parents: dict[int, int]) -> Iterator[int]:
    while process in parents:
        yield process
        process = parents[process]


def brought(page: Page, url: str, rounds: int, folder: Path) -> str:
    """Bring a match of bots to this browser; return its name there."""
    rules = editions.ruleset("second", len(BOTS), rounds=rounds)
    file = folder / "match.json"
    file.write_text(encode(play_match(rules, seed_from_number(1, "review"), [make(bot) for bot in BOTS])), "utf-8")
    page.goto(f"{url}/replay")
    page.locator("input[type=file]").set_input_files(file)
    page.locator(".board").first.wait_for()
    return page.url.split("/replay/")[1].split("?")[0]


def timed(browser: Browser, page: Page, begin: str) -> dict[str, Any]:
    """Press a button that begins a review; measure until it is done."""
    browser.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"])
    page.evaluate(WATCHED)
    before, started = processor_s(os.getpid()), time.perf_counter()
    page.get_by_role("button", name=begin).click()
    page.locator("section progress[max]").first.wait_for()
    page.locator("article .verdict:is(.mistake, .blunder, .inaccuracy)").first.wait_for()
    first, first_processor = time.perf_counter() - started, processor_s(os.getpid()) - before
    page.locator("section progress").first.wait_for(state="detached")
    seconds, processor = time.perf_counter() - started, processor_s(os.getpid()) - before
    frames: list[float] = page.evaluate("() => frames_ms")
    return {
        "seconds": round(seconds, 1),
        "processor_s": round(processor, 1),
        # Of the deep pass these say nothing: what the quick one found is there.
        "first_s": round(first, 1),
        "first_processor_s": round(first_processor, 1),
        "frames": len(frames),
        "slowest_frame_ms": round(max(frames), 1),
        "longest_task_processor_ms": round(longest_task_ms(browser.stop_tracing()), 1),
    }


def measured(url: str, browser: Browser, rounds: int, *, deep: bool, folder: Path) -> dict[str, Any]:
    """Return how long both passes take."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en").new_page()
    page.set_default_timeout(LONGEST_MS)
    page.goto(url)
    page.evaluate("""() => { localStorage["nokosu.settings"] = '{"device": true}'; }""")
    name = brought(page, url, rounds, folder)
    # The network is loaded first, at another seat's review: its download is not what is measured.
    page.goto(f"{url}/review/{name}?seat=1&other")
    page.get_by_role("button", name="Load it").click()
    page.locator("section.second").wait_for(state="detached")
    # A review that was stopped as soon as the page was open.
    page.goto(f"{url}/review/{name}?seat=0")
    page.get_by_role("button", name="Stop").click()
    found = {"quick": timed(browser, page, "Go on")}
    print(json.dumps(found), file=sys.stderr)  # the deep pass may outlast somebody's patience
    if deep:
        found["deep"] = timed(browser, page, "Look deeper")
    page.context.close()
    return found


def main() -> None:
    """Measure and print, or write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="of the match (default: 5)")
    parser.add_argument("--quick", action="store_true", help="without the deep pass")
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name}")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        server = Served(Path(folder))
        server.start()
        try:
            found = {**provenance(), "chromium": browser.version, "rounds": asked.rounds}
            found |= measured(server.url, browser, asked.rounds, deep=not asked.quick, folder=Path(folder))
        finally:
            server.kill()
            browser.close()
    if asked.write:
        FILE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    print(json.dumps(found, indent=None if asked.json else 1))


if __name__ == "__main__":
    main()
