"""Released editions never change: their digests are golden."""

from dataclasses import fields, replace
from typing import Any

import pytest

from nokosu import editions
from nokosu.core.errors import RulesetError
from nokosu.core.pieces import Colour
from nokosu.core.ruleset import NumberTrumps, Ruleset, TieRule, ZeroRule
from tests.builders import rules
from tests.editions.digests import current, released

pytestmark = pytest.mark.quick


def test_the_digests_of_all_twelve_released_rulesets() -> None:
    assert len(released()) == 12
    assert current() == released()


def test_no_two_rulesets_share_a_digest() -> None:
    assert len(set(current().values())) == 12


ASKED_FOR: dict[str, Any] = {"rounds_override": 4, "removed_choice": Colour.PURPLE}
CHANGED: dict[str, Any] = {
    "edition": "other",
    "revision": 9,
    "players": 5,
    "rounds": 7,
    "removed": Colour.RED,
    "highest_card": 5,
    "cards_each": 8,
    "dice_per_colour": 3,
    "drawn_each": 3,
    "pool_size": 14,
    "picks_each": 4,
    "zero_rule": ZeroRule.DECLARED,
    "zero_dice": 1,
    "tie_rule": TieRule.SHARED,
    "trick_points": 2,
    "bonus": 5,
    "zero_bonus": 0,
    "number_trumps": NumberTrumps.UNLESS_PAIR,
}


@pytest.mark.parametrize("name", CHANGED)
def test_every_rule_is_in_the_digest(name: str) -> None:
    changed = replace(rules(3), **{name: CHANGED[name]})
    assert changed.digest != rules(3).digest


@pytest.mark.parametrize("name", ASKED_FOR)
def test_what_was_asked_for_is_not_a_rule_once_it_is_resolved(name: str) -> None:
    asked = replace(rules(3), **{name: ASKED_FOR[name]})
    assert asked.digest == rules(3).digest


def test_no_field_is_forgotten_here() -> None:
    assert {field.name for field in fields(Ruleset)} == CHANGED.keys() | ASKED_FOR.keys()


def test_overrides_have_digests_of_their_own_as_far_as_they_change_the_rules() -> None:
    assert rules(3, rounds=4).digest == rules(3).digest, "four rounds are what the edition says"
    assert rules(3, rounds=3).digest != rules(3).digest
    green = editions.ruleset("first", 3, removed_colour=Colour.GREEN)
    assert green.digest != rules(3, "first").digest


def test_a_ruleset_is_found_by_its_digest() -> None:
    ruleset = editions.ruleset("first", 3, rounds=2, removed_colour=Colour.GREEN)
    found = editions.ruleset_by_digest("first", 3, rounds=2, removed_colour=Colour.GREEN, digest=ruleset.digest)
    assert found == ruleset


def test_an_unknown_digest_is_refused_with_the_newest_known() -> None:
    newest = rules(4).digest[:16]
    with pytest.raises(RulesetError, match=f"no revision of the edition second has the digest 00000000…; .* {newest}…"):
        editions.ruleset_by_digest("second", 4, digest="00000000")
