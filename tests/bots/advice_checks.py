"""What no advice may do: argue against itself. Written without the code that finds the reasons."""

from __future__ import annotations

from collections.abc import Iterator

from nokosu.bots.advice import Advice, Option
from nokosu.core.actions import Play, Take
from nokosu.core.view import View

DRAWBACKS = frozenset(
    {
        "advice.behind",
        "advice.breaks-own-zero",
        "advice.few",
        "advice.gives",
        "advice.high-die",
        "advice.leaves-wanted",
        "advice.live-die",
        "advice.many",
        "advice.open-unwanted",
        "advice.spares",
        "advice.takes-unwanted",
        "advice.zero-high",
    }
)
WANTED = frozenset({"advice.takes-wanted", "advice.open-wanted", "advice.leaves-wanted"})
UNWANTED = frozenset({"advice.takes-unwanted", "advice.open-unwanted", "advice.leaves-unwanted"})
CLAIMS_A_TARGET = frozenset({*WANTED, *UNWANTED, "advice.keeps-number", "advice.best-chance", "advice.keeps-own-zero"})
CLOSE = 1e-3


def contradictions(view: View, advice: Advice) -> Iterator[str]:
    """Say what is wrong with an advice; nothing if it makes sense."""
    best, said = advice.best, {option.reason.message for option in advice.options}
    message = best.reason.message
    if len(advice.options) == 1:
        if message != "advice.only":
            yield "a reason for a forced move"
        return
    if "advice.only" in said:
        yield "says that there is no choice where there is one"
    if message in DRAWBACKS:
        yield f"advises {best.action} with a drawback alone: {message}"
    if said & WANTED and said & UNWANTED:
        yield f"calls one trick wanted and unwanted: {sorted(said & (WANTED | UNWANTED))}"
    if message in CLAIMS_A_TARGET and best.chance < CLOSE:
        yield f"{message} with no chance of a contract"
    if message == "advice.best-chance" and best.chance < max(option.chance for option in advice.options) - CLOSE:
        yield "another move has a better chance"
    if message == "advice.best-points" and best.score < max(option.score for option in advice.options) - CLOSE:
        yield "another move promises more points"
    yield from _numbers(advice)
    for option in advice.options:
        yield from _facts(view, option)


def _numbers(advice: Advice) -> Iterator[str]:
    """Numbers that are said to be too many are above those that fit, and those that are too few below."""
    by: dict[str, set[int]] = {"fitting": set(), "same-number": set(), "many": set(), "few": set()}
    for option in advice.options:
        kind = option.reason.message.removeprefix("advice.")
        if kind in by and isinstance(option.action, Take):
            by[kind].add(option.action.die.number)
    fit = by["fitting"] | by["same-number"]
    if fit & (by["many"] | by["few"]) or by["many"] & by["few"]:
        yield f"says two things of one number: {by}"
    if any(many <= number for many in by["many"] for number in fit | by["few"]):
        yield f"calls a lower number too many: {by}"
    if any(few >= number for few in by["few"] for number in fit):
        yield f"calls a higher number too few: {by}"


def _facts(view: View, option: Option) -> Iterator[str]:
    """What the rules say is so."""
    assert view.seat is not None
    kind, action = option.reason.message.removeprefix("advice."), option.action
    if kind in {"dead-die", "spare-die", "live-die"}:
        assert isinstance(action, Play)
        number, won = action.piece.number, view.won[view.seat]
        reachable = won <= number <= won + view.ruleset.tricks - len(view.tricks)
        if reachable is (kind == "dead-die"):
            yield f"{kind} of a {number} with {won} won"
        if (kind == "spare-die") is not (sum(die.number == number for die in view.dice[view.seat]) > 1) and reachable:
            yield f"{kind} of a {number} among {view.dice[view.seat]}"
    if kind == "zero-low" and option.zero <= 0.0:
        yield "praises a zero that cannot be made"
