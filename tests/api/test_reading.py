"""Text in: what is taken as text or plain value, and what an error says."""

from collections.abc import Callable

import hypothesis
import pytest
from hypothesis import strategies as st

import nokosu
from nokosu.api import reading
from nokosu.core.stream import seed_from_number
from tests.builders import rules

START = nokosu.Match.start("second", players=4, seed=7)
AT_PLAY = nokosu.play("club", rounds=1, seed=7)


def in_play(decisions: int = 12) -> nokosu.Match:
    """A match after its draft."""
    match = START
    while match.round.decisions < decisions:
        match = match.apply(match.legal()[0])
    return match


TEXTUAL = nokosu.Take("dR5")  # type: ignore[arg-type]  # text is read too


@pytest.mark.parametrize("action", ["take dR5", nokosu.Take(nokosu.piece("dR5")), TEXTUAL])
def test_an_action_may_be_its_text(action: nokosu.Action | str) -> None:
    assert START.apply(action).view(2).dice[2] == nokosu.Hand("dR2 dR4 dR5")


def test_several_actions_are_applied_in_order() -> None:
    assert START.apply_all(["take dR5", "zero dB5"]).to_act == 0


def test_a_match_stays_one_of_ours_through_every_round() -> None:
    match = nokosu.Match.start("second", players=3, rounds=2, seed=1)
    while not match.over:
        match = match.apply(str(match.legal()[0]))
        assert type(match) is nokosu.Match


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("take", r"'take' is not an action here; expected 'take dR5' or 'zero dB2'; legal: take dR1, "),
        ("take R5", r"'R5' is a card; a die is written dR5; legal: "),
        ("take dR9", r"'dR9' is not a piece; cards are R0 to P7, dice dR1 to dP6; legal: "),
        ("take dR6", r"take dR6: .* is not in the middle; legal: take dR1, take dR5, .* and 8 more$"),
        (5, r"expected an action or its text, got int; legal: "),
        (None, r"expected an action or its text, got NoneType; legal: "),
    ],
)
def test_a_wrong_action_is_told_what_is_legal(given: str, said: str) -> None:
    with pytest.raises(nokosu.NokosuError, match=said):
        START.apply(given)


def test_an_error_says_why_in_english_whatever_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOKOSU_LANGUAGE", "hu")
    match = in_play()
    hidden = next(piece for piece in match.view((match.to_act or 0) - 1).hand or ())
    with pytest.raises(nokosu.IllegalAction) as error:
        match.apply(f"play {hidden}")
    assert "why." not in str(error.value)
    assert "You do not have" in str(error.value)
    assert (str(error.value.tried), error.value.reason.clause) == (f"play {hidden}", "F1")


def test_a_match_that_is_over_has_nothing_legal() -> None:
    with pytest.raises(nokosu.NotationError, match=r"the match is over$"):
        AT_PLAY.apply("play R5")


def test_a_seed_is_a_number_its_text_digits_or_bytes() -> None:
    seed = seed_from_number(7, 0)
    for given in (7, "7", seed, seed.hex(), bytearray(seed)):
        assert nokosu.Match.start("second", seed=given).seed == seed  # type: ignore[arg-type]  # on purpose
    assert nokosu.Match.start("second").seed != nokosu.Match.start("second").seed


@pytest.mark.parametrize("given", [-1, 2**64, True, 1.5, "seven", b"short", "ab" * 31])
def test_a_wrong_seed_is_refused_without_repeating_it(given: object) -> None:
    with pytest.raises(nokosu.DealError, match="expected a seed: a whole number from 0 to 2") as error:
        nokosu.Match.start("second", seed=given)  # type: ignore[arg-type]  # on purpose
    assert repr(given) not in str(error.value)


def test_rules_are_an_edition_a_ruleset_or_nothing() -> None:
    assert nokosu.Match.start().ruleset == nokosu.ruleset() == rules(4, "second")
    assert nokosu.Match.start("second", 5).ruleset == nokosu.ruleset("second", 5)
    assert nokosu.Match.start(rules(3, "first")).ruleset == nokosu.ruleset("first", 3)
    assert nokosu.ruleset("second", 4, rounds="players").rounds_override == 4
    assert nokosu.ruleset("manual", 4, rounds="players").rounds_override is None
    assert nokosu.ruleset("first", 3, rounds=2, removed_colour="G").removed is nokosu.Colour.GREEN


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"edition": "third"}, "there is no edition 'third'; there are: first, "),
        ({"edition": 3}, "expected an edition's name or a Ruleset, got int"),
        ({"players": 6}, "is for 3, 4, 5 players, not 6"),
        ({"players": "4"}, "players: expected a whole number, got '4'"),
        ({"rounds": "many"}, "rounds: expected a whole number or 'players', got 'many'"),
        ({"rounds": 21}, "a match has 1 to 20 rounds, not 21"),
        ({"edition": rules(4), "players": 3}, "the ruleset given is for 4 players and 5 rounds already"),
        ({"edition": rules(4), "rounds": 3}, "the ruleset given is for 4 players and 5 rounds already"),
        ({"edition": rules(4), "players": 4, "rounds": 3}, "the ruleset given is for 4 players and 5 rounds already"),
    ],
)
def test_wrong_rules_are_refused_in_one_line(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(nokosu.RulesetError, match=said):
        nokosu.ruleset(**arguments)  # type: ignore[arg-type]  # on purpose


def test_a_deal_given_by_hand_may_be_texts() -> None:
    deal = START.round.deal
    texts = {
        "cards": [" ".join(map(str, hand)) for hand in deal.cards],
        "drawn": [" ".join(map(str, dice)) for dice in deal.drawn],
        "pool": " ".join(map(str, deal.pool)),
    }
    one_round = nokosu.ruleset("second", 4, rounds=1)
    assert nokosu.Match.from_deals(one_round, 1, [texts]).round.deal == deal
    assert nokosu.Match.from_deals(one_round, 1, [deal]).round.deal == deal


@pytest.mark.parametrize(
    ("deal", "said"),
    [
        ({"cards": []}, "expected a deal with the keys cards, drawn, pool"),
        ("R1 R2", "expected a Deal or a mapping"),
        ({"cards": "R1", "drawn": [], "pool": ""}, "expected one group of pieces per seat, got str"),
        ({"cards": [5], "drawn": [], "pool": ""}, "expected pieces such as 'R5 dB3', got int"),
        ({"cards": ["R1 X2"], "drawn": [], "pool": ""}, "'X2' is not a piece"),
    ],
)
def test_a_wrong_deal_is_refused_in_one_line(deal: object, said: str) -> None:
    with pytest.raises(nokosu.NokosuError, match=said):
        nokosu.Match.from_deals("second", 0, [deal], players=4)  # type: ignore[list-item]  # on purpose


@pytest.mark.parametrize("seat", [-1, 4, True, "1", 1.0])
def test_a_seat_that_is_not_at_the_table_is_refused(seat: object) -> None:
    with pytest.raises(nokosu.NokosuError, match="expected a seat from 0 to 3, got"):
        START.view(seat)  # type: ignore[arg-type]  # on purpose


def test_tricks_and_hands_are_read_from_text() -> None:
    trick = nokosu.Trick.of("R5 R7", trump="dB1", leader=2)
    assert (trick.winner, trick.full) == (3, False)
    assert trick.with_play("dB3").with_play("R0").winner == 0
    assert nokosu.Hand("R5 dB3") == nokosu.Hand(["R5", nokosu.piece("dB3")]) == reading.pieces("R5 dB3")
    assert nokosu.Trick.of("").winner is None


ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.binary(),
    st.sampled_from(["take dR5", "zero dB5", "second", "R5 dB3", "7", "cmd:'"]),
    st.lists(st.text(max_size=3), max_size=3),
    st.dictionaries(st.sampled_from(["cards", "drawn", "pool", "aside"]), st.lists(st.text(max_size=3), max_size=2)),
)


@hypothesis.given(one=ANYTHING, other=ANYTHING)
@pytest.mark.parametrize(
    "taken",
    [
        lambda one, _: START.apply(one),
        lambda one, _: START.view(one),
        nokosu.Match.start,
        lambda one, other: nokosu.Match.start("second", seed=one, rounds=other),
        lambda one, other: nokosu.Match.from_deals("second", one, [other]),
        lambda one, other: nokosu.Hand(one).svg(trump=other),
        lambda one, other: nokosu.Trick.of(one, trump=other),
        lambda one, other: nokosu.Trick.of("R5", leader=one, players=other),
        lambda one, other: nokosu.describe(nokosu.Trick.of("R5"), names=one, language=other),
        lambda one, other: nokosu.Trick.of("R5").svg(names=one, palette=other),
        lambda one, other: nokosu.bots.get(one, seed=other),
        lambda one, other: nokosu.bots.get("club", seed=one, move_ms=other),
        lambda one, other: nokosu.play(one, rounds=other),
    ],
)
def test_whatever_is_given_is_taken_or_refused_in_one_line(
    taken: Callable[[object, object], object], one: object, other: object
) -> None:
    try:
        taken(one, other)
    except nokosu.NokosuError as error:
        assert len(str(error).splitlines()) == 1  # noqa: PT017  (it may also be taken)


@pytest.mark.parametrize("plays", ["R1 R2 R3 R4 R5", 7, "R1 R9"])
def test_a_wrong_trick_is_refused(plays: object) -> None:
    with pytest.raises(nokosu.NokosuError, match=r"expected|is not a piece"):
        nokosu.Trick.of(plays)  # type: ignore[arg-type]  # on purpose
