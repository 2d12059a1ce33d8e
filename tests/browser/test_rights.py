"""What concerns somebody else is asked about first: taking a person off a seat, signing in over a guest who plays."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.serving import Served
from tests.browser.test_people import introduce, new_table


def answer(page: Page, question: str, button: str) -> None:
    asked = page.locator("dialog[open]")
    expect(asked).to_contain_text(question)
    asked.get_by_role("button", name=button).click()
    expect(asked).to_have_count(0)


def test_nobody_loses_a_seat_by_a_slip_and_the_person_is_told(served: Served, new_page: NewPage) -> None:
    ann, bea = new_page(DESK), new_page(PHONE, "dark")
    introduce(ann, served, "Ann")
    introduce(bea, served, "Bea")
    table = new_table(ann, served)
    ann.goto(f"{served.url}/t/{table}")
    # Somebody signs in with Ann's code where Bea plays as a guest: Bea's seat is not dropped without a word.
    (code, *_) = ann.request.post(f"{served.url}/api/me/recovery-codes").json()["codes"]
    bea.request.post(f"{served.url}/api/tables/{table}/join", data={})
    bea.goto(f"{served.url}/me")
    bea.get_by_label("Recovery code").fill(code)
    bea.get_by_role("button", name="Sign in", exact=True).click()
    answer(bea, "Bea is still playing in this browser (tables: 1).", "Cancel")
    bea.goto(f"{served.url}/t/{table}")
    expect(bea.locator("ol.seats li").nth(1)).to_contain_text("Bea you")
    # The host takes Bea off her seat, but only after saying so.
    who = ann.locator("ol.seats select").first
    who.select_option("lili")
    answer(ann, "Remove Bea from this seat? They will be notified.", "Cancel")
    expect(bea.locator("ol.seats")).to_contain_text("Bea")
    who.select_option("lili")
    answer(ann, "Remove Bea from this seat? They will be notified.", "Yes")
    expect(bea.get_by_role("alert")).to_have_text("The host removed you from your seat.")
    expect(bea.locator("ol.seats")).not_to_contain_text("Bea")


def test_a_person_with_the_link_plays_on_for_a_leaver(served: Served, new_page: NewPage) -> None:
    ann, cai = new_page(DESK), new_page(PHONE)
    introduce(ann, served, "Ann")
    bea = new_page(PHONE)
    introduce(bea, served, "Bea")
    introduce(cai, served, "Cai")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "beginner"}]
    form = {"settings": {"edition": "second", "players": 3, "substitutes": True}, "seats": seats}
    table = ann.request.post(f"{served.url}/api/tables", data=form).json()["table"]
    bea.request.post(f"{served.url}/api/tables/{table}/join", data={})
    cai.goto(f"{served.url}/t/{table}")
    expect(cai.locator(".notices")).to_have_text("You are watching.")
    bea.request.post(f"{served.url}/api/tables/{table}/commands", data={"type": "leave", "client_id": "l"})
    expect(cai.locator(".notices")).to_contain_text("Bea has left. You can play on in their seat.")
    cai.locator(".notices").get_by_role("button", name="Sit down").click()
    expect(cai.locator(".hand [data-piece]").first).to_be_visible()
    expect(cai.locator(".notices")).not_to_contain_text("Bea has left")
