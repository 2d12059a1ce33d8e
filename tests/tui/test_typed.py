"""What people type, and what is meant."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nokosu.core.match import GivenDeals, Match
from nokosu.core.round import Round
from nokosu.core.view import View, view
from nokosu.locale import in_language
from nokosu.tui.options import numbered
from nokosu.tui.typed import NotUnderstood, read_action
from tests.builders import declaring, drafting, playing
from tests.strategies import running_matches


def seen(round_: Round) -> View:
    return view(Match(round_.ruleset, GivenDeals(0, ()), (), round_, ()), round_.to_act)


DRAFT = seen(drafting("dR1 dR5 dB2 dG3", players=3, dealer=2))
DECLARE = seen(declaring("dP1", dice_of=["dR2 dR3", "dB1 dB3", "dG1 dG3"], dealer=2))
PLAY = seen(playing("dP1", ["R5 B2 B3", "R3 R4 R6", "G1 G2 G3"], ["dR5 dR4 dB6", "dB4 dB5 dB1", "dG4 dG5 dG6"]))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *((text, "take dR5") for text in ("1", "r5", "R 5", "5r", "dr5", "die r5", "red 5", "5 red", "take dR5")),
        *((text, "take dR5") for text in ("TAKE  dR5", "t r5", "take the red 5", "5-r", "r5 die", "r5.", "take r5")),
        *((text, "zero dR5") for text in ("zero dR5", "zero r5", "z r5", "z 5r", "zero red 5", "zeror5", "6")),
        ("b", "take dB2"),
        ("take g", "take dG3"),
        ("zero b", "zero dB2"),
        ("zg", "zero dG3"),
        # Not there, but clear: the table says why not.
        ("y4", "take dY4"),
    ],
)
def test_D6_Z1_in_the_draft(text: str, meant: str) -> None:
    assert str(read_action(text, DRAFT)) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *((text, "pass") for text in ("pass", "Pass", "p", "pa", "no", "n", "1", "no.")),
        *((text, "zero dR2") for text in ("zero dR2", "zero r2", "z 2r", "zero: red 2", "2")),
        ("zero b1", "zero dB1"),
    ],
)
def test_Z5_Z6_when_declaring(text: str, meant: str) -> None:
    assert str(read_action(text, DECLARE)) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *((text, "play R5") for text in ("r5", "R5", "play r5", "card r5", "5 r", "r5 card", "red 5")),
        *((text, "play dR5") for text in ("dr5", "die r5", "d r5", "r5 d", "play dR5", "the red 5 die", "dice r5")),
        # Only a die of this face is held, so it is meant.
        ("r4", "play dR4"),
        ("b6", "play dB6"),
        # Neither is held: the card, for the table to refuse.
        ("g7", "play G7"),
        ("db", "play dB6"),
    ],
)
def test_F1_when_playing(text: str, meant: str) -> None:
    assert str(read_action(text, PLAY)) == meant


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0", "no option 0"),
        ("99", "no option 99"),
        ("b", r"“b” could mean \d+\) B3, \d+\) B2\.|“b” could mean \d+\) B2, \d+\) B3\."),
        ("play", "“play” could mean "),
        ("hello", "do not understand"),
        ("pass", "You cannot do that now"),
        ("r9", "no R9"),
        ("zero r5", "You cannot do that now"),
        ("\x1b[A", "do not understand"),
        ("?!", "do not understand"),
        ("x" * 10_000, "do not understand"),
        ("²", "do not understand"),
    ],
)
def test_what_is_not_understood_gets_an_answer(text: str, said: str) -> None:
    with pytest.raises(NotUnderstood, match=said) as caught:
        read_action(text, PLAY)
    assert len(str(caught.value)) < 200
    assert str(caught.value).isprintable()


def test_Z5_a_die_alone_is_no_declaration() -> None:
    with pytest.raises(NotUnderstood, match="You cannot do that now"):
        read_action("r2", DECLARE)


@pytest.mark.parametrize(
    ("language", "text", "meant"),
    [
        ("fr", "rouge 5", "play R5"),
        ("fr", "dé rouge 5", "play dR5"),
        ("fr", "carte rouge 5", "play R5"),
        ("hu", "piros 5", "play R5"),
        ("hu", "kocka piros 5", "play dR5"),
        ("ja", "赤5", "play R5"),
        ("ja", "ダイス 赤5", "play dR5"),
        ("ja", "red 5", "play R5"),
    ],
)
def test_words_of_the_readers_language(language: str, text: str, meant: str) -> None:
    with in_language(language):
        assert str(read_action(text, PLAY)) == meant


@pytest.mark.parametrize(
    ("language", "zero", "none"), [("fr", "zéro r2", "passe"), ("hu", "nulla r2", "passz"), ("ja", "ゼロ r2", "パス")]
)
def test_Z5_zero_or_not_in_the_readers_language(language: str, zero: str, none: str) -> None:
    with in_language(language):
        assert (str(read_action(zero, DECLARE)), str(read_action(none, DECLARE))) == ("zero dR2", "pass")


@given(running_matches(), st.data())
@settings(max_examples=60)
def test_every_legal_action_is_understood_in_full_and_by_number(match: Match, data: st.DataObject) -> None:
    own = view(match, match.to_act)
    assert own.legal
    options = numbered(own)
    assert sorted(map(str, options)) == sorted(map(str, own.legal))
    number = data.draw(st.integers(0, len(options) - 1))
    action = options[number]
    assert read_action(str(action), own) == action
    assert read_action(str(action).lower(), own) == action
    assert read_action(f" {number + 1} ", own) == action


@given(running_matches(), st.text(max_size=30))
@settings(max_examples=60)
def test_whatever_is_typed_is_an_action_or_gets_an_answer(match: Match, text: str) -> None:
    own = view(match, match.to_act)
    with suppress(NotUnderstood):
        read_action(text, own)
