"""What holds in every match that can be reached."""

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from nokosu.core.actions import Action, DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.errors import IllegalAction
from nokosu.core.match import Match
from nokosu.core.notation import parse_action
from nokosu.core.pieces import CARDS, DICE, Piece
from nokosu.core.round import Phase, Round
from nokosu.core.ruleset import Ruleset, ZeroRule
from nokosu.core.view import view
from nokosu.core.worlds import World, rebuild
from tests.builders import history, random_match, rules
from tests.strategies import matches, rulesets, running_matches, seeds


def pieces_now(round_: Round) -> Counter[Piece]:
    """Where every piece of a round is: in hands, in front, in the middle, played, discarded, returned, aside."""
    tricks = [won.trick for won in round_.tricks] + ([round_.trick] if round_.trick else [])
    groups = [
        *round_.hands,
        *round_.dice,
        round_.pool,
        round_.deal.aside,
        [pick.die for pick in round_.draft if pick.zero],
        [declared.returned for declared in round_.declarations if declared.returned],
        *(trick.plays for trick in tricks),
    ]
    return Counter(piece for group in groups for piece in group)


def pieces_dealt(round_: Round) -> Counter[Piece]:
    dealt = round_.deal
    return Counter(piece for group in (*dealt.cards, dealt.aside, *dealt.drawn, dealt.pool) for piece in group)


@given(matches())
def test_pieces_are_conserved(match: Match) -> None:
    for round_ in match.rounds:
        assert pieces_now(round_) == pieces_dealt(round_)


@given(matches())
def test_everything_a_seat_holds_is_sorted(match: Match) -> None:
    for group in (*match.round.hands, *match.round.dice, match.round.pool):
        assert list(group) == sorted(group)


@given(matches())
def test_someone_can_always_act_until_the_match_is_over(match: Match) -> None:
    legal = match.legal()
    assert bool(legal) == (not match.over) == (match.to_act is not None)
    assert len(set(legal)) == len(legal)


EVERY_ACTION: list[Action] = [
    Pass(),
    *(kind(die) for kind in (Take, TakeZero, DeclareZero) for die in DICE),
    *(Play(piece) for piece in (*CARDS, *DICE)),
]


@given(running_matches())
def test_exactly_the_legal_actions_are_accepted(match: Match) -> None:
    accepted = set()
    for action in EVERY_ACTION:
        try:
            match.apply(action)
        except IllegalAction:
            continue
        accepted.add(action)
    assert accepted == set(match.legal())


@given(rulesets(), seeds(), st.integers(0, 2**32))
def test_a_match_ends_after_exactly_the_right_number_of_actions(ruleset: Ruleset, seed: bytes, choices: int) -> None:
    declarations = ruleset.players if ruleset.zero_rule is ZeroRule.DECLARED else 0
    each_round = ruleset.players * (ruleset.picks_each + ruleset.tricks) + declarations
    last = each_round * ruleset.rounds
    match = random_match(ruleset, last - 1, choices, seed)
    assert not match.over
    assert match.apply(match.legal()[0]).over


@given(matches())
def test_replaying_gives_an_equal_state(match: Match) -> None:
    again = Match(
        match.ruleset, match.deals, (), Round.start(match.ruleset, match.rounds[0].dealer, match.rounds[0].deal), ()
    )
    for round_ in match.rounds:
        for text in history(round_):
            again = again.apply(parse_action(text, again.round.phase))
    assert again == match
    assert hash(again) == hash(match)


@given(rulesets(), seeds(), st.integers(0, 100), st.integers(0, 2**32))
def test_the_match_follows_from_ruleset_seed_and_choices(
    ruleset: Ruleset, seed: bytes, actions: int, choices: int
) -> None:
    assert random_match(ruleset, actions, choices, seed) == random_match(ruleset, actions, choices, seed)


@given(matches())
def test_F2_Z8_whoever_has_no_zero_contract_keeps_a_die(match: Match) -> None:
    for round_ in match.rounds:
        for own, zero in zip(round_.dice, round_.zero, strict=True):
            assert own or zero
        if round_.phase is Phase.OVER:
            assert [len(own) for own in round_.dice] == [0 if zero else 1 for zero in round_.zero]
            assert not any(round_.hands)


@given(matches())
def test_S1_every_trick_is_won_by_somebody(match: Match) -> None:
    for round_ in match.rounds:
        assert sum(round_.won) == len(round_.tricks)
        assert round_.won == tuple(
            sum(won.winner == seat for won in round_.tricks) for seat in range(match.ruleset.players)
        )


@given(matches())
def test_the_truth_is_one_of_the_worlds_of_every_view(match: Match) -> None:
    truth = World(match.round.hands, match.round.deal.aside)
    for seat in (None, *range(match.ruleset.players)):
        assert rebuild(view(match, seat), truth) == match.round


def test_planted_a_piece_that_vanishes_or_doubles_is_noticed() -> None:
    round_ = random_match(rules(4), 20).round
    vanished = replace(round_, hands=(round_.hands[0][1:], *round_.hands[1:]))
    doubled = replace(round_, dice=(round_.dice[0] * 2, *round_.dice[1:]))
    for faulty in (vanished, doubled):
        assert pieces_now(faulty) != pieces_dealt(faulty)
