"""Bots with a name and a face: one list, complete, and nobody is somebody else in disguise."""

from __future__ import annotations

import re

import pytest

from nokosu.bots.base import BotError
from nokosu.bots.characters import CHARACTERS, DEFAULT_BOT, parties, party
from nokosu.bots.levels import LEVELS, LINES
from nokosu.bots.registry import make, names, offered
from nokosu.core.stream import Stream
from nokosu.core.view import view
from nokosu.locale import Texts, languages
from nokosu.pictures.faces import BOTS, PEOPLE, face
from tests.bots.club_views import situations
from tests.builders import SEED, random_match, rules


def test_there_are_eight_or_more_and_no_two_play_the_same_way() -> None:
    assert len(CHARACTERS) >= 8
    assert len({each.spec for each in CHARACTERS.values()}) == len(CHARACTERS)
    assert CHARACTERS.keys() <= set(names())
    assert DEFAULT_BOT in CHARACTERS
    # A clock would make a name play worse on a slow machine.
    assert not [each.spec for each in CHARACTERS.values() if re.search(r"\d(ms|s)\b", each.spec)]


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_character_plays_as_its_bot_does(name: str) -> None:
    bot, same = make(name), make(CHARACTERS[name].spec)
    assert bot.name == name, "records show the character"
    seen = view(random_match(rules(3), 20), random_match(rules(3), 20).to_act)
    assert bot.choose(seen, Stream(SEED, "bot")) == same.choose(seen, Stream(SEED, "bot"))
    with pytest.raises(BotError):
        make(f"{name}:3")


def test_every_character_has_a_face_and_no_two_look_alike() -> None:
    assert {*CHARACTERS, "robot"} == set(BOTS)
    drawn = [face(name) for name in (*BOTS, *PEOPLE)]
    assert len(set(drawn)) == len(drawn)
    # Colour is never the only difference: without it they still differ.
    shapes = [re.sub(r"#[0-9a-f]{3,6}", "", each) for each in drawn]
    assert len(set(shapes)) == len(shapes)
    with pytest.raises(KeyError):
        face("nobody")


@pytest.mark.parametrize("language", languages())
def test_names_are_short_and_nobody_else_has_them(language: str) -> None:
    called = [Texts(language).t(each.text) for each in CHARACTERS.values()]
    assert max(map(len, called)) <= 6
    assert len(set(called)) == len(called)


def test_a_party_is_of_its_level_strongest_first_and_then_of_the_nearest() -> None:
    everybody = tuple(CHARACTERS)
    for level in LEVELS:
        own = [name for name in everybody if CHARACTERS[name].level == level]
        invited = party(level, 4, everybody)
        assert len(set(invited)) == 4
        assert invited[: len(own)] == tuple(reversed(own))[:4]
        assert level in LINES
    # Nobody weaker sits at an experts' table, not even at one of five.
    assert party("expert", 4, everybody) == ("kame", "greta", "hugo", "vera")
    assert party("champion", 4, everybody) == ("ryu", "nori", "kame", "greta")


def test_only_characters_that_can_play_here_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(offered()) == list(CHARACTERS)
    monkeypatch.setattr("nokosu.kernel.available", False)
    monkeypatch.setattr("nokosu.bots.portable.available", lambda: False)
    left = offered()
    assert "otto" in left
    assert "vera" not in left
    # Where one of a level's characters is missing, the level is: it would not mean the same.
    assert list(parties(4, left)) == ["beginner", "club"]
    assert list(parties(4, [name for name in CHARACTERS if name != "vera"])) == ["beginner", "club", "champion"]


def test_a_club_player_takes_settings() -> None:
    seen = [view for _, view in situations(1)][::40]
    usual, lover = ([make(spec).choose(view, Stream(bytes(32), "a")) for view in seen] for spec in ("club", "zora"))
    assert usual == [make("club:counts=yes").choose(view, Stream(bytes(32), "a")) for view in seen]
    assert usual != lover
    for wrong in ("club:3", "club:counts=maybe", "club:take_zero=many", "club:take_zero=1e9", "club:plan=no"):
        with pytest.raises(BotError, match=re.escape(wrong.partition(":")[2])):
            make(wrong)
