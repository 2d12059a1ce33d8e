"""The analysis board's positions: any move that can be is taken, whatever is impossible is refused with the reason."""

from __future__ import annotations

from typing import Any

import pytest

from nokosu import editions
from nokosu.core.actions import Play
from nokosu.core.match import Match
from nokosu.core.round import Phase
from nokosu.core.ruleset import ZeroRule
from nokosu.core.stream import Stream, seed_from_number
from nokosu.core.view import view
from nokosu.record.position import Position, position_of
from nokosu.table.analysis import actions, analysed, earlier, played, read, set_up
from nokosu.table.refusal import Refused
from nokosu.wire.analysis import Setup
from tests.builders import SEED, random_match, rules

TABLES = [(name, players) for name in editions.names() for players in editions.load(name).players]


def known_to(match: Match, seat: int | None) -> Position:
    return position_of(match if seat is None else view(match, seat))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_round_is_entered_move_by_move_from_one_seat_or_with_open_cards(edition: str, players: int) -> None:
    match = Match.start(rules(players, edition, rounds=1), seed_from_number(players))
    for seat in (0, None):
        now, board, step = match, known_to(match, seat), 0
        while not now.over:
            step += 1
            action = Stream(SEED, "entered", step).choice(now.legal())
            # What happens at the table can be entered, though nobody sees the others' hands.
            assert action in actions(board)
            board, now = played(board, str(action)), now.apply(action)
            if step % 7 == 0 or now.over:
                assert board == known_to(now, seat)
                assert read(str(board)) == board


def test_what_cannot_be_is_refused_with_the_reason() -> None:
    match = random_match(rules(4, rounds=1), 12)
    match = match.apply(Play(match.round.hands[match.to_act or 0][0]))
    assert match.round.phase is Phase.PLAY
    seat = (match.to_act or 0) + 2
    board = known_to(match, seat % 4)
    own = view(match, seat % 4).hand
    assert own is not None
    for action, why in (
        (f"play {own[0]}", "position.twice"),
        ("play dR9", "table.no-action"),
        ("take dR1", "table.no-action"),
    ):
        with pytest.raises(Refused) as refused:
            played(board, action)
        assert refused.value.why.message == why
    with pytest.raises(Refused) as refused:
        read(str(board).replace("tricks:", "tricks:R8,"))
    assert refused.value.why.message == "position.expected"
    assert dict(refused.value.why.params)["column"].isdigit()


def test_F4_a_seat_that_did_not_follow_is_not_offered_the_suit() -> None:
    offered, refusals = 0, set()
    for number in range(24):
        match = random_match(rules(4, rounds=1), 12 + 4 * (number % 6) + 1)
        board = known_to(match, match.round.dealer)
        if match.to_act == match.round.dealer or match.round.phase is not Phase.PLAY:
            continue
        assert set(match.legal()) <= set(actions(board))
        for action in actions(board):
            offered += 1
            try:
                played(board, str(action))
            except Refused as refused:
                refusals.add(refused.why.message)
    # The few that no hand allows are refused when they are tried.
    assert offered
    assert refusals <= {"position.no-world"}


def test_back_to_any_earlier_point() -> None:
    match, points = Match.start(rules(3, rounds=1), seed_from_number(2)), []
    while not match.over:
        points.append(match)
        match = match.apply(match.legal()[0])
    for seat in (1, None):
        board = known_to(match, seat)
        for decisions in (0, 5, 9, 20, len(points) - 1):
            assert earlier(board, decisions) == known_to(points[decisions], seat)
        assert earlier(board, 999) == board


def test_a_board_knows_whom_it_can_advise() -> None:
    match = random_match(rules(4, rounds=1), 20)
    to_act = match.to_act
    assert to_act is not None
    for seat, known in ((to_act, True), ((to_act + 1) % 4, False), (None, True)):
        shown = analysed(known_to(match, seat))
        assert (shown.to_act, shown.known) == (to_act, known)
        assert shown.text == str(known_to(match, seat))
        assert shown.shared.round.positions[-1].decision == 20
    over = analysed(known_to(random_match(rules(3, rounds=1), 10_000), 0))
    assert (over.to_act, over.known, over.actions) == (None, False, [])


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_what_lies_on_a_table_before_the_draft_and_before_the_tricks(edition: str, players: int) -> None:
    match, seat = Match.start(rules(players, edition, rounds=1), seed_from_number(1)), 1

    def laid(phase: str) -> Setup:
        now = view(match, seat)
        return Setup(
            edition=edition,
            players=players,
            dealer=now.dealer,
            seat=seat,
            phase="draft" if phase == "draft" else "play",
            hand=[str(card) for card in now.hand or ()],
            dice=[[str(die) for die in dice] for dice in now.dice],
            pool=[str(die) for die in now.pool],
            zero=list(now.zero),
        )

    before = set_up(laid("draft")).seen
    # The number of rounds is the edition's: a setup says nothing about it.
    assert (before.hand, before.dice, before.pool) == (view(match, seat).hand, match.round.dice, match.round.pool)
    step = 0
    while match.round.phase is not Phase.PLAY:
        step += 1
        # Zeros are taken and declared too.
        zeros = [action for action in match.legal() if str(action).startswith("zero ")]
        match = match.apply(zeros[0] if zeros and step % 3 == 0 else match.legal()[0])
    assert any(match.round.zero)
    after = set_up(laid("play")).seen
    now = view(match, seat)
    assert (after.hand, after.dice, after.trump, after.zero) == (now.hand, now.dice, now.trump, now.zero)
    assert after.to_act == now.to_act


def test_a_setup_that_cannot_be_is_refused_with_the_reason() -> None:
    now = view(Match.start(rules(4), seed_from_number(1)), 0)
    hand = [str(card) for card in now.hand or ()]
    right: dict[str, Any] = {
        "edition": "second",
        "players": 4,
        "dealer": now.dealer,
        "seat": 0,
        "phase": "draft",
        "hand": hand,
        "dice": [[str(die) for die in dice] for dice in now.dice],
        "pool": [str(die) for die in now.pool],
    }
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"hand": hand[:-1]}, "position.expected-count"),
        ({"pool": ["dR1"] * 13}, "record.impossible-deal"),
        ({"edition": "tenth"}, "table.no-such-rules"),
        ({"edition": "first", "players": 5}, "table.no-such-rules"),
        ({"dealer": 4}, "table.seats-count"),
        ({"hand": ["R9"]}, "record.unreadable"),
        ({"phase": "play", "pool": ["dR1"]}, "position.expected-count"),
    ]
    for change, why in wrong:
        with pytest.raises(Refused) as refused:
            set_up(Setup(**{**right, **change}))
        assert refused.value.why.message == why, change


def test_a_made_up_draft_needs_dice_that_the_bag_still_has() -> None:
    assert rules(4, "manual").zero_rule is ZeroRule.DECLARED
    with pytest.raises(Refused, match="expected-count"):
        set_up(
            Setup(
                edition="manual",
                players=4,
                dealer=0,
                seat=0,
                phase="play",
                hand=[],
                dice=[[], [], [], []],
                pool=["dR1"],
            )
        )
