"""Everybody can play: far enlarged, with forced colours, by keyboard, and with a screen reader."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.playing import act, look
from tests.browser.serving import Served
from tests.night import NIGHTLY

# A window of 1280 x 800 at 200, 300 and 400 per cent.
# A small window at 200, 300 and 400 %.
ENLARGED = [(640, 400), (427, 267), (320, 200)] if NIGHTLY else [(640, 400), (320, 200)]
# Every control that cannot be brought into view, or that something else covers when it is. A script can scroll what
# hides its overflow, people cannot: that does not count.
_OUT_OF_REACH = """() => {
  const dialog = document.querySelector("dialog[open]");
  const controls = [...(dialog ?? document).querySelectorAll(":is(main, header) :is(button, a, input, select)")]
    .filter((each) => !each.disabled && !each.closest("[inert]") && each.checkVisibility());
  return controls.flatMap((each) => {
    each.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = each.getClientRects()[0];
    const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    for (let up = each.parentElement; up; up = up.parentElement)
      if (/hidden|clip/.test(getComputedStyle(up).overflow) && (up.scrollTop || up.scrollLeft))
        return [`${each.textContent.trim() || each.ariaLabel} is cut off`];
    const name = each.textContent.trim() || each.ariaLabel;
    return each.contains(found) ? [] : [`${name} at ${box.x}, ${box.y}, under ${found?.className || found?.tagName}`];
  });
}"""
# Everything that is announced, line by line. What lies behind an open dialog is not heard.
_LISTEN = """
  window.heard = [];
  const listen = (log, text) => log && requestAnimationFrame(() => {
    if ((document.querySelector("dialog[open]") ?? document).contains(log)) window.heard.push(text);
  });
  new MutationObserver((changes) => {
    for (const change of changes)
      for (const each of change.addedNodes)
        listen(each.parentElement?.closest("[role=log]"), each.textContent);
  }).observe(document, { childList: true, subtree: true });
"""
_FOCUS = """() => {
  const here = document.activeElement;
  return here.matches(".pool button") ? "die" : here.closest(".own") ? "own place" : here.tagName;
}"""
# How thick the mark under a piece is drawn, its colour, and that of what is behind it.
_MARK = """(piece) => [
  parseFloat(getComputedStyle(piece, "::after").borderTopWidth),
  getComputedStyle(piece, "::after").borderTopColor,
  getComputedStyle(document.body).backgroundColor,
]"""


def out_of_reach(page: Page) -> list[str]:
    """Controls that nobody can get at."""
    found: list[str] = page.evaluate(_OUT_OF_REACH)
    return found


def sit_down(page: Page, url: str) -> None:
    """A match against bots."""
    page.goto(url)
    page.locator("button.big").click()
    expect(page.locator(".board")).to_be_visible()


def play_until(page: Page, done: Callable[[], bool]) -> None:
    """Do the first thing that is offered, until something is so."""
    while not done():
        act(page)


@pytest.mark.parametrize("size", ENLARGED)
def test_every_control_is_within_reach_when_far_enlarged(
    served: Served, new_page: NewPage, size: tuple[int, int]
) -> None:
    page = new_page(size)
    for path in ("/", "/new", "/pad", "/tutorial", "/settings"):
        page.goto(served.url + path)
        expect(page.locator("h1")).to_be_attached()
        assert out_of_reach(page) == [], path
    sit_down(page, served.url)
    # To the end of a round at the largest; the others look at its first two parts.
    wanted = {"draft", "play", "result"} if size == ENLARGED[-1] else {"draft", "play"}
    seen = set[str]()
    while not wanted <= seen:
        asked = look(page)
        if asked not in seen and asked in wanted:
            seen.add(asked)
            assert out_of_reach(page) == [], asked
        act(page, asked)


def test_a_screen_reader_hears_hand_trump_leads_turns_and_results_once(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    page.add_init_script(_LISTEN)
    sit_down(page, served.url)
    play_until(page, lambda: look(page) == "result")
    heard = announced(page)
    assert heard[0] == "Round 1 of 5"
    (hand,) = said(heard, "Your cards: ")
    assert hand.count(",") == 9
    assert said(heard, "Your dice: ")
    assert len(said(heard, "The trump die is the ")) == 1
    assert len(said(heard, "Trump: ")) == 1
    # Fourteen tricks, each led by somebody; three picks and fourteen own pieces, each asked for once.
    assert len([line for line in heard if " leads " in line or line.startswith("You lead ")]) == 14
    assert len([line for line in heard if line.startswith("Your turn")]) == 17
    assert said(heard, "Your turn: you must play ")
    # Somebody who wins no trick need not lead at all.
    assert len(said(heard, "Your turn: you lead")) == len(said(heard, "You lead "))
    dialog = page.locator("dialog[open]")
    for name in ("You", "Hana", "Lili", "Bruno"):
        expect(dialog).to_have_accessible_description(
            re.compile(rf"{name} (kept|aimed) [^.]*\. \d+ points?, \d+ in total")
        )
    # What happens behind the dialog is heard when it is closed.
    assert not said(announced(page), "Round 2.")
    page.keyboard.press("Escape")
    page.wait_for_function("() => window.heard.some((line) => line.startsWith('Round 2.'))")
    assert len(said(announced(page), "Your cards: ")) == 2


def announced(page: Page) -> list[str]:
    """What was announced so far."""
    heard: list[str] = page.evaluate("() => window.heard")
    return heard


def said(heard: list[str], start: str) -> list[str]:
    """The lines that start like this."""
    return [line for line in heard if line.startswith(start)]


def test_the_focus_stays_at_the_table_after_every_pick_and_play(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE)
    sit_down(page, served.url)
    own = page.locator(".own .dice [data-piece]")
    places = list[str]()
    for _ in range(3):
        play_until_asked(page, "draft")
        dice = own.count()
        page.locator(".pool button[aria-disabled='false']").first.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(own).to_have_count(dice + 1)
        places.append(page.evaluate(_FOCUS))
    assert places[:2] == ["die", "die"]
    assert places[2] in {"die", "own place"}
    for _ in range(2):
        play_until_asked(page, "play")
        # The first piece that may be played has it by itself.
        expect(page.locator(".own button[aria-disabled='false']:focus")).to_have_count(1)
        left = page.locator(".own [data-piece]").count()
        page.keyboard.press("Enter")
        if look(page) == "question":
            page.locator("dialog[open] .primary").focus()
            page.keyboard.press("Enter")
        expect(page.locator(".own [data-piece]")).to_have_count(left - 1)
        assert page.evaluate(_FOCUS) == "own place"


def play_until_asked(page: Page, what: str) -> None:
    """Wait for one's turn."""
    while look(page) != what:
        pass


def test_marks_on_pieces_and_choices_are_seen_with_forced_colours(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    page.emulate_media(forced_colors="active")
    sit_down(page, served.url)
    play_until(page, lambda: look(page) == "draft")
    marks = [page.locator(".pool button.ready").first.evaluate(_MARK)]
    play_until(page, lambda: look(page) == "play")
    marks.append(page.locator(".own .ready[data-piece]").first.evaluate(_MARK))
    for width, colour, behind in marks:
        assert width >= 2
        assert colour != behind
    page.goto(f"{served.url}/pad")
    chosen, other = (
        page.locator(f"form input[type=radio]{state} + span").first.evaluate(
            "(each) => getComputedStyle(each).backgroundColor"
        )
        for state in (":checked", ":not(:checked)")
    )
    assert chosen != other
