"""Pieces and actions as text, both ways; what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nokosu.core.actions import Action, DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.errors import NotationError
from nokosu.core.match import Match
from nokosu.core.notation import parse_action, parse_colour, parse_die, parse_piece
from nokosu.core.pieces import CARDS, DICE, Colour, card, die
from nokosu.core.round import Phase
from tests.strategies import running_matches

B4, DB4 = card(Colour.BLUE, 4), die(Colour.BLUE, 4)


def test_C4_every_piece_round_trips() -> None:
    for piece in (*CARDS, *DICE):
        assert parse_piece(str(piece)) is piece
    assert len({str(piece) for piece in (*CARDS, *DICE)}) == 70


def test_C1_every_colour_round_trips() -> None:
    assert [parse_colour(colour.letter) for colour in Colour] == list(Colour)


@pytest.mark.parametrize(
    ("phase", "text", "action"),
    [
        (Phase.DRAFT, "take dB4", Take(DB4)),
        (Phase.DRAFT, "zero dB4", TakeZero(DB4)),
        (Phase.DECLARE, "pass", Pass()),
        (Phase.DECLARE, "zero dB4", DeclareZero(DB4)),
        (Phase.PLAY, "play dB4", Play(DB4)),
        (Phase.PLAY, "play B4", Play(B4)),
    ],
)
def test_every_kind_of_action_is_read_and_printed(phase: Phase, text: str, action: Action) -> None:
    assert parse_action(text, phase) == action
    assert str(action) == text


@given(running_matches())
def test_every_legal_action_round_trips(match: Match) -> None:
    for action in match.legal():
        assert parse_action(str(action), match.round.phase) == action


@pytest.mark.parametrize(
    "text",
    ["", "R", "R8", "R-1", "r5", "B 4", "dB0", "dB7", "DB4", "db4", "d", "B4 ", " B4", "zero", "X1", "B４", "dd4"],
)
def test_what_is_no_piece_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"is not a piece; cards are R0 to P7, dice dR1 to dP6$"):
        parse_piece(text)


@pytest.mark.parametrize("text", ["", "r", "RB", "red", "X"])
def test_what_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"is not a colour; expected one of R, B, G, Y, P$"):
        parse_colour(text)


def test_a_card_where_a_die_belongs_is_refused() -> None:
    assert parse_die("dB4") == DB4
    with pytest.raises(NotationError, match=r"^'B4' is a card; a die is written dB4$"):
        parse_die("B4")
    with pytest.raises(NotationError, match="is a card"):
        parse_action("take B4", Phase.DRAFT)


@pytest.mark.parametrize(
    ("phase", "text", "expected"),
    [
        (Phase.DRAFT, "play R5", "expected 'take dR5' or 'zero dB2'"),
        (Phase.DRAFT, "pass", "expected 'take dR5' or 'zero dB2'"),
        (Phase.DRAFT, "take", "expected 'take dR5' or 'zero dB2'"),
        (Phase.DRAFT, "take dR5 dR6", "expected 'take dR5' or 'zero dB2'"),
        (Phase.DRAFT, "take  dR5", "expected 'take dR5' or 'zero dB2'"),
        (Phase.DRAFT, "Take dR5", "expected 'take dR5' or 'zero dB2'"),
        (Phase.DECLARE, "take dR5", "expected 'pass' or 'zero dR1'"),
        (Phase.DECLARE, "pass ", "expected 'pass' or 'zero dR1'"),
        (Phase.DECLARE, "zero", "expected 'pass' or 'zero dR1'"),
        (Phase.PLAY, "R5", "expected 'play R5' or 'play dR5'"),
        (Phase.PLAY, "zero dR5", "expected 'play R5' or 'play dR5'"),
        (Phase.PLAY, "", "expected 'play R5' or 'play dR5'"),
        (Phase.OVER, "play R5", "the match is over"),
    ],
)
def test_what_is_no_action_of_the_phase_is_refused(phase: Phase, text: str, expected: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_action(text, phase)
    assert str(refused.value) == f"{text!r} is not an action here; {expected}"


@pytest.mark.parametrize("value", [5, None, ["R5"], b"R5"])
def test_what_is_not_text_is_refused_like_text_that_says_nothing(value: object) -> None:
    for read in (parse_colour, parse_piece, parse_die, lambda text: parse_action(text, Phase.PLAY)):
        with pytest.raises(NotationError, match="is not a"):
            read(value)  # type: ignore[arg-type]  # somebody without a type checker


def test_a_phase_by_its_name_is_refused() -> None:
    with pytest.raises(NotationError, match="'draft' is not a phase; expected a "):
        parse_action("take dR5", "draft")  # type: ignore[arg-type]  # the same


def test_foreign_text_is_shown_on_one_line_in_ascii_and_not_too_long() -> None:
    with pytest.raises(NotationError) as refused:
        parse_piece("läng\n" + "x" * 1000)
    assert str(refused.value).startswith(r"'l\xe4ng\nxxx")
    assert str(refused.value).isascii()
    assert len(str(refused.value)) < 150


@given(st.text(max_size=12))
def test_no_text_is_read_as_a_piece_that_prints_differently(text: str) -> None:
    try:
        piece = parse_piece(text)
    except NotationError:
        return
    assert str(piece) == text


def test_every_action_names_the_piece_that_it_is_about() -> None:
    actions = (Take(DB4), TakeZero(DB4), Pass(), DeclareZero(DB4), Play(B4))
    assert [action.piece for action in actions] == [DB4, DB4, None, DB4, B4]
