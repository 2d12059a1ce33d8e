"""Before a match: what the forms offer, with and without a server, and what the window is called."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.serving import Served


def test_one_round_for_each_player_is_offered_wherever_a_match_is_started(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    page.goto(served.url)
    page.get_by_text("More options").click()
    page.get_by_label("One per player (4)").check()
    page.get_by_role("button", name="Play now").click()
    expect(page.locator("h1")).to_contain_text("Round 1 of 4")
    page.goto(f"{served.url}/new")
    page.get_by_label("One per player (4)").check()
    for seat in page.locator(".seats select").all():
        seat.select_option("lili")
    page.get_by_role("button", name="Create table").click()
    expect(page.locator("h1")).to_contain_text("Round 1 of 4")


def test_without_a_server_the_form_says_so_and_nothing_half(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.route("**/api/**", lambda route: route.abort())
    page.goto(f"{served.url}/new")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator("form")).not_to_contain_text("()")


def test_the_window_is_called_after_the_page_once(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto(served.url)
    expect(page).to_have_title("Nokosu Dice")
    page.goto(f"{served.url}/rules")
    expect(page).to_have_title("Rules · Nokosu Dice")
    page.goto(f"{served.url}/new")
    page.get_by_role("button", name="Create table").click()
    expect(page.locator("ol.seats")).to_be_visible()
    expect(page).to_have_title(f"{page.locator('h1').inner_text()} · Nokosu Dice")


def test_choosing_an_edition_never_changes_the_number_of_players(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto(served.url)
    page.get_by_label("5", exact=True).check()
    page.get_by_text("More options").click()
    page.get_by_label("Edition of the rules").select_option("first")
    expect(page.get_by_role("alert")).to_have_text("First edition: only for 3 or 4 players. Choose how many play.")
    expect(page.get_by_role("button", name="Play now")).to_be_disabled()
    for other in ("3", "4"):
        expect(page.get_by_label(other, exact=True)).not_to_be_checked()
    page.goto(f"{served.url}/new")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("button", name="Create table")).to_be_disabled()
    page.get_by_label("3", exact=True).check()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("button", name="Create table")).to_be_enabled()


def test_a_level_says_what_it_means_and_who_will_sit_down(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    page.goto(served.url)
    opponents = page.get_by_role("list", name="Your opponents").locator("li")
    expect(opponents).to_have_count(3)
    expect(page.get_by_text("Good for a first match.")).to_be_visible()
    page.get_by_label("Champion", exact=True).check()
    expect(page.get_by_text("The strongest there is here.")).to_be_visible()
    page.get_by_label("5", exact=True).check()
    expect(opponents).to_have_count(4)
    expect(opponents.first).to_contain_text("Ryu Feel and foresight")
    page.get_by_role("button", name="Play now").click()
    for name in ("Ryu", "Nori", "Kame", "Greta"):
        expect(page.get_by_role("region", name=name)).to_be_visible()
        expect(page.get_by_role("region", name=name).locator(f"[data-face={name.lower()}]")).to_be_visible()
