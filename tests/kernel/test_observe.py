"""The encoder in Python writes what the kernel's encoder writes, byte for byte."""

import random

import pytest

from nokosu import editions
from nokosu.bots.neural import fields
from nokosu.bots.neural.observe import observe
from nokosu.core.match import Match
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view
from nokosu.kernel import layout
from nokosu.kernel.state import State


def test_the_fields_are_the_kernels() -> None:
    own = [(field.name, field.offset, field.rows, field.columns) for field in fields.OBSERVATION.values()]
    assert own == [(field.name, field.offset, field.rows, field.columns) for field in layout.OBSERVATION.values()]
    assert fields.OBSERVATION_SIZE == layout.OBSERVATION_SIZE


def different(found: bytes, expected: bytes) -> list[str]:
    return [name for name, field in layout.OBSERVATION.items() if field.of(found) != field.of(expected)]


@pytest.mark.parametrize(("edition", "players"), editions.pairs())
def test_both_encoders_agree_all_through_a_round(edition: str, players: int) -> None:
    chance = random.Random(players)
    for number in range(4):
        match = Match.start(editions.ruleset(edition, players, rounds=1), seed_from_number(number, edition))
        while match.to_act is not None:
            for seat in range(players):
                found, order = observe(view(match, seat))
                state = State.from_round(match.round)
                assert different(found, state.observe(seat)) == []
                assert bytes(order) == state.colour_order(seat)
            match = match.apply(chance.choice(match.round.legal()))
