"""Texts by message id: languages, plurals, contexts."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from nokosu import locale
from nokosu.locale import MissingMessageError, Texts, choose, in_language, language, plural, t
from tools.catalogues import compile_catalogues

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: {forms};\\n"\n'
ENGLISH = """
msgid "greeting"
msgstr "Good evening, {name}"

msgid "farewell"
msgstr "Good night"

msgid "tricks"
msgid_plural "tricks"
msgstr[0] "one trick"
msgstr[1] "{n} tricks"
"""
FRENCH = """
msgid "greeting"
msgstr "Bonsoir, {name}"

msgid "farewell"
msgstr ""

msgid "tricks"
msgid_plural "tricks"
msgstr[0] "{n} pli"
msgstr[1] "{n} plis"
"""


@pytest.fixture
def two_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for code, forms, entries in (
        ("en", "nplurals=2; plural=(n != 1)", ENGLISH),
        ("fr", "nplurals=2; plural=(n > 1)", FRENCH),
    ):
        po = tmp_path / code / "LC_MESSAGES/nokosu.po"
        po.parent.mkdir(parents=True)
        po.write_text(HEADER.format(forms=forms) + entries, "utf-8")
    compile_catalogues(tmp_path, tmp_path)
    monkeypatch.setattr(locale, "_FOLDER", tmp_path)
    for name in ("NOKOSU_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    caches = (locale.languages, locale._catalogue)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


@pytest.mark.usefixtures("two_languages")
def test_a_message_is_worded_in_the_language_of_its_texts() -> None:
    assert Texts("en").t("greeting", name="Ann") == "Good evening, Ann"
    assert Texts("fr").t("greeting", name="Ann") == "Bonsoir, Ann"


@pytest.mark.usefixtures("two_languages")
def test_each_language_has_its_own_plural() -> None:
    assert [Texts("en").plural("tricks", n) for n in (0, 1, 2)] == ["0 tricks", "one trick", "2 tricks"]
    assert [Texts("fr").plural("tricks", n) for n in (0, 1, 2)] == ["0 pli", "1 pli", "2 plis"]


@pytest.mark.usefixtures("two_languages")
def test_what_a_language_lacks_is_said_in_english() -> None:
    assert Texts("fr").t("farewell") == "Good night"


@pytest.mark.usefixtures("two_languages")
def test_an_id_that_nobody_words_is_an_error() -> None:
    with pytest.raises(MissingMessageError, match="greetin"):
        Texts("fr").t("greetin")
    with pytest.raises(MissingMessageError):
        plural("trick", 1)


@pytest.mark.usefixtures("two_languages")
def test_a_parameter_that_is_not_given_is_an_error() -> None:
    with pytest.raises(KeyError, match="name"):
        t("greeting")


@pytest.mark.usefixtures("two_languages")
@pytest.mark.parametrize(
    ("wanted", "found"),
    [(("fr",), "fr"), (("fr-CH",), "fr"), (("fr_CA.UTF-8",), "fr"), (("hu", "FR"), "fr"), (("C",), "en"), ((), "en")],
)
def test_the_nearest_language_is_chosen(wanted: tuple[str, ...], found: str) -> None:
    assert choose(*wanted) == found


@pytest.mark.usefixtures("two_languages")
def test_the_environment_chooses_where_nobody_has(monkeypatch: pytest.MonkeyPatch) -> None:
    assert language() == "en"
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert language() == "fr"
    monkeypatch.setenv("NOKOSU_LANGUAGE", "en")
    assert language() == "en"


@pytest.mark.usefixtures("two_languages")
def test_a_language_holds_inside_its_block() -> None:
    with in_language("fr") as french:
        assert t("greeting", name="Ann") == french.t("greeting", name="Ann") == "Bonsoir, Ann"
    assert t("greeting", name="Ann") == "Good evening, Ann"


@pytest.mark.usefixtures("two_languages")
def test_a_thread_does_not_change_another_threads_language() -> None:
    heard: list[str] = []
    speaking, said = threading.Event(), threading.Event()

    def french() -> None:
        with in_language("fr"):
            speaking.set()
            said.wait()
            heard.append(t("greeting", name="Ann"))

    thread = threading.Thread(target=french)
    thread.start()
    speaking.wait()
    here = t("greeting", name="Ann")
    said.set()
    thread.join()
    assert [*heard, here] == ["Bonsoir, Ann", "Good evening, Ann"]


@pytest.mark.usefixtures("two_languages")
async def test_a_task_does_not_change_another_tasks_language() -> None:
    async def greet(code: str, mine: asyncio.Event, other: asyncio.Event) -> str:
        with in_language(code):
            mine.set()
            await other.wait()
            return t("greeting", name="Ann")

    one, two = asyncio.Event(), asyncio.Event()
    first, second = await asyncio.gather(greet("fr", one, two), greet("en", two, one))
    assert (first, second) == ("Bonsoir, Ann", "Good evening, Ann")
