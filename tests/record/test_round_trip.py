"""What is written is read back equal, whole or unfinished, and written again the same."""

import json

import pytest
from hypothesis import given

from nokosu import editions
from nokosu.core.match import Match
from nokosu.core.pieces import Colour
from nokosu.core.round import Phase
from nokosu.record import Record, SeatInfo, Status, decode, encode, match_at, record_of, to_json, verify
from tests import strategies
from tests.builders import SEED, play_on
from tests.record import samples
from tests.record.samples import as_json, match_of, record

KEYS = ["format", "ruleset", "seats", "seed", "status", "rounds"]
DEALT = ["dealer", "removed_colour", "cards", "aside", "drawn", "pool", "draft"]


def check(match: Match, written: Record) -> None:
    """There and back in every sense: text, values, the match itself; and all of it true."""
    line = encode(written)
    assert "\n" not in line
    assert decode(line) == written
    assert decode(line.encode()) == written
    assert encode(decode(line)) == line
    assert verify(written) is None
    assert match_at(written) == match


@pytest.mark.parametrize(("edition", "players"), editions.pairs())
def test_M2_a_whole_match_of_every_edition_and_player_count(edition: str, players: int) -> None:
    match = match_of(edition, players, rounds=None)
    written = record(match)
    check(match, written)
    assert written.status is Status.FINISHED
    assert list(as_json(written)) == [*KEYS, "totals", "winners"]


@pytest.mark.parametrize(("edition", "players"), editions.pairs())
def test_unfinished_at_every_point(edition: str, players: int) -> None:
    match = Match.start(editions.ruleset(edition, players, rounds=2), SEED)
    decisions = match.ruleset.players * (match.ruleset.picks_each + match.ruleset.tricks + 1) + 3
    for _ in range(decisions):
        check(match, record(match))
        match = play_on(match, 1, choices=match.round.decisions)


@given(strategies.matches())
def test_any_match_that_can_be_reached(match: Match) -> None:
    check(match, record(match))


@pytest.mark.parametrize("removed", [Colour.RED, Colour.PURPLE])
def test_M6_M7_what_the_table_chose_is_on_record(removed: Colour) -> None:
    match = match_of("manual", 3, rounds=2, removed=removed)
    check(match, record(match))
    bent = as_json(record(match))
    assert bent["ruleset"]["rounds_override"] == 2
    assert bent["ruleset"]["removed_colour"] == bent["rounds"][1]["removed_colour"] == removed.letter


def test_deals_given_by_hand_have_no_seed() -> None:
    written = samples.given_record(rounds=2)
    assert as_json(written)["seed"] is None
    check(match_at(written), written)
    assert match_at(written).over


def test_a_match_that_a_server_dealt_and_somebody_left() -> None:
    written = samples.served_record()
    check(match_at(written), written)
    assert list(as_json(written))[-2:] == ["substitutions", "fairness"]


def test_keys_come_when_their_time_has_come() -> None:
    seen = {}
    match = match_of("first", 3, actions=0)
    while not match.over:
        (bent,) = as_json(record(match))["rounds"]
        seen[match.round.phase] = list(bent)
        lying = match.round.trick.plays if match.round.trick else ()
        for trick in bent.get("tricks", []):
            assert ("winner" in trick) is (len(trick["plays"]) == 3)
        assert len(bent.get("tricks", [])) == len(match.round.tricks) + bool(lying)
        match = play_on(match, 1)
    assert seen[Phase.DRAFT] == DEALT
    assert seen[Phase.DECLARE] == [*DEALT, "trump", "declarations"]
    assert seen[Phase.PLAY] == [*DEALT, "trump", "declarations", "tricks"]
    assert list(as_json(record(match))["rounds"][0]) == [*seen[Phase.PLAY], "leftover", "won", "scores"]


def test_the_same_match_gives_the_same_bytes() -> None:
    assert encode(record(match_of("first", 4))) == encode(record(match_of("first", 4)))


def test_names_are_written_as_they_are() -> None:
    match = match_of(players=5)
    assert '"Zoë"' in encode(record(match))
    assert '"李"' in encode(record(match))


def test_keys_of_other_programs_are_kept_and_come_last() -> None:
    bent = as_json(samples.served_record())
    declared = as_json(record(match_of("first", 3)))
    for holder in (
        *(bent, bent["ruleset"], bent["seats"][0], bent["rounds"][0], bent["rounds"][0]["draft"][0]),
        *(bent["rounds"][0]["tricks"][0], bent["substitutions"][0], bent["fairness"]),
        *declared["rounds"][0]["declarations"],
    ):
        holder["x-note"] = {"by": "a tool", "marks": [1, 2.5, None, True]}
    for whole in (bent, declared):
        read = samples.from_text(whole)
        assert to_json(read) == whole
        assert json.dumps(to_json(read)) == json.dumps(whole)
        assert verify(read) is None


def test_a_record_takes_its_status_from_the_match() -> None:
    assert record(match_of(actions=5)).status is Status.UNDERWAY
    with pytest.raises(ValueError, match="is not finished"):
        record(match_of(actions=5), status=Status.FINISHED)
    with pytest.raises(ValueError, match="is not abandoned"):
        record(match_of(), status=Status.ABANDONED)
    with pytest.raises(ValueError, match="2 seats named at a table for 3"):
        record_of(match_of(), [SeatInfo("Ann"), SeatInfo("Bea")])
