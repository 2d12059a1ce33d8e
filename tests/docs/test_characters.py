"""The page about the characters agrees with the list and with the arena's figures."""

import re
from itertools import pairwise
from pathlib import Path

from nokosu.bots.characters import CHARACTERS
from tools.pages import numbers
from tools.pages.characters import PAGE, page

ROOT = Path(__file__).parents[2]
TEXT = PAGE.read_text("utf-8")
APART = ("hugo", "otto", "hana", "bruno", "mochi")


def test_the_table_is_what_was_measured() -> None:
    assert page(TEXT) == TEXT


def test_every_character_is_listed_with_its_bot() -> None:
    rows = re.findall(r"^\| (\w+), an? \w+ \| \w+ \| `([^`]+)` \|$", TEXT, re.MULTILINE)
    assert {name.lower(): spec for name, spec in rows} == {name: each.spec for name, each in CHARACTERS.items()}


def test_at_least_five_are_told_apart() -> None:
    ranking = {each["bot"]: each for each in numbers("characters")["ranking"]}
    for stronger, weaker in pairwise(APART):
        assert ranking[stronger]["low"] > ranking[weaker]["high"]
