"""Invalid records: the first error, with its place, what was expected and what was found."""

from dataclasses import replace
from typing import Any

import pytest

from nokosu import editions
from nokosu.editions import registry
from nokosu.record import Fault, Record, Status, verify
from tests.builders import play_on
from tests.record import samples
from tests.record.samples import Json, Key, as_json, changed, edited, from_text, match_of, record, without

FIRST = ("rounds", 0)
SECOND = ("rounds", 1)


def fault(bent: Json) -> Fault:
    found = verify(from_text(bent))
    assert found is not None
    return found


def said(bent: Json) -> str:
    text = str(fault(bent))
    assert text.isprintable()
    return text


@pytest.fixture(scope="module")
def written() -> Record:
    """Two rounds of three players by the edition in print."""
    return record(match_of(rounds=2))


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ((*SECOND, "dealer"), 2, "round 2: rounds[1].dealer: expected 1, found 2"),
        ((*FIRST, "dealer"), 1, "round 1: rounds[0].dealer: expected 0 from the seed, found 1"),
        ((*SECOND, "removed_colour"), None, 'round 2: rounds[1].removed_colour: expected "P", found null'),
        ((*FIRST, "aside"), ["G3"], 'round 1: rounds[0].aside[0]: expected "R6" from the seed, found "G3"'),
        ((*FIRST, "aside"), [], 'round 1: rounds[0].aside[0]: missing; expected "R6"'),
        ((*FIRST, "drawn", 1), [], 'round 1: rounds[0].drawn[1][0]: missing; expected "dB1"'),
        ((*FIRST, "draft", 3, "seat"), 2, "round 1: rounds[0].draft[3].seat: expected 1, found 2"),
        ((*FIRST, "trump"), "dB5", 'round 1: rounds[0].trump: expected "dB6", found "dB5"'),
        ((*FIRST, "won"), [1, 8, 3], "round 1: rounds[0].won[0]: expected 2, found 1"),
        ((*FIRST, "scores", 2), 13, "round 1: rounds[0].scores[2]: expected 3, found 13"),
        ((*FIRST, "leftover", 0), "dR5", 'round 1: rounds[0].leftover[0]: expected null, found "dR5"'),
        (("winners",), [0, 1], "winners[0]: expected 1, found 0"),
        (("status",), "abandoned", 'status: expected "finished", found "abandoned"'),
    ],
)  # fmt: skip
def test_what_was_expected_and_what_was_found(
    written: Record, path: tuple[Key, ...], value: Any, expected: str
) -> None:
    assert said(changed(written, path, value)) == expected


def test_W1_a_changed_winner_is_found_in_its_trick(written: Record) -> None:
    found = fault(changed(written, (*SECOND, "tricks", 4, "winner"), 0))
    assert (found.round, found.trick) == (1, 4)
    assert str(found) == "round 2, trick 5: rounds[1].tricks[4].winner: expected 1, found 0"


def test_W5_a_changed_leader_is_found_in_its_trick(written: Record) -> None:
    leader = as_json(written)["rounds"][1]["tricks"][4]["leader"]
    assert said(changed(written, (*SECOND, "tricks", 4, "leader"), (leader + 1) % 3)) == (
        f"round 2, trick 5: rounds[1].tricks[4].leader: expected {leader}, found {(leader + 1) % 3}"
    )


def test_F4_an_illegal_play_is_named_with_the_rule_and_what_is_allowed() -> None:
    bent = as_json(record(match_of()))
    trick = bent["rounds"][0]["tricks"][1]
    assert trick == {"leader": 1, "plays": ["G5", "G2", "dG1"], "winner": 1}
    trick["plays"][1] = "Y1"
    assert said(bent) == (
        "round 1, trick 2: rounds[0].tricks[1].plays[1]: “play Y1” is not legal for seat 2; "
        "legal: play G2, play G3, play G4 (F4: You have the G2, so you must play green.)"
    )


def test_D6_an_impossible_pick_is_named() -> None:
    assert said(changed(record(match_of()), (*FIRST, "draft", 0, "take"), "dG6")).startswith(
        "round 1: rounds[0].draft[0]: “take dG6” is not legal for seat 1; legal: take dR4, take dR5, "
    )


def test_M4_totals_and_winners_are_counted_again(written: Record) -> None:
    totals = as_json(written)["totals"]
    assert said(changed(written, ("totals", 1), totals[1] + 10)) == (
        f"totals[1]: expected {totals[1]}, found {totals[1] + 10}"
    )


def test_a_changed_seed_is_found_at_once(written: Record) -> None:
    assert said(changed(written, ("seed",), "0" * 64)) == "round 1: rounds[0].dealer: expected 1 from the seed, found 0"


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (
            ("edition",),
            "third",
            'ruleset.edition: unknown edition "third"; built in: first, hungarian, manual, roger, second.',
        ),
        (("edition",), "roger", "ruleset.digest: no such rules: no revision of the edition roger has the digest 40"),
        (("digest",), "0" * 64, "ruleset.digest: no such rules: no revision of the edition second has the digest 000"),
        (("rounds_override",), 3, "ruleset.digest: no such rules: no revision of the edition second has the digest "),
        (("removed_colour",), "R", "ruleset.removed_colour: no such rules: the edition second leaves no choice of the"),
    ],
)
def test_rules_that_are_not_those_of_the_digest(path: tuple[Key, ...], value: Any, expected: str) -> None:
    assert said(changed(record(match_of()), ("ruleset", *path), value)).startswith(expected)


def test_a_number_of_players_that_the_edition_is_not_for() -> None:
    bent = as_json(record(match_of("roger", 5)))
    bent["ruleset"]["edition"] = "first"
    assert said(bent) == "ruleset.players: no such rules: the edition first is for 3, 4 players, not 5"


def test_the_editions_own_number_of_rounds_may_be_written_out() -> None:
    written = record(match_of(rounds=None))
    assert verify(from_text(changed(written, ("ruleset", "rounds_override"), 4))) is None


def test_M2_a_round_too_few_or_too_many(written: Record) -> None:
    assert said(without(written, SECOND)) == "round 2: rounds[1]: missing: a finished match has 2 rounds"
    more = edited(written, lambda bent: bent["rounds"].append(bent["rounds"][1]))
    assert said(more) == "round 3: rounds[2]: one round too many: the match has 2"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ((*FIRST, "draft", 8), "round 1: rounds[0].draft[8]: missing: nothing is recorded for seat 0"),
        ((*FIRST, "draft"), "round 1: rounds[0].draft[0]: missing: nothing is recorded for seat 1"),
        (
            (*FIRST, "tricks", 11),
            "round 1, trick 12: rounds[0].tricks[11]: missing: nothing is recorded for seat 1, whose",
        ),
        (
            (*FIRST, "tricks", 5, "plays", 2),
            "round 1, trick 6: rounds[0].tricks[5].plays[2]: missing: nothing is recorded for seat 1",
        ),
        (
            (*FIRST, "tricks", 11, "plays", 2),
            "round 1, trick 12: rounds[0].tricks[11].winner: expected nothing, found 1",
        ),
        ((*FIRST, "tricks", 5, "winner"), "round 1, trick 6: rounds[0].tricks[5].winner: missing; expected 1"),
        ((*FIRST, "trump"), 'round 1: rounds[0].trump: missing; expected "dB6"'),
        ((*FIRST, "declarations"), "round 1: rounds[0].declarations: missing; expected []"),
        ((*FIRST, "leftover"), 'round 1: rounds[0].leftover: missing; expected [null, "dG5", null]'),
        ((*FIRST, "won"), "round 1: rounds[0].won: missing; expected [2, 7, 3]"),
        ((*FIRST, "scores"), "round 1: rounds[0].scores: missing; expected [2, 7, 3]"),
        (("totals",), "totals: missing; expected [2, 7, 3]"),
        (("winners",), "winners: missing; expected [1]"),
    ],
)
def test_what_is_missing_from_a_finished_match(path: tuple[Key, ...], expected: str) -> None:
    assert said(without(record(match_of()), path)).startswith(expected)


def test_a_trick_too_many() -> None:
    bent = edited(record(match_of()), lambda bent: bent["rounds"][0]["tricks"].append({"leader": 1, "plays": []}))
    assert said(bent) == "round 1, trick 13: rounds[0].tricks[12]: one trick too many: the round has 12"


def test_Z5_declarations_where_there_are_none() -> None:
    bent = changed(record(match_of()), (*FIRST, "declarations"), [{"seat": 1, "zero": False}])
    assert said(bent).startswith("round 1: rounds[0].declarations[0]: “pass” is not legal for seat 1; legal: ")


def test_D6_a_pick_too_many() -> None:
    bent = edited(record(match_of()), lambda bent: bent["rounds"][0]["draft"].append({"seat": 1, "take": "dB6"}))
    assert "(F1: You cannot do that now: a trick is being played.)" in said(bent)


# Unfinished matches


def test_unfinished_matches_may_be_underway_or_abandoned() -> None:
    for status in ("underway", "abandoned"):
        assert verify(from_text(changed(samples.unfinished(20), ("status",), status))) is None
    assert "missing: nothing is recorded for seat" in said(changed(samples.unfinished(20), ("status",), "finished"))


@pytest.mark.parametrize(
    ("actions", "key", "value"),
    [
        (4, "trump", "dR1"),
        (4, "declarations", []),
        (4, "tricks", []),
        (12, "leftover", [None, None, None]),
        (12, "won", [0, 0, 1]),
        (12, "scores", [0, 0, 1]),
    ],
)
def test_a_key_whose_time_has_not_come(actions: int, key: str, value: Any) -> None:
    found = said(changed(samples.unfinished(actions), (*FIRST, key), value))
    assert found.startswith(f"round 1: rounds[0].{key}: expected nothing, found ")


@pytest.mark.parametrize("key", ["totals", "winners"])
def test_M4_no_result_before_the_end(key: str) -> None:
    assert said(changed(samples.unfinished(12), (key,), [1, 1, 1])) == f"{key}: expected nothing, found [1, 1, 1]"


def test_only_the_last_round_may_be_unfinished() -> None:
    bent = edited(samples.unfinished(9 + 36), lambda bent: bent["rounds"][0]["tricks"].pop())
    assert said(bent).startswith("round 1, trick 12: rounds[0].tricks[11]: missing: nothing is recorded for seat")


def test_an_unfinished_match_may_stop_before_the_next_deal() -> None:
    assert verify(from_text(without(samples.unfinished(9 + 36), SECOND))) is None


def test_empty_lists_may_stay_away_or_be_written_where_a_record_ends() -> None:
    begun = samples.unfinished(0)
    assert verify(from_text(without(begun, (*FIRST, "draft")))) is None
    drafted = samples.unfinished(9)
    bare = edited(drafted, lambda bent: [bent["rounds"][0].pop(key) for key in ("tricks", "declarations")])
    assert verify(from_text(bare)) is None
    led = edited(drafted, lambda bent: bent["rounds"][0]["tricks"].append({"leader": 1, "plays": []}))
    assert verify(from_text(led)) is None


# Deals given by hand


def test_a_deal_by_hand_that_cannot_be() -> None:
    written = samples.given_record()
    assert said(changed(written, (*FIRST, "cards", 0, 0), "R7")) == (
        "round 1: rounds[0]: this deal is impossible: R7 is not among the cards in play"
    )


def test_a_deal_by_hand_is_sorted_too() -> None:
    bent = edited(samples.given_record(), lambda bent: bent["rounds"][0]["pool"].reverse())
    assert said(bent) == 'round 1: rounds[0].pool[0]: expected "dR4", found "dY5"'


def test_M1_by_hand_too_the_deal_passes_to_the_left() -> None:
    written = samples.given_record(rounds=2)
    assert said(changed(written, (*SECOND, "dealer"), 0)) == "round 2: rounds[1].dealer: expected 1, found 0"


def test_any_seat_may_deal_first_by_hand() -> None:
    match = samples.given(match_of())
    assert verify(record(play_on(match, 3), status=Status.ABANDONED)) is None
    moved = changed(record(match), (*FIRST, "dealer"), 2)
    assert verify(from_text(moved)) is None


# Servers and substitutions


def test_a_server_that_broke_its_promise() -> None:
    found = said(changed(samples.served_record(), ("fairness", "commitment"), "0" * 64))
    assert found.startswith('fairness.commitment: expected "8fc7')
    assert found.endswith(f'found "{"0" * 64}"')
    assert said(changed(samples.served_record(), ("fairness", "nonces", 1), "0" * 64)).startswith("seed: ")
    assert said(changed(samples.served_record(), ("seed",), None)).endswith(", found null")


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ((0, "round"), 2, "substitutions[0].round: the record has 2 rounds, counted from 0"),
        ((0, "decision"), 45, "substitutions[0].decision: the round has 45 decisions, counted from 0"),
        ((0, "decision"), 21, "substitutions[1].decision: this belongs before the previous entry"),
        ((0, "by"), None, "substitutions[0].by: seat 0 returns here, but nobody had replaced it"),
        ((1, "seat"), 2, "substitutions[1].by: seat 2 returns here, but nobody had replaced it"),
    ],
)
def test_substitutions_that_cannot_be(path: tuple[Key, ...], value: Any, expected: str) -> None:
    assert said(changed(samples.served_record(), ("substitutions", *path), value)) == expected


def test_somebody_may_be_replaced_before_the_next_decision() -> None:
    change = [{"seat": 0, "round": 0, "decision": 12, "by": "club", "why": "timeout"}]
    assert verify(from_text(as_json(samples.unfinished(12)) | {"substitutions": change})) is None
    change[0]["decision"] = 13
    assert said(as_json(samples.unfinished(12)) | {"substitutions": change}) == (
        "substitutions[0].decision: the round has 13 decisions, counted from 0"
    )


def test_old_records_are_judged_by_the_rules_they_were_played_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """A correction of an edition is a new revision; records of the old one stay true."""
    old = editions.load("second")
    corrected = replace(old, revision=old.revision + 1, bonus=7)
    written = record(match_of(rounds=2))
    both = (corrected, *(edition for edition in registry._released()))
    monkeypatch.setattr(registry, "_released", lambda: both)
    assert editions.load("second") == corrected
    assert verify(written) is None
    new = record(match_of(rounds=2))
    assert new.ruleset.digest != written.ruleset.digest
    assert verify(new) is None
