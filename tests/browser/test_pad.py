"""The score pad: counted on the device, kept there, there without a network."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

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
    for player, (tricks, die) in enumerate(zip(won, kept, strict=True)):
        tap(page, player, "Tricks won", tricks)
        tap(page, player, "Leftover die", die)
    page.locator("form button[type=submit]").click()


def tricks_of(page: Page, player: int) -> Locator:
    """A player's stepper: how many tricks they won."""
    return page.locator("form fieldset").nth(player).get_by_role("group", name="Tricks won")


def die_of(page: Page, player: int) -> Locator:
    """A player's row of dice."""
    return page.locator("form fieldset").nth(player).get_by_role("radiogroup", name="Leftover die")


def tap(page: Page, player: int, what: str, number: int) -> None:
    """Enter a number."""
    if what == "Tricks won":
        tricks_of(page, player).get_by_role("spinbutton").fill(str(number))
    else:
        die_of(page, player).locator(f"label:has(input[value='{number}'])").click()


def saved(page: Page, path: Path) -> str:
    """The match as a file."""
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save to a file").click()
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
    page.get_by_role("button", name="All matches").click()
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
    page.get_by_label("Dark").check(force=True)
    page.goto(f"{served.url}/pad")
    page.get_by_label("Custom").check()
    page.get_by_label("Number of rounds").fill("3")
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


def test_the_last_players_tricks_are_proposed_and_stay_up_to_date(served: Served, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{served.url}/pad")
    begin(page, "Ann", "Bea", "Cem", "Dora")
    tap(page, 0, "Tricks won", 3)
    tap(page, 1, "Tricks won", 4)
    proposed = page.locator(".proposed")
    expect(proposed).to_have_count(0)
    for tricks, rest in ((0, "7"), (5, "2"), (4, "3")):
        tap(page, 2, "Tricks won", tricks)
        expect(proposed.get_by_role("spinbutton")).to_have_attribute("placeholder", f"{rest}?")
        expect(page.locator("form [aria-live]")).to_contain_text(f"That leaves {rest} tricks for Dora.")
        # It is a proposal: nothing is entered for her.
        expect(tricks_of(page, 3).get_by_role("spinbutton")).to_have_value("")
    for player, die in enumerate((3, 4, 5, 0)):
        tap(page, player, "Leftover die", die)
    # A choice looks chosen, the black zero die too.
    colours = {
        span.evaluate("(each) => getComputedStyle(each).backgroundColor")
        for span in page.locator("form input:checked + span").all()
    }
    assert len(colours) == 1
    tap(page, 3, "Leftover die", 3)
    assert violations(page) == []
    page.locator("form button[type=submit]").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    assert points(page) == ["13", "14", "4", "13"]


def test_tricks_are_counted_up_and_down_and_never_past_the_round(served: Served, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{served.url}/pad")
    begin(page, "Ann", "Bea", "Cem", "Dora")
    entered = tricks_of(page, 0).get_by_role("spinbutton")
    more, less = (tricks_of(page, 0).get_by_role("button", name=name) for name in ("One more", "One less"))
    for _ in range(3):
        more.click()
    less.click()
    expect(entered).to_have_value("2")
    # What cannot be is not taken, and does not stay.
    entered.fill("99")
    entered.blur()
    expect(entered).to_have_value("2")
    tap(page, 0, "Tricks won", 14)
    expect(more).to_be_disabled()
    # The suggestion for the last player is a start to count from.
    for player, tricks in enumerate((5, 5, 1)):
        tap(page, player, "Tricks won", tricks)
    tricks_of(page, 3).get_by_role("button", name="One more").click()
    expect(tricks_of(page, 3).get_by_role("spinbutton")).to_have_value("4")


def test_an_earlier_round_is_corrected_in_its_place(served: Served, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{served.url}/pad")
    begin(page, "Ann", "Bea", "Cem", "Dora")
    write_down(page, [3, 0, 4, 7], [3, 0, 5, 2])
    write_down(page, [1, 5, 4, 4], [1, 5, 5, 2])
    tap(page, 0, "Tricks won", 6)
    page.get_by_role("button", name="Correct round 1").click()
    expect(page.locator("#entry")).to_contain_text("Correct round 1")
    expect(page.locator("#entry")).to_be_focused()
    tap(page, 2, "Leftover die", 4)
    page.locator("form button[type=submit]").click()
    assert points(page) == ["34", "45", "18", "11"]
    expect(page.get_by_role("button", name="Correct round 1")).to_be_focused()
    # The round that was being entered is still there, and a correction can be called off.
    expect(tricks_of(page, 0).get_by_role("spinbutton")).to_have_value("6")
    page.get_by_role("button", name="Correct round 2").click()
    tap(page, 0, "Leftover die", 6)
    page.get_by_role("button", name="Cancel").click()
    assert points(page) == ["34", "45", "18", "11"]
    expect(page.locator("#entry")).to_contain_text("Round 3 of 5")


def test_a_half_entered_round_survives_a_reload(served: Served, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{served.url}/pad")
    begin(page, "Ann", "Bea", "Cem", "Dora")
    tap(page, 1, "Tricks won", 4)
    tap(page, 2, "Leftover die", 0)
    page.reload()
    expect(tricks_of(page, 1).get_by_role("spinbutton")).to_have_value("4")
    expect(die_of(page, 2).locator("input:checked")).to_have_value("0")
    expect(page.locator("form input:checked")).to_have_count(1)
    # Another tab starts at the list, and finds it there.
    other = page.context.new_page()
    other.goto(f"{served.url}/pad")
    other.locator("section li button").first.click()
    expect(tricks_of(other, 1).get_by_role("spinbutton")).to_have_value("4")


def test_the_last_group_plays_again_one_round_per_player(served: Served, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{served.url}/pad")
    page.get_by_label("One per player (4)").check()
    begin(page, "Ann", "Bea", "Cem", "Dora")
    expect(page.locator("#entry")).to_contain_text("Round 1 of 4")
    for _ in range(4):
        write_down(page, [3, 0, 4, 7], [3, 0, 5, 2])
    expect(page.locator(".winner")).to_have_text("Bea wins.")
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#entry")).to_contain_text("Round 1 of 4")
    expect(page.locator("thead th").nth(2)).to_have_text("Bea")
    page.get_by_role("button", name="All matches").click()
    page.get_by_role("button", name="Same players: Ann, Bea, Cem, Dora").click()
    assert [field.input_value() for field in page.locator(".names input").all()] == ["Ann", "Bea", "Cem", "Dora"]
    page.locator("form button[type=submit]").click()
    expect(page.locator("#entry")).to_contain_text("Round 1 of 5")


def test_a_round_is_written_down_with_the_keyboard_alone(served: Served, new_page: NewPage) -> None:
    page = new_page()
    page.goto(f"{served.url}/pad")
    page.locator(".names input").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#entry")).to_be_focused()
    for tricks, die in ((0, 0), (12, 5), (2, 2), (0, 1)):
        page.keyboard.press("Tab")
        page.keyboard.type(str(tricks))
        # A group without a choice is entered at its first number, which the space bar chooses.
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        for _ in range(die):
            page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("tbody tr")).to_have_count(1)
    assert points(page) == ["30", "12", "22", "0"]
