"""M1 to M7: rounds, dealers, totals, winners."""

import pytest

from nokosu import editions
from nokosu.core.errors import IllegalAction, NotationError, RulesetError, reason
from nokosu.core.match import Match
from nokosu.core.notation import parse_action
from nokosu.core.pieces import Colour
from nokosu.core.round import Phase
from tests.builders import SEED, play_on, random_match, rules

pytestmark = pytest.mark.quick

WHOLE = 10_000


def test_M1_the_deal_passes_to_the_left() -> None:
    match = random_match(rules(4), WHOLE)
    first = match.rounds[0].dealer
    assert [round_.dealer for round_ in match.rounds] == [(first + index) % 4 for index in range(5)]


@pytest.mark.parametrize(("name", "players"), editions.pairs())
def test_M2_the_edition_fixes_the_number_of_rounds(name: str, players: int) -> None:
    match = random_match(editions.ruleset(name, players), WHOLE)
    expected = {"first": 4, "roger": players, "second": players + 1, "manual": players, "hungarian": players}[name]
    assert len(match.rounds) == len(match.scores) == expected
    assert match.over


def test_M3_only_scores_carry_over() -> None:
    match = random_match(rules(3), WHOLE)
    for round_ in match.rounds:
        assert len(round_.deal.pool) == 10
        assert sum(map(len, round_.deal.cards)) == 27
        assert sum(round_.won) == 12


def test_M4_totals_are_the_points_of_all_rounds() -> None:
    match = Match.start(rules(3), SEED)
    assert match.totals == (0, 0, 0)
    match = play_on(match, WHOLE)
    assert match.scores == tuple(tuple(seat.total for seat in round_.score) for round_ in match.rounds)
    assert match.totals == tuple(sum(row[seat] for row in match.scores) for seat in range(3))


def test_M4_there_is_no_winner_before_the_end() -> None:
    match = Match.start(rules(3), SEED)
    assert match.winners == ()
    match = play_on(match, WHOLE)
    assert match.winners
    assert {match.totals[seat] for seat in match.winners} == {max(match.totals)}


def test_M5_the_last_rounds_dice_break_a_tie_where_the_edition_says_so() -> None:
    """One of many random matches ends in a tie; the same actions under both rules."""
    tied = _tied_match("second")
    kept = [contract.target for contract in tied.round.contracts]
    level = [seat for seat in range(3) if tied.totals[seat] == max(tied.totals)]
    assert tied.winners == tuple(seat for seat in level if kept[seat] == max(kept[other] for other in level))
    shared = _tied_match("roger")
    level = [seat for seat in range(3) if shared.totals[seat] == max(shared.totals)]
    assert shared.winners == tuple(level)


def _tied_match(edition: str) -> Match:
    ruleset = editions.ruleset(edition, 3, rounds=1)
    for number in range(200):
        match = random_match(ruleset, WHOLE, choices=number)
        if match.totals.count(max(match.totals)) > 1:
            return match
    raise AssertionError("no tie among 200 matches")


@pytest.mark.parametrize("rounds", [1, 2, 20])
def test_M6_a_table_may_agree_on_another_number_of_rounds(rounds: int) -> None:
    match = random_match(rules(3, rounds=rounds), WHOLE)
    assert len(match.scores) == rounds
    assert match.ruleset.rounds_override == rounds


@pytest.mark.parametrize("rounds", [0, 21, -1])
def test_M6_fewer_than_one_or_more_than_twenty_rounds_are_refused(rounds: int) -> None:
    with pytest.raises(RulesetError, match=f"1 to 20 rounds, not {rounds}"):
        rules(3, rounds=rounds)


@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize("edition", ["first", "manual", "hungarian"])
def test_M7_the_removed_colour_is_chosen_once_a_match(edition: str, colour: Colour) -> None:
    match = random_match(editions.ruleset(edition, 3, removed_colour=colour), WHOLE)
    for round_ in match.rounds:
        seen = {piece.colour for group in (*round_.deal.cards, round_.deal.pool) for piece in group}
        assert seen == set(Colour) - {colour}


@pytest.mark.parametrize(("edition", "players"), [("second", 3), ("roger", 3), ("first", 4), ("second", 5)])
def test_M7_where_the_edition_leaves_no_choice_a_colour_is_refused(edition: str, players: int) -> None:
    with pytest.raises(RulesetError, match="leaves no choice of the removed colour"):
        editions.ruleset(edition, players, removed_colour=Colour.RED)


def test_a_match_knows_its_seed_and_its_place() -> None:
    match = random_match(rules(4), 100)
    assert match.seed == SEED
    assert match.round_index == 1
    assert match.rounds == (*match.finished, match.round)
    assert match.legal() == match.round.legal()


def test_an_illegal_action_leaves_the_match_as_it_was() -> None:
    match = Match.start(rules(4), SEED)
    with pytest.raises(IllegalAction) as refused:
        match.apply(parse_action("play R5", Phase.PLAY))
    assert refused.value.reason == reason("why.phase", "D6", phase="draft")
    assert match == Match.start(rules(4), SEED)


def test_nothing_is_done_when_the_match_is_over() -> None:
    match = random_match(rules(3, rounds=1), WHOLE)
    assert (match.over, match.to_act, match.legal()) == (True, None, ())
    with pytest.raises(IllegalAction):
        match.apply(parse_action("play R5", Phase.PLAY))


def test_decisions_of_a_round_are_counted_in_every_phase() -> None:
    match = Match.start(rules(3, "manual"), SEED)
    for number in range(3 * 3 + 3 + 3 * 12):
        assert match.round.decisions == number
        match = match.apply(match.legal()[0])
    assert match.rounds[0].decisions == 48
    assert match.round.decisions == 0


@pytest.mark.parametrize("given", ["take dR4", None, 3])
def test_what_is_not_an_action_is_refused_with_what_was_expected(given: object) -> None:
    with pytest.raises(NotationError) as refused:
        Match.start(rules(3), SEED).apply(given)  # type: ignore[arg-type]  # somebody without a type checker
    said = f"expected an action such as Take(die), got {type(given).__name__}; "
    assert str(refused.value) == said + "nokosu.core.notation.parse_action(text, phase) reads one from text"


def test_rounds_and_rules_are_short_in_a_traceback() -> None:
    match = Match.start(rules(3, rounds=1), SEED)
    assert repr(match.round) == f"<Round dealt by seat {match.round.dealer}: draft, seat {match.to_act} to act>"
    while not match.over:
        match = match.apply(match.legal()[0])
    assert repr(match.round) == f"<Round dealt by seat {match.round.dealer}: over>"
    assert repr(match.ruleset) == "<Ruleset second, 3 players, 1 rounds>"
