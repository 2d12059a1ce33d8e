"""Every page in every language and both themes: nothing that axe objects to, nothing wider than a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from nokosu.locale import languages
from tests.browser.conftest import DESK, PHONE, NewPage, complaint
from tests.browser.playing import act, look
from tests.browser.serving import Served
from tests.night import NIGHTLY, SOME_LANGUAGES

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
PAGES = [
    *("/", "/new", "/me", "/settings", "/pad", "/rules", "/tutorial", "/replay", "/learn", "/progress"),
    *("/analysis", "/puzzles", "/puzzles/today", "/daily", "/ratings", "/licences", "/nowhere"),
    *("/contests", "/contests/new", "/contests/new?duplicate"),
]
# Each language once, each size and theme twice; all of them with each other in `make nightly`.
LOOKS = (
    [(size, theme, language) for size, theme in ((PHONE, "light"), (DESK, "dark")) for language in languages()]
    if NIGHTLY
    else [(PHONE, "light", "en"), (DESK, "dark", "fr"), (PHONE, "light", "hu"), (DESK, "dark", "ja")]
)


def violations(page: Page) -> list[str]:
    """What axe finds, as rule and place."""
    page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run()")
    return [f"{each['id']}: {node['target']}" for each in found["violations"] for node in each["nodes"]]


# Controls of a page that a finger points at which are smaller than 44 pixels either way. A link within a sentence is as
# high as its line, and what is inside a label is pressed by all of it.
_SMALL = """() => [...document.querySelectorAll("a[href], button, input, select, summary")].flatMap((each) => {
  const target = each.closest("label") ?? each;
  if (!target.checkVisibility() || each.closest("[inert]")) return [];
  const rest = (each.parentElement.textContent ?? "").replace(each.textContent, "").trim();
  if (getComputedStyle(each).display === "inline" && rest) return [];
  const { width, height } = target.getBoundingClientRect();
  const name = each.textContent.trim() || each.ariaLabel || each.id || each.outerHTML.slice(0, 60);
  return Math.min(width, height) < 43.5 ? [`${name}: ${Math.round(width)} x ${Math.round(height)}`] : [];
})"""


def too_small(page: Page) -> list[str]:
    """What a finger misses."""
    touch = page.context.new_cdp_session(page)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    found: list[str] = page.evaluate(_SMALL)
    touch.detach()
    return found


def overflow(page: Page) -> int:
    """By how much the page is wider than its window."""
    width: int = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    return width


@pytest.mark.parametrize(("size", "theme", "language"), LOOKS)
def test_every_page_can_be_read_by_everybody(
    served: Served, new_page: NewPage, size: tuple[int, int], theme: str, language: str
) -> None:
    page = new_page(size, theme, language)
    faults: list[str] = []
    # Here nothing is refused and nobody is away: not even the browser has a reason to complain.
    page.on("console", lambda message: faults.append(message.text) if message.type in {"error", "warning"} else None)
    for path in PAGES:
        page.goto(served.url + path)
        expect(page.locator("h1")).to_be_attached()
        faults += [f"{path} {fault}" for fault in violations(page)]
        if overflow(page) > 0:
            faults.append(f"{path} is too wide by {overflow(page)}")
        if size == PHONE:
            faults += [f"{path} {fault} is too small for a finger" for fault in too_small(page)]
    assert faults == []


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_the_table_can_be_read_by_everybody(served: Served, new_page: NewPage, language: str) -> None:
    page = new_page(PHONE, "dark", language)
    page.goto(served.url)
    page.locator("button.big").click()
    # A round to its result in one language; the others look at its first two parts.
    wanted = {"draft", "play", "result"} if language == "en" else {"draft", "play"}
    faults, seen = [], set[str]()
    while not wanted <= seen:
        asked = look(page)
        if asked not in seen and asked != "wait":
            seen.add(asked)
            faults += [f"{asked} {fault}" for fault in violations(page)]
            if overflow(page) > 0:
                faults.append(f"{asked} is too wide by {overflow(page)}")
        act(page, asked)
    assert faults == []


def test_a_planted_fault_is_found(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto(served.url)
    expect(page.locator("h1")).to_be_attached()
    page.evaluate("""() => {
      const main = document.querySelector("main");
      main.append(Object.assign(document.createElement("button"), { className: "plain" }));
      main.append(Object.assign(document.createElement("pre"), { textContent: "wide ".repeat(200) }));
    }""")
    assert any(fault.startswith("button-name") for fault in violations(page))
    assert overflow(page) > 0
    assert too_small(page) == []
    page.evaluate("() => document.querySelector('button.big').style.cssText = 'min-height: 0; height: 1.5rem'")
    assert len(too_small(page)) == 1


def test_a_planted_complaint_is_heard(served: Served, browser: Browser) -> None:
    page = browser.new_page()
    heard: list[str] = []
    page.on("console", lambda message: heard.extend(complaint(message)))
    page.goto(served.url)
    page.evaluate("() => { console.error('a fault'); console.warn('a doubt'); console.log('all is well'); }")
    page.evaluate("() => fetch('/api/codes/ABC234')")
    page.close()
    assert heard == ["a fault", "a doubt"]


def test_notifications_and_sounds_are_switched_on_and_off(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.add_init_script("""
      window.tones = 0;
      const make = AudioContext.prototype.createOscillator;
      AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); };
    """)
    page.goto(f"{served.url}/settings")
    notify, sounds = page.get_by_label("Notify me"), page.get_by_label("Sounds")
    # Not allowed: the box does not pretend that it was.
    notify.click()
    expect(page.get_by_role("alert")).to_contain_text("blocks notifications")
    expect(notify).not_to_be_checked()
    page.context.grant_permissions(["notifications"], origin=served.url)
    page.reload()
    notify.check()
    sounds.check()
    page.wait_for_function("() => window.tones > 0")
    page.reload()
    expect(notify).to_be_checked()
    expect(sounds).to_be_checked()
    notify.uncheck()
    sounds.uncheck()
    page.reload()
    expect(notify).not_to_be_checked()
    expect(sounds).not_to_be_checked()
    assert page.evaluate("() => window.tones") == 0


def test_the_pages_can_be_installed_as_an_app(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto(served.url)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    browser = page.context.new_cdp_session(page)
    assert browser.send("Page.getAppManifest")["errors"] == []
    # Pages of tests are like those of a private window, which is all that Chromium has against it.
    faults = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {fault["errorId"] for fault in faults} <= {"in-incognito"}
