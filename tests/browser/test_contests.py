"""A duplicate evening of two tables, and a tournament of eight people over three rounds with one who leaves."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.playing import GO_ON, act, look
from tests.browser.serving import Served
from tests.browser.test_pages import overflow, violations

NEWS_MS: Final = 30_000
"""So long it may take until a page that asks every few seconds has heard of something."""
BACK: Final = re.compile("Back to (the tournament|duplicate)")


def set_up(host: Page, url: str, address: str, name: str, **numbers: int) -> str:
    """Fill in the form, and return the link that invites."""
    host.goto(url + address)
    host.get_by_label("Your name").fill(name)
    for label, number in numbers.items():
        host.get_by_label(label.replace("_", " "), exact=True).fill(str(number))
    assert violations(host) == []
    assert overflow(host) <= 0
    host.get_by_role("button", name="Create and get the link").click()
    expect(host.get_by_role("heading", name="You’re in")).to_be_visible(timeout=NEWS_MS)
    return host.url


def enter(guest: Page, link: str, name: str) -> None:
    """Follow the link, say one's name and take part."""
    guest.goto(link)
    guest.get_by_label("Your name").fill(name)
    guest.get_by_role("button", name="Take part").click()
    expect(guest.get_by_role("heading", name="You’re in")).to_be_visible(timeout=NEWS_MS)


def to_table(page: Page) -> None:
    """Go to the table of the round once it is there."""
    page.get_by_role("button", name="To my table").click(timeout=NEWS_MS)
    expect(page.locator(".board")).to_be_visible(timeout=NEWS_MS)


def play(people: Sequence[Page]) -> None:
    """Play to the end of all tables, one first thing after the other."""
    playing = list(people)
    while playing:
        for page in list(playing):
            if page.locator(".end .winner").is_visible():
                playing.remove(page)
            elif (asked := look(page)) != "result":
                act(page, asked)
            else:
                page.evaluate(GO_ON)


def names_in(page: Page) -> list[str]:
    return page.get_by_role("region", name=re.compile("tandings")).locator("tbody .name").all_inner_texts()


def below(screen: Page) -> int:
    """By how much a page is higher than its window: nobody scrolls a projector."""
    height: int = screen.evaluate("() => document.documentElement.scrollHeight - innerHeight")
    return height


def compare(page: Page) -> None:
    """Read what others did with the same hand, deal by deal and side by side."""
    lines = page.get_by_role("region", name="Who did what with this hand")
    expect(lines.locator("tbody tr")).to_have_count(2)
    expect(lines.locator("tbody tr.mine")).to_have_count(1)
    expect(page.locator(".tables figure")).to_have_count(2, timeout=NEWS_MS)
    expect(page.locator(".tables figcaption b").first).to_have_text("You")
    forward = page.get_by_role("group", name="Playback").get_by_role("button", name="One step forward")
    said = page.locator(".tables .said")
    before = said.all_inner_texts()
    forward.click()
    expect(said.first).not_to_have_text(before[0])
    # The keys do it too.
    forward.press("End")
    expect(forward).to_be_disabled()
    page.get_by_label("2", exact=True).first.check()
    expect(page.get_by_role("heading", name="Deal 2, the hand at seat")).to_be_visible()
    expect(lines.locator("tbody tr.mine")).to_have_count(1)
    assert (violations(page), overflow(page)) == ([], 0)


def test_a_duplicate_evening_of_two_tables(own_server: Served, new_page: NewPage) -> None:
    host = new_page(PHONE, "dark", pace="instant", touch=True)
    link = set_up(host, own_server.url, "/contests/new?duplicate", "Ann", Rounds=1, Deals_per_table=2)
    guests = []
    for name in ("Bea", "Cleo", "Dan"):
        guest = new_page(DESK, pace="instant")
        enter(guest, link, name)
        guests.append(guest)
    expect(host.get_by_role("heading", name="4 people are in")).to_be_visible(timeout=NEWS_MS)
    assert violations(host) == []
    host.get_by_role("button", name="Start round 1").click()
    people = [host, *guests]
    for page in people:
        to_table(page)
    expect(host.locator("h1")).to_contain_text("Round 1, deal 1 of 2")
    # Two at each table: friends play in different rooms, with bots on the seats that are left over.
    tables = {page.url: [other for other in people if other.url == page.url] for page in people}
    assert [len(each) for each in tables.values()] == [2, 2]
    early, late = tables.values()
    play(early)
    for page in early:
        end = page.locator(".end")
        assert end.get_by_role("link", name="Watch the replay").count() == 0
        end.get_by_role("link", name=BACK).click()
        expect(page.get_by_role("heading", name="Your table is done")).to_be_visible(timeout=NEWS_MS)
        assert page.get_by_role("link", name="Watch the replay").count() == 0
        assert page.get_by_role("region", name="Compare the hands").count() == 0
    play(late)
    for page in late:
        page.locator(".end").get_by_role("link", name=BACK).click()
    for page in people:
        board = page.get_by_role("region", name="Final standings")
        expect(board.locator("tbody tr")).to_have_count(4, timeout=NEWS_MS)
        assert violations(page) == []
        assert overflow(page) <= 0
    for page in (host, guests[0]):
        page.get_by_role("region", name="Compare the hands").get_by_role("link", name="Round 1").click()
        compare(page)
    # Somebody without an account reads it as well.
    stranger = new_page(PHONE)
    stranger.goto(link)
    expect(stranger.get_by_role("region", name="Final standings")).to_be_visible()
    stranger.get_by_role("link", name="Round 1").first.click()
    expect(stranger.locator(".tables figure")).to_have_count(2)


def test_a_tournament_of_eight_people_with_one_who_leaves(own_server: Served, new_page: NewPage) -> None:
    host = new_page(PHONE, pace="instant", touch=True)
    numbers = {"Rounds": 3, "Deals_per_table": 1, "Minutes_between_rounds": 0}
    link = set_up(host, own_server.url, "/contests/new", "Ann", **numbers)
    people, names = [host], ["Bea", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo"]
    for number, name in enumerate(names):
        guest = new_page(DESK if number % 2 else PHONE, "dark" if number % 3 else "light", pace="instant")
        enter(guest, link, name)
        people.append(guest)
    screen = new_page(DESK)
    screen.goto(f"{link}/screen")
    expect(screen.get_by_role("heading", name="8 people are in")).to_be_visible(timeout=NEWS_MS)
    expect(screen.get_by_role("img", name=re.compile("QR"))).to_be_visible()
    assert (violations(screen), overflow(screen), below(screen)) == ([], 0, 0)
    host.get_by_role("button", name="Start round 1").click()
    gone = people[7]
    for number in range(3):
        staying = [each for each in people if number == 0 or each is not gone]
        for page in [*staying, *([gone] if number == 1 else [])]:
            to_table(page)
        tables = {page.url for page in staying}
        assert len(tables) == 2
        if number == 1:
            # In the middle of a round: a bot plays on at the table, and the others are not held up.
            expect(gone.locator(".own")).to_be_visible(timeout=NEWS_MS)
            gone.get_by_role("button", name="Menu").click()
            gone.get_by_role("link", name=BACK).click()
            gone.get_by_role("button", name="Withdraw", exact=True).click()
            gone.get_by_role("button", name="Yes").click()
            expect(gone.get_by_role("heading", name="You have withdrawn")).to_be_visible(timeout=NEWS_MS)
            expect(screen.get_by_role("heading", name="Round 2 of 3")).to_have_count(0)
        play(staying)
        for page in staying:
            page.locator(".end").get_by_role("link", name=BACK).click()
        if number < 2:
            words = f"Standings after round {number + 1} of 3"
            expect(screen.get_by_role("heading", name=words)).to_be_visible(timeout=NEWS_MS)
            assert (violations(screen), overflow(screen), below(screen)) == ([], 0, 0)
    for page in (host, gone):
        expect(page.get_by_role("heading", name="Final standings")).to_be_visible(timeout=NEWS_MS)
        assert (violations(page), overflow(page)) == ([], 0)
    board = names_in(host)
    assert sorted(board) == ["Ann", *names]
    left = host.locator("tr.gone")
    expect(left).to_have_count(1)
    expect(left).to_contain_text("Hugo")
    expect(left.locator("td.round").nth(2)).to_contain_text("does not count")
    # The same in the files.
    answer = host.request.get(f"{own_server.url}/api/contests/{link.rsplit('/', 1)[-1]}/results.csv")
    rows = list(csv.DictReader(answer.text().splitlines()))
    assert [row["name"] for row in rows] == board
    assert [row["name"] for row in rows if row["withdrawn"] == "1"] == ["Hugo"]
    with host.expect_download() as download:
        host.get_by_role("link", name="Results as JSON").click()
    assert download.value.suggested_filename.endswith(".json")
    host.emulate_media(media="print")
    expect(host.get_by_role("heading", name="Final standings")).to_be_visible()
    expect(host.get_by_role("button", name="Print")).to_be_hidden()
