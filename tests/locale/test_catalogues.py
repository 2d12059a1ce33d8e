"""The code and the catalogues agree: on ids, on parameters, in every language."""

import gettext
import re
import string
from collections.abc import Iterable
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message

from tools.catalogues import LOCALE, compile_catalogues, po_files, read
from tools.messages import Use, uses, uses_in
from tools.rulebook.book import book_uses
from tools.web_messages import web_uses, web_uses_in

CATALOGUES = po_files()
SOURCE = LOCALE / "en/LC_MESSAGES/nokosu.po"


def entries(catalogue: Catalog) -> dict[str, Message]:
    return {identity(message): message for message in catalogue if message.id}


def identity(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def wordings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def fields(message: Message) -> set[str]:
    """The parameters that a text uses, over all its plural forms."""
    return {
        name for wording in wordings(message) for _, name, _, _ in string.Formatter().parse(wording) if name is not None
    }


def disagreements(english: Catalog, code: Iterable[Use]) -> list[str]:
    """What the code asks for and English lacks, or the other way round."""
    known, used = entries(english), list(code)
    faults = [f"unused: {name}" for name in known if name not in {use.message_id for use in used}]
    faults += [f"unworded: {name}" for name, message in known.items() if not all(wordings(message))]
    for use in used:
        if use.message_id not in known:
            faults.append(f"missing: {use.message_id} at {use.where}")
            continue
        message = known[use.message_id]
        if use.plural != bool(message.pluralizable):
            faults.append(f"plural in one place only: {use.message_id} at {use.where}")
        if use.params is not None and not fields(message) <= use.params:
            faults.append(f"parameters not given: {use.message_id} at {use.where}")
    return faults


def mistranslations(english: Catalog, translated: Catalog) -> list[str]:
    """What a language words otherwise than English: other parameters, ids that English has not."""
    known = entries(english)
    faults = []
    for name, message in entries(translated).items():
        if name not in known:
            faults.append(f"unknown: {name}")
        elif any(wordings(message)) and fields(message) - {"n"} != fields(known[name]) - {"n"}:
            faults.append(f"other parameters: {name}")
    return faults


def gaps(english: Catalog, translated: Catalog) -> list[str]:
    """What a language does not word, in one of its forms or at all."""
    worded = entries(translated)
    forms = translated.num_plurals
    return [
        name
        for name, message in entries(english).items()
        if name not in worded
        or not all(text.strip() for text in wordings(worded[name]))
        or len(wordings(worded[name])) != (forms if message.pluralizable else 1)
    ]


def test_english_and_the_code_agree() -> None:
    assert disagreements(read(SOURCE), [*uses(), *web_uses(), *book_uses()]) == []


@pytest.mark.parametrize("po", CATALOGUES, ids=lambda po: po.parent.parent.name)
def test_every_language_uses_the_same_parameters(po: Path) -> None:
    assert mistranslations(read(SOURCE), read(po)) == []


@pytest.mark.parametrize("po", CATALOGUES, ids=lambda po: po.parent.parent.name)
def test_every_language_words_every_text(po: Path) -> None:
    assert gaps(read(SOURCE), read(po)) == []


@pytest.mark.parametrize("po", CATALOGUES, ids=lambda po: po.parent.parent.name)
def test_parameters_are_plain_names(po: Path) -> None:
    for message in entries(read(po)).values():
        assert all(name.isidentifier() for name in fields(message)), message.id


def catalogue(**texts: str | tuple[str, str]) -> Catalog:
    made = Catalog(locale="en")
    for name, text in texts.items():
        made.add(name if isinstance(text, str) else (name, name), text)
    return made


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ('t("gone")', "missing: gone at x.py:1"),
        ('reason("gone", "F1")', "missing: gone at x.py:1"),
        ('mark("gone")', "missing: gone at x.py:1"),
        ('locale.t("a" if b else "gone")', "missing: gone at x.py:1"),
        ('t("hello")', "parameters not given: hello at x.py:1"),
        ('t("tricks", n=2)', "plural in one place only: tricks at x.py:1"),
        ("", "unused: hello"),
    ],
)
def test_a_planted_disagreement_is_found(code: str, fault: str) -> None:
    english = catalogue(hello="Hello {name}", tricks=("{n} trick", "{n} tricks"))
    assert fault in disagreements(english, uses_in(code, "x.py"))


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ('{t("gone")}', "missing: gone at x.svelte:1"),
        ("const A = { a: mark('gone') };", "missing: gone at x.svelte:1"),
        ('<p title={t("hello")}>', "parameters not given: hello at x.svelte:1"),
        ('{t("hello", { nom: name("name") })}', "parameters not given: hello at x.svelte:1"),
        ('{t("tricks", { n: 2 })}', "plural in one place only: tricks at x.svelte:1"),
        ('{plural("hello", 2, { name })}', "plural in one place only: hello at x.svelte:1"),
    ],
)
def test_a_planted_disagreement_in_the_web_client_is_found(code: str, fault: str) -> None:
    english = catalogue(hello="Hello {name}", tricks=("{n} trick", "{n} tricks"))
    assert fault in disagreements(english, web_uses_in(code, "x.svelte"))


def test_agreement_in_the_web_client_is_not_mistaken_for_a_fault() -> None:
    english = catalogue(hello="Hello {name}", tricks=("{n} trick", "{n} tricks"))
    code = '{t("hello", { name: f({ a: 1 }, "x, y") })} {plural("tricks", won[0])} {t("hello", { ...a })} {start("no")}'
    assert disagreements(english, web_uses_in(code, "x.svelte")) == []


def test_an_id_without_words_is_found() -> None:
    assert "unworded: hello" in disagreements(catalogue(hello=""), uses_in('t("hello")', "x.py"))


def test_agreement_is_not_mistaken_for_a_fault() -> None:
    english = catalogue(hello="Hello {name}", tricks=("{n} trick", "{n} tricks"))
    assert disagreements(english, uses_in('t("hello", name=x); plural("tricks", 2); t("hello", **y)', "x.py")) == []


@pytest.mark.parametrize(
    ("text", "fault"), [({"hello": "Bonjour {nom}"}, "other parameters: hello"), ({"salut": "Salut"}, "unknown: salut")]
)
def test_a_planted_mistranslation_is_found(text: dict[str, str], fault: str) -> None:
    assert mistranslations(catalogue(hello="Hello {name}"), catalogue(**text)) == [fault]


def test_a_text_that_is_still_to_be_translated_is_no_mistranslation() -> None:
    assert mistranslations(catalogue(hello="Hello {name}"), catalogue(hello="")) == []


@pytest.mark.parametrize("text", [{"hello": ""}, {"hello": " "}, {}])
def test_a_planted_gap_is_found(text: dict[str, str]) -> None:
    assert gaps(catalogue(hello="Hello"), catalogue(**text)) == ["hello"]


def test_a_planted_gap_in_one_form_is_found() -> None:
    english = catalogue(tricks=("{n} trick", "{n} tricks"))
    assert gaps(english, catalogue(tricks=("{n} pli", ""))) == ["tricks"]
    assert gaps(english, catalogue(tricks=("{n} pli", "{n} plis"))) == []


def breakable(mo: Path) -> list[str]:
    """The texts of a compiled catalogue in which a line could begin with a colon, a question mark or a closing »."""
    with mo.open("rb") as stream:
        texts = gettext.GNUTranslations(stream)._catalog  # type: ignore[attr-defined]
    return [text for name, text in texts.items() if name and re.search(r" [:;?!»%]|« ", text)]


def test_a_compiled_catalogue_has_no_day_in_it(tmp_path: Path) -> None:
    """Or two builds of one release would differ."""
    for mo in compile_catalogues(LOCALE, tmp_path):
        dates = re.findall(rb"POT-Creation-Date: (.*)", mo.read_bytes())
        assert dates == [b"1980-01-01 00:00+0000"]


def test_no_french_line_begins_with_a_colon(tmp_path: Path) -> None:
    [mo] = [path for path in compile_catalogues(LOCALE, tmp_path) if path.parts[-3] == "fr"]
    assert breakable(mo) == []


def test_a_planted_plain_space_is_found(tmp_path: Path) -> None:
    """Another language is compiled as it is."""
    po = tmp_path / "en/LC_MESSAGES/nokosu.po"
    po.parent.mkdir(parents=True)
    po.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "a"\nmsgstr "Zéro ?"\n', "utf-8"
    )
    [mo] = compile_catalogues(tmp_path, tmp_path)
    assert breakable(mo) == ["Zéro ?"]
