"""Canonical and table colours: actions, masks and observations convert both ways."""

import random
from typing import Any

import numpy as np
import pytest

from nokosu.kernel import colours
from nokosu.kernel.env import BatchEnv
from nokosu.kernel.layout import OBSERVATION, OBSERVATION_SIZE, PRIVILEGED
from nokosu.kernel.state import Refused
from tests.kernel.positions import NAMES, RULESETS, positions

GAMES = len(RULESETS) * 3


def bound(*, canonical: bool) -> tuple[BatchEnv, dict[str, Any]]:
    env = BatchEnv(RULESETS, GAMES, seed=8, canonical=canonical)
    out = {
        "masks": np.zeros((GAMES, 161), np.uint8),
        "observations": np.zeros((GAMES, OBSERVATION_SIZE), np.uint8),
        "privileged": np.zeros((GAMES, 200), np.uint8),
        "seats": np.zeros(GAMES, np.int8),
        "finals": np.zeros((GAMES, 5, OBSERVATION_SIZE), np.uint8),
        "ends": np.zeros(GAMES, np.uint8),
    }
    env.bind(**out)
    env.reset()
    return env, out


def different(found: bytes, expected: bytes, fields: Any) -> list[str]:
    return [name for name, field in fields.items() if field.of(found) != field.of(expected)]


def test_a_batch_in_table_colours_is_the_canonical_one_converted() -> None:
    own, seen = bound(canonical=True)
    table, there = bound(canonical=False)
    chance = random.Random(2)
    renamed = 0
    for _ in range(90):
        actions, at_table = np.zeros(GAMES, np.int64), np.zeros(GAMES, np.int64)
        for game in range(GAMES):
            state, seat = own.state(game), int(seen["seats"][game])
            order = state.colour_order(seat)
            out, back = colours.to_table(order), colours.to_canonical(order)
            for kind, fields, convert, invert in (
                ("observations", OBSERVATION, out.observation, back.observation),
                ("privileged", PRIVILEGED, out.privileged, back.privileged),
            ):
                mine, theirs = seen[kind][game].tobytes(), there[kind][game].tobytes()
                assert different(convert(mine), theirs, fields) == []
                assert invert(theirs) == mine
            assert out.mask(seen["masks"][game]) == there["masks"][game].tobytes() == state.legal_mask()
            assert back.mask(there["masks"][game]) == seen["masks"][game].tobytes()
            assert colours.table_observation(state, seat) == there["observations"][game].tobytes()
            actions[game] = chance.choice(np.flatnonzero(seen["masks"][game]).tolist())
            at_table[game] = out.action(int(actions[game]))
            assert back.action(int(at_table[game])) == actions[game]
            renamed += int(at_table[game] != actions[game])
        own.step(actions)
        table.step(at_table)
        assert [own.state(game) for game in range(GAMES)] == [table.state(game) for game in range(GAMES)]
    assert renamed > 1000


@pytest.mark.parametrize("ruleset", RULESETS, ids=NAMES)
def test_every_order_is_undone_by_its_inverse(ruleset: Any) -> None:
    for number, (_, state) in enumerate(positions(ruleset, 2)):
        order = random.Random(number).sample(range(5), 5)
        out, back = colours.to_table(order), colours.to_canonical(order)
        seen, hidden = state.observe(0), state.observe_hidden(0)
        assert back.observation(out.observation(seen)) == seen
        assert back.privileged(out.privileged(hidden)) == hidden
        assert [back.action(out.action(action)) for action in range(161)] == list(range(161))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: colours.to_table([0, 1, 2, 3]), "five colours in some order"),
        (lambda: colours.to_table(range(5)).action(161), "from 0 to 160"),
        (lambda: colours.to_table(range(5)).mask(b"\0" * 160), "161 bytes, not 160"),
        (lambda: colours.to_canonical(range(5)).observation(b""), f"{OBSERVATION_SIZE} bytes, not 0"),
    ],
)
def test_what_cannot_be_converted_is_refused_in_words(wrong: Any, said: str) -> None:
    with pytest.raises(Refused, match=said):
        wrong()
