"""Puzzles at the real table: one solved, one failed and refuted by cards that fit; at a server and without one."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from nokosu.puzzles import book
from nokosu.puzzles.puzzle import Option, Puzzle
from tests.browser.conftest import DESK, NewPage
from tests.browser.serving import Served
from tests.browser.site import hosted
from tests.browser.test_device import READY_MS
from tests.browser.test_pages import overflow, violations

UPRIGHT = (390, 844)
DAY_S = 86_400
DAY = next(day for day in range(21_000, 21_400) if book.of_day(day).theme != "take")
"""A day whose puzzle is solved with one tap."""
CERTAIN = next(each for each in book.shipped() if each.kind == "certain" and each.theme != "break")
DRAFT = next(each for each in book.shipped() if each.theme == "take" and "zero" not in str(each.answer.action))
ODDS = next(each for each in book.shipped() if each.kind == "odds" and each.theme != "take")


def tap(page: Page, option: Option) -> None:
    page.locator(f".table button[data-piece={option.action.piece}]").last.click()


def last_step(page: Page) -> None:
    """To the end of the line, step by step."""
    forward = page.get_by_role("button", name="One step forward")
    while forward.is_enabled():
        forward.click()


def opened(page: Page, where: str, puzzle: Puzzle) -> None:
    page.goto(where)
    expect(page.locator(".kind")).to_have_text("Certain" if puzzle.kind == "certain" else "Odds", timeout=READY_MS)
    expect(page.locator(f".table button[data-piece={puzzle.answer.action.piece}]").last).to_be_visible(timeout=READY_MS)


def test_a_wrong_answer_is_refuted_on_the_table_and_the_right_one_is_not(served: Served, new_page: NewPage) -> None:
    page = new_page(UPRIGHT, pace="instant")
    opened(page, f"{served.url}/puzzles/{CERTAIN.id}", CERTAIN)
    wrong = CERTAIN.options[1]
    tap(page, wrong)
    expect(page.locator(".guide h2").first).to_contain_text("Not the")
    expect(page.locator(".guide [role=status]").first).to_contain_text(
        f"{CERTAIN.worlds} ways the hidden cards can lie"
    )
    last_step(page)
    # The round is counted out with the cards that refute it: one's own line says missed.
    expect(page.locator(".table")).to_contain_text("missed")
    assert violations(page) == []
    assert overflow(page) <= 0
    page.get_by_role("button", name="Try again").click()
    tap(page, CERTAIN.answer)
    expect(page.locator(".guide h2").first).to_have_text("Right!")
    expect(page.locator(".guide [role=status]").first).to_contain_text("however the others play")
    page.get_by_role("button", name="This puzzle is wrong").click()
    expect(page.locator(".guide")).to_contain_text("Reported")
    # The first answer counts, and was wrong.
    page.goto(f"{served.url}/puzzles")
    expect(page.locator(".page")).to_contain_text("0 of 1 right on the first try")


def test_odds_show_how_often_each_answer_works(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK, "dark")
    opened(page, f"{served.url}/puzzles/{ODDS.id}", ODDS)
    # With the keyboard alone: the hand is a group of buttons.
    page.locator(f".table button[data-piece={ODDS.answer.action.piece}]").last.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".guide h2").first).to_have_text("Right!")
    expect(page.locator(".guide table").first).to_contain_text(f"{ODDS.answer.count} of 100")
    assert violations(page) == []
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".guide h2").first).not_to_have_text("Right!")
    # All puzzles, with today's position as a picture; its words are there too.
    page.goto(f"{served.url}/puzzles")
    expect(page.locator(".today > .picture")).to_contain_text("Your turn")
    assert "web." not in page.locator(".today > .picture").inner_text()
    assert (violations(page), overflow(page)) == ([], 0)


def test_the_dice_of_an_answered_draft_do_not_cover_the_seats(served: Served, new_page: NewPage) -> None:
    page = new_page(UPRIGHT, pace="instant")
    opened(page, f"{served.url}/puzzles/{DRAFT.id}", DRAFT)
    tap(page, DRAFT.answer)
    tap(page, DRAFT.answer)
    expect(page.locator(".guide h2").first).to_have_text("Right!")
    boxes = [each.bounding_box() for each in page.locator(".table section.seat").all()]
    pool = page.locator(".pool").bounding_box()
    assert pool is not None
    assert max(each["y"] + each["height"] for each in boxes if each) <= pool["y"] + 1


def test_todays_puzzle_is_on_the_first_page_and_makes_a_streak(served: Served, new_page: NewPage) -> None:
    page = new_page(UPRIGHT)
    page.clock.set_fixed_time(DAY_S * DAY)
    page.goto(served.url)
    page.get_by_role("link", name="Solve it").click()
    today = book.of_day(DAY)
    expect(page.get_by_role("heading", name="Puzzle of the day")).to_be_attached()
    tap(page, today.answer)
    expect(page.locator(".guide h2").first).to_have_text("Right!")
    expect(page.locator(".guide")).to_contain_text("1 day in a row")
    page.goto(served.url)
    expect(page.get_by_text("The next one comes tomorrow.")).to_be_visible()


def test_without_a_server_the_device_shows_the_puzzle(new_page: NewPage, tmp_path: Path) -> None:
    with hosted(tmp_path / "site") as host:
        page = new_page(UPRIGHT, pace="instant")
        opened(page, f"{host.url}puzzles/?id={CERTAIN.id}", CERTAIN)
        tap(page, CERTAIN.options[1])
        last_step(page)
        expect(page.locator(".table")).to_contain_text("missed")
