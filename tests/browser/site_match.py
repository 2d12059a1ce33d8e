"""`python -m tests.browser.site_match [FOLDER]`: a whole match on a site without a server, with the network cut.

Builds the site, visits it, begins a match against champions so that their weights are fetched, cuts the
network, plays another one to the end, and verifies the downloaded record with `nokosu verify`. Pictures go into FOLDER,
build/site by default.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.playing import KEPT
from tests.browser.site import Host, hosted
from tests.browser.test_device import READY_MS, play_to_the_end

LOOKS = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1280, 800)}


def home_pictures(browser: Browser, host: Host, pictures: Path) -> None:
    """The first page at three sizes, light and dark."""
    for name, (width, height) in LOOKS.items():
        for theme in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if theme == "dark" else "light",
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.goto(host.url)
            page.get_by_role("button", name="Play now").wait_for()
            page.evaluate("document.fonts.ready")
            page.screenshot(path=pictures / f"home-{name}-{theme}.png", full_page=True)
            context.close()


def match(page: Page, host: Host, pictures: Path, record: Path) -> None:
    """Play a match without a network and download its record."""
    page.add_init_script("localStorage['nokosu.settings'] ??= JSON.stringify({ pace: 'instant' })")
    page.goto(host.url)
    page.evaluate(KEPT)
    page.get_by_label("Champion").check()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".board")).to_be_visible(timeout=READY_MS)
    page.evaluate(KEPT, "/assets/network-")
    host.cut()
    page.goto(host.url)
    expect(page.get_by_label("Champion")).to_be_checked()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".board")).to_be_visible(timeout=READY_MS)
    page.locator(".own [data-piece]").first.wait_for()
    page.screenshot(path=pictures / "match-start.png")
    play_to_the_end(page)
    page.screenshot(path=pictures / "match-end.png")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".board .seats")).to_be_visible(timeout=READY_MS)
    page.screenshot(path=pictures / "replay.png")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the record").click()
    saved.value.save_as(record)


def main() -> None:
    """All of it."""
    pictures = Path(sys.argv[1] if len(sys.argv) > 1 else "build/site")
    pictures.mkdir(parents=True, exist_ok=True)
    record = pictures / "record.json"
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with hosted(Path(folder) / "site") as host:
            home_pictures(browser, host, pictures)
            context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
            match(context.new_page(), host, pictures, record)
        browser.close()
    assert "substitutions" not in json.loads(record.read_text("utf-8")), "a bot could not play and another one did"
    sys.stdout.write(f"played a match against experts without a network; pictures and the record are in {pictures}\n")
    subprocess.run([sys.executable, "-m", "nokosu", "verify", str(record)], check=True)


if __name__ == "__main__":
    main()
