"""Reasons are true: both judges found their numbers, and what is called lost is lost in every world."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from nokosu.core.actions import Action
from nokosu.core.round import Phase, Round
from nokosu.core.view import View, view
from nokosu.core.worlds import enumerate_worlds, rebuild
from nokosu.judge import reasons
from nokosu.judge.reasons import MESSAGES, why
from nokosu.judge.words import notes, told
from nokosu.locale import in_language, languages
from nokosu.wire.base import Reason
from nokosu.wire.review import Candidate, JudgeLine, Judgement, JudgeName
from tests.builders import random_match, rules

NAMES: tuple[JudgeName, ...] = ("network", "search")
PLAYED = random_match(rules(4), 12)


def candidate(action: str, made: tuple[float, ...], points: float = 0.0, loss: float = 0.0) -> Candidate:
    """An action with the chance of its target by each judge."""
    judges = [
        JudgeLine(judge=name, points=points, margin=-loss, made=each, loss=loss, error=0.1, worlds=100)
        for name, each in zip(NAMES, made, strict=False)
    ]
    return Candidate(
        action=action,
        points=points,
        margin=-loss,
        made=sum(made) / len(made),
        makes=[0.0] * 7,
        loss=loss,
        error=0.1,
        worlds=100,
        worse=loss > 0,
        judges=judges,
    )


def said(best: Candidate, own: Candidate, seen: View | None = None) -> Reason | None:
    """The reason for a mistake, anywhere among the tricks."""
    if seen is None:
        assert PLAYED.to_act is not None
        seen = view(PLAYED, PLAYED.to_act)
    return why(seen, "mistake", own.action, [best, own])


def test_the_counts_are_those_of_both_judges_together() -> None:
    found = said(candidate("play B3", (0.6, 0.7)), candidate("play R5", (0.3, 0.3), loss=4))
    assert found is not None
    assert (found.message, found.params) == ("judge.target", {"piece": "B3", "missed": "70", "fewer": "35"})


@pytest.mark.parametrize(
    ("best", "own"),
    [
        ((0.6, 0.35), (0.3, 0.3)),  # the search finds next to no difference
        ((0.6, 0.2), (0.3, 0.3)),  # the search finds the opposite
        ((0.6,), (0.3, 0.3)),  # only one judge looked at the better one
    ],
)
def test_numbers_that_one_judge_does_not_find_are_not_told(best: tuple[float, ...], own: tuple[float, ...]) -> None:
    assert said(candidate("play B3", best), candidate("play R5", own, points=-0.2, loss=4)) is None


def test_what_is_not_bad_needs_no_reason() -> None:
    seen = view(PLAYED, 0)
    options = [candidate("play B3", (0.6, 0.7)), candidate("play R5", (0.3, 0.3), loss=4)]
    assert why(seen, "close", "play R5", options) is None


def test_points_are_told_where_the_target_is_made_as_often() -> None:
    best = candidate("play B3", (0.5, 0.5), points=2.0)
    found = said(best, candidate("play R5", (0.5, 0.5), loss=2.1))
    assert found is not None
    assert (found.message, found.params["points"]) == ("judge.tricks", "2.0")
    found = said(candidate("play B3", (0.5, 0.5)), candidate("play R5", (0.5, 0.5), loss=2.1))
    assert found is not None
    assert (found.message, found.params["points"]) == ("judge.others", "2.1")


def test_a_target_that_is_missed_either_way_is_not_hit_as_often() -> None:
    for points, message in ((2.0, "judge.tricks-missed"), (0.0, "judge.others-missed")):
        best = candidate("play B3", (0.0, 0.004), points=points)
        found = said(best, candidate("play R5", (0.0, 0.0), loss=2.1))
        assert found is not None
        assert found.message == message


def test_zero_is_not_called_a_piece() -> None:
    """What is given up for zero is not what one would better have played."""
    match = random_match(rules(4, "manual"), 12)
    assert match.round.phase is Phase.DECLARE
    seen = view(match, match.to_act)
    zero = f"zero {seen.dice[seen.seat or 0][0]}"
    lost = said(candidate("pass", (0.7, 0.7)), candidate(zero, (0.2, 0.2), loss=5), seen)
    assert lost is not None
    assert (lost.message, lost.params) == ("judge.zero", {"missed": "80", "fewer": "30"})
    better = said(candidate(zero, (0.7, 0.7)), candidate("pass", (0.2, 0.2), loss=5), seen)
    assert better is not None
    assert (better.message, better.params) == ("judge.not-zero", {"missed": "80", "fewer": "30"})
    same = candidate("pass", (0.5, 0.5), points=2.0)
    assert said(same, candidate(zero, (0.5, 0.5), loss=2.1), seen) is None


def untrue() -> Iterator[View]:
    """Positions where a reason says that no target can be made any more, though one can."""
    for actions in range(39, 44):
        for number in range(8):
            match = random_match(rules(3), actions, seed=bytes([number]) * 32)
            assert match.to_act is not None
            seen = view(match, match.to_act)
            if seen.phase is not Phase.PLAY or seen.ruleset.tricks - len(seen.tricks) > 2:
                continue
            worlds = [rebuild(seen, world) for world, _ in zip(enumerate_worlds(seen), range(30), strict=False)]
            for action in seen.legal or ():
                found = said(candidate("play B3", (0.9, 0.9)), candidate(str(action), (0.0, 0.0), loss=9), seen)
                lost = found is not None and found.message == "judge.hopeless"
                if lost and any(made(each.apply(action), seen.seat or 0) for each in worlds):
                    yield seen


def made(now: Round, seat: int) -> bool:
    """Whether a seat makes its target if everybody helps."""
    if now.phase is Phase.OVER:
        return now.score[seat].made
    return any(made(now.apply(action), seat) for action in now.legal())


def test_what_is_called_lost_is_lost_whatever_the_others_hold() -> None:
    assert list(untrue()) == []


def test_a_loss_that_is_only_likely_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted fault: no possible hand of a sample made it, so it is called impossible."""
    monkeypatch.setattr(reasons, "_given_up", lambda _, own: own.made == 0)
    assert any(untrue())


def judgement(action: Action, best: str, reason: Reason) -> Judgement:
    return Judgement(
        round=0,
        decision=20,
        seat=0,
        phase="play",
        action=str(action),
        best=best,
        verdict="mistake",
        loss=2.0,
        error=0.1,
        lost=2.0,
        cost=2.0,
        cost_error=0.1,
        zero=False,
        depth="quick",
        reason=reason,
        candidates=[],
    )


@pytest.mark.parametrize("language", languages())
def test_a_review_names_pieces_in_words(language: str) -> None:
    (action,) = PLAYED.legal()[:1]
    for message in MESSAGES:
        about = {"piece": "dB3", "missed": "70", "fewer": "35", "made": "40", "points": "1.0"}
        about = about if "zero" not in message else {"missed": "70", "fewer": "35"}
        each = judgement(action, "play dB3", Reason(message=message, params=about, clause="S2"))
        with in_language(language):
            text = "\n".join((told(each), *notes(each)))
        assert str(action) not in text
        assert "dB3" not in text


def test_in_english() -> None:
    (action,) = PLAYED.legal()[:1]
    about = {"piece": "dB3", "missed": "70", "fewer": "35"}
    each = judgement(action, "play dB3", Reason(message="judge.target", params=about, clause="S2"))
    with in_language("en"):
        assert "Better: play the blue 3 die." in told(each)
        assert list(notes(each)) == [
            "In 70 of 100 possible hands you miss your target with this; with the blue 3 die in 35."
        ]
