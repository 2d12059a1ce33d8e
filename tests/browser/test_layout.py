"""At ten sizes of the window, with three, four and five players, in every phase: nothing on the table is in the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, NewPage
from tests.browser.layout import all_faults, faults
from tests.browser.playing import GO_ON, act, look
from tests.browser.serving import Served

UPRIGHT, SIDEWAYS = (390, 844), (844, 390)  # a phone

# Nothing is shown for longer than it takes; names and dice as they are.
QUICK = (
    "() => localStorage.setItem('nokosu.settings', JSON.stringify({ pace: 'instant', motion: false, device: false }))"
)

# Made by a script, as the page's policy allows no style elements.
PLANT = """(style) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}"""


def play_now(page: Page, url: str, players: int, edition: str = "second") -> None:
    page.goto(url)
    page.evaluate(QUICK)
    page.goto(f"{url}/new")
    page.locator("form select").first.select_option(edition)
    page.get_by_label(str(players), exact=True).check()
    for seat, bot in zip(page.locator(".seats select").all(), ("lili", "bruno", "hana", "mochi"), strict=False):
        seat.select_option(bot)
    page.get_by_role("button", name="Create table").click()
    expect(page.locator(".board")).to_be_visible()


def play_until(page: Page, wanted: str, pieces: int = 0) -> None:
    """Do the first thing that is offered, until something else is asked and so many pieces lie in the trick."""
    # One look for both, or what is wanted could come in between and be passed over.
    while (asked := look(page)) != wanted or page.locator(".slot").count() < pieces:
        if asked == "result":
            # So many pieces lay there in no trick of this round.
            page.evaluate(GO_ON)
        act(page, asked)


@pytest.mark.parametrize(("edition", "players"), [("first", 3), ("first", 4), ("second", 5)])
def test_nothing_is_in_the_way_at_any_size(served: Served, new_page: NewPage, edition: str, players: int) -> None:
    page = new_page(DESK)
    play_now(page, served.url, players, edition)
    for phase in ("draft", "declare", "play", "result"):
        if (edition, phase) == ("second", "declare"):
            continue
        page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
        play_until(page, phase, pieces=2 if phase == "play" else 0)
        assert all_faults(page) == [], phase
        if phase == "play":
            # The second edition comes with player boards, the first one does not.
            assert page.locator(".own .dice.arranged").count() == (edition == "second")


def test_a_hand_of_any_size_fits_a_phone(served: Served, new_page: NewPage) -> None:
    page = new_page(UPRIGHT)
    play_now(page, served.url, 3)
    sizes = set()
    while (asked := look(page)) != "result":
        cards = page.locator(".hand [data-piece]").count()
        if asked == "play" and cards not in sizes:
            sizes.add(cards)
            assert faults(page, SIDEWAYS) + faults(page, UPRIGHT) == [], cards
        act(page, asked)
    assert sizes == set(range(1, 10))


def test_planted_faults_are_found(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    play_now(page, served.url, 3)
    play_until(page, "play")
    assert faults(page, UPRIGHT) == []
    planted = {
        ".own .message { translate: 0 3rem }": "covers",
        ".seat .name { width: 2rem !important; overflow: hidden; white-space: nowrap }": "a name is cut",
        ".hand button { --piece: 1.5rem }": "is too small to tap",
        ".own { translate: 0 6rem }": "has to be scrolled to",
        ".around { scale: 0.5 }": "the table is empty",
    }
    for style, fault in planted.items():
        page.evaluate(PLANT, style)
        assert any(fault in found for found in faults(page, UPRIGHT)), fault
        page.evaluate(PLANT, "")
    assert faults(page, UPRIGHT) == []


def test_who_watches_five_on_a_phone_reads_their_names(served: Served, new_page: NewPage) -> None:
    host, page = new_page(), new_page()
    play_now(host, served.url, 5)
    page.goto(host.url)
    expect(page.locator(".seat")).to_have_count(5)
    assert [fault for fault in faults(page, (360, 740)) if "name" in fault] == []


def test_a_result_is_read_from_its_top(served: Served, new_page: NewPage) -> None:
    page = new_page((360, 640))
    play_now(page, served.url, 5)
    play_until(page, "result")
    result = page.locator("dialog.wide")
    # The way on is in sight as well.
    for part in (result.get_by_role("heading"), result.locator(".buttons .primary")):
        expect(part).to_be_in_viewport(ratio=1)
    expect(result.locator(".buttons .primary")).to_be_focused()
