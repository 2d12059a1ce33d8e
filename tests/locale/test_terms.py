"""One fact has one name: no catalogue uses another word for a term of the game."""

import re

import pytest

from nokosu.cli import COMMANDS
from nokosu.locale import languages
from tools.terms import TERMS, catalogue, findings

PLANTED = {
    "en": (
        "Your contract is 3.",
        "Targets made lately",
        "Back to the first page",
        "See your page",
        "Choose your face",
        "It is at the server.",
        "Points a round",
        "Another player's turn",
        "Loading …",
    ),
    "fr": (
        "Votre contrat est 3.",
        "Objectif réussi",
        "Vous réussissez votre objectif.",
        "La promesse du serveur",
        "Votre visage",
        "Trois bots. Et un autre bot.",
        "Le siège 3",
        "Reprendre le dernier coup",
        "La sélection des dés",
        "La donne était-elle honnête ?",
        "Lire l'URL",
        "Chargement …",
    ),
    "hu": (
        "Ez a vállalás sikerült.",
        "A jegyzőkönyv letöltése",
        "A kiszolgáló nem felel.",
        "Ezen a készüléken",
        "Egy nulla kocka",
        "Jelentkezz be, vagy bejelentkezel később.",
        "Ez a parti véget ért.",
        "Kérj tippet.",
        "2. kör",
        "Hivatkozás másolása",
        "Ígéret",
        "Cél elvétve",
        "Próbálja újra.",
        "Betöltés …",
        "Ez a(z) Otto",
        "A pontlap mentése",
        "A klubjátékos tanácsa",
        "Otto kifutott az időből.",
        "Egy rekord megnyitása",
    ),
    "ja": (
        "コントラクトは3です。",
        "このブラウザーでは使えません。",
        "顔を選ぶ",
        "双子",
        "切り札は{n}つ。",
        "対局を保存",
        "棋譜",
        "今日の配り",
        "ディーラーは誰？",
        "2人目の審判",
        "サインイン",
        "統計に数えません。",
        "得点表",
        "プロフィール",
        "駒を選ぶ",
        "ボットが打ちます。",
        "レート1500",
        "読み込み中 …",
    ),
}


@pytest.mark.parametrize("language", languages())
def test_the_catalogue_uses_the_terms_of_the_game(language: str) -> None:
    assert [str(each) for each in findings(language, catalogue(language))] == []


@pytest.mark.parametrize("language", languages())
def test_a_planted_word_is_found(language: str) -> None:
    """One sentence for each entry of the list, in its order."""
    for text, term in zip(PLANTED[language], TERMS[language].values(), strict=True):
        assert [each.term for each in findings(language, {"web.planted": text})] == [term], text


def test_a_parameter_is_not_a_word() -> None:
    assert list(findings("en", {"replay.made": "{name} {contract}: target hit"})) == []


def test_every_language_has_terms() -> None:
    assert set(TERMS) == set(languages())


def without_infinitive(texts: dict[str, str]) -> list[str]:
    """Return the commands whose French summary does not begin with an infinitive, or with a noun and a colon."""
    first = re.compile(r"(?:[A-ZÀ-Ý][a-zà-ÿ]*(?:er|ir|re)\b|\w+ (?:ou \w+ )?[:?])")
    return [name for name, text in texts.items() if not first.match(text)]


def test_french_summaries_of_commands_have_one_form() -> None:
    french = catalogue("fr")
    assert without_infinitive({message: french[message] for message in COMMANDS.values()}) == []
    assert without_infinitive({"cli.verify": "Vérifie des enregistrements."}) == ["cli.verify"]
