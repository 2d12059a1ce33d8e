"""Help: what follows from a view."""

from dataclasses import replace

import pytest

from nokosu import editions
from nokosu.core.errors import Reason
from nokosu.core.help import Help, Leading, PickNumber, help_for, sorted_hand
from nokosu.core.match import GivenDeals, Match
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase, Round
from nokosu.core.trump import Suit
from nokosu.core.view import View, view
from tests.builders import SEED, act, declaring, dice, drafting, hand, play_on, playing, shown


def seen(round_: Round, seat: int | None) -> View:
    """A view of a single round."""
    return view(Match(round_.ruleset, GivenDeals(0, ()), (), round_, ()), seat)


def helped(round_: Round, seat: int | None = None) -> Help:
    """Help for a seat, by default the one to act."""
    return help_for(seen(round_, round_.to_act if seat is None else seat))


def said(given: tuple[tuple[Piece, Reason], ...]) -> dict[str, str]:
    return {str(piece): str(why) for piece, why in given}


def test_F2_F4_every_piece_that_may_not_be_played_has_its_reason() -> None:
    round_ = playing("dP1", ["B2", "R3", "G1"], ["dB5 dR5", "dB4 dY4", "dG4 dG5"])
    round_ = act(round_, "play B2")
    # Seat 1 holds dB4 and must follow with it.
    assert said(helped(round_).unplayable) == {
        "R3": "why.follow piece=dB4 suit=blue (F4)",
        "dY4": "why.follow piece=dB4 suit=blue (F4)",
    }


def test_F2_the_last_die_has_its_own_reason() -> None:
    round_ = playing("dP1", ["B2 B3", "R3 R4", "G1 G2"], ["dB5", "dB4", "dG4"])
    round_ = act(round_, "play B2")
    assert said(helped(round_).unplayable) == {"dB4": "why.last-die-stays piece=dB4 (F2)"}


@pytest.mark.parametrize("edition", ["second", "first"])
def test_F1_what_is_unplayable_is_what_is_not_legal(edition: str) -> None:
    match = Match.start(editions.ruleset(edition, 4, rounds=1), SEED)
    for actions in range(12, 70):
        later = play_on(match, actions)
        if later.round.phase is not Phase.PLAY or later.to_act is None:
            continue
        own = view(later, later.to_act)
        legal = {str(action).removeprefix("play ") for action in own.legal or ()}
        held = {str(piece) for piece in (*(own.hand or ()), *own.dice[later.to_act])}
        assert {str(piece) for piece, _ in help_for(own).unplayable} == held - legal


def test_F4_whether_the_led_suit_must_be_followed() -> None:
    round_ = playing("dP1", ["B2 R2", "R3 B6", "G1 G2"], ["dB5 dR5", "dR4 dY4", "dG4"], zero=(2,))
    assert not helped(round_).must_follow, "the leader follows nothing"
    round_ = act(round_, "play B2")
    assert helped(round_).must_follow
    assert not helped(round_, 2).must_follow, "not while it is another seat's turn"
    assert not helped(act(round_, "play B6")).must_follow


def test_F4_dice_alone_may_have_to_follow() -> None:
    round_ = act(playing("dP1", ["", "", ""], ["dB5 dR5", "dB4 dB3", "dG4 dG5"]), "play dB5")
    assert helped(round_).must_follow
    assert helped(round_).unplayable == ()


def test_S2_the_die_with_the_last_open_target_is_named() -> None:
    def gives_up(own: str, cards: str = "B1 B2", won: int = 0, *, zero: bool = False) -> dict[str, int]:
        held, others = [cards, "R3 R4", "G1 G2"], "dG4 dG5 dG6"[: 4 * (len(own.split()) + zero) - 1]
        round_ = playing("dP1", held, [own, others, others], zero=(0,) if zero else ())
        return {str(die): target for die, target in helped(replace(round_, won=(won, 0, 0))).gives_up}

    assert gives_up("dR1 dB6") == {"dR1": 1}, "six tricks are out of reach"
    assert gives_up("dR1 dB2") == {}, "two would be left"
    assert gives_up("dR1 dB1") == {}, "the same number twice"
    assert gives_up("dR1 dB6", won=2) == {}, "the target is gone already"
    assert gives_up("dR1 dB6", zero=True) == {}, "zero is played with all dice"
    assert gives_up("dR1", "B1 B2") == {}, "the last die stays"


def test_S2_nothing_is_named_where_nothing_else_may_be_played() -> None:
    round_ = act(playing("dP1", ["B1", "R3", "G1"], ["dB5 dR1", "dB1 dY5", "dG4 dG5"]), "play B1")
    assert helped(round_).targets[1] == (1,)
    assert helped(round_).gives_up == ()


def test_D6_which_pick_it_is() -> None:
    round_ = drafting("dR1 dR2 dR3 dR4 dR5 dR6 dB1", players=3, dealer=2)
    assert helped(round_).pick == PickNumber(1, 2)
    round_ = act(round_, "take dR1", "take dR2", "take dR3")
    assert helped(round_).pick == PickNumber(2, 2)
    assert helped(playing("dP1", ["B2"] * 3, ["dB5"] * 3)).pick is None


def test_who_waits_is_told_for_whom() -> None:
    round_ = playing("dP1", ["B2", "R3", "G1"], ["dB5 dR5", "dB4 dY4", "dG4 dG5"])
    assert helped(round_).waiting is None
    waiting = helped(round_, 1)
    assert str(waiting.waiting) == "why.turn seat=0 (W5)"
    assert waiting.unplayable == ()
    spectator = help_for(seen(round_, None))
    assert str(spectator.waiting) == "why.no-seat (H4)"
    assert (spectator.unplayable, spectator.order, spectator.if_trump) == ((), (), ())


def test_M4_after_the_end_nothing_can_be_done() -> None:
    match = play_on(Match.start(editions.ruleset("second", 3, rounds=1), SEED), 1000)
    assert str(help_for(view(match, 0)).waiting) == "why.phase phase=over (M4)"


def test_W1_to_W4_who_wins_so_far_and_what_was_led() -> None:
    round_ = playing("dP1", ["B2", "B7", "R1"], ["dB5 dR5", "dB4 dY4", "dG4 dG5"])
    assert (helped(round_).led, helped(round_).leading) == (None, None)
    round_ = act(round_, "play B2")
    assert (helped(round_).led, helped(round_).leading) == (Suit.BLUE, Leading(0, hand("B2")[0]))
    round_ = act(round_, "play B7")
    assert helped(round_).leading == Leading(1, hand("B7")[0])


def test_S2_open_targets_of_every_seat() -> None:
    round_ = playing("dP1", ["B2", "B7", "R1"], ["dB5 dR2", "dB1 dY4", "dG4"], zero=(2,))
    # Two tricks: one card and one die each are played, zero plays its card and its die.
    assert helped(round_).targets == ((2,), (1,), (0,))
    assert helped(round_).tricks_left == 2
    assert helped(replace(round_, won=(1, 5, 1))).targets == ((2,), (), ())


def test_Z5_before_declaring_zero_is_open_too() -> None:
    round_ = declaring("dP1", dice_of=["dR2 dR3", "dB1 dB3", "dG1 dG3"], dealer=2)
    assert helped(round_).targets == ((0,), (0, 1), (0, 1))
    round_ = act(round_, "pass")
    assert helped(round_).targets == ((), (0, 1), (0, 1))
    round_ = act(round_, "zero dB1")
    assert helped(round_).targets == ((), (0,), (0, 1))


def test_W3_the_hand_is_sorted_with_trumps_apart_strongest_first() -> None:
    order = sorted_hand(hand("R4 R6 R0 B4 B7 G1 Y4"), dice("dR4")[0])
    assert [(suit.word, shown(held)) for suit, held in order] == [
        ("trump", "R4 B4 Y4 R6 R0"),
        ("blue", "B7"),
        ("green", "G1"),
    ]


def test_D6_before_there_is_a_trump_the_hand_is_sorted_by_colour() -> None:
    order = sorted_hand(hand("R4 R6 B4"), None)
    assert [(suit.word, shown(held)) for suit, held in order] == [("red", "R6 R4"), ("blue", "B4")]


def test_T1_W3_every_trump_of_the_game_is_named_with_its_kind() -> None:
    helps = helped(playing("dB4", ["B2"] * 3, ["dB5"] * 3))
    named = {str(piece): kind.value for piece, kind in helps.trumps}
    assert named["dB4"] == named["B4"] == "twin"
    assert named["dR4"] == named["G4"] == "number"
    assert named["dB6"] == named["B0"] == "colour"
    assert len(named) == 7 + 6 + 3 * 2, "blue cards and dice, the other fours"
    assert not {"R5", "dR5", "B7", "P4", "dP4"} & set(named), "neither ordinary pieces nor those that are not in play"
    assert helped(drafting("dR1 dR1 dB2 dG3", players=3, drawn=["dP1", "dP2", "dP3"], dealer=2)).trumps == ()


def test_T1_what_would_be_trump_if_a_die_stayed() -> None:
    round_ = drafting("dR1 dR1 dB2 dG3", players=3, drawn=["dP1", "dP2", "dP3"], dealer=2)
    round_ = replace(round_, hands=(hand("R5 B1 G2"), (), ()))
    assert [(str(die), shown(own)) for die, own in helped(round_).if_trump] == [
        ("dR1", "R5 B1 dP1"),
        ("dB2", "B1 G2"),
        ("dG3", "G2"),
    ]
    assert helped(playing("dP1", ["B2"] * 3, ["dB5"] * 3)).if_trump == ()


def test_Z2_C5_why_no_zero_die_may_be_taken() -> None:
    round_ = drafting("dR1 dR2 dR3 dR4 dR5 dR6 dB1", players=3, dealer=2)
    assert helped(round_).no_zero is None
    assert helped(round_, 1).no_zero is None
    round_ = act(round_, "zero dR1", "zero dR2")
    assert str(helped(round_).no_zero) == "why.zero-gone (Z2)"
    round_ = act(round_, "take dR3")
    assert str(helped(round_).no_zero) == "why.zero-once (Z2)"
    other = drafting("dR1 dR2 dR3 dR4", players=3, edition="first")
    assert str(helped(other).no_zero) == "why.no-zero-dice (C5)"
