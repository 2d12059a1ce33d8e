"""The score pad: counted on the device, kept there, there without a network."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.serving import Served
from tests.browser.test_pages import overflow, violations


def begin(page: Page, *names: str) -> None:
    """A new match of these players."""
    for index, name in enumerate(names):
        page.locator(".names input").nth(index).fill(name)
    page.locator("form button[type=submit]").click()


def write_down(page: Page, won: list[int], kept: list[int]) -> None:
    """Type in a round."""
    for player, tricks in enumerate(won):
        page.locator("form input[type=number]").nth(player).fill(str(tricks))
    for player, die in enumerate(kept):
        page.locator("form [role=radiogroup]").nth(player).locator(f"input[value='{die}']").check(force=True)
    page.locator("form button[type=submit]").click()


def saved(page: Page, path: Path) -> str:
    """The match as a file."""
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as a file").click()
    saving.value.save_as(path)
    return path.read_text("utf-8")


def points(page: Page) -> list[str]:
    """The totals on the sheet."""
    return page.locator("tfoot td").all_inner_texts()


def test_a_match_is_counted_kept_undone_and_saved(served: Served, new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    page.goto(f"{served.url}/pad")
    begin(page, "Ann", "Bea", "Cem", "Dora")
    write_down(page, [3, 0, 4, 6], [3, 0, 5, 2])
    expect(page.get_by_role("alert")).to_contain_text("13")
    assert points(page) == ["0", "0", "0", "0"]
    write_down(page, [3, 0, 4, 7], [3, 0, 5, 2])
    expect(page.locator("tbody tr")).to_have_count(1)
    assert points(page) == ["23", "30", "4", "7"]
    assert (violations(page), overflow(page)) == ([], 0)

    assert json.loads(saved(page, tmp_path / "pad.json"))["totals"] == [23, 30, 4, 7]
    with page.expect_download() as drawing:
        page.get_by_role("button", name="Save as an image").click()
    drawing.value.save_as(tmp_path / "pad.png")
    assert (tmp_path / "pad.png").read_bytes().startswith(b"\x89PNG")

    page.get_by_role("button", name="Undo").click()
    assert points(page) == ["0", "0", "0", "0"]
    # What was undone waits in the form.
    page.locator("form button[type=submit]").click()
    assert points(page) == ["23", "30", "4", "7"]
    page.reload()
    page.locator("section li button").first.click()
    assert points(page) == ["23", "30", "4", "7"]

    other = new_page()
    other.goto(f"{served.url}/pad")
    other.set_input_files("input[type=file]", tmp_path / "pad.json")
    expect(other.locator("tbody tr")).to_have_count(1)
    assert points(other) == ["23", "30", "4", "7"]


def test_a_match_of_three_rounds_is_printed_and_goes_round_by_file(
    served: Served, new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page()
    page.goto(f"{served.url}/settings")
    page.get_by_label("dark").check(force=True)
    page.goto(f"{served.url}/pad")
    page.locator("form input[type=number]").fill("3")
    begin(page, "Ann", "Bartholomew", "Cem", "Dora")
    for won, kept in (([3, 0, 4, 7], [3, 0, 5, 2]), ([1, 5, 4, 4], [1, 5, 5, 2]), ([2, 6, 6, 0], [2, 6, 5, 0])):
        write_down(page, won, kept)
    expect(page.locator(".winner")).to_have_text("Bartholomew wins.")
    assert points(page) == ["56", "71", "14", "31"]
    assert (violations(page), overflow(page)) == ([], 0)
    first = saved(page, tmp_path / "first.json")
    other = new_page()
    other.goto(f"{served.url}/pad")
    other.set_input_files("input[type=file]", tmp_path / "first.json")
    assert saved(other, tmp_path / "second.json") == first

    # On paper: the sheet alone, dark on light, though the screen is dark.
    page.emulate_media(media="print")
    for gone in (page.locator("header"), page.locator("footer"), page.get_by_role("button", name="Print")):
        expect(gone).to_be_hidden()
    expect(page.locator("tfoot")).to_be_visible()
    expect(page.locator("h1")).to_have_css("color", "rgb(43, 32, 24)")


def test_the_pad_and_the_rules_are_there_without_a_network(served: Served, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{served.url}/pad")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    page.context.set_offline(True)
    page.goto(f"{served.url}/pad")
    begin(page, "Ann", "Bea", "Cem", "Dora")
    write_down(page, [3, 0, 4, 7], [3, 0, 5, 2])
    expect(page.locator("tbody tr")).to_have_count(1)
    assert points(page) == ["23", "30", "4", "7"]
    page.goto(f"{served.url}/rules")
    expect(page.locator("figure").first).to_be_visible()


def test_a_round_is_written_down_with_the_keyboard_alone(served: Served, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{served.url}/pad")
    page.locator(".names input").first.focus()
    page.keyboard.press("Enter")
    page.locator("form .tricks button").first.focus()
    for tricks, die in ((3, 3), (0, 0), (4, 5), (7, 2)):
        page.keyboard.press("Tab")
        page.keyboard.type(str(tricks))
        page.keyboard.press("Tab")
        # An empty group of radio buttons is entered at its first one, which the space bar chooses.
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        for _ in range(die):
            page.keyboard.press("ArrowRight")
        # Past the next player's first button, unless it cannot be pressed.
        page.keyboard.press("Tab")
    page.locator("form button[type=submit]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("tbody tr")).to_have_count(1)
    assert points(page) == ["23", "30", "4", "7"]
