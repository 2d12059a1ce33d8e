"""Views, events and help as JSON: the keys and order of docs/bot-protocol.md, and views back again."""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nokosu import editions
from nokosu.core.errors import NokosuError
from nokosu.core.events import history
from nokosu.core.help import help_for
from nokosu.core.match import Match
from nokosu.core.pieces import Colour
from nokosu.core.view import View, view
from nokosu.wire import views as views_on_wire
from nokosu.wire.events import event_to_json
from nokosu.wire.help import help_to_json
from nokosu.wire.views import view_from_json, view_to_json
from tests.builders import random_match, rules
from tests.strategies import views

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
    assert read(wired(view_to_json(seen))) == seen


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
    assert read(data) == view(chosen, 0)


@given(views())
@settings(max_examples=40)
def test_H4_help_is_plain_data_with_the_same_keys_for_everybody(seen: View) -> None:
    data = wired(help_to_json(help_for(seen)))
    assert list(data) == [
        *("waiting", "unplayable", "must_follow", "gives_up", "no_zero", "pick", "led", "leading", "targets"),
        *("tricks_left", "trumps", "order", "if_trump"),
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


def read(data: object) -> View:
    return view_from_json(msgspec.convert(data, views_on_wire.View))


@pytest.mark.parametrize(
    ("damage", "where"),
    [
        (lambda data: data.update(hand=["R5", "X9"]), r"\$\.hand\[1\]"),
        (lambda data: data.update(hand="R5"), r"\$\.hand"),
        (lambda data: data.update(trump="R5"), r"\$\.trump"),
        (lambda data: data.update(trump="dR5\n"), "is not a piece"),
        (lambda data: data.update(round=True), r"\$\.round"),
        (lambda data: data.update(zero=[0, 1, 0]), r"\$\.zero\[0\]"),
        (lambda data: data.update(phase="lunch"), r"\$\.phase"),
        (lambda data: data.update(ruleset={"edition": 5}), r"\$\.ruleset\.edition"),
        (lambda data: data.update(ruleset=[]), r"\$\.ruleset"),
        (lambda data: data["ruleset"].update(edition="third"), "no edition 'third'"),
        (lambda data: data.update(legal=["play"]), "'play' is not an action here"),
        (lambda data: data.update(draft=[{"seat": 0, "take": "zero"}]), "is not a piece"),
        (lambda data: data.update(trick={"leader": 0}), "plays"),
        (lambda data: data.update(removed_colour="x" * 500), r"\$\.removed_colour"),
        (lambda data: data.update(aside=["R1"]), "aside"),
    ],
)
def test_a_damaged_view_is_refused_with_the_place(damage: Damage, where: str) -> None:
    data = wired(view_to_json(view(random_match(rules(3), 20), 0)))
    damage(data)
    with pytest.raises((msgspec.ValidationError, NokosuError), match=where):
        read(data)


@given(st.sampled_from(KEYS), ANYTHING)
@settings(max_examples=150)
def test_a_view_with_any_other_value_is_read_or_refused(key: str, value: object) -> None:
    data = wired(view_to_json(view(random_match(rules(3), 20), 0)))
    data[key] = value
    with suppress(msgspec.ValidationError, NokosuError):
        read(data)


WITHOUT_MSGSPEC = """
import json, sys
sys.modules["msgspec"] = None
from nokosu.core.events import history
from nokosu.core.help import help_for
from nokosu.core.match import Match
from nokosu.core.view import view
from nokosu.editions import ruleset
from nokosu.wire.events import event_to_json
from nokosu.wire.help import help_to_json
from nokosu.wire.views import view_to_json
match = Match.start(ruleset("second", 3), bytes(32))
seen = view(match, 0)
events = [event_to_json(event) for event in history(match, 0)]
print(json.dumps([view_to_json(seen), help_to_json(help_for(seen)), events]))
"""


def test_views_help_and_events_are_written_without_compiled_packages() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_MSGSPEC], capture_output=True, text=True, check=True)
    match = Match.start(editions.ruleset("second", 3), bytes(32))
    seen = view(match, 0)
    events = [event_to_json(event) for event in history(match, 0)]
    assert json.loads(done.stdout) == wired([view_to_json(seen), help_to_json(help_for(seen)), events])
