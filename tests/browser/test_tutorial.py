"""The tutorial: a first lesson that is played, scene by scene."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, NewPage
from tests.browser.serving import Served
from tests.browser.test_pages import overflow, violations


@dataclass(frozen=True)
class Scene:
    """What one answers: something wrong first, where that teaches, then what is right."""

    title: str
    right: tuple[str, ...] = ()
    wrong: str = ""


SCENES = [
    Scene("The goal"),
    Scene("The deal"),
    Scene("The draft", right=("dG6",)),
    Scene("Trumps", right=("R4", "B0", "B7", "G4", "dB2"), wrong="P2"),
    Scene("Following suit", right=("R1",), wrong="R4"),
    Scene("When you cannot follow", right=("B7",)),
    Scene("Who takes the trick?", right=("Y4",), wrong="G4"),
    Scene("Your target", right=("dG5",), wrong="dR3"),
    Scene("The last die", right=("G1",), wrong="dR3"),
    Scene("Zero", right=("dG3",), wrong="G7"),
]


def choice(page: Page, piece: str) -> Locator:
    """A piece that can be chosen."""
    return page.locator(f"button[data-piece={piece}]")


def test_the_tutorial_is_played_to_its_end(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto(f"{served.url}/tutorial")
    go_on = page.get_by_role("button", name="Continue")
    for scene in SCENES:
        expect(page.locator("h2")).to_have_text(scene.title)
        if scene.wrong:
            choice(page, scene.wrong).click()
            expect(page.locator(".said.bad")).not_to_be_empty()
            expect(go_on).to_have_count(0)
        for piece in scene.right:
            choice(page, piece).click()
            # What is right is never said in the colour of mistakes.
            expect(page.locator(".said.good")).not_to_be_empty()
        assert (violations(page), overflow(page)) == ([], 0)
        go_on.click()
    page.get_by_role("button", name="23", exact=True).click()
    go_on.click()
    expect(page.get_by_role("link", name="Play now")).to_be_visible()


def test_a_die_that_is_taken_moves_to_ones_own(served: Served, new_page: NewPage) -> None:
    page = new_page(PHONE)
    page.goto(f"{served.url}/tutorial")
    for _ in range(2):
        page.get_by_role("button", name="Continue").click()
    own = page.get_by_role("group", name="Your dice").locator("[data-piece]")
    expect(own).to_have_count(4)
    choice(page, "dB4").click()
    expect(own).to_have_count(5)
    expect(own.last).to_have_attribute("data-piece", "dB4")
    expect(choice(page, "dB4")).to_have_count(0)
    expect(page.locator(".middle")).to_contain_text("all green, every 6")
    # Nobody who plays by keyboard is thrown back to the top of the page.
    expect(page.get_by_role("button", name="Continue")).to_be_focused()
    page.get_by_role("button", name="Try the other die").click()
    expect(own.last).to_have_attribute("data-piece", "dG6")
    expect(page.locator(".middle")).to_contain_text("all blue, every 4")
    # Whoever comes back may try again.
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Back").click()
    choice(page, "dG6").click()
    expect(own.last).to_have_attribute("data-piece", "dG6")


def test_on_a_small_phone_the_answer_and_the_way_on_come_into_view(served: Served, new_page: NewPage) -> None:
    page = new_page((360, 480))
    page.goto(f"{served.url}/tutorial")
    for _ in range(2):
        page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Skip").click()
    expect(page.locator("h2")).to_be_in_viewport(ratio=1)
    choice(page, "P2").click()
    expect(page.locator(".said")).to_be_in_viewport(ratio=1)
    for piece in ("R4", "B0", "B7", "G4", "dB2"):
        choice(page, piece).click()
    expect(page.get_by_role("button", name="Continue")).to_be_in_viewport(ratio=1)
