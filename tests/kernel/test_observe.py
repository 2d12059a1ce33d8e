"""The encoder in Python writes what the kernel's encoder writes, byte for byte."""

import random
from dataclasses import replace

import pytest

from nokosu.bots.neural.observe import observe
from nokosu.core.match import Match
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import seed_from_number
from nokosu.core.view import view
from nokosu.kernel import _kernel, fields, layout
from nokosu.kernel.state import State
from tests.kernel.positions import NAMES, RULESETS
from tools.pages import spaces


def test_the_fields_are_the_kernels() -> None:
    assert spaces.FIELDS.read_text("utf-8") == spaces.fields_module()
    assert [(*rest, version) for *rest, _, version in _kernel.OBSERVATION_FIELDS] == list(fields.OBSERVATION_FIELDS)


def different(found: bytes, expected: bytes) -> list[str]:
    return [name for name, field in layout.OBSERVATION.items() if field.of(found) != field.of(expected)]


@pytest.mark.parametrize("ruleset", RULESETS, ids=NAMES)
def test_both_encoders_agree_all_through_a_round(ruleset: Ruleset) -> None:
    players, chance = ruleset.players, random.Random(ruleset.players)
    for number in range(4):
        match = Match.start(replace(ruleset, rounds=1), seed_from_number(number, ruleset.edition))
        while match.to_act is not None:
            for seat in range(players):
                found, order = observe(view(match, seat))
                state = State.from_round(match.round)
                assert different(found, state.observe(seat)) == []
                assert bytes(order) == state.colour_order(seat)
            match = match.apply(chance.choice(match.round.legal()))
