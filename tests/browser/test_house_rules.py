"""House rules: a file is chosen, shown in full to everybody before they sit down, and the pad counts by it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from nokosu import editions
from tests.browser.conftest import NewPage
from tests.browser.serving import Served
from tests.browser.test_pad import begin, points, write_down
from tests.browser.test_pages import overflow, violations

SECOND = Path(editions.__file__).with_name("second.toml").read_text("utf-8")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "house.toml"
    text = SECOND.replace('edition = "second"', 'edition = "our-club"').replace("\nbonus = 10", "\nbonus = 7")
    file.write_text(text, "utf-8")
    return file


def choose(page: Page, file: Path) -> None:
    """Choose a file instead of an edition."""
    page.get_by_label("Edition of the rules").select_option("FILE")
    page.get_by_label("Choose a file").set_input_files(file)


def test_everybody_sees_them_before_sitting_down(served: Served, new_page: NewPage, house: Path) -> None:
    host = new_page((390, 844))
    host.goto(f"{served.url}/new")
    wrong = house.with_name("wrong.toml")
    wrong.write_text(house.read_text("utf-8").replace("pool_size = 13", "pool_size = 12"), "utf-8")
    choose(host, wrong)
    expect(host.get_by_role("alert")).to_contain_text("players.4.pool_size: expected 13")
    expect(host.get_by_role("button", name="Create table")).to_be_disabled()
    host.get_by_label("Choose a file").set_input_files(house)
    expect(host.locator(".house")).to_contain_text("One number differs from Second edition.")
    assert host.locator(".house tbody tr").first.inner_text().split("\n")[0].startswith("Bonus")
    assert violations(host) == []
    assert overflow(host) == 0
    host.locator("form input[type=text]").first.fill("Ann")
    host.get_by_role("button", name="Create table").click()
    host.wait_for_url("**/t/*")
    guest = new_page((1280, 800))
    guest.goto(host.url)
    expect(guest.locator(".house")).to_contain_text("our-club")
    expect(guest.locator(".house .changed")).to_contain_text("7")
    assert violations(guest) == []


def test_the_pad_counts_by_them(served: Served, new_page: NewPage, house: Path) -> None:
    page = new_page((390, 844))
    page.goto(f"{served.url}/pad")
    choose(page, house)
    expect(page.locator(".house")).to_be_visible()
    begin(page, "Ann", "Bea", "Cem", "Dora")
    write_down(page, [3, 0, 4, 7], [3, 0, 5, 2])
    assert points(page) == ["17", "24", "4", "7"]
    page.reload()
    assert points(page) == ["17", "24", "4", "7"]
