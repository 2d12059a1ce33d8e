"""The rules page shows the rule book: every clause, the round that is played through, and links that lead there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from nokosu.server.http.static import HAS_DOCS
from tests.browser.conftest import PHONE, NewPage
from tests.browser.serving import Served
from tests.night import SOME_LANGUAGES
from tools.rulebook.clauses import SECTIONS
from tools.rulebook.played import whole_round


@pytest.mark.parametrize("language", SOME_LANGUAGES)
def test_the_rules_page_shows_the_whole_book(served: Served, new_page: NewPage, language: str) -> None:
    page = new_page(PHONE, "light", language)
    page.goto(served.url + "/rules")
    for letter, last in SECTIONS.items():
        expect(page.locator(f"#{letter}{last} strong")).to_have_text(f"{letter}{last}")
    # Every piece of the round lies in its table, drawn.
    plays = sum(len(won.trick.plays) for won in whole_round().tricks)
    tricks = page.locator("table.wide").filter(has=page.locator("tbody tr:nth-child(12)")).last
    expect(tricks.locator("td .pieces .piece")).to_have_count(plays)
    # Nothing is left unworded, and no markup is shown as it is written.
    text = page.locator("main").inner_text()
    assert re.findall(r"\brules\.[a-z0-9.-]+|`|\*|\]\(", text) == []
    page.locator("nav a[href='#numbers']").click()
    expect(page.locator("#numbers")).to_be_in_viewport()


def test_the_rules_name_editions_and_keep_the_contents_beside_them(served: Served, new_page: NewPage) -> None:
    page = new_page((1440, 900))
    page.goto(served.url + "/rules")
    # Nobody calls an edition by the name of its file.
    assert (
        page.locator(".text code").filter(has_text=re.compile("^(first|second|roger|manual|hungarian)$")).count() == 0
    )
    expect(page.get_by_role("region", name="On one screen")).to_be_in_viewport(ratio=1)
    page.locator("nav a[href='#numbers']").click()
    expect(page.locator("nav a[href='#numbers']")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("built", "shown"), [(True, 4), (False, 0)], ids=["built", "not built"])
def test_the_rules_lead_to_the_documentation_where_it_is(
    served: Served, new_page: NewPage, *, built: bool, shown: int
) -> None:
    page = new_page(PHONE)

    def served_page(route: Route) -> None:
        answer = route.fetch()
        body = re.sub(re.escape(HAS_DOCS.decode()), "", answer.text())
        route.fulfill(response=answer, body=body.replace("</head>", f"{HAS_DOCS.decode() if built else ''}</head>"))

    page.route("**/rules", served_page)
    page.goto(served.url + "/rules")
    expect(page.locator("#numbers")).to_be_attached()
    expect(page.locator("a[hreflang=en]")).to_have_count(shown)
    assert all((link.get_attribute("href") or "").startswith("/docs/") for link in page.locator("a[hreflang=en]").all())
