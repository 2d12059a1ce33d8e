"""One fact has one name: no catalogue uses another word for a term of the game."""

import pytest

from nokosu.locale import languages
from tools.terms import ALLOWED, TERMS, catalogue, findings

PLANTED = {
    "en": ("Your contract is 3.", "target"),
    "fr": ("Trois bots jouent.", "robot"),
    "hu": ("A jegyzőkönyv letöltése", "felvétel, játszma"),
    "ja": ("切り札は{n}つ。", "個"),
}


@pytest.mark.parametrize("language", languages())
def test_the_catalogue_uses_the_terms_of_the_game(language: str) -> None:
    assert [str(each) for each in findings(language, catalogue(language))] == []


@pytest.mark.parametrize("language", languages())
def test_a_planted_word_is_found(language: str) -> None:
    text, term = PLANTED[language]
    assert [each.term for each in findings(language, {"web.planted": text})] == [term]


def test_a_parameter_is_not_a_word() -> None:
    assert list(findings("en", {"replay.made": "{name} {contract}: target hit"})) == []


def test_every_language_has_terms_and_every_exception_is_needed() -> None:
    assert set(TERMS) == set(languages())
    needed = {
        name
        for language in languages()
        for name in ALLOWED
        if list(findings(language, {"x": catalogue(language).get(name, "")}))
    }
    assert needed == set(ALLOWED)
