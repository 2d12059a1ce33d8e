"""What is wrong with how a table is laid out, found in the page itself: one line per fault."""

from __future__ import annotations

from playwright.sync_api import Page

SIZES = [
    *((360, 640), (390, 844), (844, 390), (768, 1024), (820, 1180)),
    *((1024, 768), (1280, 800), (1440, 900), (1920, 1080), (2560, 1440)),
]
TWELVE = "Wolfgangamad"
"""As long as a name may be that is never cut."""
TOUCH_WIDTH = 1180
"""Up to this width a screen may be one that is touched."""

_FAULTS = """([touch, name]) => {
  const all = (selector, root = document) =>
    [...root.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const box = (each) => each.getBoundingClientRect();
  const called = (each) =>
    each.dataset?.piece ?? each.dataset?.face ?? (each.textContent.trim().slice(0, 24) || each.getAttribute("class"));
  const faults = [];
  // A piece that is turned a little takes a larger box than it covers.
  const meet = (a, b, slack) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return wide > slack * Math.min(a.width, b.width) + 1 && high > slack * Math.min(a.height, b.height) + 1;
  };
  // A piece and the word on it belong together.
  const slot = (each) => each.closest(".slot");
  const same = (a, b) => a.contains(b) || b.contains(a) || (slot(a) && slot(a) === slot(b));
  const apart = (things, slack) => {
    const boxes = things.map(box);
    for (let i = 0; i < things.length; i++)
      for (let j = i + 1; j < things.length; j++)
        if (!same(things[i], things[j]) && meet(boxes[i], boxes[j], slack))
          faults.push(`${called(things[i])} covers ${called(things[j])}`);
  };
  const dialog = document.querySelector("dialog[open]");
  if (dialog) {
    const on = box(dialog.querySelector(".primary"));
    if (on.top < 0 || on.bottom > innerHeight + 1) faults.push("the way on has to be scrolled to");
    if (dialog.scrollWidth > dialog.clientWidth + 1) faults.push("the result is cut");
    return faults;
  }
  for (const each of all(".seat .name")) {
    each.textContent = name;
    each.classList.add("long");
    const [edge, own] = [box(each.closest(".seat")), box(each)];
    const lines = own.height / parseFloat(getComputedStyle(each).fontSize);
    if (each.scrollWidth > each.clientWidth + 1 || own.right > edge.right || lines > 2.5)
      faults.push("a name is cut");
  }
  const lying = ".seat, .slot > div, .wins, .trump, .led, .last, .pool button, .declare :is(p, ul, button), .draft p";
  const own = ".own .message, .own .targets, .own .dice button, .own .bar .side button, .own .mark";
  const pieces = all(".hand [data-piece]");
  const hand = pieces.length ? [document.querySelector(".hand")] : [];
  const shown = all(`${lying}, ${own}, .board header :is(button, h1)`);
  apart([...shown.filter((each) => each.textContent.trim() || each.matches("button")), ...hand], 0.08);
  for (const seat of all(".seat")) apart(all(".name, .targets, .mark, .tag, .dice .piece, .count", seat), 0.08);
  // Cards of a fan overlap, and their corners stay free.
  apart(pieces, 0.4);
  const tapped = all(".own button, .pool button, .declare button, .last, .board header button");
  for (const each of [...tapped, ...all(".seat, .slot, .trump, .message")]) {
    const { left, top, right, bottom } = box(each);
    if (left < -2 || top < -2 || right > innerWidth + 2 || bottom > innerHeight + 2)
      faults.push(`${called(each)} has to be scrolled to`);
  }
  for (const each of touch ? tapped : [])
    if (Math.min(each.offsetWidth, each.offsetHeight) < 43.5) faults.push(`${called(each)} is too small to tap`);
  const table = box(document.querySelector(".table"));
  const used = all(".seat, .slot, .trump, .pool button, .hand [data-piece]").map(box);
  const span = (from, to) => Math.max(...used.map((each) => each[to])) - Math.min(...used.map((each) => each[from]));
  if (span("left", "right") < 0.75 * table.width || span("top", "bottom") < 0.75 * table.height)
    faults.push("the table is empty at its edges");
  return faults;
}"""


def faults(page: Page, size: tuple[int, int]) -> list[str]:
    """Everything that is wrong at this size of the window."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    found: list[str] = page.evaluate(_FAULTS, [width <= TOUCH_WIDTH, TWELVE])
    return [f"{width}x{height}: {fault}" for fault in dict.fromkeys(found)]


def all_faults(page: Page) -> list[str]:
    """At all sizes."""
    return [fault for size in SIZES for fault in faults(page, size)]
