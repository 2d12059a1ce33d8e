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
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))  # a script has its own folder on the path, not the root
from bench.timing import DOCS, origin, sentence
from nokosu.bots.search import club_weights
from nokosu.core.view import view
from nokosu.kernel.orders import search_order, search_report
from nokosu.kernel.search import Settings, search
from nokosu.server.http.static import FOLDER
from tests.browser.playing import KEPT, act, look
from tests.browser.serving import Served
from tests.kernel.in_wasm import in_wasm
from tests.kernel.positions import NAMES, RULESETS, match_after

AIM_FIRST_MS = 1000
AIM_SCRIPT_KB = 60
AIM_TABLE_MS = 500
AIM_CLICK_MS = 50
AIM_FRAMES = 60
AIM_TRANSFER_MB = 5
AIM_READY_MS = 300
AIM_COLD_MS = 3000
AIM_SEARCH_SHARE = 0.6
SEARCHES = 5
READY = 5  # visits to play on the device, ready and cold
SIMULATIONS = 40_000
AIM_MEMORY_MB = 200
AT_THE_SERVER = "localStorage['nokosu.settings'] ??= JSON.stringify({ device: false })"
AIM_TASK_MS = 50
SLOWED = 4
TRICKS = 6
HEAD = """\
# The web client in a browser

Written by `bench/browser.py --write`; the numbers with all that belongs to them are in [browser.json](browser.json).
Chromium {chromium} before a server of its own over loopback, nothing kept from earlier visits; medians of
{visits} visits and of {moves} moves, in milliseconds on the wall. "Until" counts from the start of the visit by the
page's own clock; the first line is what Playwright sees from outside, its own way there and back included. "Play now"
counts from the press to the frame that shows the table, by the page's own clock; from outside, Playwright's checks
before the press are in it. Frames and tasks are measured while tricks are played at the normal pace with the processor
slowed down four times.
{origin}
"""
# When the button came, when it was pressed, and when the table was drawn, for the page's own account of its start.
WATCH = """{
  const seen = (selector, then) => new MutationObserver((_, watch) => {
    if (!document.querySelector(selector)) return;
    then();
    watch.disconnect();
  }).observe(document, { subtree: true, childList: true });
  seen("button.big", () => (window.buttonAt = performance.now()));
  addEventListener("click", (event) => (window.pressedAt ??= event.timeStamp), true);
  const drawn = () => (window.tableAt = performance.now());
  seen(".own [data-piece]", () => requestAnimationFrame(() => setTimeout(drawn)));
}"""
DRAWN = """() => new Promise((done) => {
  const look = () => (window.tableAt ? done(tableAt - pressedAt) : setTimeout(look, 5));
  look();
})"""
START = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const files = performance.getEntriesByType("resource").filter((file) => file.responseEnd <= window.buttonAt);
  return {
    answer: page.responseStart,
    files: Math.max(...files.map((file) => file.responseEnd)),
    count: files.length,
    script: files.filter((file) => file.name.endsWith(".js")).reduce((sum, file) => sum + file.encodedBodySize, 0),
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

# From here on: the time between frames while something moves, and tasks that take long.
FRAMES = """() => {
  window.frames_ms = [];
  window.tasks_ms = [];
  new PerformanceObserver((list) => tasks_ms.push(...list.getEntries().map((each) => each.duration)))
    .observe({ entryTypes: ["longtask"] });
  let last = null;
  const frame = (now) => {
    const moves = document.getAnimations().some((each) => each.playState === "running");
    if (moves && last !== null) frames_ms.push(now - last);
    last = moves ? now : null;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
# Play what is offered, until so many tricks were won; cards before dice, as dice raise questions.
TRICK_BY_TRICK = """(tricks) => new Promise((done) => {
  const won = () => [...document.querySelectorAll("[data-zone=seat] .won")]
    .reduce((sum, each) => sum + Number(each.textContent), 0);
  const end = won() + tricks;
  const timer = setInterval(() => {
    if (won() >= end) {
      clearInterval(timer);
      done();
    }
    // Not before everything is at rest: a click would skip it.
    document.querySelector("dialog[open]:not(.wide) .buttons .primary")?.click();
    if (document.getAnimations().length || !document.querySelector(".own.turn")) return;
    const offered = (within) => document.querySelector(`${within} button[aria-disabled='false']`);
    (offered(".hand") ?? offered(".own"))?.click();
  }, 300);
})"""


def new_page(browser: Browser) -> Page:
    """A page of somebody who has never been here."""
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
    page.locator(".own [data-piece]").first.wait_for()
    seen = {"seen": (ready - start) * 1000, "table_from_outside": (time.perf_counter() - pressed) * 1000}
    seen["table"] = page.evaluate(DRAWN)
    assert "/t/local" not in page.url, "the device was ready before the press"
    page.context.close()
    return inside | seen


def at_the_server(browser: Browser, url: str) -> Page:
    """A page with a table at the server."""
    page = new_page(browser)
    page.add_init_script(AT_THE_SERVER)
    page.goto(url)
    page.locator("button.big").click()
    page.locator(".own [data-piece]").first.wait_for()
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


def slowed_tricks(browser: Browser, url: str) -> dict[str, float]:
    """Some tricks with all motion on a slower processor: frames per second while something moves, the longest task."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.add_init_script(AT_THE_SERVER)
    page.goto(url)
    page.locator("button.big").click()
    page.locator(".own [data-piece]").first.wait_for()
    while (asked := look(page)) != "play":
        act(page, asked)
    browser.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"])
    page.evaluate(TRICK_BY_TRICK, TRICKS // 2)
    processor = longest_task_ms(browser.stop_tracing())
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.evaluate(FRAMES)
    page.evaluate(TRICK_BY_TRICK, TRICKS)
    frames: list[float] = page.evaluate("() => frames_ms")
    tasks: list[float] = page.evaluate("() => tasks_ms")
    return {
        "frames": len(frames),
        "per_second": round(1000 * len(frames) / sum(frames), 1),
        "slowest_frame_ms": round(max(frames), 1),
        "late_share": round(sum(each > 1.5 * 1000 / AIM_FRAMES for each in frames) / len(frames), 3),
        "long_tasks": len(tasks),
        "longest_task_ms": round(max(tasks, default=0), 1),
        "longest_task_processor_ms": round(processor, 1),
    }


def transfer_mb() -> float:
    """What a browser fetches until everything works without a network, compressed."""
    listed = json.loads((FOLDER / "files.json").read_text("utf-8"))
    paths = [FOLDER / "index.html", *(FOLDER / name for name in (*listed["files"], *listed["python"]))]
    total = 0
    for path in paths:
        zipped = path.with_name(f"{path.name}.br")
        total += (zipped if zipped.exists() else path).stat().st_size
    return total / 1e6


def memory_mb(browser: Browser) -> float:
    """The memory that the largest page has for itself, its workers included.

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
    """From the press to the drawn table where this device is ready, by the page's own clock."""
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
    """A table on this device: once it is ready, its clicks, and after a cold start with the server gone."""
    ready = statistics.median(ready_ms(browser, server.url) for _ in range(READY))
    page = new_page(browser)

    def play() -> float:
        page.locator("button.big").wait_for()
        pressed = time.perf_counter()
        page.locator("button.big").click()
        page.locator(".own [data-piece]").first.wait_for(timeout=120_000)
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
    order = search_order(seen, club=club, seed=1, simulations=SIMULATIONS, settings=Settings())
    with in_wasm() as there:
        for _ in range(SEARCHES):
            native = search(seen, club=club, seed=1, simulations=SIMULATIONS)
            for name, report in (("native_per_s", native), ("wasm_per_s", search_report(there(order)))):
                best[name] = max(best[name], round(report.simulations / report.seconds))
    return best


def measure(visits: int) -> dict[str, Any]:
    """All numbers, in milliseconds."""
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
        **origin(),
        "chromium": version,
        "visits": visits,
        "moves": len(moves),
        "first_page_ms": {name: round(statistics.median(each[name] for each in seen), 1) for name in seen[0]},
        "click_ms": {"p50": round(statistics.median(moves), 1), "slowest": round(max(moves), 1)},
        "motion": motion,
        "device": device,
        "search": search_speed(),
    }


def rows(data: dict[str, Any]) -> list[tuple[str, str, str]]:
    """One row per figure: its name, the result and the target."""
    first, click, motion, device = data["first_page_ms"], data["click_ms"], data["motion"], data["device"]
    script = first["script"] / 1000
    task = motion["longest_task_ms"]
    return [
        (
            "first page: button ready",
            f"{first['seen']:.0f} ms",
            _aim(f"≤ {AIM_FIRST_MS} ms", reached=first["seen"] <= AIM_FIRST_MS),
        ),
        ("– script", f"{script:.0f} kB", _aim(f"≤ {AIM_SCRIPT_KB} kB", reached=script <= AIM_SCRIPT_KB)),
        ("– until the server's answer", f"{first['answer']:.0f} ms", ""),
        (
            f"– until {first['count']:.0f} files are there, {first['bytes'] / 1000:.0f} kB",
            f"{first['files']:.0f} ms",
            "",
        ),
        ("– until the button is on the page", f"{first['button']:.0f} ms", ""),
        *_table(first),
        (
            "click to card in the trick",
            f"{click['p50']:.0f} ms, slowest {click['slowest']:.0f} ms",
            _aim(f"≤ {AIM_CLICK_MS} ms", reached=click["p50"] <= AIM_CLICK_MS),
        ),
        (
            f"frames per second while pieces move, CPU ÷ {SLOWED}",
            f"{motion['per_second']:.0f}, {motion['late_share']:.0%} late",
            _aim(f"{AIM_FRAMES}", reached=motion["per_second"] >= AIM_FRAMES - 0.5),
        ),
        (
            f"longest task during {TRICKS} tricks, CPU ÷ {SLOWED}",
            f"{task:.0f} ms" if task else "none over 50 ms",
            _aim(f"≤ {AIM_TASK_MS} ms", reached=task <= AIM_TASK_MS),
        ),
        (
            f"– its processor time × {SLOWED}, whatever else the machine does",
            f"{SLOWED * motion['longest_task_processor_ms']:.0f} ms",
            "",
        ),
        (
            "everything without a network: transfer",
            f"{device['transfer_mb']:.2f} MB",
            _aim(f"≤ {AIM_TRANSFER_MB} MB", reached=device["transfer_mb"] <= AIM_TRANSFER_MB),
        ),
        (
            "play now on this device, ready: table there",
            f"{device['ready_ms']:.0f} ms",
            _aim(f"≤ {AIM_READY_MS} ms", reached=device["ready_ms"] <= AIM_READY_MS),
        ),
        (
            "– after a cold start without the server",
            f"{device['cold_ms']:.0f} ms",
            _aim(f"≤ {AIM_COLD_MS} ms", reached=device["cold_ms"] <= AIM_COLD_MS),
        ),
        *_memory(device),
        *_search(data.get("search")),
        (
            "– click to card in the trick",
            f"{device['click_ms']:.0f} ms",
            _aim(f"≤ {AIM_CLICK_MS} ms", reached=device["click_ms"] <= AIM_CLICK_MS),
        ),
    ]


def _table(first: dict[str, float]) -> list[tuple[str, str, str]]:
    """Earlier runs looked from outside alone."""
    name, seen = "play now: table there", first["table"]
    if "table_from_outside" not in first:
        return [(f"{name}, from outside", f"{seen:.0f} ms", "")]
    aim = _aim(f"≤ {AIM_TABLE_MS} ms", reached=seen <= AIM_TABLE_MS)
    return [(name, f"{seen:.0f} ms", aim), ("– from outside", f"{first['table_from_outside']:.0f} ms", "")]


def _memory(device: dict[str, float]) -> list[tuple[str, str, str]]:
    """Earlier runs did not look at it."""
    if "memory_mb" not in device:
        return []
    seen = device["memory_mb"]
    aim = _aim(f"≤ {AIM_MEMORY_MB} MB", reached=seen <= AIM_MEMORY_MB)
    return [("– memory of the page and its workers after a round", f"{seen:.0f} MB", aim)]


def _search(speed: dict[str, float] | None) -> list[tuple[str, str, str]]:
    """The same."""
    if speed is None:
        return []
    native, wasm = speed["native_per_s"], speed["wasm_per_s"]
    aim = _aim(f"≥ {AIM_SEARCH_SHARE:.0%} of native", reached=wasm >= AIM_SEARCH_SHARE * native)
    return [("– search: simulations per second, one thread", f"{wasm:,.0f} of {native:,.0f}, {wasm / native:.0%}", aim)]


def _aim(aim: str, *, reached: bool) -> str:
    return f"{aim}: {'reached' if reached else 'not reached'}"


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
