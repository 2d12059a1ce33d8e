"""Undo, hints, a piece chosen ahead and the pace, by mouse and by key."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.playing import act, hand, look, start_match
from tests.browser.serving import Served


def until(page: Page, wanted: str) -> None:
    """Play on until this is asked for."""
    while (asked := look(page)) != wanted:
        act(page, asked)


def play_now(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_role("button", name="Play now").click()
    expect(page.locator(".board")).to_be_visible()


def lies(page: Page) -> tuple[list[str], list[str]]:
    """One's own cards and dice."""
    names = "all => all.map((each) => each.dataset.piece)"
    dice: list[str] = page.locator(".own .dice [data-piece]").evaluate_all(names)
    return hand(page), dice


@pytest.mark.parametrize("by", ["mouse", "key"])
def test_undo_goes_back_decision_by_decision(served: Served, new_page: NewPage, by: str) -> None:
    page = new_page(DESK)
    play_now(page, served.url)
    until(page, "draft")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    before = []
    for _ in range(2):
        until(page, "draft")
        before.append(lies(page))
        count = len(lies(page)[1])
        while len(lies(page)[1]) == count:
            act(page)
        expect(page.locator(".own.turn")).to_be_visible()
    for cards, dice in reversed(before):
        if by == "mouse":
            undo.click()
        else:
            page.keyboard.press("u")
        expect(page.locator(".own .dice [data-piece]")).to_have_count(len(dice))
        expect(page.locator(".own.turn")).to_be_visible()
        assert lies(page) == (cards, dice)
    expect(undo).to_have_attribute("aria-disabled", "true")


@pytest.mark.parametrize(("size", "by"), [(DESK, "key"), (PHONE, "mouse")])
def test_a_hint_glows_and_says_why(served: Served, new_page: NewPage, size: tuple[int, int], by: str) -> None:
    page = new_page(size)
    play_now(page, served.url)
    for phase in ("draft", "play"):
        until(page, phase)
        # There is no hint for the only legal move.
        while phase == "play" and page.locator(".own button[data-piece][aria-disabled='false']").count() == 1:
            pieces = page.locator(".own [data-piece]").count()
            while page.locator(".own [data-piece]").count() == pieces:
                act(page)
            until(page, phase)
        expect(page.locator(".hinted")).to_have_count(0)
        if by == "key":
            page.keyboard.press("h")
        else:
            page.get_by_role("button", name="Hint").click()
        expect(page.locator(".hinted").first).to_be_visible()
        expect(page.locator(".note")).to_contain_text("Hint: ")
        expect(page.locator(".note")).to_contain_text("%")
        assert "advice." not in page.locator(".note").inner_text()
    # A hint is no longer there when one has acted.
    cards = len(hand(page)) + page.locator(".own .dice [data-piece]").count()
    while len(hand(page)) + page.locator(".own .dice [data-piece]").count() == cards:
        act(page)
    expect(page.locator(".own .hinted")).to_have_count(0)


def test_a_match_with_undo_says_so_at_its_end_and_in_the_list(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    start_match(page, served.url, rounds=1)
    until(page, "draft")
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    take_and_undo(page)
    while look(page) != "result":
        act(page)
    page.get_by_text("All scores").click()
    expect(page.get_by_text("Undo or hints used by: You")).to_be_visible()
    page.goto(f"{served.url}/me")
    expect(page.get_by_text("with undo or hints")).to_be_visible()


def take_and_undo(page: Page) -> None:
    """Take a die and give it back."""
    count = page.locator(".own .dice [data-piece]").count()
    while page.locator(".own .dice [data-piece]").count() == count:
        act(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".own .dice [data-piece]")).to_have_count(count)


class Line:
    """A table's socket that can hold back what bots do, so that a person waits for as long as a test needs."""

    def __init__(self, page: Page) -> None:
        self.holding = False
        self.held: list[str | bytes] = []
        page.route_web_socket(re.compile("/socket"), self._open)

    def _open(self, browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()
        browser.on_message(server.send)
        self._browser = browser
        server.on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        if self.holding and '"by":"bot"' in str(message):
            self.held.append(message)
        else:
            self._browser.send(message)

    def release(self) -> None:
        """Let everything through."""
        self.holding = False
        for message in self.held:
            self._browser.send(message)
        self.held = []

    def wait_for_bots(self, page: Page) -> None:
        """Play on until bots have acted in a trick, which the page does not know yet."""
        until(page, "play")
        self.holding = True
        while not self.held:
            act(page)


def choose(page: Page, card: Locator, by: str) -> None:
    if by == "mouse":
        card.click(force=True)
    else:
        card.focus()
        page.keyboard.press("Enter")


@pytest.mark.parametrize("by", ["mouse", "key"])
def test_a_piece_chosen_ahead_is_played_or_dropped_with_a_word(served: Served, new_page: NewPage, by: str) -> None:
    page = new_page(DESK)
    line = Line(page)
    start_match(page, served.url, rounds=1)
    line.wait_for_bots(page)
    card = page.locator(".hand [data-piece]").last
    planned = page.locator(".own .planned")
    choose(page, card, by)
    expect(planned).to_have_count(1)
    expect(page.locator(".note")).to_contain_text("On your turn")
    if by == "mouse":
        card.click(force=True)
    else:
        page.keyboard.press("Escape")
    expect(planned).to_have_count(0)
    expect(page.locator(".note")).to_contain_text("Cancelled")
    played = False
    while not played:
        line.release()
        line.wait_for_bots(page)
        name = page.locator(".hand [data-piece]").last.get_attribute("data-piece")
        card = page.locator(f".hand [data-piece='{name}']")
        choose(page, card, by)
        expect(planned).to_have_count(1)
        line.release()
        expect(planned).to_have_count(0)
        # It is gone, or a word says why not, or the table asks because it would lose a target.
        gone = page.locator(f".hand:not(:has([data-piece='{name}']))")
        refused = page.locator(".note", has_text="You cannot play")
        question = page.locator("dialog[open] .primary")
        expect(gone.or_(refused).or_(question).first).to_be_attached()
        if question.count():
            question.click()
            expect(gone).to_be_attached()
        played = gone.count() == 1


def test_the_pace_is_kept_by_the_table_and_the_keys_are_listed(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    play_now(page, served.url)
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("Keys", exact=True).click()
    expect(page.locator("dl kbd", has_text="U")).to_be_visible()
    page.get_by_label("Fast").check(force=True)
    page.keyboard.press("Escape")
    table = page.url.rsplit("/", 1)[-1]
    page.wait_for_function(
        "async (table) => (await (await fetch(`/api/tables/${table}`)).json()).bot_pace === 'fast'", arg=table
    )
    until(page, "draft")
