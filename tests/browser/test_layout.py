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


@pytest.mark.parametrize(
    ("size", "players"),
    [((360, 640), 5), ((390, 844), 4), ((844, 390), 4), ((820, 1180), 4), ((1024, 768), 5), ((1440, 900), 3)],
    ids=str,
)
def test_a_trick_leaves_the_trump_in_sight(
    served: Served, new_page: NewPage, size: tuple[int, int], players: int
) -> None:
    page = new_page(size)
    play_now(page, served.url, players)
    for _ in range(3):
        while page.locator(".slot").count() < players:
            act(page)
        assert not covers(page, ".slot > div, .wins", ".middle > *", ".trick")
        while page.locator(".slot").count() == players:
            page.locator(".around").evaluate("around => around.click()")


def test_who_watches_five_on_a_phone_reads_their_names(served: Served, new_page: NewPage) -> None:
    host, page = new_page(), new_page()
    play_now(host, served.url, 5)
    page.goto(host.url)
    bots = page.locator(".seat:has(.bot) .name")
    expect(bots).to_have_count(4)
    assert bots.evaluate_all("all => all.filter((each) => each.scrollWidth > each.clientWidth).length") == 0


def test_a_result_is_read_from_its_top(served: Served, new_page: NewPage) -> None:
    page = new_page((360, 640))
    play_now(page, served.url, 5)
    while (asked := look(page)) != "result":
        if not act(page, asked):
            page.locator(".around").evaluate("around => around.click()")
    result = page.locator("dialog.wide")
    # The way on is in sight as well.
    for part in (result.get_by_role("heading"), result.locator(".buttons .primary")):
        expect(part).to_be_in_viewport(ratio=1)
    expect(result.locator(".buttons .primary")).to_be_focused()
