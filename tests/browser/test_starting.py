"""Before a match: what the forms offer, with and without a server, and what the window is called."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.serving import Served
from tests.browser.test_pages import violations
from tests.browser.test_people import play_to_the_end


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


def test_who_presses_play_at_once_gets_the_chosen_level(served: Served, new_page: NewPage) -> None:
    """On a slow connection the button is there before the answer about levels."""
    page, held = new_page(DESK), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/offer", hold)
    with page.expect_request("**/api/offer"):
        page.goto(served.url)
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_role("button", name="Play now")).to_be_disabled()
    expect(page.locator(".board")).to_have_count(0)
    for each in held:
        each.continue_()
    expect(page.locator(".board")).to_contain_text("Hana")


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
    page.get_by_text("More options").click()
    page.get_by_label("5", exact=True).check()
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
    page.get_by_text("More options").click()
    expect(page.get_by_text("They know the rules but miss a lot. Good for a first match.")).to_be_visible()
    page.get_by_label("Champion", exact=True).check()
    expect(page.get_by_text("The strongest opponents here.")).to_be_visible()
    page.get_by_label("5", exact=True).check()
    expect(opponents).to_have_count(4)
    expect(opponents.first).to_contain_text("Ryu Feel and foresight")
    page.get_by_role("button", name="Play now").click()
    for name in ("Ryu", "Nori", "Kame", "Greta"):
        expect(page.get_by_role("region", name=name)).to_be_visible()
        expect(page.get_by_role("region", name=name).locator(f"[data-face={name.lower()}]")).to_be_visible()


# Every text that was on the page and is an id instead of words.
WORDLESS = """
window.wordless = [];
new MutationObserver(() => {
  const all = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  while (all.nextNode()) if (/^(web|why)[.]/.test(all.currentNode.data)) wordless.push(all.currentNode.data);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


def test_a_newcomer_sees_the_table_itself_and_one_thing_to_do(served: Served, new_page: NewPage) -> None:
    page = new_page((390, 844))
    page.add_init_script(WORDLESS)
    page.goto(served.url)
    # The real table: faces, a trick, crowns, a hand; a picture, not something to press.
    expect(page.locator(".picture .seat .ring svg")).to_have_count(3)
    assert page.locator(".picture [data-trump]").count() > 0
    expect(page.locator(".picture [inert] .own, .picture .own").first).to_be_attached()
    expect(page.locator(".primary:visible")).to_have_count(1)
    expect(page.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)
    assert page.evaluate("() => document.querySelectorAll('[inert] button').length > 0")
    # The picture waits for its words.
    assert page.evaluate("() => wordless") == []


BOXES = """all => all.map((each) => {
  const { top, left, right } = each.getBoundingClientRect();
  return [top, left, right];
})"""


def test_no_level_is_left_alone_in_a_row(served: Served, new_page: NewPage) -> None:
    page = new_page((390, 844))
    page.goto(served.url)
    page.get_by_text("More options").click()
    expect(page.locator(".even label")).to_have_count(5)
    for width in (360, 390, 820, 1280, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        rows: dict[float, list[list[float]]] = {}
        for top, left, right in page.locator(".even label").evaluate_all(BOXES):
            rows.setdefault(top, []).append([left, right])
        widest = max(row[-1][1] - row[0][0] for row in rows.values())
        # One's own level may lie below the others, as wide as they are together.
        alone = [row for row in rows.values() if len(row) == 1]
        assert len(alone) <= 1, width
        assert all(row[0][1] - row[0][0] >= widest - 1 for row in alone), width
        assert max(map(len, rows.values())) in {2, 4, 5}, width


def test_somebody_who_comes_back_sees_the_last_match_and_goes_on_learning(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    page.add_init_script("""localStorage["nokosu.settings"] = '{"device":false,"name":"Ann","tutorialAt":3}'""")
    page.request.post(f"{served.url}/api/me", data={"name": "Ann"})
    table = play_to_the_end(page.request, served.url)
    page.goto(served.url)
    last = page.get_by_role("region", name="Last match")
    expect(last.get_by_role("link", name="Watch the replay")).to_have_attribute("href", re.compile(table))
    expect(page.get_by_role("region", name="Targets hit recently")).to_contain_text("of 2 rounds")
    expect(page.get_by_role("link", name="Go on with the tutorial")).to_be_visible()
    # The page uses the width that there is.
    widest = page.evaluate("() => document.querySelector('.page').getBoundingClientRect().width")
    assert widest > 0.9 * DESK[0]
    assert violations(page) == []
