"""The coach: true in a thousand positions, quiet on what is known, silent where there is nothing to choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from nokosu import editions
from nokosu.bots.beginner import make
from nokosu.bots.coach import IDEAS, practised, remark, slip
from nokosu.bots.coach.facts import Facts
from nokosu.bots.coach.remarks import BEFORE_PLAY, IN_PLAY
from nokosu.core.match import Match
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.trump import strength
from nokosu.core.view import View, view
from nokosu.locale.reasons import word
from tests.bots.coach_checks import BEFORE, SLIPS, reachable, untrue, untrue_slip
from tests.builders import rules

POSITIONS = 1000
TABLES = [(name, players) for name in editions.names() for players in editions.load(name).players]


@cache
def positions() -> tuple[View, ...]:
    """What seats to act saw in matches of beginners, in every edition and at every size of table."""
    return tuple(islice(_positions(), POSITIONS))


def _positions() -> Iterator[View]:
    bot, number = make(""), 0
    while True:
        edition, players = TABLES[number % len(TABLES)]
        match = Match.start(rules(players, edition, rounds=1), seed_from_number(number))
        number += 1
        step = 0
        while not match.over:
            seen = view(match, match.to_act)
            step += 1
            chance = Stream(seed_from_number(number), "coach", step)
            # Now and then anything at all, so that targets are lost and zeros broken.
            odd = chance.below(6) == 0
            match = match.apply(chance.choice(seen.legal or ()) if odd else bot.choose(seen, chance))
            if remark(seen):
                yield seen


def test_every_remark_is_true_in_a_thousand_positions() -> None:
    said: Counter[str] = Counter()
    for seen in positions():
        # Every idea that fits is checked, not only the one that is said first.
        quiet: set[str] = set()
        while found := remark(seen, quiet):
            assert found.idea in IDEAS
            assert not untrue(seen, found.reason)
            assert "{" not in word(found.reason)
            said[found.reason.message] += 1
            quiet.add(found.idea)
    assert sum(said.values()) >= POSITIONS
    assert set(said) == set(BEFORE)


def test_a_planted_false_remark_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """W4 got wrong: of equal pieces, the first played is taken to win."""

    def goes_ahead(known: Facts, piece: Piece) -> bool:
        return all(strength(piece, known.trump) > strength(other, known.trump) for other in known.plays)

    monkeypatch.setattr(Facts, "goes_ahead", goes_ahead)
    playing = [seen for seen in positions() if seen.phase is Phase.PLAY]
    ideas = ({idea for idea in IDEAS if idea != only} for only in ("enough", "ruff", "last"))
    found = [untrue(seen, told.reason) for quiet in ideas for seen in playing if (told := remark(seen, quiet))]
    assert any(found)


def test_every_slip_is_true_and_names_what_would_have_kept_the_target() -> None:
    said: Counter[str] = Counter()
    for seen in positions():
        for action in seen.legal or ():
            if found := slip(seen, action):
                assert found.idea in IDEAS
                assert not untrue_slip(seen, action, found.reason)
                assert "{" not in word(found.reason)
                said[found.reason.message] += 1
    assert set(said) == set(SLIPS)


def test_a_planted_false_slip_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A coach that takes every trick for won calls plays slips that are none."""
    monkeypatch.setattr("nokosu.bots.coach.slips.outcomes", lambda _known, _piece: (True,))
    told = [
        untrue_slip(seen, action, found.reason)
        for seen in positions()[:300]
        for action in seen.legal or ()
        if (found := slip(seen, action))
    ]
    assert any(told)


def test_the_list_of_ideas_is_closed() -> None:
    assert {*BEFORE_PLAY, *IN_PLAY} == set(IDEAS)


def test_an_idea_that_is_known_is_not_spoken_of() -> None:
    for seen in positions()[:200]:
        found = remark(seen)
        assert found is not None
        other = remark(seen, {found.idea})
        assert other is None or other.idea != found.idea
        assert remark(seen, IDEAS) is None


def test_nothing_is_said_where_there_is_nothing_to_choose() -> None:
    match = Match.start(rules(4), seed_from_number(3))
    while not match.over:
        seen = view(match, match.to_act)
        if len(seen.legal or ()) == 1:
            assert remark(seen) is None
            assert practised(seen, match.legal()[0]) == {}
            assert slip(seen, match.legal()[0]) is None
        assert remark(view(match, None)) is None
        match = match.apply(match.legal()[0])


def test_an_idea_is_followed_by_some_actions_and_missed_by_others() -> None:
    followed: dict[str, set[bool]] = {}
    for seen in positions():
        for action in (seen.legal or ())[:4]:
            for idea, right in practised(seen, action).items():
                followed.setdefault(idea, set()).add(right)
    # Facts without a right answer are known once they were heard.
    facts = {found.idea for seen in positions() if (found := remark(seen)) and found.fact}
    assert facts == {"draft", "last-pick", "aim", "last", "lost"}
    assert set(followed) == set(IDEAS) - facts
    assert all(found == {True, False} for found in followed.values())


def test_the_highest_trump_is_advised_where_every_trick_is_needed() -> None:
    """A rival's bots are reported for this every year."""
    for seen in positions():
        told = remark(seen)
        if told and told.reason.message == "coach.need-all.lead":
            assert seen.seat is not None
            right = [action for action in seen.legal or () if practised(seen, action)["need-all"]]
            assert right
            assert reachable(seen) == {seen.won[seen.seat] + seen.ruleset.tricks - len(seen.tricks)}
            return
    pytest.fail("no such position")
