"""The analysis board: a real table entered by tapping, a line typed, a link opened; moves back, forward and aside."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from nokosu.core.match import Match
from nokosu.core.stream import seed_from_number
from nokosu.core.view import View, view
from nokosu.record.position import position_of
from tests.browser.conftest import DESK, NewPage
from tests.browser.playing import KEPT
from tests.browser.serving import Served
from tests.browser.site import hosted
from tests.browser.test_pages import overflow, violations
from tests.builders import random_match, rules

UPRIGHT = (390, 844)
STARTED = 60_000
"""Milliseconds until Python runs in the browser of a busy machine."""


def dealt() -> View:
    """What the first seat of a real table sees before its pick, which is the first."""
    tables = (view(Match.start(rules(4), seed_from_number(number)), 0) for number in range(99))
    return next(seen for seen in tables if seen.to_act == 0)


def enter(page: Page, seen: View) -> int:
    """Tap everything in, and count the taps."""
    page.get_by_role("button", name="Enter cards and dice").click()
    dealer = ["You", "Player 2", "Player 3", "Player 4"][seen.dealer]
    page.get_by_role("radio", name=dealer, exact=True).check()
    assert overflow(page) == 0
    taps = 2
    for piece in [*(seen.hand or ()), *(die for dice in seen.dice for die in dice), *seen.pool]:
        kind = " die" if piece.is_die else ""
        name = f"{piece.colour.word} {piece.number}{kind}"
        page.locator(".grid").get_by_role("button", name=name, exact=True).click()
        taps += 1
    page.locator(".big").click()
    return taps + 1


def test_a_real_table_is_entered_on_a_phone_and_advised(served: Served, new_page: NewPage) -> None:
    page, seen = new_page(UPRIGHT, touch=True), dealt()
    page.goto(f"{served.url}/analysis")
    # At three seconds for each tap, that is less than two minutes.
    assert enter(page, seen) <= 40
    expect(page.locator(".board .pool")).to_be_visible()
    assert page.locator(".hand [data-piece]").count() == len(seen.hand or ())
    assert overflow(page) == 0
    page.get_by_role("button", name="Advice", exact=True).click()
    best = page.locator("dialog .advice li").first
    expect(best).to_contain_text("%", timeout=STARTED)
    expect(page.locator("dialog .advice")).to_contain_text("possible hands")
    assert violations(page) == []


def test_a_shared_link_opens_and_moves_go_back_forward_and_aside(served: Served, new_page: NewPage) -> None:
    match = random_match(rules(4, rounds=1), 20)
    assert match.to_act is not None
    page = new_page(DESK)
    page.goto(f"{served.url}/analysis?{urlencode({'position': str(position_of(view(match, match.to_act)))})}")
    advised = page.locator(".rail .advice li button")
    expect(advised.first).to_contain_text("%", timeout=STARTED)
    assert violations(page) == []
    moves = page.locator(".tree .line button")
    expect(moves).to_have_count(20)
    # The best, then another from the same point: two lines.
    advised.first.click()
    expect(moves).to_have_count(21)
    # Somebody whose cards are unknown is to act: all that may be played is offered, and no advice.
    expect(page.locator(".rail .advice")).to_contain_text("unknown")
    page.locator(".pieces button").first.click()
    expect(moves).to_have_count(22)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(advised.nth(1)).to_be_visible()
    advised.nth(1).click()
    expect(page.locator(".tree .branch button")).to_have_count(1)
    expect(page.locator(".tree [aria-current]")).to_have_count(1)
    # The link has the position in it, and another browser shows the same.
    there = new_page(DESK)
    there.goto(page.url)
    expect(there.locator(".tree .line button")).to_have_count(21, timeout=STARTED)
    assert there.locator(".done").inner_text() == page.locator(".done").inner_text()
    page.keyboard.press("Delete")
    expect(page.locator(".tree .branch button")).to_have_count(0)


def test_what_cannot_be_is_refused_with_the_reason(served: Served, new_page: NewPage) -> None:
    page = new_page(UPRIGHT)
    page.goto(f"{served.url}/analysis")
    for given, said in (
        ("nokosu/1 second/9 dealer:1", "Column 10"),
        ("https://example.org/elsewhere", "neither a position nor a link"),
        ("{}", "record"),
    ):
        page.get_by_role("textbox").fill(given)
        page.get_by_role("button", name="Analyse", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text(said, timeout=STARTED)


def test_a_typed_position_is_advised_after_the_network_is_cut(new_page: NewPage, tmp_path: Path) -> None:
    seen = dealt()
    with hosted(tmp_path / "site") as host:
        page = new_page(DESK)
        page.goto(host.url)
        page.evaluate(KEPT)
        host.cut()
        page.goto(f"{host.url}analysis/")
        page.get_by_role("textbox").fill(str(position_of(seen)))
        page.get_by_role("button", name="Analyse", exact=True).click()
        advised = page.locator(".rail .advice li button")
        expect(advised.first).to_contain_text("%", timeout=STARTED)
        assert "position=" in page.url
        page.reload()
        expect(advised.first).to_contain_text("%", timeout=STARTED)
