"""Hypothesis generators of the game's values, for tests of this project and of others.

Reachable matches are drawn as (ruleset, seed, how far, which choices): they shrink towards the first decision of
a match, and everything in them can happen at a table.
"""

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from nokosu import editions
from nokosu.core.match import Match
from nokosu.core.pieces import CARDS, DICE, Colour, Piece
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import SEED_BYTES
from nokosu.core.view import View, view
from tests.builders import random_match

MOST_ACTIONS = 160
"""More than any two rounds have, so that whole matches occur."""


def seeds() -> SearchStrategy[bytes]:
    return st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)


def colours() -> SearchStrategy[Colour]:
    return st.sampled_from(list(Colour))


def pieces() -> SearchStrategy[Piece]:
    return st.sampled_from([*CARDS, *DICE])


def dice() -> SearchStrategy[Piece]:
    return st.sampled_from(DICE)


@st.composite
def rulesets(draw: st.DrawFn, most_rounds: int = 2) -> Ruleset:
    """Every edition and player count, every removed colour where the table may choose; short matches."""
    name, players = draw(st.sampled_from(editions.pairs()))
    removed = draw(st.none() | colours()) if editions.load(name).offers_colour(players) else None
    rounds = draw(st.integers(1, most_rounds))
    return editions.ruleset(name, players, rounds=rounds, removed_colour=removed)


@st.composite
def matches(draw: st.DrawFn, most_actions: int = MOST_ACTIONS) -> Match:
    """Any match that can be reached, from the deal to the end."""
    ruleset, seed = draw(rulesets()), draw(seeds())
    return random_match(ruleset, draw(st.integers(0, most_actions)), draw(st.integers(0, 2**32)), seed)


@st.composite
def running_matches(draw: st.DrawFn) -> Match:
    """A reachable match in which somebody is to act."""
    return draw(matches().filter(lambda match: not match.over))


@st.composite
def views(draw: st.DrawFn) -> View:
    """What some seat, or a spectator, may know of a reachable match."""
    match = draw(matches())
    seat = draw(st.none() | st.integers(0, match.ruleset.players - 1))
    return view(match, seat)


@st.composite
def tricks(draw: st.DrawFn) -> tuple[Piece, tuple[Piece, ...]]:
    """A trump die and three to five pieces in order of play."""
    return draw(dice()), tuple(draw(st.lists(pieces(), min_size=3, max_size=5)))
