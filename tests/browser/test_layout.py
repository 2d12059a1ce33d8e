"""On the table nothing lies over anything else that people have to read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.playing import act, look
from tests.browser.serving import Served

# Whether something that the first selector finds lies over something that the second finds, within one of the third.
_COVERS = """([upper, lower, within]) => {
  const boxes = (root, selector) => [...root.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return [...document.querySelectorAll(within)].some((root) =>
    boxes(root, upper).some((a) => boxes(root, lower).some((b) => meet(a, b))));
}"""


def covers(page: Page, upper: str, lower: str, within: str) -> bool:
    found: bool = page.evaluate(_COVERS, [upper, lower, within])
    return found


def play_now(page: Page, url: str, players: int) -> None:
    page.goto(url)
    page.get_by_label(str(players), exact=True).check()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".board")).to_be_visible()


def test_five_on_a_small_phone_see_every_die(served: Served, new_page: NewPage) -> None:
    page = new_page((360, 640))
    # Somebody else deals.
    while not page.locator(".seat .dealer").count():
        play_now(page, served.url, 5)
    # Dice become more until the first trick, then fewer.
    while (asked := look(page)) != "play":
        assert not covers(page, ".dealer", ".dice svg", ".seat")
        act(page, asked)
    assert not covers(page, ".dealer", ".dice svg", ".seat")


@pytest.mark.parametrize("size", [(390, 844), (820, 1180), (1024, 768), (1440, 900)])
def test_a_trick_leaves_the_trump_in_sight(served: Served, new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(size)
    play_now(page, served.url, 4)
    for _ in range(3):
        while page.locator(".slot").count() < 4:
            act(page)
        assert not covers(page, ".slot > div", ".middle > *", ".trick")
        while page.locator(".slot").count() == 4:
            page.locator(".around").evaluate("around => around.click()")
