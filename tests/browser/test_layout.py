"""At ten sizes of the window, with three, four and five players, in every phase: nothing on the table is in the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, NewPage
from tests.browser.layout import SIZES, all_faults, faults
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

# Every die of the middle by its place: a place keeps its number when others are empty.
POOL = """() => Object.fromEntries([...document.querySelectorAll(".pool > *")].flatMap((each, place) => {
  const die = each.matches("[data-piece]") ? each : each.querySelector("[data-piece]");
  if (!die) return [];
  const { left, top, width, height } = die.getBoundingClientRect();
  return [[`${place} ${die.dataset.piece}`, [left, top, width, height]]];
}))"""
MINE_AGAIN = "() => document.querySelector('.own.turn') && !document.querySelector('.pool .chosen')"


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


def dice_in_the_middle(page: Page) -> dict[str, list[float]]:
    """Where each die of the middle lies, by its place and number."""
    found: dict[str, list[float]] = page.evaluate(POOL)
    return found


def moved(before: dict[str, list[float]], after: dict[str, list[float]]) -> list[str]:
    """Dice that lie elsewhere than before, and dice that were not there."""

    def apart(one: list[float], other: list[float]) -> bool:
        return any(abs(now - then) > 1 for now, then in zip(one, other, strict=True))

    return [die for die, box in after.items() if die not in before or apart(box, before[die])]


def press_three_times(page: Page, spot: tuple[float, float]) -> list[str]:
    """Press the same spot three times; return every die that moved."""
    before = dice_in_the_middle(page)
    for press in range(3):
        page.mouse.click(*spot)
        if found := moved(before, dice_in_the_middle(page)):
            return found
        if press == 1:
            # It was taken, and the others have picked before it is one's own turn again, or the tricks begin.
            page.wait_for_function(MINE_AGAIN)
    return moved(before, dice_in_the_middle(page))


def middle_of(page: Page, index: int) -> tuple[float, float]:
    """The middle of a die that can be taken."""
    box = page.locator(".pool button[data-piece^=d][aria-disabled=false]").nth(index).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("players", [3, 5])
def test_no_die_moves_under_a_pointer_in_the_draft(served: Served, new_page: NewPage, players: int) -> None:
    page = new_page(DESK)
    sizes = iter(SIZES)
    for _ in range(4):
        play_now(page, served.url, players)
        for pick in range(3):
            play_until(page, "draft")
            size = next(sizes, None)
            if size is None:
                return
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.mouse.move(1, 1)
            spot = middle_of(page, 1)
            taken = dice_in_the_middle(page)
            assert press_three_times(page, spot) == [], (size, pick)
            if pick < 2:
                assert len(dice_in_the_middle(page)) < len(taken), "the die was taken"
    raise AssertionError("every size was tried")


def test_a_die_that_moves_is_found(served: Served, new_page: NewPage) -> None:
    """The planted fault: the dice rise when one of them is chosen, as they did when a panel opened below."""
    page = new_page(UPRIGHT)
    play_now(page, served.url, 4)
    play_until(page, "draft")
    page.evaluate(PLANT, ".draft:has(.chosen) .pool { translate: 0 -3rem }")
    assert press_three_times(page, middle_of(page, 6)) != []


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


# How wide the narrowest piece of the trick is, and how much of a piece the words on it hide.
TRICK = """() => {
  const pieces = [...document.querySelectorAll(".slot")].map((slot) => {
    const piece = slot.firstElementChild.getBoundingClientRect();
    const words = slot.querySelector(".tags")?.getBoundingClientRect();
    return [slot.firstElementChild.offsetWidth, words ? (piece.bottom - words.top) / piece.height : 0];
  });
  return [Math.min(...pieces.map(([wide]) => wide)), Math.max(...pieces.map(([, hidden]) => hidden))];
}"""
ONE_LEADS_AND_WINS = "() => document.querySelector('.slot .led ~ .wins')"


def test_pieces_of_a_trick_are_large_and_legible_on_a_phone(served: Served, new_page: NewPage) -> None:
    page = new_page(UPRIGHT)
    play_now(page, served.url, 4)
    play_until(page, "play", pieces=2)
    while not page.evaluate(ONE_LEADS_AND_WINS):
        act(page)
        play_until(page, "play", pieces=2)
    narrowest, hidden = page.evaluate(TRICK)
    assert narrowest >= 60
    assert hidden < 0.2
    # The planted fault: the words grow upwards, over the number.
    page.evaluate(PLANT, ".slot .tags { inset-block: auto 0 !important }")
    assert page.evaluate(TRICK)[1] > 0.2


# Pieces of the trick and the trump's plaque whose middle is not on the felt.
OFF_THE_FELT = """() => {
  const { left, top, width, height } = document.querySelector(".felt").getBoundingClientRect();
  return [...document.querySelectorAll(".slot, .trump")].filter((each) => {
    const box = each.getBoundingClientRect();
    const x = (box.left + box.width / 2 - left - width / 2) / (width / 2);
    const y = (box.top + box.height / 2 - top - height / 2) / (height / 2);
    return x * x + y * y > 1;
  }).map((each) => each.dataset.piece ?? "trump");
}"""


def test_who_watches_sees_a_whole_table(served: Served, new_page: NewPage) -> None:
    host, page = new_page(DESK), new_page(DESK)
    play_now(host, served.url, 4)
    play_until(host, "play", pieces=2)
    page.goto(host.url)
    expect(page.locator(".seat")).to_have_count(4)
    expect(page.locator(".slot").nth(1)).to_be_visible()
    assert all_faults(page) == []
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(OFF_THE_FELT) == [], size
    page.evaluate(PLANT, ".board .felt { height: 30% !important }")
    assert page.evaluate(OFF_THE_FELT) != []


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
