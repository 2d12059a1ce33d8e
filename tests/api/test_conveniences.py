"""What newcomers tried first."""

import contextlib
import io
import pydoc

import pytest

import nokosu
from nokosu.bots.hints import hint
from nokosu.core.contract import Contract
from nokosu.core.scoring import score_round


def test_legal_has_one_shape() -> None:
    match = nokosu.Match.start("second", players=4, seed=7)
    assert match.legal[0] in match.legal()
    assert match.legal == match.view().legal == match.view().legal() == match.round.legal()
    assert str(match.legal).startswith("take dR1, take ")
    assert nokosu.play("random", rounds=1, seed=1).legal == ()


def test_every_action_has_its_piece() -> None:
    die, card = nokosu.piece("dR4"), nokosu.piece("R5")
    for action in (nokosu.Take(die), nokosu.TakeZero(die), nokosu.DeclareZero(die)):
        assert action.piece == die
    assert nokosu.Play(card).piece == card
    assert nokosu.Pass().piece is None


def test_an_error_in_a_function_can_be_seen() -> None:
    def broken(view: nokosu.View) -> nokosu.Action:
        return view.legal[1 // 0]

    with pytest.raises(ZeroDivisionError):
        nokosu.play(broken, "random", "random", on_error="raise")
    assert nokosu.play(broken, "random", "random", rounds=1).over
    with pytest.raises(nokosu.NotationError, match="is not an action here"):
        nokosu.play(lambda _: "play R0", "random", "random", on_error="raise")
    with pytest.raises(nokosu.bots.BotError, match="on_error"):
        nokosu.play("random", on_error="ignore")  # type: ignore[arg-type]  # a mistake


def test_advice_is_public_and_says_what_hints_say() -> None:
    view = nokosu.Match.start("second", players=4, seed=7).view()
    advice = nokosu.advise(view)
    assert isinstance(advice, nokosu.Advice)
    assert {option.action for option in advice.options} == set(view.legal)
    given = hint(view, 1)
    assert (given.action, given.chance, given.source) == (str(advice.best.action), advice.best.chance, advice.source)
    match = nokosu.play("greedy", rounds=1, seed=1)
    mistakes = ((match, "expected a view"), (1, "expected a view"), (match.view(None), "the view of a spectator"))
    for seen, said in mistakes:
        with pytest.raises(nokosu.NokosuError, match=said):
            nokosu.advise(seen)  # type: ignore[arg-type]  # mistakes
    with pytest.raises(nokosu.NokosuError, match="simulations: expected at least 1, got 0"):
        nokosu.advise(view, simulations=0)


def test_help_fits_on_a_few_screens_and_names_everything() -> None:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        pydoc.Helper(output=said).help(nokosu)
    lines = said.getvalue().splitlines()
    assert len(lines) < 230
    for name in nokosu.__all__:
        assert name in said.getvalue(), name
    assert set(nokosu.__all__) <= set(dir(nokosu)), "only help leaves the classes out"


def test_S1_to_S4_a_round_as_people_tell_it() -> None:
    rules = nokosu.ruleset("second", 4)
    for won, kept in (((3, 5, 6, 0), (3, 4, 6, 0)), ((4, 4, 4, 2), (1, 2, 3, 2)), ((14, 0, 0, 0), (6, 0, 0, 1))):
        contracts = [Contract(nokosu.piece(f"dB{number}") if number else None) for number in kept]
        expected = score_round(rules, won, contracts)
        assert nokosu.score(won, kept) == expected
        assert nokosu.score(won, [f"dY{number}" if number else "zero" for number in kept], "second") == expected
        assert nokosu.score(list(won), [number or None for number in kept], rules) == expected


@pytest.mark.parametrize(
    ("won", "kept", "said"),
    [
        ((3, 5, 6, 1), (3, 4, 6, 1), "expected 14 tricks"),
        ((3, 5, 6), (3, 4, 6), "expected 12 tricks"),
        ((3, 5, 6, 0), (3, 4, 6), "a kept die for each of 4 players"),
        ((3, 5, 6, 0), (3, 4, 7, 1), "kept: expected a die's number from 1 to 6"),
        ((3, 5, 6, 0), (3, 4, "R6", 1), "kept: expected"),
        ((3, 5, 6, 0), (3, 4, "dX1", 1), "is not a piece"),
        ((3.0, 5, 6, 0), (3, 4, 6, 1), "whole numbers"),
        ((-1, 5, 6, 4), (3, 4, 6, 1), "whole numbers"),
        ((14,), (1,), "players"),
    ],
)
def test_what_cannot_be_scored_is_said(won: tuple[int, ...], kept: tuple[int, ...], said: str) -> None:
    with pytest.raises(nokosu.NokosuError, match=said):
        nokosu.score(won, kept)
