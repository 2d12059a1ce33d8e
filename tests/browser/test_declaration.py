"""A whole match of an edition in which zero is declared, and the end of its rounds."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage
from tests.browser.playing import act, look, start_match
from tests.browser.serving import Served

TRICKS = 12
# At every change of the page: pieces on the table and in the hand, tricks won by all seats, the result, black dice.
_WATCH = """
window.seen = [];
const all = (selector) => [...document.querySelectorAll(selector)];
new MutationObserver(() => {
  const now = [
    all(".slot").map((each) => each.dataset.piece),
    all(".own .hand [data-piece]").map((each) => each.dataset.piece),
    all(".won").reduce((sum, each) => sum + Number(each.textContent), 0),
    all("dialog.wide[open]").length > 0,
    all(".piece[data-face=zero]").length,
  ];
  if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now);
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
"""


@dataclass(frozen=True)
class Seen:
    """One moment of the page."""

    trick: list[str]
    hand: list[str]
    won: int
    result: bool
    black_dice: int


def declare_zero(page: Page) -> None:
    """Say zero, and return the first die."""
    page.locator(".declare .dice button").first.click()
    page.locator(".declare .buttons button").last.click()
    own, card = page.locator(".own .dice"), page.get_by_role("img", name="declared zero")
    expect(own.locator(card)).to_be_visible()


def play(page: Page) -> None:
    """Until the result of a round, without looking long at its tricks."""
    while (asked := look(page)) != "result":
        if asked == "declare":
            declare_zero(page)
        elif not act(page, asked):
            page.evaluate("() => document.querySelector('.around').click()")


def test_a_match_with_declared_zeros_is_played_to_its_end(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.add_init_script(_WATCH)
    start_match(page, served.url, "hungarian")
    for last in (False, True):
        play(page)
        if last:
            page.get_by_text("All scores").click()
        expect(page.locator("dialog.wide").get_by_role("img", name="declared zero").first).to_be_visible()
        seen = [Seen(*moment) for moment in page.evaluate("() => seen.splice(0)")]
        # The edition has no black die, so none is shown; a card is on the table or in the hand.
        assert [moment for moment in seen if moment.black_dice] == []
        assert [moment for moment in seen if set(moment.trick) & set(moment.hand)] == []
        # The round ends with its whole last trick, then the count, and only then the result.
        ends = [(before, after) for before, after in pairwise(seen) if after.result and not before.result]
        assert [before.won for before, _ in ends] == [TRICKS]
        whole = [moment for moment in seen if moment.won == TRICKS - 1 and len(moment.trick) == 3]
        assert [moment.hand for moment in whole[-1:]] == [[]]
        if not last:
            # Alone with bots, the next round waits until the result is closed.
            expect(page.locator("dialog.wide").get_by_role("button", name="Continue")).to_be_visible()
            page.keyboard.press("Escape")
    expect(page.locator(".winner")).to_be_visible()
