"""The rules' refusals in words."""

import pytest

from nokosu.core.errors import reason
from nokosu.locale import Texts, languages
from nokosu.locale.reasons import word

pytestmark = pytest.mark.quick


def test_a_reason_of_the_rules_is_said_in_words() -> None:
    assert word(reason("why.follow", "F4", piece="R3", suit="red"), Texts("en")) == "You hold R3: follow red."


def test_the_words_of_the_rules_themselves_are_worded_too() -> None:
    assert word(reason("why.phase", "D6", phase="over"), Texts("en")) == "That cannot be done now: the match is over."


def test_english_is_always_there() -> None:
    assert languages()[0] == "en"
    assert Texts("en").t("suit.trump") == "trump"
