"""The rules' refusals in words."""

import pytest

from nokosu.core.errors import reason
from nokosu.locale import Texts, languages
from nokosu.locale.reasons import word

pytestmark = pytest.mark.quick


def test_a_reason_of_the_rules_is_said_in_words() -> None:
    assert (
        word(reason("why.follow", "F4", piece="R3", suit="red"), Texts("en"))
        == "You have the R3, so you must play red."
    )


def test_the_words_of_the_rules_themselves_are_worded_too() -> None:
    assert word(reason("why.phase", "D6", phase="over"), Texts("en")) == "You cannot do that now: the match is over."


def test_suits_and_numbers_take_the_form_that_a_language_needs() -> None:
    hungarian = Texts("hu")
    follow = reason("why.follow", "F4", piece="R3", suit="trump")
    assert word(follow, hungarian) == "Van nálad R3, tehát adut kell adnod."
    assert "6-os" in word(reason("advice.spare-die", "S2", number=6), hungarian)


def test_seats_are_called_by_their_names_where_these_are_known() -> None:
    spared = reason("advice.spares", "S3", seat=1)
    assert word(spared, Texts("en"), names=("Ann", "Bea")) == "Drawback: it spares Bea an unwanted trick."


def test_english_is_always_there() -> None:
    assert languages()[0] == "en"
    assert Texts("en").t("suit.trump") == "trump"
