"""A replay that is shared, asked about, and spoils nothing; its proof."""

from __future__ import annotations

import json
import re
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
    expect(page.locator(".board .foot")).to_be_visible()
    return page.url.split("?")[0]


def go_to(page: Page, part: str) -> None:
    """Jump with the strip under the table."""
    page.get_by_role("group", name="Go to").get_by_role("button", name=part, exact=True).click()


def test_a_replay_spoils_nothing_and_is_shared_at_a_position(served: Served, new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    address = import_record(page, served, tmp_path)
    # Cards in hand are counted, not shown; no result and no later move is there before it comes.
    expect(page.locator(".own")).to_have_count(0)
    expect(page.locator(".seat .open")).to_have_count(0)
    expect(page.locator(".counting, .strip .face > *")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".foot .done")).to_contain_text(" takes the ")
    go_to(page, "Trick 2")
    page.get_by_label("Visible hands").select_option(label="Bea")
    shared = page.url
    assert "round=1" in shared
    assert "seat=1" in shared
    assert (violations(page), overflow(page)) == ([], 0)

    other = new_page(DESK, "dark")
    other.goto(shared)
    expect(other.locator(".own .hand [data-piece]")).to_have_count(8)
    expect(other.get_by_role("region", name="Ann").locator(".open")).to_have_count(0)
    assert other.locator(".done").inner_text() == page.locator(".done").inner_text()
    other.locator(".rail").get_by_role("button", name="Ask a bot").click()
    expect(other.locator(".rail .advice em")).to_have_text("played")
    assert violations(other) == []
    other.get_by_role("button", name="Menu").click()
    with other.expect_download() as saving:
        other.get_by_role("link", name="Download").click()
    saving.value.save_as(tmp_path / "again.json")
    assert json.loads((tmp_path / "again.json").read_text("utf-8"))["status"] == "finished"

    go_to(page, "Round over")
    expect(page.locator(".counting li")).to_have_count(3)
    page.get_by_role("button", name="Next round").click()
    expect(page.locator(".counting")).to_have_count(0)
    assert address in page.url


def test_a_replay_is_the_real_table_with_its_controls_at_the_foot(
    served: Served, new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page(DESK)
    page.goto(import_record(page, served, tmp_path) + "?seat=all&from=1")
    go_to(page, "Trick 2")
    # Nothing is promised that the page does not do.
    expect(page.locator("body")).not_to_contain_text("stay hidden")
    expect(page.locator(".seat .ring svg")).to_have_count(2)
    expect(page.locator(".seat .open, .own .hand")).to_have_count(3)
    assert page.locator(".own [data-trump], .seat [data-trump]").count() > 0
    page.keyboard.press("ArrowRight")
    expect(page.locator(".foot .done")).to_contain_text("You play the ")
    expect(page.locator(".trick [data-piece]")).to_have_count(1)
    # The moves so far, and none of those to come; a click goes back to one of them.
    moves = page.locator(".moves button")
    expect(moves).to_have_count(9 + 3 + 1)
    moves.nth(10).click()
    expect(page.locator(".trick [data-piece]")).to_have_count(2)
    expect(moves).to_have_count(9 + 2)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".strip [aria-current=step]")).to_have_text(re.compile("2"))
    page.keyboard.press("End")
    expect(page.locator(".counting li")).to_have_count(3)
    page.keyboard.press("Home")
    expect(moves).to_have_count(0)
    for width, height in ((390, 844), (820, 1180), (1440, 900), (1280, 720), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        foot, table = (page.locator(part).bounding_box() for part in (".board .foot", ".board .table"))
        assert foot is not None
        assert table is not None
        assert foot["y"] + foot["height"] == height, (width, height)
        assert table["height"] > 0.6 * height, (width, height)


# Keep a review of this match on the device, as the page of reviews does.
KEEP_REVIEW = """async ([record, seat]) => {
  const opened = indexedDB.open("nokosu", 3);
  await new Promise((done) => (opened.onsuccess = done));
  const curve = [0, 1].flatMap((round) => [0, 10, 20].map((decision) => (
    { round, decision, seat, points: decision, win: 0.2 + decision / 40 })));
  const change = opened.result.transaction("reviews", "readwrite");
  change.objectStore("reviews").put({ id: `${record} ${seat}`, record, seat, review: { curve, decisions: [] } });
  await new Promise((done) => (change.oncomplete = done));
}"""


def test_the_curve_of_a_review_is_beside_the_replay(served: Served, new_page: NewPage, tmp_path: Path) -> None:
    page = new_page(DESK)
    address = import_record(page, served, tmp_path)
    page.goto(f"{address}?seat=1&from=1")
    expect(page.locator(".own .hand [data-piece]")).to_have_count(9)
    # Nobody has looked at it yet.
    expect(page.locator(".rail .went")).to_have_count(0)
    page.evaluate(KEEP_REVIEW, [address.rsplit("/", 1)[1], 1])
    page.reload()
    curve = page.locator(".rail").get_by_role("slider", name="Your chance to win over the match")
    expect(curve).to_be_visible()
    curve.focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.locator(".board header select").first).to_have_value("1")
    expect(page).to_have_url(re.compile("round=2&step=20"))
    assert (violations(page), overflow(page)) == ([], 0)
    # From another seat nothing is told.
    page.goto(f"{address}?seat=2&from=2")
    expect(page.locator(".own .hand [data-piece]")).to_have_count(9)
    expect(page.locator(".rail .went")).to_have_count(0)


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
    expect(page.locator(".board .foot")).to_be_visible()
    expect(page.locator(".own .hand [data-piece]")).to_have_count(len(match.round.hands[match.to_act]))
    expect(page.locator(".seat .open")).to_have_count(0)
    # Asked for or not: what the position does not know stays a number of cards.
    page.get_by_label("Visible hands").select_option("all")
    expect(page.locator(".seat .open")).to_have_count(0)
    page.get_by_role("button", name="Ask a bot").click()
    expect(page.locator("dialog .advice li").first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    shared = page.url
    assert (violations(page), overflow(page)) == ([], 0)

    again = new_page(DESK)
    again.goto(shared)
    expect(again.locator(".done")).to_have_text(page.locator(".done").inner_text())

    again.goto(f"{served.url}/replay?position=nokosu/1+second/9")
    expect(again.get_by_role("alert")).to_have_text("This is not a valid position; see column 10.")
