"""Somebody at a table in a browser, who plays the first thing that is offered."""

from __future__ import annotations

from typing import Any, Protocol

from playwright.sync_api import Page, expect


class Evaluates(Protocol):
    """A page in any browser."""

    def evaluate(self, expression: str, arg: Any = None) -> Any: ...


# What lies before the person: the end of a round, a question, a turn, or nothing.
_LOOK = """() => {
  if (document.querySelector("dialog.wide[open]")) return "result";
  if (document.querySelector("dialog[open]")) return "question";
  if (!document.querySelector(".own.turn")) return "wait";
  if (document.querySelector(".pool")) return "draft";
  return document.querySelector(".declare") ? "declare" : "play";
}"""
_CLICK = """(selector) => {
  const found = document.querySelector(selector);
  found?.click();
  return Boolean(found);
}"""

# To the next round. In one step, as the same button is the rematch once the match has ended.
GO_ON = """() => {
  if (!document.querySelector(".end .winner")) document.querySelector("dialog.wide[open] .buttons .primary")?.click();
}"""

# Until all that a match on this device needs is kept for use without a network.
KEPT = """async (file) => {
  const kept = async () => {
    for (const name of await caches.keys()) {
      const all = await (await caches.open(name)).keys();
      if (all.some(({ url }) => url.includes(file ?? "/python_stdlib.zip"))) return true;
    }
    return false;
  };
  for (const end = Date.now() + 120_000; !(await kept()); ) {
    if (Date.now() > end) throw new Error("not kept within two minutes");
    await new Promise((again) => setTimeout(again, 100));
  }
}"""


def look(page: Evaluates) -> str:
    """What this person is asked for."""
    said: str = page.evaluate(_LOOK)
    return said


def act(page: Evaluates, asked: str | None = None) -> bool:
    """Do the first thing that is offered, or that was when one looked; whether something was."""
    match asked or look(page):
        case "question":
            return _click(page, "dialog[open] .buttons .primary")
        case "draft":
            # Choosing shows what it means, choosing again takes it.
            chosen = ".pool button.chosen[aria-disabled='false']"
            return _click(page, chosen) or _click(page, ".pool button[aria-disabled='false']")
        case "declare":
            return _click(page, ".declare .buttons button")
        case "play":
            return _click(page, ".own button[aria-disabled='false']")
        case _:
            return False


def _click(page: Evaluates, selector: str) -> bool:
    clicked: bool = page.evaluate(_CLICK, selector)
    return clicked


def start_match(page: Page, url: str, edition: str = "second", rounds: int = 2) -> None:
    """A match of three against bots that answer at once, with clocks."""
    page.goto(f"{url}/new")
    page.locator("form select").first.select_option(edition)
    page.get_by_label("3", exact=True).check()
    page.get_by_label("Custom").check()
    page.get_by_role("spinbutton", name="Rounds").fill(str(rounds))
    for seat in page.locator(".seats select").all():
        seat.select_option("lili")
    page.get_by_label("With clocks").check()
    page.get_by_role("button", name="Create table").click()
    expect(page.locator(".board")).to_be_visible()


def hand(page: Page) -> list[str]:
    """One's own cards."""
    cards: list[str] = page.locator(".hand [data-piece]").evaluate_all("all => all.map((each) => each.dataset.piece)")
    return cards
