"""The deal of the day on a phone: from the first page to the text that is shared; the results of a day that is over."""

from __future__ import annotations

import re
import sqlite3
import time
from pathlib import Path

from playwright.sync_api import Page, expect

from nokosu.bots.registry import make
from nokosu.core.match import Match
from nokosu.core.notation import parse_action
from nokosu.core.stream import Stream
from nokosu.core.view import view
from nokosu.record.fairness import chained
from nokosu.table import daily
from nokosu.table.bot_seed import bot_seed
from nokosu.table.days import day_at, day_text
from nokosu.table.host import new_rows, replay
from nokosu.wire.entries import Seated
from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.playing import act, look
from tests.browser.serving import Served
from tests.browser.test_pages import overflow, violations
from tests.browser.test_review import JUDGED_MS

LAST = bytes(range(32))


def give_passkey(database: Path, person: str) -> None:
    """A passkey that nobody can use; the person has one all the same."""
    with sqlite3.connect(database, timeout=10) as connection:
        connection.execute("INSERT INTO passkeys VALUES (?, ?, 'k', 0, 0)", (f"c{person}", person))


def finish(page: Page) -> None:
    """Play the deal to its end, one first thing after the other."""
    while not page.locator(".end .winner").is_visible():
        if look(page) != "result":
            act(page)


def deal_played(day: int, choice: int) -> daily.PlayedLine:
    """How somebody played a day, who always takes a certain one of the legal actions."""
    seat, secret = daily.seat_of(day), chained(LAST, daily.CHAIN_DAYS - 1)
    plan = daily.table_of(day, Seated(seat=seat, person="p"), "CODE1234", secret, ranked=True)
    match: Match | None = replay("t", new_rows([plan.created, *plan.rest], 0)).match
    assert match is not None
    bots = {each.seat: make(each.bot) for each in plan.rest if isinstance(each, Seated) and each.bot}
    while (to_act := match.to_act) is not None:
        seen, legal = view(match, to_act), match.legal()
        chance = Stream(bot_seed(secret.hex(), seen), "bot")
        action = legal[choice % len(legal)] if to_act == seat else bots[to_act].choose(seen, chance)
        match = match.apply(parse_action(str(action), match.round.phase))
    return daily.line_of(match, seat)


def yesterday_played(database: Path, people: int) -> str:
    """Write what a server would have after a day on which so many people played; the day."""
    day = day_at(int(time.time() * 1000)) - 1
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT INTO keys VALUES ('daily', ?)", (f"{day} {LAST.hex()}",))
        for number in range(people):
            line = deal_played(day, number % 9)
            figures, person = line.figures, f"person{number:010}"
            connection.execute(
                "INSERT INTO people (id, name, created, seen) VALUES (?, ?, 0, 0)", (person, f"Player {number + 1}")
            )
            won = "".join("x" if each else "-" for each in figures.won)
            connection.execute(
                "INSERT INTO daily VALUES (?, ?, 1, ?, 0, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(f"table{number:011}", day, person, figures.points, figures.tricks, figures.target),
                    *(int(figures.made), won, ",".join(line.own), ",".join(line.actions)),
                ),
            )
    return day_text(day)


def test_from_the_first_page_to_the_shared_text(own_server: Served, tmp_path: Path, new_page: NewPage) -> None:
    page = new_page(PHONE, pace="instant", touch=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    me = page.request.post(f"{own_server.url}/api/me", data={"name": "Ann"}).json()
    give_passkey(tmp_path / "nokosu.db", me["person"])
    page.goto(own_server.url)
    card = page.get_by_role("region", name="Deal of the day")
    card.get_by_role("button", name="Play today’s deal").click()
    expect(page.locator(".own")).to_be_visible()
    expect(page.locator("h1")).to_contain_text("Deal of the day")
    assert page.get_by_role("button", name=re.compile("Undo|Hint")).count() == 0
    finish(page)
    end = page.locator(".end")
    assert end.get_by_role("button", name="Rematch").count() == 0
    assert end.get_by_role("link", name="Watch the replay").count() == 0
    end.get_by_role("link", name="Result of the day").click()
    own = page.get_by_role("region", name="Your result")
    expect(own).to_be_visible()
    expect(page.locator(".sealed")).to_contain_text("midnight UTC")
    assert page.get_by_role("link", name="Watch the replay").count() == 0
    assert violations(page) == []
    assert overflow(page) <= 0
    points = own.locator(".points b").inner_text()
    own.get_by_role("button", name="Share", exact=True).click()
    expect(own.get_by_role("status")).to_have_text("Copied")
    symbols = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert symbols[0] == "Nokosu Dice #1"
    assert re.fullmatch("[🟩⬜]{14}", symbols[1])
    assert symbols[2].split() == ["🎯" if "exactly right" in own.inner_text() else "❌", points]
    own.get_by_role("button", name="Share as words").click()
    expect(own.get_by_role("status")).to_have_text("Copied")
    words = page.evaluate("navigator.clipboard.readText()")
    assert re.match(rf"Deal of the day no\. 1, {points} points?, target (hit|missed), \d+ of 14 tricks\. http", words)
    assert not re.search("red|blue|green|yellow|purple", words)
    own.get_by_role("button", name="Picture").click()
    # Browsers write a PNG when they have nothing else to do.
    expect(own.locator("img")).to_be_visible(timeout=30_000)
    # The first page knows, and there is no second attempt.
    page.goto(own_server.url)
    expect(card.get_by_role("link", name="Result of the day")).to_be_visible()
    assert card.get_by_role("button").count() == 0


def test_the_results_of_a_day_that_is_over_can_be_read_by_everybody(tmp_path: Path, new_page: NewPage) -> None:
    server = Served(tmp_path)
    server.start()
    server.kill()
    database = tmp_path / "nokosu.db"
    with sqlite3.connect(database) as connection:
        connection.execute("DELETE FROM keys WHERE name = 'daily'")
    day = yesterday_played(database, 12)
    server.start()
    try:
        for size, theme, language in ((PHONE, "light", "en"), (DESK, "dark", "ja")):
            page = new_page(size, theme, language)
            page.goto(f"{server.url}/daily/{day}")
            expect(page.locator("#partings")).to_be_visible(timeout=60_000)
            expect(page.locator("#champion")).to_be_visible()
            assert page.locator("section:has(#board) li").count() == 12
            assert violations(page) == []
            assert overflow(page) <= 0
            if language == "en":
                page.get_by_role("link", name="Day after").click()
                expect(page.get_by_role("heading", name="Today’s deal is waiting for you")).to_be_visible()
                page.get_by_role("link", name="Day before").click()
                expect(page.locator("#partings")).to_be_visible()
    finally:
        server.kill()


def test_a_review_splits_the_result_into_luck_and_decisions(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE, pace="instant", touch=True)
    page.request.post(f"{served.url}/api/me", data={"name": "Ann"})
    page.goto(f"{served.url}/daily")
    page.get_by_role("button", name="Play today’s deal").click()
    expect(page.locator(".own")).to_be_visible()
    finish(page)
    # A guest's deal is for practice: nothing of it is sealed.
    page.locator(".end").get_by_role("link", name="Result of the day").click()
    split = page.get_by_role("region", name="Luck and decisions")
    own = page.get_by_role("region", name="Your result")
    expect(own.get_by_role("link", name="Watch the replay")).to_be_visible()
    assert split.count() == 0
    own.get_by_role("link", name="Review", exact=True).click()
    expect(page.locator("section:has(#sum) dl")).to_be_visible(timeout=JUDGED_MS)
    page.go_back()
    expect(split.locator("dt")).to_have_text(
        ["An average match", "Luck", "Your decisions", "The others", "Your points"]
    )
    assert (violations(page), overflow(page)) == ([], 0)
    # The other figure counts it too, and says when it has enough to say something.
    page.goto(f"{served.url}/me")
    skill = page.get_by_role("region", name="Skill")
    expect(skill).to_contain_text("One round says nothing yet")
    assert (violations(page), overflow(page)) == ([], 0)
