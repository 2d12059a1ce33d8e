"""A match with a planted blunder, reviewed on the device: found, explained, asked about, played on from."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from nokosu import editions
from nokosu.bots.play import play_match
from nokosu.bots.registry import make
from nokosu.core.stream import seed_from_number
from nokosu.record import decode, encode, match_at
from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.serving import Served
from tests.browser.test_device import READY_MS
from tests.browser.test_pages import overflow, violations

JUDGED_MS = 120_000
DECISION, DONE, BETTER = 26, "R1", "B4"
"""In round 1, trick 4, seat 0 gives up its last target."""


def planted() -> str:
    """A round of club players against one who plays at random."""
    rules = editions.ruleset("second", 4, rounds=1)
    players = [make("random"), make("club"), make("club"), make("club")]
    return encode(play_match(rules, seed_from_number(2), players))


def brought(page: Page, url: str, tmp_path: Path) -> str:
    """The name of the match on this device."""
    (tmp_path / "planted.json").write_text(planted(), "utf-8")
    page.goto(f"{url}/replay")
    page.locator("input[type=file]").set_input_files(tmp_path / "planted.json")
    expect(page.locator(".board")).to_be_visible(timeout=READY_MS)
    return page.url.split("/replay/")[1].split("?")[0]


def test_a_planted_blunder_is_found_learned_from_and_played_again(
    served: Served, new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page(DESK, pace="instant", device=True)
    name = brought(page, served.url, tmp_path)
    page.goto(f"{served.url}/review/{name}?seat=0")
    # Until the second judge is here, nothing is called a mistake; its size is told before it is loaded.
    page.get_by_role("button", name="Load it (6.5 MB)").click(timeout=READY_MS)
    moment = page.locator("article", has_text="Round 1, trick 4")
    expect(moment).to_contain_text("blunder", timeout=JUDGED_MS)
    expect(page.locator("dl")).to_be_visible(timeout=JUDGED_MS)
    expect(moment).to_contain_text(f"play the red {DONE[1]}")
    expect(moment).to_contain_text(f"play the blue {BETTER[1]}")
    assert (violations(page), overflow(page)) == ([], 0)

    # Kept with the match: it opens at once, and every decision is there.
    page.reload()
    expect(moment).to_be_visible(timeout=READY_MS)
    expect(page.locator("progress")).to_have_count(0)
    page.get_by_role("button", name="decisions").click()
    # This one, and a zero chosen in the draft that fails in three of four possible hands.
    expect(page.locator("li.blunder")).to_have_count(2)
    # Along the curve with the keyboard, and the replay is there.
    page.get_by_role("slider").press("Home")
    page.get_by_role("slider").press("Enter")
    expect(page.locator(".strip")).to_be_visible(timeout=READY_MS)
    page.go_back()

    learn_from_it(page)

    page.goto(f"{served.url}/review/{name}?seat=0")
    moment.get_by_role("button", name="Play on from here").click(timeout=READY_MS)
    page.wait_for_url("**/t/local*")
    expect(page.locator(".own.turn .hand [data-piece]")).to_have_count(
        len(match_at(decode(planted()), 0, DECISION).round.hands[0]), timeout=READY_MS
    )


def learn_from_it(page: Page) -> None:
    """Answer wrong, then right."""
    page.get_by_role("link", name="Practise").click()
    expect(page.get_by_role("heading", name="Your turn. What now?")).to_be_visible()
    page.go_back()
    # This one alone.
    page.locator("article", has_text="Round 1, trick 4").get_by_role("link", name="Try it yourself").click()
    expect(page.locator("header .count")).to_have_text("1 of 1")
    page.locator(f".hand [data-piece='{DONE}']").click()
    expect(page.locator(".said.bad")).to_contain_text("Not this: it loses")
    assert (violations(page), overflow(page)) == ([], 0)
    page.get_by_role("button", name="Try again").click()
    page.locator(f".hand [data-piece='{BETTER}']").click()
    expect(page.locator(".said.good")).to_contain_text("Right")


def keep(page: Page, store: str, row: dict[str, object]) -> None:
    """Put a row into one of the page's stores on this device."""
    page.evaluate(
        """([store, row]) => new Promise((done) => {
          indexedDB.open("nokosu").onsuccess = ({ target }) => {
            const change = target.result.transaction(store, "readwrite");
            change.objectStore(store).put(JSON.parse(row));
            change.oncomplete = () => { target.result.close(); done(); };
          };
        })""",
        [store, json.dumps(row)],
    )


def kept(number: int, points: list[int], luck: float) -> dict[str, object]:
    """A review of one's own match, as it is kept."""
    zero = {"value": 0, "error": 0}
    rounds = [
        {"round": index, "points": each, "deal": {"value": luck, "error": 1}}
        | dict.fromkeys(("average", "hidden", "decisions", "others"), zero)
        for index, each in enumerate(points)
    ]
    review = {"seat": 0, "players": 4, "network": True, "depth": "quick", "done": 1, "total": 1}
    review |= {"points": points, "curve": [], "decisions": [], "rounds": rounds}
    about = {"id": f"m{number} 0", "record": f"m{number}", "seat": 0, "ended": number, "edition": "second"}
    return about | {"players": 4, "mine": True, "partial": [], "lost": {}, "review": review}


def test_skill_on_the_profile_has_a_question_mark_until_its_interval_is_small(
    served: Served, new_page: NewPage
) -> None:
    page = new_page(PHONE, "dark")
    page.goto(f"{served.url}/me")
    skill = page.get_by_role("region", name="Skill")
    expect(skill).to_contain_text("Review a match after its end")
    # As many points with good luck and with bad are not the same.
    keep(page, "reviews", kept(1, [4, 16, 10], 2))
    keep(page, "reviews", kept(2, [4, 12, 8], -2))
    page.reload()
    expect(skill.locator(".figure b")).to_have_text("9.0?")
    expect(skill.get_by_role("img")).to_have_attribute("aria-label", re.compile("from 8.5 to 9.0 points per round"))
    assert (violations(page), overflow(page)) == ([], 0)
    keep(page, "reviews", kept(3, [8, 10] * 30, 0))
    page.reload()
    expect(skill.locator(".figure b")).to_have_text("9.0")


def test_progress_is_counted_from_the_matches_of_this_device(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE, device=True)
    page.goto(f"{served.url}/progress")
    expect(page.get_by_role("link", name="Play", exact=True)).to_be_visible()
    rounds = [
        {"record": "a", "ended": 1, "edition": "second", "players": 4, "round": 0, "place": 2}
        | {"target": 3, "won": 3, "made": True, "points": 13}
    ]
    match = {"table": "locala", "edition": "second", "players": 4, "rounds": 1, "names": ["Ann", "b", "c", "d"]}
    match |= {"seat": 0, "totals": [13, 1, 2, 3], "winners": [0], "ended": 1, "status": "finished", "assisted": False}
    keep(page, "matches", {"table": "locala", "match": match, "figures": None, "rounds": rounds})
    page.reload()
    expect(page.get_by_role("list", name="Targets hit, by number")).to_contain_text("1 of 1")
    assert (violations(page), overflow(page)) == ([], 0)
    with page.expect_download() as saving:
        page.get_by_role("button", name="CSV").click()
    assert saving.value.path().read_text("utf-8").splitlines()[1].endswith(",3,3,true,13")
    # What cost most comes with exercises of its kind.
    keep(page, "reviews", kept(1, [13], 0) | {"lost": {"draft": 4}})
    page.reload()
    page.get_by_role("region", name="What cost you most").get_by_role("link", name="Puzzles").click()
    expect(page.get_by_role("heading", name="Which die do you take?")).to_be_visible()
