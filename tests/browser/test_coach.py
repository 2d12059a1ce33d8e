"""From the tutorial to a match with a coach: it speaks, shows chances and offers a slip back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, NewPage
from tests.browser.playing import act, look
from tests.browser.serving import Served
from tests.browser.test_pages import overflow, violations
from tests.night import NIGHTLY

UPRIGHT = (390, 844)


def guided(page: Page, served: Served) -> None:
    """To the end of the tutorial, and on to the round after it."""
    page.goto(f"{served.url}/tutorial")
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Play a guided round").click()
    expect(page.locator(".own.turn .message")).to_contain_text("pick 1 of 3")


def test_the_round_after_the_tutorial_has_a_coach_and_chances(served: Served, new_page: NewPage) -> None:
    page = new_page(UPRIGHT, pace="instant")
    guided(page, served)
    coach = page.get_by_role("complementary", name="Coach")
    expect(coach).to_contain_text("Each die you take")
    # Every die has its chance, and a chosen one each of its targets and the trump it would make.
    expect(page.locator(".pool .odds").first).to_contain_text("%")
    page.locator(".pool button[aria-disabled='false']").first.click()
    expect(page.locator(".about .target").first).to_contain_text("%")
    expect(page.locator(".about")).to_contain_text("trump is")
    assert violations(page) == []
    assert overflow(page) == 0
    place = coach.bounding_box()
    while look(page) != "result":
        act(page)
        # Quiet or not, it takes the same room: nothing on the table moves when it speaks.
        if look(page) == "play" and coach.count():
            assert coach.bounding_box() == place
    expect(page.locator("dialog.wide")).to_contain_text("Undo or hints")


def test_a_coach_is_chosen_sent_away_and_quiet_on_what_is_known(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK, pace="instant")
    known = ["draft", "range", "pair", "zero-hand", "last-pick"]
    ideas = ",".join(f'"{idea}": 3' for idea in known)
    page.add_init_script(
        f"""localStorage["nokosu.settings"] = '{{"device": false, "coach": true, "ideas": {{{ideas}}}}}'"""
    )
    page.goto(served.url)
    page.locator("button.big").click()
    expect(page.locator(".own.turn .message")).to_contain_text("pick 1 of 3")
    coach = page.get_by_role("complementary", name="Coach")
    expect(coach).to_be_visible()
    expect(page.locator(".pool .odds").first).to_contain_text("%")
    expect(coach.locator("p")).to_be_empty()
    page.keyboard.press("c")
    expect(page.locator(".pool .odds")).to_have_count(0)
    coach.get_by_role("button", name="Send the coach away").click()
    expect(coach).to_have_count(0)


@pytest.mark.skipif(not NIGHTLY, reason="plays until a slip happens: make nightly")
def test_a_slip_is_offered_back(served: Served, new_page: NewPage) -> None:
    """Matches are played badly until something certain is given away."""
    page = new_page(DESK)
    liked = '{"device": false, "coach": true, "warnTarget": false, "pace": "instant"}'
    page.add_init_script(f"""localStorage["nokosu.settings"] = '{liked}'""")
    page.goto(served.url)
    page.locator("button.big").click()
    offer = page.get_by_role("button", name="Take it back")
    while not offer.count():
        match look(page):
            case "result":
                page.locator("dialog.wide[open] .buttons .primary").click()
            case asked:
                act(page, asked)
    said = page.get_by_role("complementary", name="Coach").locator("p").inner_text()
    assert said
    offer.click()
    expect(offer).to_have_count(0)
    expect(page.locator(".own.turn")).to_be_visible()
