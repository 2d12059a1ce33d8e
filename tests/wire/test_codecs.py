"""Views, events and help as JSON: the keys and order of docs/bot-protocol.md, and back again."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nokosu import editions
from nokosu.core.events import history
from nokosu.core.help import help_for
from nokosu.core.match import Match
from nokosu.core.pieces import Colour
from nokosu.core.view import View, view
from nokosu.wire.event_json import event_from_json, event_to_json
from nokosu.wire.fields import WireError
from nokosu.wire.help_json import help_to_json
from nokosu.wire.view_json import view_from_json, view_to_json
from tests.builders import random_match, rules
from tests.strategies import matches, views

KEYS = (
    *("seat", "ruleset", "round", "rounds", "dealer", "removed_colour", "phase", "to_act", "hand", "cards_left"),
    *("drawn", "pool_rolled", "pool", "zero_dice_left", "trump", "dice", "zero", "draft", "declarations", "tricks"),
    *("trick", "won", "scores", "totals", "legal"),
)
"""The order of docs/bot-protocol.md."""

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 10) | st.text(max_size=4) | st.sampled_from(["R5", "dR5", "zero", "P"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*KEYS, "take"]), inner, max_size=3),
    max_leaves=6,
)


def wired(data: object) -> Any:
    return json.loads(json.dumps(data))


@given(views())
@settings(max_examples=60)
def test_H4_a_view_read_back_is_equal(seen: View) -> None:
    assert view_from_json(wired(view_to_json(seen))) == seen


def test_H4_a_view_has_these_keys_in_this_order_and_no_others() -> None:
    match = random_match(rules(3), 20)
    assert tuple(view_to_json(view(match, 0))) == KEYS
    ruleset = view_to_json(view(match, 0))["ruleset"]
    assert isinstance(ruleset, dict)
    assert tuple(ruleset) == ("edition", "players", "rounds_override", "removed_colour")


def test_H4_a_spectators_view_has_neither_hand_nor_legal() -> None:
    match = random_match(rules(3), 20)
    assert tuple(view_to_json(view(match, None))) == tuple(key for key in KEYS if key not in {"hand", "legal"})


def test_M7_the_removed_colour_is_named_twice_the_choice_and_what_came_of_it() -> None:
    chosen = Match.start(editions.ruleset("first", 3, removed_colour=Colour.BLUE), bytes(32))
    data = view_to_json(view(chosen, 0))
    assert (data["removed_colour"], data["ruleset"]) == (
        "B",
        {"edition": "first", "players": 3, "rounds_override": None, "removed_colour": "B"},
    )
    assert view_from_json(data) == view(chosen, 0)


@given(matches())
@settings(max_examples=40)
def test_H2_every_event_read_back_is_equal(match: Match) -> None:
    for audience in (None, 0):
        for event in history(match, audience):
            assert event_from_json(wired(event_to_json(event))) == event


@given(views())
@settings(max_examples=40)
def test_H4_help_is_plain_data_with_the_same_keys_for_everybody(seen: View) -> None:
    data = wired(help_to_json(help_for(seen)))
    assert list(data) == [
        *("waiting", "unplayable", "no_zero", "led", "leading", "targets", "tricks_left", "order", "if_trump")
    ]
    assert len(data["targets"]) == seen.ruleset.players


def test_F4_a_reason_on_the_wire_is_an_id_with_parameters_and_a_clause() -> None:
    match = random_match(rules(4), 0)
    waiting = view(match, match.round.dealer)
    assert wired(help_to_json(help_for(waiting)))["waiting"] == {
        "message": "why.turn",
        "params": {"seat": str(match.to_act)},
        "clause": "D6",
    }


Damage = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("damage", "where"),
    [
        (lambda data: data.pop("hand"), "hand is missing"),
        (lambda data: data.update(hand=["R5", "X9"]), "hand[1]: 'X9' is no piece"),
        (lambda data: data.update(hand="R5"), "hand: a list belongs here"),
        (lambda data: data.update(trump="R5"), "trump: 'R5' is a card"),
        (lambda data: data.update(round=True), "round: a whole number belongs here"),
        (lambda data: data.update(zero=[0, 1, 0]), "zero[0]: true or false belongs here"),
        (lambda data: data.update(phase="lunch"), "phase: one of draft, declare, play, over belongs here"),
        (lambda data: data.update(ruleset={"edition": 5}), "edition: a text belongs here"),
        (lambda data: data.update(ruleset=[]), "ruleset: an object belongs here"),
        (lambda data: data["ruleset"].update(edition="third"), "ruleset: 'third' is no edition"),
        (lambda data: data.update(legal=["play"]), "legal[0]: 'play' is no action here"),
        (lambda data: data.update(trick={"leader": 0}), "plays is missing"),
        (lambda data: data.update(removed_colour="x" * 500), "removed_colour: 'xxxx"),
    ],
)
def test_a_damaged_view_is_refused_with_the_place(damage: Damage, where: str) -> None:
    data = wired(view_to_json(view(random_match(rules(3), 20), 0)))
    damage(data)
    with pytest.raises(WireError) as caught:
        view_from_json(data)
    assert where in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("data", [None, [], {"type": "deal"}, {"type": 5}, {"type": "taken", "seat": 0}])
def test_a_damaged_event_is_refused(data: object) -> None:
    with pytest.raises(WireError):
        event_from_json(data)


@given(st.sampled_from(KEYS), ANYTHING)
@settings(max_examples=150)
def test_whatever_stands_in_a_view_it_is_read_or_refused(key: str, value: object) -> None:
    data = wired(view_to_json(view(random_match(rules(3), 20), 0)))
    data[key] = value
    with suppress(WireError):
        view_from_json(data)
