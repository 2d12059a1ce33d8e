"""Somebody on their own page and at the end of a match: whom they block, where they are signed in, what they read."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import APIRequestContext, Page, expect

from nokosu.locale import languages
from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.serving import Served
from tests.browser.test_pages import overflow, violations

# As a browser that can install it: `held` says that the page keeps the offer for later.
OFFER = """addEventListener("load", () => {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  offer.prompt = () => { window.prompted = true; };
  window.held = !dispatchEvent(offer);
})"""


def introduce(page: Page, served: Served, name: str) -> None:
    page.request.post(f"{served.url}/api/me", data={"name": name})


def new_table(page: Page, served: Served) -> str:
    """A table for three with a free seat."""
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "beginner"}]
    form = {"settings": {"edition": "second", "players": 3, "start_when_full": False}, "seats": seats}
    return str(page.request.post(f"{served.url}/api/tables", data=form).json()["table"])


def play_to_the_end(asking: APIRequestContext, url: str) -> str:
    """A match of one round against bots, without looking at it."""
    table: str = asking.post(f"{url}/api/play", data={"players": 3, "rounds": 2, "bot": "beginner"}).json()["table"]
    asking.post(
        f"{url}/api/tables/{table}/commands", data={"type": "set_bot_pace", "client_id": "p", "bot_pace": "instant"}
    )
    update: dict[str, Any] = asking.get(f"{url}/api/tables/{table}/events").json()
    while update["view"]["phase"] != "over":
        if legal := update["view"].get("legal"):
            move = {"type": "move", "client_id": f"m{update['seq']}", "expected_seq": update["seq"], "action": legal[0]}
            asking.post(f"{url}/api/tables/{table}/commands", data=move)
        update = asking.get(f"{url}/api/tables/{table}/events?after={update['seq']}&wait=5").json()
    return table


def test_people_block_each_other_and_report_names(served: Served, new_page: NewPage) -> None:
    ann, bea = new_page(DESK), new_page(PHONE, "dark")
    introduce(ann, served, "Ann")
    introduce(bea, served, "Rude name")
    ann.goto(f"{served.url}/t/{new_table(ann, served)}")
    bea.goto(ann.url)
    bea.get_by_role("button", name="Sit down").click()
    expect(bea.locator("em", has_text="you")).to_be_visible()
    about = ann.get_by_role("region", name="People at this table")
    about.get_by_text("Rude name: block or report").click()
    assert violations(ann) == []
    about.get_by_role("button", name="Report the name").click()
    expect(about.get_by_role("status")).to_contain_text("The operator will look at the name “Rude name”.")
    about.get_by_role("button", name="Block").click()
    expect(about.get_by_role("status")).to_have_text("You have blocked Rude name.")
    # Her seat is free again, and not for her.
    expect(ann.locator("ol.seats")).not_to_contain_text("Rude name")
    bea.get_by_role("button", name="Sit down").click()
    expect(bea.get_by_role("alert")).to_have_text("You cannot sit down at this table.")
    ann.goto(f"{served.url}/t/{new_table(bea, served)}")
    ann.get_by_role("button", name="Sit down").click()
    expect(ann.get_by_role("alert")).to_have_text("You have blocked Rude name, who sits at this table.")

    ann.goto(f"{served.url}/me")
    ann.get_by_role("button", name="Unblock Rude name").click()
    expect(ann.get_by_text("Rude name is no longer blocked.")).to_be_visible()
    bea.get_by_role("button", name="Sit down").click()
    expect(bea.locator("em", has_text="you")).to_be_visible()


def test_somebody_signs_out_here_and_elsewhere(served: Served, new_page: NewPage) -> None:
    here, there = new_page(DESK), new_page(PHONE)
    introduce(here, served, "Ann")
    (code, *_) = here.request.post(f"{served.url}/api/me/recovery-codes").json()["codes"]
    there.request.post(f"{served.url}/api/recover", data={"code": code})
    here.goto(f"{served.url}/me")
    sessions = here.get_by_role("region", name="Where you are signed in")
    expect(sessions.get_by_role("listitem")).to_have_count(2)
    sessions.get_by_role("button", name="Sign out: ").click()
    expect(sessions.get_by_role("listitem")).to_have_count(1)
    assert there.request.get(f"{served.url}/api/me").json()["person"] is None
    sessions.get_by_role("button", name="Sign out of this browser").click()
    expect(here.get_by_text("You are signed out.")).to_be_visible()
    expect(sessions).to_have_count(0)
    assert here.request.get(f"{served.url}/api/me").json()["person"] is None
    # A guest who could not come back is asked first.
    introduce(here, served, "Guest")
    here.reload()
    here.get_by_role("button", name="Sign out of this browser").click()
    expect(here.get_by_role("dialog")).to_contain_text("you cannot come back")
    here.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(sessions).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_ones_own_page_and_the_end_of_a_match_can_be_read_by_everybody(
    served: Served, new_page: NewPage, theme: str
) -> None:
    size = PHONE if theme == "light" else DESK
    page, other = new_page(size, theme), new_page()
    introduce(page, served, "Ann")
    introduce(other, served, "Bea")
    page.request.post(f"{served.url}/api/me/blocks", data={"table": new_table(other, served), "seat": 0})
    ended = play_to_the_end(page.request, served.url)
    page.add_init_script(OFFER)
    faults = list[str]()
    for language in languages():
        page.goto(f"{served.url}/settings")
        page.evaluate("(language) => localStorage['nokosu.settings'] = JSON.stringify({ language })", language)
        for path in ("/me", f"/t/{ended}"):
            page.goto(served.url + path)
            shown = page.locator(".install" if path != "/me" else "[aria-labelledby=sessions] li")
            expect(shown.first).to_be_visible()
            faults += [f"{language} {path} {fault}" for fault in violations(page)]
            if overflow(page) > 0:
                faults.append(f"{language} {path} is too wide by {overflow(page)}")
    assert faults == []


def test_the_app_is_offered_after_a_match_and_not_before(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.add_init_script(OFFER)
    introduce(page, served, "Ann")
    ended = play_to_the_end(page.request, served.url)
    for path in ("/", "/me"):
        page.goto(served.url + path)
        page.wait_for_function("() => window.held")
        expect(page.get_by_role("button", name="Install")).to_have_count(0)
    page.goto(f"{served.url}/t/{ended}")
    page.get_by_role("button", name="Install").click()
    page.wait_for_function("() => window.prompted")
    page.reload()
    page.get_by_role("button", name="Not now").click()
    page.reload()
    expect(page.locator(".winner")).to_be_visible()
    expect(page.get_by_role("button", name="Install")).to_have_count(0)
