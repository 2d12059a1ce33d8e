"""A whole match against bots by mouse, by touch and by keyboard; how its rounds end."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.picture import SHARE, WATCH, unseen, written
from tests.browser.playing import act, look, start_match
from tests.browser.serving import Served
from tests.browser.test_pages import violations
from tests.png import png_size

# What to press for each thing that one is asked for; a die is chosen, then chosen again.
SENDER = "Zoe"
OFFERED = {
    "question": "dialog[open] .buttons .primary",
    "draft": ".pool button[aria-disabled='false']",
    "declare": ".declare .buttons button",
    "play": ".own button[aria-disabled='false']",
}
# How a round ends, step by step, as the page shows it.
_STEPS = """
window.steps = [];
new MutationObserver(() => {
  const all = (selector) => document.querySelectorAll(selector);
  const step =
    all("dialog.wide[open]").length ? (all(".pool").length ? "played on behind the result" : "result")
    : all(".counting .points b").length ? "points counted"
    : all(".counting").length ? `turned ${all(".counting .turned").length}`
    : all(".slot").length === 3 && !all(".own .hand [data-piece]").length ? "last trick"
    : all(".pool").length ? "draft" : "play";
  if (step !== steps.at(-1)) steps.push(step);
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
# Everything that is moved: what and where it is, for how long, and what changes.
_MOVES = """
window.moves = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const zone = this.closest("[data-zone]")?.dataset.zone ?? (this.parentElement === document.body ? "swept" : "");
  const keys = new Set(frames.flatMap((frame) => Object.keys(frame)).filter((key) => key !== "offset"));
  moves.push([zone, "tick" in this.dataset ? "count" : "piece", options.duration, [...keys].sort().join(" ")]);
  return animate.call(this, frames, options);
};
"""
# The presenter is told that no dialog covers the table.
_FAULT = """
const find = document.querySelector;
document.querySelector = (selector) => selector === "dialog:modal" ? null : find.call(document, selector);
"""


def press(page: Page, asked: str, by: str) -> None:
    """Do the first thing that is offered, the way somebody with this device does."""
    offered = page.locator(OFFERED[asked])
    if by == "keyboard":
        tab_to(page, OFFERED[asked])
        page.keyboard.press("Enter")
    elif by == "touch":
        offered.first.tap()
    else:
        offered.first.click()
    if asked != "draft":
        return
    chosen = page.locator(".pool button.chosen")
    if by == "keyboard":
        page.keyboard.press("Enter")
    elif not chosen.count():
        return  # the last die was still on its way, and nothing was asked any more
    elif by == "touch":
        chosen.tap()
    else:
        chosen.click()


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until the element in focus is one of these."""
    for _ in range(80):
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way by keyboard to: {wanted}")


# How large a text in a drawing is on the screen.
DRAWN_PX = "(text) => Number.parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a"


@pytest.mark.parametrize(("by", "size"), [("mouse", DESK), ("touch", PHONE), ("keyboard", PHONE)])
def test_a_whole_match(served: Served, new_page: NewPage, by: str, size: tuple[int, int]) -> None:
    page = new_page(size, pace="instant", touch=by == "touch")
    page.add_init_script(WATCH + (SHARE if by == "touch" else ""))
    start_match(page, served.url)
    for last in (False, True):
        while (asked := look(page)) != "result":
            if asked != "wait":
                press(page, asked, by)
        expect(page.locator("dialog.wide[open] .primary")).to_be_focused()
        if not last:
            page.keyboard.press("Enter")
            expect(page.locator("dialog.wide[open]")).to_have_count(0)
            # What happened was also said to a screen reader.
            expect(page.locator("[aria-live]")).to_contain_text("Round 1 is over.")
    end = page.locator("dialog.wide[open]")
    expect(end.locator(".winner")).to_contain_text("win")
    expect(end.get_by_role("list", name="Final order").get_by_role("listitem")).to_have_count(3)
    expect(end.locator(".highlight")).not_to_be_empty()
    for name in ("Watch the replay", "Home"):
        expect(end.get_by_role("link", name=name, exact=True)).to_be_visible()
    expect(end.get_by_role("button", name="Rematch")).to_be_visible()
    # A stage: the winner's face, and a line about oneself; nothing to scroll for on a small desktop.
    expect(end.locator(".champion svg[data-face]")).to_be_visible()
    expect(end.locator(".mine")).to_contain_text("of 2 targets hit")
    if size == DESK:
        for width, height in ((1280, 720), (820, 1180), (1920, 1080), (2560, 1440)):
            page.set_viewport_size({"width": width, "height": height})
            # The page has to be told of the window's size first.
            page.wait_for_function("(height) => innerHeight === height", arg=height)
            assert page.evaluate("() => document.querySelector('dialog[open]').scrollHeight") <= height, (width, height)
            assert float(end.locator(".chart text").first.evaluate(DRAWN_PX)) >= 11, (width, height)
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    elif by == "touch":
        page.set_viewport_size({"width": 390, "height": 844})
        expect(end.get_by_role("link", name="Home", exact=True)).to_be_in_viewport(ratio=1)
        assert float(end.locator(".chart text").first.evaluate(DRAWN_PX)) >= 11
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert violations(page) == []
    # axe draws letters too.
    page.evaluate("() => { written.length = 0; }")
    png = saved_picture(page, end) if by != "touch" else shared_picture(page, end)
    assert png_size(png) == ((1200, 630) if size == DESK else (1080, 1350))
    # The same names and points as on the page, by name where it says "You".
    places = [line.split("\n") for line in end.locator("ol li").all_inner_texts()]
    listed = [part.replace("You", SENDER) for place in places for part in place]
    drawn = written(page)
    assert drawn[drawn.index("1.") :][: len(listed)] == listed
    assert unseen(page, png) == []
    assert violations(page) == []
    end.get_by_role("link", name="Watch the replay").click()
    # From one's own seat, with all cards open.
    expect(page.locator(".own .hand [data-piece]")).to_have_count(9)
    expect(page.locator(".seat .open .piece")).to_have_count(2 * 9)


def give_a_name(end: Locator) -> None:
    """Nobody knows "Guest 88": whoever never said a name is asked before a picture is made."""
    end.get_by_role("button", name="Share picture").click()
    end.get_by_label("Your name on the picture").fill(SENDER)
    end.locator("form").get_by_role("button", name="Share picture").click()


def saved_picture(page: Page, end: Locator) -> bytes:
    """Where the system shares nothing, the picture is shown first."""
    give_a_name(end)
    expect(end.get_by_role("img", name="win")).to_be_visible()
    with page.expect_download() as saved:
        end.get_by_role("button", name="Save", exact=True).click()
    assert saved.value.suggested_filename.endswith(".png")
    return Path(saved.value.path()).read_bytes()


def shared_picture(page: Page, end: Locator) -> bytes:
    give_a_name(end)
    page.wait_for_function("() => window.shared")
    expect(end.locator("figure")).to_have_count(0)
    return bytes(page.evaluate("() => shared"))


def play_a_round(page: Page) -> None:
    """Until its result, without waiting for tricks."""
    while look(page) != "result":
        act(page)


def test_the_end_of_a_round_is_seen_step_by_step(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK, pace="fast", motion=True)
    page.add_init_script(_STEPS)
    start_match(page, served.url)
    play_a_round(page)
    page.keyboard.press("Escape")
    expect(page.locator(".pool")).to_be_visible()
    steps: list[str] = page.evaluate("() => steps")
    assert steps[steps.index("last trick") :] == [
        "last trick",
        "play",
        "turned 1",
        "turned 2",
        "turned 3",
        "points counted",
        "result",
        "points counted",
        "draft",
    ]


def test_pieces_move_through_a_round(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE, pace="fast", motion=True)
    page.add_init_script(_MOVES)
    start_match(page, served.url)
    play_a_round(page)
    moves: list[tuple[str, str, float, str]] = page.evaluate("() => moves")
    # Rolled and taken, moved to the plaque, played, swept to the winner, and counted.
    wanted = {("pool", "piece"), ("seat", "piece"), ("trump", "piece"), ("trick", "piece"), ("swept", "piece")}
    assert wanted | {("seat", "count")} <= {(zone, what) for zone, what, _, _ in moves}
    # From 120 to 350 ms at the normal pace, half of that at this one; by what needs no layout.
    assert {changes for *_, changes in moves} <= {"transform", "opacity transform"}
    assert [ms for _, _, ms, _ in moves if not 60 <= ms <= 175] == []


def test_without_motion_a_round_is_counted_at_once_and_nothing_moves(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK, pace="fast")
    page.add_init_script(_STEPS)
    page.add_init_script("window.moved = 0; Element.prototype.animate = () => { window.moved += 1; }")
    start_match(page, served.url)
    play_a_round(page)
    steps: list[str] = page.evaluate("() => steps")
    assert steps[-2:] == ["points counted", "result"]
    assert page.evaluate("() => moved") == 0
    assert page.evaluate("() => document.getAnimations().length") == 0


@pytest.mark.parametrize("fault", [False, True], ids=["as built", "planted fault"])
def test_nobody_plays_behind_the_result(served: Served, new_page: NewPage, *, fault: bool) -> None:
    page = new_page(DESK, pace="instant")
    page.add_init_script(_STEPS)
    if fault:
        page.add_init_script(_FAULT)
    start_match(page, served.url)
    play_a_round(page)
    page.keyboard.press("Escape")
    expect(page.locator(".pool")).to_be_visible()
    steps: list[str] = page.evaluate("() => steps")
    assert ("played on behind the result" in steps) == fault
