"""Results for people: the ranking, the match-ups and what the tests found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, assert_never

from rich.table import Table

from nokosu.arena.ranking import ranking
from nokosu.arena.sprt import UntilSure, Verdict
from nokosu.arena.statistics import Interval
from nokosu.arena.table_style import table
from nokosu.arena.tally import MOST_FAILED, Pair, Side, Tally
from nokosu.arena.unit import Plan
from nokosu.locale import t

LONGEST_NAME: Final = 16
"""With names of this length the tables fit into 80 columns."""


def margin_text(pair: Pair) -> str:
    """`+12.3 ± 0.8`: what a progress bar and a table show."""
    return interval_text(pair.margin)


def interval_text(found: Interval | None) -> str:
    """Return a mean and how far it may be off."""
    if found is None:
        return t("arena.no-margin")
    if found.high is None:
        return f"{found.mean:+z.1f}"
    return f"{found.mean:+z.1f} ± {found.high - found.mean:z.1f}"


def tables(plan: Plan, tally: Tally, longest: int | None = None) -> tuple[Table, Table]:
    """Return the ranking, and the match-ups that it is made from. Names longer than `longest` are shortened."""
    labels = dict(zip(plan.bots, shortened(list(plan.called.values()), longest), strict=True))
    failing = any(pair.failed_rounds for pair in tally.pairs)
    title = t("arena.title", edition=plan.edition, players=plan.players, seed=plan.seed)
    made, last = t("arena.made"), [t("arena.failed")][:failing]
    zeros, times = (t("arena.zero"), t("arena.zero-made")), (t("arena.ms"), t("arena.ms-p95"))
    ranks = table(title, [t("arena.bot")], [t("arena.strength"), made, *zeros, *times, *last])
    sides = tally.sides
    for rank in ranking(plan.bots, tally.pairs):
        side = sides.get(rank.bot, Side())
        shares = (side.share(side.made), side.share(side.zeros), side.zeros_made_share)
        ms = (side.times.mean, side.times.percentile(0.95))
        failed = _percent(side.share(side.failures))
        numbers = (*map(_percent, shares), *map(_number, ms), *[failed][:failing])
        ranks.add_row(labels[rank.bot], interval_text(rank.strength), *numbers)
    names = [t("arena.bot"), t("arena.against")]
    pairs = table("", names, [t("arena.margin"), t("arena.rounds"), made, *last])
    for pair in tally.pairs:
        side = pair.side_a
        failed = _percent(pair.failed_rounds / pair.rounds)
        numbers = (_percent(side.share(side.made)), *[failed][:failing])
        pairs.add_row(labels[pair.a], labels[pair.b], margin_text(pair), str(pair.rounds), *numbers)
    return ranks, pairs


def shortened(names: Sequence[str], longest: int | None) -> list[str]:
    """Shorten names to this many characters and keep them distinct: `cmd:pyt…mybot.py`."""
    if longest is None:
        return list(names)
    half = longest // 2
    found = [name if len(name) <= longest else f"{name[: half - 1]}…{name[-half:]}" for name in names]
    return [
        label if found.count(label) == 1 else f"{name[: longest - 4]}… {number}"
        for number, (name, label) in enumerate(zip(names, found, strict=True), start=1)
    ]


def verdicts(plan: Plan, until: UntilSure, among: Sequence[str] | None = None) -> Iterator[str]:
    """Yield what the tests found, in words, and how far to trust them; `among` a ranking, of its neighbours alone."""
    neighbours = None if among is None else {frozenset(pair) for pair in pairwise(among)}
    called, points = plan.called, f"{until.rule.points:g}"
    yield t("arena.sure", points=points, percent=f"{100 * until.rule.error:g}")
    for (first, second), test in until.tests.items():
        if neighbours is not None and {first, second} not in neighbours:
            continue
        a, b = (called[bot] for bot in ((first, second) if test.mean > 0 else (second, first)))
        rounds = 2 * plan.players * test.deals
        match test.verdict:
            case Verdict.BETTER | Verdict.WORSE:
                yield t("arena.sure.better", a=a, b=b, rounds=rounds)
            case Verdict.EQUAL:
                yield t("arena.sure.equal", a=a, b=b, rounds=rounds, points=points)
            case Verdict.FAILED:
                yield t("arena.sure.failed", a=a, b=b)
            case Verdict.OPEN:
                yield t("arena.sure.open", a=a, b=b, rounds=rounds)
            case _:
                assert_never(test.verdict)


def more_rounds(until: UntilSure) -> Iterator[str]:
    """Yield what to do if a test found no answer."""
    if any(test.verdict is Verdict.OPEN for test in until.tests.values()):
        yield t("arena.sure.more")


def failures(plan: Plan, tally: Tally) -> Iterator[str]:
    """Yield which bots had to be replaced, how often and why, in words."""
    for bot, side in tally.sides.items():
        if side.failures:
            words = ", ".join(f"{word} {number}" for word, number in side.why.most_common()) or "?"
            yield t("arena.failures", bot=plan.called[bot], times=side.failures, seats=side.seats, why=words)
    if any(pair.margin is None for pair in tally.pairs):
        yield t("arena.no-margin-because", percent=round(100 * MOST_FAILED))


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:.0f}"
