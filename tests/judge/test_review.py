"""A review of a whole match: every real decision once, parts that add up, and no card that was hidden."""

from __future__ import annotations

import msgspec
import pytest

from nokosu.judge import decisions_of, review_match, review_remote
from nokosu.kernel.judge import answer
from nokosu.wire.review import Judgement, Review
from tests.judge.played import SMALL, played

PARTS = ("average", "deal", "decisions", "hidden", "others")


@pytest.mark.parametrize(("edition", "players"), [("second", 3), ("first", 4), ("roger", 5)])
def test_every_real_decision_is_judged_once_and_the_review_is_a_message(edition: str, players: int) -> None:
    match = played(edition, players)
    told: list[tuple[int, ...]] = []
    found = review_match(match, 0, SMALL, network=False, told=lambda _, *count: told.append(count))
    asked = [(view.round, view.decisions, str(action)) for view, action in decisions_of(match, 0)]
    assert [(each.round, each.decision, each.action) for each in found.decisions] == asked
    assert told[-1] == (len(asked), len(asked))
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found


@pytest.mark.parametrize("network", [False, True])
def test_the_parts_of_a_round_are_its_points(network: bool) -> None:
    match = played(rounds=2)
    for seat in range(match.ruleset.players):
        found = review_match(match, seat, SMALL, network=network)
        assert [row.points for row in found.rounds] == [row[seat] for row in match.scores]
        assert all(sum(getattr(row, part).value for part in PARTS) == row.points for row in found.rounds)


def test_without_the_network_nothing_is_called_a_mistake() -> None:
    found = review_match(played(bots=("random",)), 0, SMALL, network=False)
    assert {each.verdict for each in found.decisions} <= {"best", "fine", "close", "unsure"}


def test_an_interrupted_review_goes_on_where_it_was() -> None:
    match = played()
    whole = review_match(match, 0, SMALL, network=False)
    kept: list[Judgement] = []
    work = review_remote(match, 0, SMALL, network=False, told=lambda judgement, *_: kept.append(judgement))
    request = next(work)
    for _ in range(12):
        request = work.send(answer(request, None))
    work.close()
    before = {(each.round, each.decision): each for each in kept}
    finished = [each for each in before.values() if each.depth == SMALL.depth]
    assert finished
    assert review_match(match, 0, SMALL, network=False, known=finished) == whole


def test_what_was_judged_without_the_network_is_judged_again_with_it() -> None:
    match = played()
    alone = review_match(match, 0, SMALL, network=False)
    assert review_match(match, 0, SMALL, known=alone.decisions) == review_match(match, 0, SMALL)


def test_the_first_finding_comes_before_the_last_round_is_looked_at() -> None:
    told: list[Judgement] = []
    review_match(played(rounds=3, bots=("random",)), 0, SMALL, network=False, told=lambda each, *_: told.append(each))
    first = next(at for at, each in enumerate(told) if each.verdict == "unsure" and each.depth == SMALL.depth)
    assert max(each.round for each in told[:first]) < 2
