"""A replay that is shared, asked about, and spoils nothing; its proof."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page, Route, expect

from nokosu.core.view import view
from nokosu.record import decode, match_at
from nokosu.record.position import position_of
from tests.browser.conftest import DESK, NewPage
from tests.browser.serving import Served
from tests.browser.test_pages import overflow, violations
from tools.web_data import fairness_vectors


def import_record(page: Page, served: Served, folder: Path, **changes: object) -> str:
    """Bring a record with a proof along; the address of its replay."""
    record = fairness_vectors()["record"]
    assert isinstance(record, dict)
    (folder / "record.json").write_text(json.dumps(record | changes), "utf-8")
    page.goto(f"{served.url}/replay")
    page.set_input_files("input[type=file]", folder / "record.json")
    page.wait_for_url("**/replay/*")
    expect(page.locator(".spread")).to_be_visible()
    return page.url.split("?")[0]


def test_a_replay_spoils_nothing_and_is_shared_at_a_position(served: Served, new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    address = import_record(page, served, tmp_path)
    # Cards in hand are counted, not shown; no result is there before the end.
    expect(page.locator(".hand svg")).to_have_count(0)
    expect(page.locator("table")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.get_by_label("Go to").select_option(label="Trick 2")
    page.get_by_label("Visible hands").select_option(label="Bea")
    shared = page.url
    assert "round=1" in shared
    assert "seat=1" in shared
    assert (violations(page), overflow(page)) == ([], 0)

    other = new_page(DESK, "dark")
    other.goto(shared)
    expect(other.get_by_role("region", name="Bea").locator(".hand svg")).to_have_count(8)
    expect(other.get_by_role("region", name="Ann").locator(".hand svg")).to_have_count(0)
    assert other.locator(".done").inner_text() == page.locator(".done").inner_text()
    other.get_by_role("button", name="Ask a bot").click()
    expect(other.locator("[aria-labelledby=advice] em")).to_have_text("played")
    assert violations(other) == []
    with other.expect_download() as saving:
        other.get_by_role("link", name="Download").click()
    saving.value.save_as(tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text("utf-8"))["status"] == "finished"

    page.get_by_label("Go to").select_option(label="Round over")
    expect(page.locator("table")).to_be_visible()
    page.get_by_role("button", name="Next round").click()
    expect(page.locator("table")).to_have_count(0)
    assert address in page.url


def test_a_file_that_is_no_record_is_refused_in_words(served: Served, new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    (tmp_path / "nonsense.json").write_text("{}", "utf-8")
    page.goto(f"{served.url}/replay")
    page.set_input_files("input[type=file]", tmp_path / "nonsense.json")
    expect(page.get_by_role("alert")).to_have_text("This is not a match record.")


def test_the_proof_is_checked_in_the_browser(served: Served, new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    # The replay of an imported record does not link to its proof: this server did not deal it.
    page.goto(import_record(page, served, tmp_path).replace("/replay/", "/fair/"))
    expect(page.get_by_role("heading", name="Everything matches.")).to_be_visible()
    expect(page.locator(".steps li")).to_have_count(5)
    assert (violations(page), overflow(page)) == ([], 0)

    # A server that shows another promise than it had made is found out.
    def lie(route: Route) -> None:
        answer = route.fetch()
        record = answer.json()
        record["fairness"]["commitment"] = "0" * 64
        route.fulfill(response=answer, json=record)

    page.route("**/file", lie)
    page.reload()
    expect(page.locator(".steps .wrong")).to_have_count(1)


def test_a_link_to_a_position_shows_what_its_seat_knows(served: Served, new_page: NewPage) -> None:
    record = decode(json.dumps(fairness_vectors()["record"]))
    match = match_at(record, 0, 20)
    assert match.to_act is not None
    seen = str(position_of(view(match, match.to_act)))
    page = new_page()
    page.goto(f"{served.url}/replay?{urlencode({'position': seen})}")
    expect(page.locator(".spread")).to_be_visible()
    for seat, hand in enumerate(match.round.hands):
        shown = len(hand) if seat == match.to_act else 0
        expect(page.get_by_role("region", name=f"Seat {seat}").locator(".hand svg")).to_have_count(shown)
    # Asked for or not: what the position does not know stays a number of cards.
    page.get_by_label("Visible hands").select_option("all")
    other = (match.to_act + 1) % match.ruleset.players
    expect(page.get_by_role("region", name=f"Seat {other}").locator(".hand svg")).to_have_count(0)
    page.get_by_role("button", name="Ask a bot").click()
    expect(page.locator("[aria-labelledby=advice] li").first).to_be_visible()
    page.keyboard.press("ArrowLeft")
    shared = page.url
    assert (violations(page), overflow(page)) == ([], 0)

    again = new_page(DESK)
    again.goto(shared)
    expect(again.locator(".done")).to_have_text(page.locator(".done").inner_text())

    again.goto(f"{served.url}/replay?position=nokosu/1+second/9")
    expect(again.get_by_role("alert")).to_have_text("This is not a valid position; see column 10.")
