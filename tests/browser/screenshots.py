"""`make screenshots`: every page, phone and desktop, light and dark, into build/screenshots; three for the README."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.playing import act, look
from tests.browser.serving import Served

ROOT = Path(__file__).parents[2]
ALL = ROOT / "build/screenshots"
README = ROOT / "docs/images"
SIZES = {"phone": (360, 740), "desk": (1280, 800)}
PAGES = {
    "home": "/",
    "new": "/new",
    "me": "/me",
    "settings": "/settings",
    "pad": "/pad",
    "rules": "/rules",
    "tutorial": "/tutorial",
    "replay": "/replay",
    "licences": "/licences",
}
# Which of them the README shows, and how they are called there.
SHOWN = {"draft-desk-light": "draft.png", "trick-desk-dark": "trick.png", "trick-phone-light": "phone.png"}
# What moves has come to its place; finished animations are no longer listed, unless they hold it there.
AT_REST = "() => document.getAnimations().every((each) => each.playState === 'finished')"


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield browser
        browser.close()


def shoot(page: Page, name: str) -> None:
    """Take one picture."""
    page.screenshot(path=ALL / f"{name}.png")
    if name in SHOWN:
        README.mkdir(exist_ok=True)
        shutil.copy(ALL / f"{name}.png", README / SHOWN[name])


def shoot_table(page: Page, url: str, suffix: str) -> None:
    """A round: a draft in which one may choose, a trick that several have played to, the result."""
    page.goto(url)
    page.locator("button.big").click()
    expect(page.locator(".own")).to_be_visible()
    taken = set[str]()
    while "result" not in taken:
        asked = look(page)
        name = {"draft": "draft", "play": "trick", "result": "result"}.get(asked)
        filled = asked != "play" or page.locator(".slot").count() > 1
        if name and name not in taken and filled:
            taken.add(name)
            page.wait_for_function(AT_REST)
            shoot(page, f"{name}-{suffix}")
        act(page, asked)


def main() -> None:
    """Take them all."""
    shutil.rmtree(ALL, ignore_errors=True)
    ALL.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Served(Path(folder))
        server.start()
        try:
            for size, (width, height) in SIZES.items():
                for theme in ("light", "dark"):
                    context = browser.new_context(
                        viewport={"width": width, "height": height},
                        color_scheme="dark" if theme == "dark" else "light",
                        locale="en",
                    )
                    page = context.new_page()
                    for name, path in PAGES.items():
                        page.goto(server.url + path)
                        expect(page.locator("h1")).to_be_attached()
                        shoot(page, f"{name}-{size}-{theme}")
                    shoot_table(page, server.url, f"{size}-{theme}")
                    context.close()
        finally:
            server.kill()
    sys.stdout.write(f"{len(list(ALL.glob('*.png')))} pictures in {ALL.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
