"""The tutorial: a first lesson that is played at the real table, scene by scene, and the round after it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, NewPage
from tests.browser.serving import Served
from tests.browser.test_pages import overflow, violations

UPRIGHT = (390, 844)
LOOKED_AT = {"Trumps", "What the others need", "Scoring"}


@dataclass(frozen=True)
class Scene:
    """What one answers: something wrong first, where that teaches, then what is right."""

    title: str
    right: tuple[str, ...] = ()
    wrong: str = ""
    answers: tuple[str, str] | None = None
    """A wrong and a right one beside the table."""


SCENES = [
    Scene("The goal"),
    Scene("Your hand", right=("R7",), wrong="P2"),
    Scene("Trumps", right=("R4", "B0", "B7", "G4", "dB2"), wrong="P2"),
    Scene("Following suit", right=("R1",), wrong="R4"),
    Scene("When you cannot follow", right=("B7",)),
    Scene("Equal pieces", right=("B6",), wrong="B0"),
    Scene("Who takes the trick?", answers=("Bruno", "You")),
    Scene("What the others need", answers=("2 / 4 / 6", "2 / 4")),
    Scene("Your target", right=("dG5",), wrong="dR3"),
    Scene("The last die", right=("G1",), wrong="dR3"),
    Scene("A die you no longer need", right=("dG6",), wrong="R1"),
    Scene("How many tricks?", answers=("7", "3")),
    Scene("Choosing a die", right=("dG3", "dG3"), wrong="dR6"),
    Scene("The last pick", right=("dG6", "dG6")),
    Scene("Zero", right=("dG3",), wrong="G7"),
    Scene("Scoring", answers=("13", "23")),
]


def choice(page: Page, piece: str) -> Locator:
    """A piece at the table."""
    return page.locator(f".table button[data-piece={piece}]").last


def answer(page: Page, scene: Scene) -> None:
    """Wrong, then right; what is wrong is explained and the way on is not open."""
    go_on = page.get_by_role("button", name="Continue", exact=True)
    if scene.wrong:
        choice(page, scene.wrong).click(force=True)
        if scene.title == "Choosing a die":
            choice(page, scene.wrong).click(force=True)
        expect(page.locator(".said.bad")).not_to_be_empty()
        expect(page.locator(".own .note")).to_have_text(page.locator(".said").inner_text())
        expect(go_on).to_have_count(0)
    if scene.answers:
        options = page.get_by_role("group", name=scene.title)
        options.get_by_role("button", name=scene.answers[0], exact=True).click()
        expect(page.locator(".said.bad")).to_be_visible()
        options.get_by_role("button", name=scene.answers[1], exact=True).click()
    for piece in scene.right:
        choice(page, piece).click()
    if scene.right or scene.answers:
        # What is right is never said in the colour of mistakes.
        expect(page.locator(".said.good")).not_to_be_empty()
        expect(page.locator(".said")).not_to_contain_text("{")


@pytest.mark.parametrize("size", [UPRIGHT, DESK])
def test_the_tutorial_is_played_to_its_end_at_the_real_table(
    size: tuple[int, int], served: Served, new_page: NewPage
) -> None:
    page = new_page(size)
    page.goto(f"{served.url}/tutorial")
    for scene in SCENES:
        expect(page.locator(".guide h2")).to_have_text(scene.title)
        # Seats with faces around the same felt, the same hand.
        expect(page.locator(".table .seat .ring svg")).to_have_count(3)
        answer(page, scene)
        assert overflow(page) == 0
        if scene.title in LOOKED_AT:
            assert violations(page) == []
        go_on = page.get_by_role("button", name="Continue", exact=True)
        expect(go_on).to_be_in_viewport(ratio=1)
        go_on.click()
    expect(page.get_by_role("button", name="Play a guided round")).to_be_visible()
    expect(page.locator(".guide")).to_contain_text("five rounds")


def test_the_red_four_is_refused_as_the_trump_it_is(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    page.add_init_script("""localStorage["nokosu.settings"] = '{"tutorialAt": 3}'""")
    page.goto(f"{served.url}/tutorial")
    expect(page.locator(".guide h2")).to_have_text("Following suit")
    expect(page.locator(".hand button[data-trump]")).to_have_count(4)
    # Only what may be played is lit.
    lit = page.locator(".own button.ready").evaluate_all("all => all.map((each) => each.dataset.piece)")
    assert lit == ["dR3", "R1"]
    choice(page, "R4").click(force=True)
    expect(page.locator(".own .note")).to_contain_text("The red 4 is a trump")


def test_the_tutorial_goes_on_where_it_was_left_and_ends_in_a_guided_round(served: Served, new_page: NewPage) -> None:
    page = new_page(UPRIGHT, pace="instant")
    page.goto(f"{served.url}/tutorial")
    page.get_by_role("button", name="Continue", exact=True).click()
    page.get_by_role("button", name="Skip this step").click()
    expect(page.locator(".guide h2")).to_have_text("Trumps")
    page.reload()
    expect(page.locator(".guide h2")).to_have_text("Trumps")
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="Play a guided round").click()
    expect(page.locator(".board h1")).to_contain_text("Round 1 of 1")
    expect(page.get_by_role("complementary", name="Coach")).to_be_visible()


def test_on_a_small_phone_the_answer_and_the_way_on_come_into_view(served: Served, new_page: NewPage) -> None:
    page = new_page((360, 480))
    page.add_init_script("""localStorage["nokosu.settings"] = '{"tutorialAt": 2}'""")
    page.goto(f"{served.url}/tutorial")
    expect(page.locator(".guide h2")).to_be_in_viewport(ratio=1)
    for piece in ("R4", "B0", "B7", "G4", "dB2"):
        choice(page, piece).click()
    expect(page.get_by_role("button", name="Continue", exact=True)).to_be_in_viewport(ratio=1)
