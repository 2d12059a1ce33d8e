"""A whole match by link, across a lost page and a killed server; why a piece may not be played; notifications."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, NewPage
from tests.browser.playing import act, hand, look
from tests.browser.serving import Served


def set_table(page: Page, url: str, players: int) -> str:
    """A table of one round for this many people; its link."""
    page.goto(f"{url}/new")
    page.get_by_label(str(players), exact=True).check()
    page.get_by_label("Custom").check()
    page.locator("input[type=number]").fill("1")
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("img", name="QR code for the link")).to_be_visible()
    return page.url


def play_until(pages: list[Page], enough: int) -> int:
    """Let everybody act until that many things were done or all see the result; how many were."""
    done = 0
    while done < enough and any(look(page) != "result" for page in pages):
        done += sum(act(page) for page in pages)
    return done


def test_four_people_play_a_match_by_link_while_one_leaves_and_the_server_dies(
    own_server: Served, new_page: NewPage
) -> None:
    host = new_page(DESK)
    link = set_table(host, own_server.url, 4)
    pages = [host, new_page(PHONE), new_page(PHONE, "dark"), new_page(DESK, "dark")]
    for name, page in zip(("Anna", "Béla", "Chloé"), pages[1:], strict=True):
        page.goto(link)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Sit down").first.click()
    for page in pages:
        expect(page.locator(".board")).to_be_visible()
    hands = [hand(page) for page in pages]
    assert len({card for cards in hands for card in cards}) == 40

    play_until(pages, 20)
    # One closes the page and opens the link again: the same seat, the same cards.
    before = hand(pages[1])
    pages[1].reload()
    expect(pages[1].locator(".board")).to_be_visible()
    assert set(hand(pages[1])) <= set(before)

    play_until(pages, 15)
    own_server.kill()
    expect(pages[2].get_by_text("Connection lost")).to_be_visible()
    own_server.start()
    for page in pages:
        expect(page.get_by_text("Connection lost")).to_have_count(0, timeout=30_000)

    play_until(pages, 10_000)
    totals = []
    for page in pages:
        expect(page.locator(".winner")).to_be_visible()
        totals.append(sorted(page.locator("tfoot td").all_text_contents()))
    assert totals == [totals[0]] * 4
    # Who made the table and who came to it were promised a deal before they gave their numbers, and kept that.
    for page in pages[:2]:
        page.get_by_text("All scores").click()
        page.get_by_role("link", name="Was the deal fair?").click()
        expect(page.get_by_role("heading", name="Everything matches.")).to_be_visible()
        for note in ("this browser saved", "number from this browser"):
            expect(page.locator(".steps li", has_text=note)).to_have_count(1)
    # A note that says otherwise is found out.
    pages[0].evaluate(
        "localStorage['nokosu.promises'] = localStorage['nokosu.promises'].replaceAll(/[0-9a-f]{64}/g, '0')"
    )
    pages[0].reload()
    expect(pages[0].locator(".steps .wrong")).to_have_count(2)


def test_a_piece_that_may_not_be_played_tells_why(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    page.goto(served.url)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/**")
    barred = page.locator(".hand button.barred")
    while not ((asked := look(page)) == "play" and barred.count()):
        if asked == "result":
            page.keyboard.press("Escape")
        act(page, asked)
    before = len(hand(page))
    # Playwright takes aria-disabled for "cannot be clicked"; here it can, and answers.
    barred.first.click(force=True)
    expect(page.locator(".note")).to_contain_text("you must play")
    assert len(hand(page)) == before


def test_who_looks_elsewhere_is_told_that_it_is_their_turn_if_they_wish(served: Served, new_page: NewPage) -> None:
    page = new_page(DESK)
    page.context.grant_permissions(["notifications"], origin=served.url)
    for wanted in (False, True):
        page.goto(f"{served.url}/settings")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
        page.get_by_label("Notify me").set_checked(wanted)
        page.goto(served.url)
        page.get_by_role("button", name="Play now").click()
        expect(page.locator(".board")).to_be_visible()
        page.evaluate("() => Object.defineProperty(document, 'hidden', { get: () => true })")
        pick_a_die(page)
        # The title says it to everybody.
        expect(page).to_have_title("● Your turn · Nokosu Dice")
        expect(page.locator("[aria-live]")).to_contain_text("Your turn")
        assert notifications(page, at_least=int(wanted)) == ["Your turn"] * wanted


def pick_a_die(page: Page) -> None:
    """Take one, and wait until it is one's turn again."""
    while look(page) != "draft":
        pass
    own = page.locator(".own .dice [data-piece]").count()
    act(page)
    act(page)
    expect(page.locator(".own .dice [data-piece]")).to_have_count(own + 1)
    expect(page.locator(".own.turn")).to_be_visible()


def notifications(page: Page, at_least: int) -> list[str]:
    """What the system shows, once there are so many."""
    shown: list[str] = page.evaluate(
        """async (enough) => {
          const worker = await navigator.serviceWorker.getRegistration();
          for (;;) {
            const all = await worker.getNotifications();
            if (all.length >= enough) return all.map((each) => each.body);
          }
        }""",
        at_least,
    )
    return shown
