"""docs/benchmark.md: sizes and luck are measured again, and the table says what the data say."""

import re
from functools import cache
from math import factorial, log10
from pathlib import Path
from statistics import fmean, pstdev

import nokosu
from nokosu.bots.club.club import Club
from nokosu.core.match import Match
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import view
from nokosu.kernel.actions import SIZE
from nokosu.kernel.layout import OBSERVATION_SIZE
from tools.pages import numbers
from tools.pages.__main__ import files

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "benchmark.md").read_text("utf-8")
ROUNDS = 60


@cache
def played() -> tuple[set[int], dict[str, float], float]:
    """Decisions in a round, mean numbers of legal actions by phase, and the deviation of a seat's margin."""
    rules, club = nokosu.ruleset("second", 4, rounds=1), Club()
    decisions, counts, margins = set(), dict[str, list[int]](), []
    for number in range(ROUNDS):
        match, taken = Match.start(rules, seed_from_number(number)), 0
        while match.to_act is not None:
            counts.setdefault(match.round.phase.value, []).append(len(match.legal()))
            match = match.apply(club.choose(view(match, match.to_act), Stream(bytes(32), "page")))
            taken += 1
        decisions.add(taken)
        margins += [own - (sum(match.totals) - own) / 3 for own in match.totals]
    return decisions, {phase: fmean(each) for phase, each in counts.items()}, pstdev(margins)


def cell(row: str) -> str:
    (found,) = re.findall(rf"^\| {re.escape(row)} \| (.*) \|$", PAGE, re.MULTILINE)
    return str(found)


def test_the_sizes_are_those_of_the_game() -> None:
    decisions, legal, deviation = played()
    assert decisions == {int(cell("decisions in a round, all seats together"))}
    assert f"{legal['draft']:.1f}" == cell("legal actions in the draft, mean")
    assert f"{legal['play']:.1f}" == cell("legal actions in the play, mean")
    assert f"10^{log10(factorial(40) / factorial(10) ** 4):.1f}" == cell("deals of the cards alone")
    assert (cell("actions in the fixed action space"), cell("bytes of an observation")) == (
        str(SIZE),
        str(OBSERVATION_SIZE),
    )
    assert f"standard deviation of {deviation:.1f} points" in PAGE


def test_the_champions_margin_is_the_benchmarks() -> None:
    (champion,) = [run for run in numbers("benchmark")["runs"] if run["bot"] == "champion:32"]
    (margin,) = [other["margin"] for other in champion["opponents"] if other["bot"] == "club"]
    assert f"{margin:.1f} points" in PAGE
    assert 10 <= (1.96 * played()[2] / margin) ** 2 <= 14, "about a dozen rounds"


def test_the_tables_say_what_the_data_say() -> None:
    for name in ("baselines", "leaderboard"):
        for path, text in files(name).items():
            assert path.read_text("utf-8") == text


def test_the_data_card_says_what_the_set_is() -> None:
    card, data = (DOCS / "data-card.md").read_text("utf-8"), numbers("decisions")
    for said in (f"{data['decisions']:,} decisions", f"{data['rounds']:,} rounds", data["sha256"], data["commit"][:7]):
        assert said in card
