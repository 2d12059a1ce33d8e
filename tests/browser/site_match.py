"""`python -m tests.browser.site_match [FOLDER]`: a whole match on a site without a server, with the network cut.

Builds the site, visits it, begins a match against champions so that their weights are fetched, and cuts the network.
Then plays a match against three experts and one against champions, each to its end, and verifies the downloaded records
with `nokosu verify`. Pictures go into FOLDER, build/site by default.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.playing import KEPT, act, look
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


def begin(page: Page, level: str) -> None:
    """Choose a level and press play."""
    page.get_by_text("More options").click()
    page.get_by_label(level, exact=True).check()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".board")).to_be_visible(timeout=READY_MS)
    page.locator(".own [data-piece]").first.wait_for()


def match(page: Page, host: Host, level: str, pictures: Path) -> Path:
    """Play a match of this level without a network and download its record."""
    name, record = level.lower(), pictures / f"{level.lower()}-record.json"
    page.goto(host.url)
    begin(page, level)
    page.screenshot(path=pictures / f"{name}-1-start.png")
    while page.locator(".trick [data-piece]").count() == 0 or look(page) != "play":
        act(page)
    page.screenshot(path=pictures / f"{name}-2-trick.png")
    while look(page) != "result":
        act(page)
    page.screenshot(path=pictures / f"{name}-3-round.png")
    play_to_the_end(page)
    page.screenshot(path=pictures / f"{name}-4-end.png")
    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator(".board .foot")).to_be_visible(timeout=READY_MS)
    page.screenshot(path=pictures / f"{name}-5-replay.png")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download the record").click()
    saved.value.save_as(record)
    return record


def without_a_network(page: Page, host: Host, pictures: Path) -> list[Path]:
    """Visit, cut the network, and play: experts on a desktop, champions on a phone in the dark. The records."""
    page.add_init_script("localStorage['nokosu.settings'] ??= JSON.stringify({ pace: 'instant' })")
    page.goto(host.url)
    page.evaluate(KEPT)
    begin(page, "Champion")
    page.evaluate(KEPT, "/assets/network-")
    host.cut()
    experts = match(page, host, "Expert", pictures)
    width, height = LOOKS["phone"]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="dark")
    return [experts, match(page, host, "Champion", pictures)]


def main() -> None:
    """All of it."""
    pictures = Path(sys.argv[1] if len(sys.argv) > 1 else "build/site")
    pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        with hosted(Path(folder) / "site") as host:
            home_pictures(browser, host, pictures)
            context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
            records = without_a_network(context.new_page(), host, pictures)
        browser.close()
    for record in records:
        data = json.loads(record.read_text("utf-8"))
        assert "substitutions" not in data, "a bot could not play and another one did"
        against = ", ".join(seat["bot"] for seat in data["seats"] if seat.get("bot"))
        sys.stdout.write(f"played a match against {against} without a network: {record}\n")
        subprocess.run([sys.executable, "-m", "nokosu", "verify", str(record)], check=True)


if __name__ == "__main__":
    main()
