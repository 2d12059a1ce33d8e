"""Hidden information: re-deal what an audience cannot know, and nothing that it is told may change by a byte."""

import pytest

from nokosu import editions
from nokosu.core.view import view
from nokosu.core.worlds import count
from tests.builders import random_match, rules
from tests.hidden.channels import Channels
from tests.hidden.leaks import PLANTED
from tests.hidden.redeal import audiences, find_leak, redeals
from tests.night import NIGHTLY

# Other worlds for each state and audience, moments of each match, and how many matches of one and of two rounds.
WORLDS = 10
PER_MATCH = 7
MATCHES = {3: (24, 6), 4: (18, 6), 5: (15, 5)}
TIMES = 10 if NIGHTLY else 1

PLAN = {
    (edition, players, rounds): MATCHES[players][rounds - 1] * TIMES
    for edition, players in editions.pairs()
    for rounds in (1, 2)
}


def planned_pairs(players: int, matches: int) -> int:
    return matches * PER_MATCH * (players + 1) * WORLDS


def test_H4_a_hundred_thousand_pairs_are_compared() -> None:
    assert sum(planned_pairs(players, matches) for (_, players, _), matches in PLAN.items()) >= 100_000


@pytest.mark.parametrize(("edition", "players", "rounds"), PLAN)
def test_H1_H2_H3_H4_nothing_told_depends_on_what_is_hidden(edition: str, players: int, rounds: int) -> None:
    ruleset = editions.ruleset(edition, players, rounds=rounds)
    matches = PLAN[edition, players, rounds]
    leak, tally = find_leak(
        ruleset, Channels(), matches=matches, per_match=PER_MATCH, worlds=WORLDS, number=int(NIGHTLY)
    )
    assert leak is None
    assert tally.pairs == planned_pairs(players, matches)
    # Every audience was refused nearly every action that can be written down.
    assert tally.refusals > 130 * tally.states * (players + 1)


@pytest.mark.parametrize("planted", PLANTED)
def test_H4_a_planted_leak_is_found(planted: str) -> None:
    channels, channel = PLANTED[planted]
    ruleset = editions.ruleset("second", 3, rounds=2)
    leak, _ = find_leak(ruleset, channels(), matches=3, per_match=PER_MATCH, worlds=WORLDS)
    assert leak is not None
    assert leak.channel.startswith(channel)


def test_H4_a_dozen_leaks_are_planted_in_every_channel() -> None:
    assert len(PLANTED) >= 12
    assert {channel for _, channel in PLANTED.values()} == {"view", "position", "help", "events", "refusal", "after"}


@pytest.mark.parametrize("actions", [0, 5, 12, 30])
def test_H1_another_world_is_another_and_looks_the_same(actions: int) -> None:
    match = random_match(rules(3), actions)
    for audience in audiences(match.ruleset):
        seen = view(match, audience)
        assert count(seen) > 1
        for other in redeals(match, audience, WORLDS):
            assert other.round.hands != match.round.hands or other.round.deal.aside != match.round.deal.aside
            assert other.seed != match.seed
            assert view(other, audience) == seen
