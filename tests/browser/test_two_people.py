"""Two people and two bots at a table: what they ask each other besides playing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.playing import act, look
from tests.browser.serving import Served


@pytest.fixture
def pair(served: Served, new_page: NewPage) -> tuple[Page, Page]:
    """The host, and a guest who sits to the left of the host; bots on the other seats, two rounds."""
    host, guest = new_page(DESK), new_page(PHONE, "dark")
    host.goto(f"{served.url}/new")
    for seat in (1, 2):
        host.locator(".seats select").nth(seat).select_option("lili")
    host.get_by_label("Custom").check()
    host.locator("input[type=number]").fill("2")
    host.get_by_role("button", name="Create table").click()
    expect(host.locator("ol.seats")).to_contain_text("Lili")
    guest.goto(host.url)
    guest.get_by_label("Your name").fill("Guest")
    guest.get_by_role("button", name="Sit down").click()
    for page in (host, guest):
        expect(page.locator(".board")).to_be_visible()
    return host, guest


def test_who_follows_an_invitation_is_asked_for_a_name(served: Served, new_page: NewPage) -> None:
    host, guest = new_page(DESK), new_page(PHONE)
    host.goto(f"{served.url}/new")
    host.get_by_label("Your name").fill("Anna")
    host.get_by_role("button", name="Create table").click()
    expect(host.locator("ol.seats li").first).to_contain_text("Anna")
    guest.goto(host.url)
    sit = guest.get_by_role("button", name="Sit down").first
    # Not without a name.
    sit.click()
    expect(guest.get_by_label("Your name")).to_be_focused()
    guest.get_by_label("Your name").fill("Béla")
    sit.click()
    for page in (host, guest):
        expect(page.locator("ol.seats")).to_contain_text("Béla")
        # It does: see the pair above.
        expect(page.get_by_text("The match starts by itself when every seat is taken.")).to_be_visible()
    # Who is known is called as before, and may change it.
    other = guest.context.new_page()
    other.goto(f"{served.url}/new")
    field = other.get_by_label("Your name")
    expect(field).to_have_value("Béla")
    field.fill("")
    field.press_sequentially("Bea")
    expect(field).to_have_value("Bea")


def until_turn(page: Page, *others: Page) -> None:
    """The others play until it is this one's turn."""
    while look(page) not in {"draft", "play"}:
        for other in others:
            act(other)


def take_a_die(host: Page, guest: Page) -> int:
    """The host takes one, and the guest is to act; how many dice lay in the middle before."""
    until_turn(host, guest)
    before = pool(host).count()
    act(host)
    act(host)
    expect(pool(guest)).to_have_count(before - 1)
    expect(guest.locator(".own.turn")).to_be_visible()
    return before


def pool(page: Page) -> Locator:
    """The coloured dice in the middle."""
    return page.locator(".pool [data-piece^=d]")


def ask(page: Page, wish: str) -> None:
    """Ask for something in the menu."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=wish).click()


def confirm(page: Page) -> None:
    """Answer yes to the question whether one is sure."""
    page.locator("dialog[open] .buttons .primary").last.click()
    expect(page.locator("dialog[open]")).to_have_count(0)


def answer(page: Page, question: str, said: str) -> None:
    """Answer what another one asks."""
    expect(page.locator(".notices")).to_contain_text(question)
    page.locator(".notices").get_by_role("button", name=said).click()


def test_a_take_back_is_asked_agreed_to_and_refused(pair: tuple[Page, Page]) -> None:
    host, guest = pair
    before = take_a_die(host, guest)
    ask(host, "Take back my last move")
    expect(host.locator(".notices")).to_contain_text("You asked to take back")
    answer(guest, "would like to take back", "Agree")
    for page in pair:
        expect(page.locator(".message")).to_have_text("The last move was taken back.")
        expect(pool(page)).to_have_count(before)

    take_a_die(host, guest)
    ask(host, "Take back my last move")
    answer(guest, "would like to take back", "No")
    expect(host.locator(".message")).to_have_text("The take-back was refused.")
    expect(pool(host)).to_have_count(before - 1)
    # Nothing of one's own to take back: it is not offered.
    guest.get_by_role("button", name="Menu").click()
    expect(guest.get_by_role("button", name="Take back")).to_be_disabled()


def test_a_turn_is_announced_once_whatever_else_happens(pair: tuple[Page, Page]) -> None:
    host, guest = pair
    take_a_die(host, guest)
    newest = guest.locator("[aria-live] p").last
    expect(newest).to_have_text("Your turn: pick 1 of 3.")
    host.get_by_role("button", name="React").click()
    host.get_by_role("button", name="Well played").click()
    expect(guest.locator(".bubble")).to_have_text("Well played")
    expect(newest).to_contain_text("Well played")
    ask(host, "Take back my last move")
    expect(guest.locator(".notices")).to_contain_text("would like to take back")
    expect(newest).to_contain_text("Well played")
    answer(guest, "would like to take back", "No")


def test_the_host_pauses_hands_a_seat_to_a_bot_and_hands_over(served: Served, pair: tuple[Page, Page]) -> None:
    host, guest = pair
    until_turn(host, guest)
    ask(host, "Pause")
    expect(guest.locator(".notices")).to_contain_text("paused")
    expect(host.locator(".own.turn")).to_have_count(0)
    host.locator(".notices").get_by_role("button", name="Resume").click()
    expect(host.locator(".own.turn")).to_be_visible()
    expect(host).to_have_title("● Your turn · Nokosu Dice")

    # Only for somebody who is away, and has been for a while: until then the server refuses.
    host.get_by_role("button", name="Menu").click()
    expect(host.get_by_role("button", name="Let a bot play for")).to_have_count(0)
    host.keyboard.press("Escape")
    guest.goto(f"{served.url}/licences")
    bot = host.get_by_role("region", name="Guest").locator(".tag")
    while bot.count() == 0:
        ask(host, "Let a bot play for")
        confirm(host)
    guest.goto(host.url)
    expect(bot).to_have_count(0)

    ask(host, "Make Guest")
    confirm(host)
    expect(guest.locator(".message")).to_have_text("You are now the host.")
    host.get_by_role("button", name="Menu").click()
    expect(host.get_by_role("button", name="Pause")).to_have_count(0)
    host.keyboard.press("Escape")

    # Who leaves is on the first page, and finds the table there.
    ask(guest, "Leave (a bot takes your seat)")
    guest.get_by_role("button", name="Yes", exact=True).click()
    expect(guest).to_have_url(f"{served.url}/")
    expect(host.locator(".message")).to_have_text("You are now the host.")
    guest.locator("a[href^='/t/']").first.click()
    guest.get_by_role("button", name="Take over").click()
    expect(guest.locator(".notices")).not_to_contain_text("A bot is playing for you")


def test_a_match_is_ended_early_and_a_rematch_is_one_click_for_each(new_page: NewPage, pair: tuple[Page, Page]) -> None:
    host, guest = pair
    watching = new_page(PHONE)
    watching.goto(host.url)
    expect(watching.locator(".notices")).to_have_text("You are watching.")
    # They have no cards: nothing is said of their trumps, whatever they click.
    watching.locator(".pool button").first.click(force=True)
    expect(watching.locator(".draft")).not_to_contain_text("trump")
    host.get_by_role("button", name="React").click()
    host.get_by_role("button", name="Well played").click()
    for page in (guest, watching):
        expect(page.locator(".bubble")).to_have_text("Well played")

    ask(host, "Suggest ending the match")
    answer(guest, "suggests ending the match here", "No")
    expect(host.locator(".message")).to_have_text("The match goes on.")
    ask(guest, "Suggest ending the match")
    answer(host, "suggests ending the match here", "Agree")
    for page in (host, guest, watching):
        expect(page.locator(".winner")).to_have_text("The match was ended early.")
    host.locator("dialog[open]").get_by_role("button", name="Rematch").click()
    expect(host.locator("ol.seats")).to_be_visible()
    guest.locator("dialog[open]").get_by_role("button", name="Go to the rematch").click()
    for page in pair:
        expect(page.locator(".board")).to_be_visible()
    assert host.url == guest.url
    # Spectators follow.
    watching.locator("dialog[open]").get_by_role("link", name="Watch the rematch").click()
    expect(watching.locator(".notices")).to_have_text("You are watching.")
    assert watching.url == host.url
