"""Several people on one device: each sees their own hand after confirming that they hold it, and nothing else."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage
from tests.browser.playing import act, hand, look
from tests.browser.serving import Served
from tests.browser.test_device import READY_MS

# Keeps a copy of all that the worker says to the page.
OVERHEAR = """
const Plain = Worker;
globalThis.heard = [];
globalThis.Worker = class extends Plain {
  constructor(...about) {
    super(...about);
    this.addEventListener("message", ({ data }) => heard.push(...(data.messages ?? [])));
  }
};
"""


def sit_down(page: Page, url: str) -> None:
    """Ana and Ben among a bot, in a match of three."""
    page.add_init_script(OVERHEAR)
    page.goto(url)
    page.get_by_role("button", name="Pass and play").click()
    page.get_by_label("Name of player 1").fill("Ana")
    page.get_by_label("Name of player 2").fill("Ben")
    page.locator("form").get_by_label("3", exact=True).check()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".pass, .board")).to_be_visible(timeout=READY_MS)


def shown_to(page: Page) -> str:
    """The person that the device is to be passed to."""
    expect(page.get_by_role("heading", level=1)).to_contain_text("Pass the device to")
    return page.get_by_role("heading", level=1).inner_text().removeprefix("Pass the device to ")


def seats_heard(page: Page) -> list[int | None]:
    """Whose frames the page was sent, hands that came with nobody's included."""
    seats: list[int | None] = page.evaluate(
        "heard.filter((each) => each.view).map((each) => (each.view.hand ? each.seat : null))"
    )
    return seats


def check_nothing_is_shown(page: Page, cards: list[str]) -> None:
    """The last hand is neither in the page nor in what a screen reader finds there."""
    assert page.locator("[data-piece], .hand, .board").count() == 0
    assert page.get_by_role("log").inner_text() == ""
    assert cards
    assert "card" not in page.locator("body").aria_snapshot().lower().replace("cards", "")


def pass_and_move(page: Page) -> None:
    """Everything that passing promises, from one person's turn to the other's."""
    first = shown_to(page)
    assert set(seats_heard(page)) == {None}
    page.get_by_role("button", name=f"I am {first}").click()
    expect(page.locator(".board")).to_be_visible()
    (own,) = {seat for seat in seats_heard(page) if seat is not None}
    cards = hand(page)
    # They sit together and talk.
    expect(page.get_by_role("button", name="Menu")).to_be_visible()
    expect(page.get_by_role("button", name="React")).to_have_count(0)
    while page.locator(".pass").count() == 0:
        assert look(page) != "result"
        act(page)
        page.wait_for_timeout(20)
    second = shown_to(page)
    assert {first, second} == {"Ana", "Ben"}
    check_nothing_is_shown(page, cards)
    expect(page.locator(".since")).to_be_visible()
    assert {seat for seat in seats_heard(page) if seat is not None} == {own}
    # A reload shows nobody's hand.
    page.reload()
    expect(page.locator(".pass")).to_be_visible(timeout=READY_MS)
    assert shown_to(page) == second
    assert set(seats_heard(page)) == {None}
    page.get_by_role("button", name=f"I am {second}").click()
    expect(page.locator(".board")).to_be_visible()
    assert not set(cards) & set(hand(page))
    assert own not in seats_heard(page)
    # So does a device that slept: another person may wake it.
    cards = hand(page)
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert shown_to(page) == second
    check_nothing_is_shown(page, cards)


def test_a_hand_is_shown_to_the_person_who_confirms_and_leaves_no_trace(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE, pace="instant", device=True)
    sit_down(page, served.url)
    pass_and_move(page)


# The worker lets everybody look without a word.
ALWAYS_HELD = """
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...rest) {
  const each = message.verb === "enter" ? [0, 1].map((seat) => ({ about: { ...message.about, seat } })) : [{}];
  for (const instead of each) post.call(this, { ...message, ...instead }, ...rest);
};
"""


def test_a_screen_that_is_not_shown_is_noticed(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE, pace="instant", device=True)
    page.add_init_script(ALWAYS_HELD)
    sit_down(page, served.url)
    with pytest.raises(AssertionError):
        pass_and_move(page)
