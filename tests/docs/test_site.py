"""The documentation site: every public name is in its API reference, and its pages suit the server's policy."""

import re
from pathlib import Path

import pytest

import nokosu
from nokosu import bots
from nokosu.locale import Texts, languages
from tools import docs_site
from tools.docs_site import OUTSIDE, accessible, api_pages, named, public_names, without_inline

DOCS = Path(__file__).parents[2] / "docs"


def test_every_public_name_is_in_the_api_reference() -> None:
    pages = "\n".join(api_pages().values())
    documented = set(re.findall(r"^\.\. auto\w+:: (\S+)$", pages, re.MULTILINE))
    assert documented == {name.full for name in public_names()} | {"nokosu"}
    assert {f"nokosu.{name}" for name in nokosu.__all__} <= documented
    assert {f"nokosu.bots.{name}" for name in bots.__all__} <= documented


def test_a_class_is_shown_with_our_members_and_not_with_those_of_python() -> None:
    page = api_pages()["nokosu.Colour.rst"]
    assert ":inherited-members: " in page
    assert "Enum" in page
    assert "core" not in page


def test_names_that_are_gone_leave_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs_site, "API", tmp_path)
    (tmp_path / "nokosu.Gone.rst").write_text("old", "utf-8")
    docs_site.write_api()
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(api_pages())


def test_inline_scripts_and_styles_become_files() -> None:
    files: dict[str, str] = {}
    page = '<style>p {}</style><script src="a.js"></script><p style="x">t</p><script>\nlet a;\n</script>'
    first = without_inline(page, "../", files)
    assert first == (
        '<link rel="stylesheet" href="../_static/inline-0.css"><script src="a.js"></script><p style="x">t</p>'
        '<script src="../_static/inline-1.js"></script>'
    )
    assert without_inline(page, "../", files) == first
    assert files == {"inline-0.css": "p {}", "inline-1.js": "let a;"}


def test_captions_have_a_level_and_code_can_be_scrolled_with_a_keyboard() -> None:
    page = '<p class="caption" role="heading">Players</p><pre>code</pre>'
    assert accessible(page) == (
        '<p class="caption" role="heading" aria-level="2">Players</p><pre tabindex="0">code</pre>'
    )


def test_links_to_pages_outside_of_the_site_become_their_names() -> None:
    text = "[its README](../web/README.md), [page](../arena.md#x), [client.py](../../examples/client.py)"
    assert OUTSIDE.sub(named, text) == "its README (`web/README.md`), [page](../arena.md#x), `examples/client.py`"


def test_the_table_of_contents_has_every_page_in_its_place() -> None:
    """Sphinx checks it again; here it is checked without Sphinx."""
    index = (DOCS / "index.md").read_text("utf-8")
    listed = set(re.findall(r"^([a-z][\w./-]*)$", index, re.MULTILINE)) - {"api/index"}
    pages = {str(path.relative_to(DOCS).with_suffix("")) for path in DOCS.rglob("*.md")} - {"index"}
    below = r"rules\..+|decisions/.+|benchmarks/(?!README).+|mutation|champion-log|fairness"
    nested = {page for page in pages if re.fullmatch(below, page)}
    assert listed == pages - nested


def next_steps(page: str) -> list[str]:
    """Return the links in the last paragraph of a page, if it says what to read next."""
    last = page.rstrip().rpartition("\n\n")[2]
    said = ("**Next:** ", *(Texts(code).t("rules.next").partition("[")[0] for code in languages()))
    return re.findall(r"\]\(([^)]+)\)", last) if last.startswith(said) else []


def test_every_page_has_a_next_step() -> None:
    """Decisions and measurements have the links of the theme."""
    pages = [*DOCS.glob("*.md"), *(DOCS / "tutorials").glob("*.md")]
    pages.remove(DOCS / "index.md")
    assert [path.name for path in pages if not next_steps(path.read_text("utf-8"))] == []
    assert next_steps("# A page\n\nwith a [link](a.md)\n") == []


def test_a_picture_with_a_light_sister_follows_the_theme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs_site, "DOCS", tmp_path)
    (tmp_path / "images").mkdir()
    (tmp_path / "images/trick-day.jpg").touch()
    page = "![a trick](images/trick.jpg)\n\n![a draft](images/draft.jpg)\n"
    shown = docs_site.THEMED.sub(docs_site.themed, page)
    assert re.findall(r"image} (\S+)\n:class: (\S+)\n:alt: (.+)", shown) == [
        ("images/trick-day.jpg", "only-light", "a trick"),
        ("images/trick.jpg", "only-dark", "a trick"),
    ]
    assert "![a draft](images/draft.jpg)" in shown
