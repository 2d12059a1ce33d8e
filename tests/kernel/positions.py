"""Positions to look at: some way into a random round of any edition, for both implementations."""

from __future__ import annotations

import random
from collections.abc import Iterator

from nokosu import editions
from nokosu.core.match import Match
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import seed_from_number
from nokosu.kernel.state import State
from tests.builders import NO_PAIRS, NO_PAIRS_DECLARED, rules

RULESETS: tuple[Ruleset, ...] = (
    *(editions.ruleset(name, players) for name, players in editions.pairs()),
    *(rules(players, NO_PAIRS) for players in (3, 4, 5)),
    rules(4, NO_PAIRS_DECLARED),
)
NAMES = tuple(f"{ruleset.edition}-{ruleset.players}" for ruleset in RULESETS)


def decisions_of(ruleset: Ruleset) -> int:
    """How many decisions a round has."""
    return len(State.from_seed(ruleset, seed_from_number(0), 0, 0).playout(0).actions)


def match_after(ruleset: Ruleset, number: int, decisions: int) -> Match:
    """A match of random choices, after so many decisions in its first round."""
    dice = random.Random(number)
    match = Match.start(ruleset, seed_from_number(number, "positions"))
    for _ in range(decisions):
        match = match.apply(dice.choice(match.legal()))
    return match


def positions(ruleset: Ruleset, number: int) -> Iterator[tuple[Match, State]]:
    """Every position of a random first round but the last, in both implementations."""
    dice = random.Random(number)
    match = Match.start(ruleset, seed_from_number(number, "positions"))
    state = State.from_seed(ruleset, seed_from_number(number, "positions"), 0, match.round.dealer)
    while not match.finished and not match.over:
        yield match, state
        action = dice.choice(match.legal())
        match = match.apply(action)
        state.apply(action)
