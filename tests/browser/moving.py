"""`python -m tests.browser.moving`: one trick at the real table as an animated picture, docs/images/trick.webp."""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path
from time import monotonic

from PIL import Image
from playwright.sync_api import CDPSession, Page, WebSocketRoute, expect, sync_playwright

from tests.browser.playing import act, look
from tests.browser.serving import Served

PICTURE = Path(__file__).parents[2] / "docs/images/trick.webp"
SIZE = (1024, 640)
SHOWN = (832, 520)
"""The size of the picture: the table is drawn larger and made smaller."""
SLOWED = 0.03
"""Animations run so much slower while the frames are taken, so that none is missed."""
FRAME_MS = 40
STILL_MS = 450
"""How long a moment is shown in which nothing moves."""
FIRST_MS, LAST_MS = 1200, 1800
MOST_BYTES = 1_000_000
PLAYERS = 4
BOTS = ("otto", "vera", "greta")
# All motion, and bots that answer when their turn comes.
SETTINGS = (
    "() => localStorage.setItem('nokosu.settings', JSON.stringify({ name: 'Ann', pace: 'normal', device: false }))"
)
MOVING = "() => document.getAnimations().some((each) => each.playState === 'running')"


def sit_down(page: Page, url: str) -> None:
    """A match of four, three tricks into its first round."""
    page.goto(url)
    page.request.post(f"{url}/api/me", data={"name": "Ann"})
    page.evaluate(SETTINGS)
    page.goto(f"{url}/new")
    page.get_by_label(str(PLAYERS), exact=True).check()
    for seat, bot in zip(page.locator(".seats select").all(), BOTS, strict=False):
        seat.select_option(bot)
    page.get_by_role("button", name="Create table").click()
    expect(page.locator(".board")).to_be_visible()
    while (
        page.locator(".rail ol > li").count() < 3 or look(page) != "play" or page.locator(".slot").count() not in (1, 2)
    ):
        if page.locator(".rail ol > li").count() > 8:
            raise RuntimeError("no trick in which one plays second")
        act(page)
        page.wait_for_timeout(20)


class Held:
    """What happens at the table: the page hears it at once, or piece by piece when it is let through."""

    def __init__(self, page: Page) -> None:
        self.holding = False
        self._waiting: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket("**", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: self._hear(socket, message))

    def _hear(self, socket: WebSocketRoute, message: str | bytes) -> None:
        if self.holding and '"update"' in str(message)[:40]:
            self._waiting.append((socket, message))
        else:
            socket.send(message)

    def pass_one(self) -> bool:
        """Let the oldest message through; return whether one waited."""
        if self._waiting:
            socket, message = self._waiting.pop(0)
            socket.send(message)
            return True
        return False


def film(page: Page, held: Held, devtools: CDPSession) -> list[tuple[Image.Image, int]]:
    """Return what is seen from one's turn until the next trick, each picture with its time in milliseconds."""
    page.wait_for_timeout(1000)
    held.holding = True
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": SLOWED})
    frames: list[tuple[Image.Image, int]] = []

    def take(lasts: int) -> None:
        image = Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)
        if frames and frames[-1][0].tobytes() == image.tobytes():
            frames[-1] = (frames[-1][0], max(frames[-1][1], lasts))
        else:
            frames.append((image, lasts))

    def settle(lasts: int = STILL_MS) -> None:
        while page.evaluate(MOVING):
            take(FRAME_MS)
        take(lasts)

    take(FIRST_MS)
    act(page)
    held.pass_one()
    settle(FRAME_MS)
    lying, until = 0, monotonic() + 120
    while (now := page.locator(".slot").count()) >= lying and monotonic() < until:
        lying = now
        if lying < PLAYERS:
            held.pass_one()
        page.wait_for_timeout(50)
        settle()
    return frames


def write(frames: list[tuple[Image.Image, int]]) -> int:
    """Write the picture as good as its size allows; return its bytes."""
    times = [lasts for _, lasts in frames]
    times[-1] = LAST_MS
    first, *others = (image for image, _ in frames)
    for quality in (85, 75, 65, 50, 35):
        first.save(PICTURE, save_all=True, append_images=others, duration=times, loop=0, quality=quality, method=4)
        if PICTURE.stat().st_size <= MOST_BYTES:
            break
    return PICTURE.stat().st_size


def main() -> None:
    """Play, film, write."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        server = Served(Path(folder))
        server.start()
        try:
            page = browser.new_page(
                viewport={"width": SIZE[0], "height": SIZE[1]}, color_scheme="dark", locale="en", device_scale_factor=1
            )
            held = Held(page)
            sit_down(page, server.url)
            frames = film(page, held, page.context.new_cdp_session(page))
        finally:
            server.kill()
            browser.close()
    size = write(frames)
    sys.stdout.write(f"{PICTURE.name}: {len(frames)} frames, {size:,} bytes\n")


if __name__ == "__main__":
    main()
