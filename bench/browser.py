"""How fast the web client feels on this machine: Debian's Chromium and a local server, over loopback.

    python bench/browser.py            a table
    python bench/browser.py --json     the same for programs
    python bench/browser.py --write    docs/benchmarks/browser.json and .md besides

A stranger's first visit until the button can be pressed, and where that time goes by the page's own clock; a click on
"play now", as soon as that is possible, until the server's table is drawn; a click on a card until it lies in the
trick. A move is on disk before that: the server acknowledges after the commit. Then some tricks at the normal pace on a
processor slowed down four times: how many frames a second are drawn while something moves, and how long the longest
task holds the page up. At last the same without the server: what has to be transferred, a table on this device once it
is ready, what memory it takes, and after a cold start with the server gone.
"""

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
import bench.extras  # noqa: F401  (names the extra that is missing)

# isort: split
from playwright.sync_api import Browser, Page, sync_playwright

from bench.browser_scripts import AT_THE_SERVER, DRAWN, FRAMES, ON_THE_DEVICE, PLAY, START, TRICK_BY_TRICK, WATCH
from bench.browser_trace import CATEGORIES, frame_processor_ms
from bench.timing import provenance, sentence
from nokosu.bots.search import club_weights
from nokosu.core.view import view
from nokosu.kernel.requests import search_report, search_request
from nokosu.kernel.search import Settings, search
from nokosu.server.http.static import FOLDER
from tests.browser.playing import KEPT, act, look
from tests.browser.serving import Served
from tests.kernel.in_wasm import in_wasm
from tests.kernel.positions import NAMES, RULESETS, match_after
from tools.pages import browser as browser_page
from tools.pages import write

MEASURES: Final = (
    "web/src",
    "src/nokosu/server",
    "src/nokosu/table",
    "src/nokosu/local",
)
"""The code that the figures are about: tools/pages/figures.py says whether it has changed since."""

SEARCHES = 5
SIMULATIONS = 40_000
READY = 5
"""Visits to play on the device, ready and cold."""


def new_page(browser: Browser) -> Page:
    """Return a page of somebody who has never been here."""
    return browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()


def first_page(browser: Browser, url: str) -> dict[str, float]:
    """Open the first page with an empty cache and press play at once; the milliseconds until each step was reached."""
    page = new_page(browser)
    page.add_init_script(WATCH)
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.locator("button.big").wait_for()
    ready = time.perf_counter()
    inside: dict[str, float] = page.evaluate(START)
    pressed = time.perf_counter()
    page.locator("button.big").click()
    page.locator(".board .own [data-piece]").first.wait_for()
    seen = {"seen": (ready - start) * 1000, "table_from_outside": (time.perf_counter() - pressed) * 1000}
    seen["table"] = page.evaluate(DRAWN)
    assert "/t/local" not in page.url, "the device was ready before the press"
    page.context.close()
    return inside | seen


def at_the_server(browser: Browser, url: str) -> Page:
    """Return a page with a table at the server."""
    page = new_page(browser)
    page.add_init_script(AT_THE_SERVER)
    page.goto(url)
    page.locator("button.big").click()
    page.locator(".board .own [data-piece]").first.wait_for()
    return page


def clicks(page: Page) -> list[float]:
    """Play a round; return the milliseconds from each click on a card to the card in the trick."""
    times = []
    while (asked := look(page)) != "result":
        if asked != "play":
            act(page, asked)
        elif not page.locator(".slot.bottom").count() and look(page) == "play":
            times.append(float(page.evaluate(PLAY)))
    return times


def longest_task_ms(trace: bytes) -> float:
    """Return the longest task of a page in processor time, which does not depend on how busy the machine is."""
    events = json.loads(trace)["traceEvents"]
    pages = {
        (each["pid"], each["tid"])
        for each in events
        if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"
    }
    tasks = (each for each in events if each["name"] == "RunTask" and (each["pid"], each["tid"]) in pages)
    return max(float(each.get("tdur", 0)) for each in tasks) / 1000


def slowed_tricks(browser: Browser, url: str) -> dict[str, float | dict[str, float]]:
    """Measure tricks with all motion on a slower processor: frames per second while something moves, longest task."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.add_init_script(AT_THE_SERVER)
    page.goto(url)
    page.locator("button.big").click()
    page.locator(".board .own [data-piece]").first.wait_for()
    while (asked := look(page)) != "play":
        act(page, asked)
    devtools = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
    browser.start_tracing(page=page, categories=[*devtools, *CATEGORIES])
    page.evaluate(TRICK_BY_TRICK, browser_page.TRICKS // 2)
    trace = browser.stop_tracing()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": browser_page.SLOWED})
    page.evaluate(FRAMES)
    page.evaluate(TRICK_BY_TRICK, browser_page.TRICKS)
    frames: list[float] = page.evaluate("() => frames_ms")
    tasks: list[float] = page.evaluate("() => tasks_ms")
    return {
        "frames": len(frames),
        "per_second": round(1000 * len(frames) / sum(frames), 1),
        "slowest_frame_ms": round(max(frames), 1),
        "late_share": round(
            sum(each > 1.5 * 1000 / browser_page.FRAMES_PER_SECOND for each in frames) / len(frames), 3
        ),
        "long_tasks": len(tasks),
        "longest_task_ms": round(max(tasks, default=0), 1),
        "longest_task_processor_ms": round(longest_task_ms(trace), 1),
        "frame_processor_ms": frame_processor_ms(trace),
    }


def transfer_mb() -> float:
    """Return what a browser fetches until everything works without a network, compressed."""
    listed = json.loads((FOLDER / "files.json").read_text("utf-8"))
    paths = [FOLDER / "index.html", *(FOLDER / name for name in (*listed["files"], *listed["python"]))]
    total = 0
    for path in paths:
        zipped = path.with_name(f"{path.name}.br")
        total += (zipped if zipped.exists() else path).stat().st_size
    return total / 1e6


def memory_mb(browser: Browser) -> float:
    """Return the memory that the largest page has for itself, its workers included.

    Private pages of its process, as Linux counts them: all heaps, Python's WebAssembly memory, compiled code, what is
    drawn; not what it shares with other processes, nor the browser's own processes.
    """
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    found = []
    for process in processes:
        if process["type"] == "renderer":
            lines = Path(f"/proc/{process['id']}/smaps_rollup").read_text("utf-8").splitlines()
            found.append(sum(int(line.split()[1]) for line in lines if line.startswith("Private_")))
    return max(found) * 1024 / 1e6


def ready_ms(browser: Browser, url: str) -> float:
    """Measure from the press to the drawn table on a device that is ready, by the page's own clock."""
    page = new_page(browser)
    page.add_init_script(WATCH)
    page.goto(url)
    page.evaluate(KEPT)
    page.locator("button.big").click()
    took: float = page.evaluate(DRAWN)
    assert "/t/local" in page.url, "the server was asked"
    page.context.close()
    return took


def on_the_device(browser: Browser, server: Served) -> dict[str, float]:
    """Return a table on this device: once it is ready, its clicks, and after a cold start with the server gone."""
    ready = statistics.median(ready_ms(browser, server.url) for _ in range(READY))
    page = new_page(browser)
    page.add_init_script(ON_THE_DEVICE)

    def play() -> float:
        page.locator("button.big").wait_for()
        pressed = time.perf_counter()
        page.locator("button.big").click()
        page.locator(".board .own [data-piece]").first.wait_for(timeout=120_000)
        return round((time.perf_counter() - pressed) * 1000, 1)

    page.goto(server.url)
    page.evaluate(KEPT)
    play()
    moves = clicks(page)
    memory = memory_mb(browser)
    server.kill()
    cold = []
    for _ in range(READY):
        page.goto(server.url)
        cold.append(play())
    return {
        "transfer_mb": round(transfer_mb(), 2),
        "ready_ms": round(ready, 1),
        "click_ms": round(statistics.median(moves), 1),
        "memory_mb": round(memory, 1),
        "cold_ms": statistics.median(cold),
    }


def search_speed() -> dict[str, float]:
    """Simulations per second on one thread, natively and in WebAssembly, in turn; the best of a few runs each.

    Node runs the client's kernel: the same engine as Chromium's.
    """
    match = match_after(RULESETS[NAMES.index("second-4")], number=1, decisions=12)
    seen, best = view(match, match.to_act), {"native_per_s": 0.0, "wasm_per_s": 0.0}
    club = club_weights(seen.ruleset.players)
    order = search_request(seen, club=club, seed=1, simulations=SIMULATIONS, settings=Settings())
    with in_wasm() as there:
        for _ in range(SEARCHES):
            native = search(seen, club=club, seed=1, simulations=SIMULATIONS)
            for name, report in (("native_per_s", native), ("wasm_per_s", search_report(there(order)))):
                best[name] = max(best[name], round(report.simulations / report.seconds))
    return best


def measure(visits: int) -> dict[str, Any]:
    """Return all numbers, in milliseconds."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Served(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        version = browser.version
        try:
            seen = [first_page(browser, server.url) for _ in range(visits)]
            page = at_the_server(browser, server.url)
            moves = clicks(page)
            page.context.close()
            motion = slowed_tricks(browser, server.url)
            device = on_the_device(browser, server)
        finally:
            browser.close()
            server.kill()
    return {
        **provenance(),
        "chromium": version,
        "visits": visits,
        "moves": len(moves),
        "first_page_ms": {name: round(statistics.median(each[name] for each in seen), 1) for name in seen[0]},
        "click_ms": {"p50": round(statistics.median(moves), 1), "slowest": round(max(moves), 1)},
        "motion": motion,
        "device": device,
        "search": search_speed(),
    }


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
        for name, value, aim in browser_page.rows(found):
            print(f"{name:48}{value:>28}  {aim}")
        print(sentence(found))
    if asked.write:
        write("browser", found, browser_page.page(found))


if __name__ == "__main__":
    main()
