"""A record is a match: every state of it can be had back."""

from itertools import pairwise

import pytest

from nokosu.core.round import Phase
from nokosu.record import RecordError, Status, match_at, record_of, replay, round_end, round_start
from tests.builders import play_on
from tests.record import samples
from tests.record.samples import as_json, changed, from_text, match_of, record


def test_replay_gives_every_state_and_action() -> None:
    final = match_of(rounds=2)
    steps = list(replay(record(final)))
    for (before, action), (after, _) in pairwise(steps):
        assert before.apply(action) == after
    assert steps[-1][0].apply(steps[-1][1]) == final
    assert len(steps) == 2 * (9 + 36)


@pytest.mark.parametrize("edition", ["second", "first"])
def test_any_point_of_any_round(edition: str) -> None:
    written = record(match_of(edition, 3, rounds=2))
    for before, _ in replay(written):
        assert match_at(written, before.round_index, before.round.decisions) == before
    assert match_at(written, 1, match_at(written).round.decisions) == match_at(written)


@pytest.mark.parametrize(("round_index", "decision"), [(0, 45), (1, 46), (2, 0), (7, 0)])
def test_a_point_that_the_record_does_not_come_to(round_index: int, decision: int) -> None:
    with pytest.raises(IndexError, match=f"decision {decision} of round {round_index}"):
        match_at(record(match_of(rounds=2)), round_index, decision)


def test_M1_M3_a_round_at_its_start_and_at_its_end() -> None:
    final = match_of(rounds=3)
    written = record(final)
    for index in range(3):
        assert round_start(final, index) == match_at(written, index)
        assert round_end(final, index).round.phase is Phase.OVER
        assert round_end(final, index).totals == tuple(map(sum, zip(*final.scores[: index + 1], strict=True)))
    assert round_end(final, 2) == final


def test_a_hand_dealt_match_goes_as_far_as_its_record() -> None:
    whole = samples.given(match_of(rounds=3))
    for actions in (0, 20, 45, 60, 90):
        played = play_on(whole, actions, 3)
        back = match_at(record(played))
        assert (back.rounds, back.scores) == (played.rounds, played.scores)


def test_a_hand_dealt_match_may_stop_before_the_next_deal() -> None:
    played = play_on(samples.given(match_of(rounds=2)), 45, 3)
    bent = as_json(record(played, status=Status.ABANDONED))
    del bent["rounds"][1]
    back = match_at(from_text(bent))
    assert back.round.phase is Phase.OVER
    assert back.scores == played.scores
    assert back.rounds == played.finished


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (
            ("rounds", 0, "tricks", 0, "plays", 0),
            "B7",
            "round 1, trick 1: rounds[0].tricks[0].plays[0]: “play B7” is not legal for seat 1",
        ),
        (("rounds", 0, "draft", 8), {"seat": 0, "take": "dP6"}, "round 1: rounds[0].draft[8]: “take dP6” is not legal"),
        (
            ("ruleset", "edition"),
            "third",
            'ruleset.edition: unknown edition "third"; built in: first, hungarian',
        ),
        (("ruleset", "players"), 4, "seats: expected a list of 4 entries, found 3"),
        (("ruleset", "digest"), "0" * 64, "ruleset.digest: no such rules: no revision of the edition second has the"),
    ],
)
def test_what_cannot_be_replayed_is_named(path: tuple[str | int, ...], value: object, said: str) -> None:
    with pytest.raises(RecordError) as error:
        match_at(from_text(changed(record(match_of()), path, value)))
    assert str(error.value).startswith(said)


def test_more_actions_than_a_match_has() -> None:
    bent = as_json(record(match_of()))
    bent["rounds"].append(bent["rounds"][0])
    with pytest.raises(RecordError, match="after the end of the round"):
        match_at(from_text(bent))


def test_nothing_dealt_at_all() -> None:
    bent = as_json(samples.unfinished(0)) | {"rounds": [], "seed": None}
    with pytest.raises(RecordError, match="rounds: nothing can be dealt without a seed or a round"):
        match_at(from_text(bent))


def test_a_match_dealt_from_its_seed_needs_no_round_on_record() -> None:
    bent = as_json(samples.unfinished(0)) | {"rounds": []}
    assert match_at(from_text(bent)) == match_of(rounds=2, actions=0)


def test_a_resumed_match_goes_on_as_if_nothing_had_happened() -> None:
    """What a server does after a restart: record, read, go on."""
    whole = match_of(rounds=2)
    for actions in (0, 7, 30, 45, 70):
        half = match_of(rounds=2, actions=actions)
        back = match_at(from_text(as_json(record(half))))
        for _, action in list(replay(record(whole)))[actions:]:
            back = back.apply(action)
        assert record_of(back, samples.seats(3)) == record(whole)
