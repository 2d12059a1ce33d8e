"""A rated match of four people: from the form, over the agreement of all, to the rating on the profile."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.playing import act, look
from tests.browser.serving import Served
from tests.browser.test_daily import give_passkey
from tests.browser.test_pages import overflow, violations

GUESTS = ("Bea", "Cleo", "Dan")


def with_authenticator(page: Page) -> None:
    """Let this browser make passkeys, as with a finger on a sensor."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def known_board(database: Path) -> None:
    """Two people whose ratings at three players are sure, and one whose is not."""
    with sqlite3.connect(database, timeout=10) as connection:
        for number, (mean, deviation) in enumerate(((0.9, 0.4), (0.2, 0.3), (1.5, 1.2))):
            person, low = f"person{number:010}", 1500 + 173.7178 * (mean - 1.96 * deviation)
            connection.execute(
                "INSERT INTO people (id, name, created, seen) VALUES (?, ?, 0, 0)", (person, f"Player {number + 1}")
            )
            connection.execute("INSERT INTO ratings VALUES (?, 3, 0, 30, ?, ?, ?)", (person, mean, deviation, low))


def create(host: Page, url: str) -> None:
    """Fill in the form for a rated table of one round; a passkey is made on the way."""
    host.goto(f"{url}/new?public")
    host.get_by_label("Your name").fill("Ann")
    host.get_by_label("Rated match").check()
    button = host.get_by_role("button", name="Create rated table")
    expect(button).to_be_disabled()
    for help_ in ("Take-backs, if everyone agrees", "Hints from a bot", "With a coach"):
        expect(host.get_by_label(help_)).to_be_disabled()
    expect(host.get_by_label("5 min + 10 s per move")).to_be_checked()
    assert host.locator(".seats select").count() == 0, "no bots"
    assert violations(host) == []
    host.get_by_role("button", name="Add a passkey").click()
    expect(host.get_by_text("Passkey saved.")).to_be_visible()
    host.get_by_label("Custom").check()
    host.get_by_role("spinbutton", name="Rounds").fill("1")
    button.click()
    expect(host.locator("ol.seats li").first).to_contain_text("Ann")
    assert host.get_by_role("button", name=re.compile("Start")).count() == 0, "no bots fill the seats"


def sit_down(guest: Page, url: str) -> None:
    """Find the table on the first page, and agree."""
    guest.goto(url)
    table = guest.locator("a[href^='/t/']").first
    expect(table).to_contain_text("Rated")
    table.click()
    expect(guest.get_by_text("By sitting down you agree that your place counts")).to_be_visible()
    guest.get_by_role("button", name="Sit down (rated)").first.click()


def test_a_rated_match_of_four(own_server: Served, tmp_path: Path, new_page: NewPage) -> None:
    database, url = tmp_path / "nokosu.db", own_server.url
    known_board(database)
    host = new_page(PHONE, "dark", pace="instant")
    with_authenticator(host)
    create(host, url)
    guests = []
    for name in GUESTS:
        guest = new_page(DESK, pace="instant")
        person = guest.request.post(f"{url}/api/me", data={"name": name}).json()["person"]
        # Without a passkey nobody sits down; they are told where to get one.
        if name == "Bea":
            guest.goto(host.url)
            expect(guest.get_by_role("button", name="Sit down (rated)").first).to_be_disabled()
            expect(guest.get_by_role("button", name="Add a passkey")).to_be_visible()
            assert violations(guest) == []
        give_passkey(database, person)
        sit_down(guest, url)
        guests.append(guest)
    people = [host, *guests]
    for page in people:
        expect(page.locator(".board")).to_be_visible()
        expect(page.locator("h1")).to_contain_text("Rated")
        assert page.get_by_role("button", name=re.compile("Undo|Hint")).count() == 0
    host.get_by_role("button", name="Menu").click()
    expect(host.get_by_role("button", name="Leave (counts as last place)")).to_be_visible()
    assert host.get_by_role("button", name=re.compile("Pause|Take back")).count() == 0
    host.keyboard.press("Escape")
    while not host.locator(".end .winner").is_visible():
        for page in people:
            if look(page) != "result":
                act(page)
    said = host.locator(".rating")
    expect(said).to_contain_text(re.compile(r"Your rating: 1500 → \d{4}\? \([+−]\d+\)"))
    figure = re.search(r"→ (\d{4}\?)", said.inner_text())
    assert figure
    said.get_by_role("link", name="Ratings").click()
    expect(host.get_by_role("region", name="Your ratings").locator(".figure b")).to_have_text(figure[1])
    # Those whose range is small, by its lower end; nobody has played enough at four.
    board = host.get_by_role("region", name="Leaderboard")
    expect(board.locator(".name")).to_have_text(["Player 1", "Player 2"])
    assert violations(host) == []
    assert overflow(host) <= 0
    board.get_by_label("4", exact=True).check()
    expect(board).to_contain_text("Nobody is on the board for 4 players yet.")
    host.goto(f"{url}/me")
    own = host.get_by_role("region", name="Ratings")
    expect(own.locator(".figure b")).to_have_text(figure[1])
    own.get_by_text("Match by match").click()
    expect(own.locator("tbody tr")).to_have_count(1)
    expect(own.locator("tbody tr")).to_contain_text("of 4")
    assert violations(host) == []
    assert overflow(host) <= 0
