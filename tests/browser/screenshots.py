"""`make screenshots`: contact sheets of every phase, size and theme, and every other page, into build/screenshots.

One sheet shows one phase in one theme at all sizes of the window. Six of the pictures are in the README.
"""

from __future__ import annotations

import base64
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.layout import SIZES
from tests.browser.playing import act
from tests.browser.serving import Served
from tests.browser.test_first_visit import open_table
from tests.browser.test_layout import play_now, play_until
from tests.browser.test_people import play_to_the_end

ROOT = Path(__file__).parents[2]
ALL = ROOT / "build/screenshots"
README = ROOT / "docs/images"
THEMES = ("light", "dark")
PATIENCE_MS = 60_000
"""A busy machine needs longer for a page."""
PAGES = [
    *("", "new", "me", "settings", "pad", "rules", "tutorial", "replay", "learn", "progress"),
    *("puzzles", "puzzles/today", "licences"),
]
PAGE_SIZES = [(360, 740), (1280, 800)]
TABLES = [("first", 3), ("second", 4), ("second", 5)]
"""Edition and players; only the first edition has a declaration."""
# What the documents show: phase, players, size, theme. Half as large as they are taken, so that the files are small.
SHOWN = {
    "trick": ("play", 4, (1440, 900), "dark"),
    "trick-day": ("play", 4, (1440, 900), "light"),
    "draft": ("draft", 5, (1280, 800), "dark"),
    "draft-day": ("draft", 5, (1280, 800), "light"),
    "phone": ("play", 4, (390, 844), "dark"),
    "phone-draft": ("draft", 3, (390, 844), "light"),
    "phone-sideways": ("play", 5, (844, 390), "dark"),
    "replay": ("replay", None, (1280, 800), "dark"),
    "replay-day": ("replay", None, (1280, 800), "light"),
}


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


def shoot(page: Page, size: tuple[int, int], theme: str, name: str) -> Path:
    """Take one picture."""
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("() => document.fonts.ready.then(() => undefined)")
    path = ALL / f"{name}-{size[0]}x{size[1]}-{theme}.png"
    page.screenshot(path=path)
    return path


def contact_sheet(page: Page, title: str, pictures: list[Path]) -> None:
    """All pictures on one, each with its name."""
    images = {path.stem: base64.b64encode(path.read_bytes()).decode() for path in pictures}
    figures = "".join(
        f'<figure><img src="data:image/png;base64,{data}">{escape(name)}</figure>' for name, data in images.items()
    )
    style = "body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;background:#777;font:13px sans-serif}"
    page.set_viewport_size({"width": 1920, "height": 1000})
    page.set_content(f"<style>{style}figure{{margin:0}}img{{display:block;height:420px}}</style>{figures}")
    page.screenshot(path=ALL / f"sheet-{title}.png", full_page=True)


def table(page: Page, url: str, edition: str, players: int) -> dict[str, list[Path]]:
    """A round: a draft in which one may choose, the declaration, a trick that several have played to, the result."""
    play_now(page, url, players, edition)
    taken: dict[str, list[Path]] = {}
    for phase in ("draft", "declare", "play", "result"):
        if (edition, phase) == ("second", "declare"):
            continue
        if phase == "play":
            # Some tricks lie beside the table by then.
            while page.locator(".rail ol > li").count() < players - 1:
                act(page)
        play_until(page, phase, pieces=2 if phase == "play" else 0)
        for theme in THEMES:
            pictures = [shoot(page, size, theme, f"{phase}-{players}") for size in SIZES]
            taken[f"{phase}-{players}-{theme}"] = pictures
        page.set_viewport_size({"width": 1280, "height": 800})
    return taken


def ending(page: Page, url: str) -> dict[str, list[Path]]:
    """The end of a match, its replay, the picture to share in both shapes, and the pages of the person who played."""
    page.goto(url)
    page.request.post(f"{url}/api/me", data={"name": "Ann"})
    # The first page greets somebody who comes back by what this browser remembers.
    page.evaluate("() => localStorage.setItem('nokosu.settings', JSON.stringify({ name: 'Ann' }))")
    table = play_to_the_end(page.request, url)
    taken: dict[str, list[Path]] = {f"end-{theme}": [] for theme in THEMES}
    replay = f"/replay/{table}?round=1&step=30&seat=all&from=0"
    shown = (
        (f"/t/{table}", "end", SIZES),
        (replay, "replay", SIZES),
        ("/", "home-back", PAGE_SIZES),
        ("/me", "own-page", PAGE_SIZES),
    )
    for path, name, sizes in shown:
        page.goto(url + path)
        expect(
            page.locator(".winner, .foot, [aria-labelledby=last-match], [aria-labelledby=sessions] li").first
        ).to_be_visible()
        for theme in THEMES:
            taken[f"end-{theme}"] += [shoot(page, size, theme, name) for size in sizes]
    page.goto(f"{url}/t/{table}")
    for shape, size in (("wide", (1280, 800)), ("tall", (390, 844))):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=size)
        page.get_by_role("button", name="Share picture").click()
        expect(page.locator(f"figure.{shape}")).to_be_visible()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save", exact=True).click()
        saved.value.save_as(ALL / f"share-{shape}.png")
    return taken


def inviting(host: Page, guest: Page, url: str) -> dict[str, list[Path]]:
    """An open table as its host and an invited friend see it, and the first page with tables on it."""
    open_table(host, url, bots=1)
    taken: dict[str, list[Path]] = {f"people-{theme}": [] for theme in THEMES}
    for page, address, name in ((host, host.url, "waiting"), (guest, host.url, "invited"), (host, url, "home-mine")):
        page.goto(address)
        expect(page.locator("[data-face]").first).to_be_visible()
        for theme in THEMES:
            taken[f"people-{theme}"] += [shoot(page, size, theme, name) for size in PAGE_SIZES]
    return taken


def for_readme(browser: Browser) -> None:
    """Those that the README and the documents show, small."""
    README.mkdir(exist_ok=True)
    page = browser.new_page()
    for name, (phase, players, size, theme) in SHOWN.items():
        kind = f"{phase}-{players}" if players else phase
        taken = ALL / f"{kind}-{size[0]}x{size[1]}-{theme}.png"
        width, height = (size[0] * 5 // 8, size[1] * 5 // 8) if size[0] > 1000 else size
        page.set_viewport_size({"width": width, "height": height})
        image = base64.b64encode(taken.read_bytes()).decode()
        page.set_content(f'<img src="data:image/png;base64,{image}" style="position:fixed;inset:0;width:100%">')
        page.screenshot(path=README / f"{name}.jpg", type="jpeg", quality=82)
    page.close()


def main() -> None:
    """Take them all."""
    shutil.rmtree(ALL, ignore_errors=True)
    ALL.mkdir(parents=True)
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Served(Path(folder))
        server.start()
        sheets = browser.new_page()
        try:
            for edition, players in TABLES:
                context = browser.new_context(locale="en", reduced_motion="reduce")
                for title, pictures in table(context.new_page(), server.url, edition, players).items():
                    contact_sheet(sheets, title, pictures)
                context.close()
            context = browser.new_context(locale="en", reduced_motion="reduce")
            for title, pictures in ending(context.new_page(), server.url).items():
                contact_sheet(sheets, title, pictures)
            context.close()
            host, guest = browser.new_page(locale="en"), browser.new_page(locale="en")
            for title, pictures in inviting(host, guest, server.url).items():
                contact_sheet(sheets, title, pictures)
            page = browser.new_page(locale="en")
            taken: dict[str, list[Path]] = {theme: [] for theme in THEMES}
            for name in PAGES:
                page.goto(f"{server.url}/{name}")
                expect(page.locator("h1")).to_be_attached()
                for theme in THEMES:
                    taken[theme] += [shoot(page, size, theme, f"page-{name or 'home'}") for size in PAGE_SIZES]
            for theme, pictures in taken.items():
                contact_sheet(sheets, f"pages-{theme}", pictures)
            for_readme(browser)
        finally:
            server.kill()
    sys.stdout.write(f"{len(list(ALL.glob('*.png')))} pictures in {ALL.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
