"""Observations say what the view says, and nothing more."""

import random
from dataclasses import fields

import pytest

from nokosu.core.pieces import BLANK, Piece
from nokosu.core.round import Phase
from nokosu.core.ruleset import Ruleset
from nokosu.core.trick import winning_play
from nokosu.core.trump import Suit, suit
from nokosu.core.view import View, view
from nokosu.core.worlds import shown_voids
from nokosu.kernel.layout import OBSERVATION, OBSERVATION_SIZE, PRIVILEGED, PRIVILEGED_SIZE
from nokosu.kernel.state import State
from tests.kernel.decode import Decoded, Reader, decode
from tests.kernel.positions import NAMES, RULESETS, positions

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=NAMES)


@every_ruleset
def test_H4_an_observation_decodes_to_what_the_view_says(ruleset: Ruleset) -> None:
    for number in range(2):
        for decision, (match, state) in enumerate(positions(ruleset, number)):
            seat = decision % ruleset.players
            seen = view(match, seat)
            decoded = decode(state.observe(seat), seat, state.colour_order(seat))
            for field in fields(Decoded):
                assert getattr(decoded, field.name) == getattr(seen, field.name), field.name


@every_ruleset
def test_a_finished_round_decodes_too(ruleset: Ruleset) -> None:
    state = State.deal_fast(State.from_seed(ruleset, b"", 0, 0).rules, 1, 2, 3).playout(4)
    decoded = decode(state.observe(0), 0, state.colour_order(0))
    assert decoded.phase is Phase.OVER
    assert decoded.to_act is None
    assert decoded.tricks == state.round(ruleset).tricks


def repeated(read: Reader, seen: View) -> dict[str, object]:
    """What the fields say that only repeat the history in another form."""
    suits = [*read.order, Suit.TRUMP]
    pieces = {seat: _piece(read, row) for seat, row in enumerate(read.by_seat("trick")) if row[0]}
    return {
        "voids": tuple(
            {Suit(int(suits[place])) for place, flag in enumerate(row) if flag} for row in read.by_seat("voids")
        ),
        "played": [read.cards(row) for row in read.by_seat("played")],
        "trick": pieces,
        "trumps": {seat: bool(row[2]) for seat, row in enumerate(read.by_seat("trick")) if row[0]},
        "led": None if read.hot("led") < 0 else Suit(int(suits[read.hot("led")])),
        "winning": None if read.hot("winning") < 0 else read.at_table(read.hot("winning")),
        "leader": None if read.hot("leader") < 0 else read.at_table(read.hot("leader")),
        "trump number": None if read.hot("trump_number") < 0 else read.hot("trump_number") + 1,
        "trump colour": None if seen.trump is None else read.order[0],
        "counts": tuple(read.field("counts")[:3]),
    }


def _piece(read: Reader, row: bytes) -> Piece:
    place = row[4:].index(1)
    return read.die(place * 6 + row[3] - 1) if row[1] else read.card(place * 8 + row[3])


def expected(seen: View) -> dict[str, object]:
    """The same, from the view and the core's rules."""
    rules, trump = seen.ruleset, seen.trump
    trick = seen.trick if seen.phase is Phase.PLAY else None
    plays = trick.plays if trick else ()
    lying = {trick.seat_of(play, rules.players): piece for play, piece in enumerate(plays)} if trick else {}
    every = [*(won.trick for won in seen.tricks), *((seen.trick,) if seen.trick else ())]
    played: list[list[Piece]] = [[] for _ in range(rules.players)]
    for each in every:
        for play, piece in enumerate(each.plays):
            if not piece.is_die:
                played[each.seat_of(play, rules.players)].append(piece)
    picks = rules.players * rules.picks_each - len(seen.draft)
    declarations = 0 if seen.zero_dice_left is not None else rules.players - len(seen.declarations)
    return {
        "voids": tuple(set(voids) for voids in shown_voids(seen)),
        "played": [tuple(sorted(cards)) for cards in played],
        "trick": lying,
        "trumps": {seat: trump is not None and suit(piece, trump) is Suit.TRUMP for seat, piece in lying.items()},
        "led": suit(plays[0], trump) if plays and trump else None,
        "winning": trick.seat_of(winning_play(plays, trump), rules.players) if trick and plays and trump else None,
        "leader": trick.leader if trick else None,
        "trump number": trump.number if trump and trump.number != BLANK else None,
        "trump colour": trump.colour if trump else None,
        "counts": (picks, declarations, rules.tricks - len(seen.tricks)),
    }


@every_ruleset
def test_T1_F4_W1_what_is_repeated_for_networks_is_what_the_core_says(ruleset: Ruleset) -> None:
    for decision, (match, state) in enumerate(positions(ruleset, 3)):
        seat = decision % ruleset.players
        seen = view(match, seat)
        read = Reader(state.observe(seat), seat, state.colour_order(seat))
        assert repeated(read, seen) == expected(seen)


@every_ruleset
def test_H1_H3_other_hidden_cards_change_no_byte(ruleset: Ruleset) -> None:
    different = 0
    for decision, (_, state) in enumerate(positions(ruleset, 4)):
        seat = decision % ruleset.players
        for other in state.sample_worlds(seat, decision, 2):
            different += other.hands != state.hands
            assert other.observe(seat) == state.observe(seat)
            assert other.colour_order(seat) == state.colour_order(seat)
    assert different > 10


@every_ruleset
def test_C1_other_colours_change_no_byte(ruleset: Ruleset) -> None:
    """Colours are interchangeable: the same round in other colours is the same observation."""
    chance = random.Random(1)
    for decision, (_, state) in enumerate(positions(ruleset, 5)):
        seat = decision % ruleset.players
        colours = list(ruleset.colours)
        shuffled = chance.sample(colours, len(colours))
        to = dict(zip(colours, shuffled, strict=True)) | (
            {} if ruleset.removed is None else {ruleset.removed: ruleset.removed}
        )
        other = recoloured(state, [int(to[colour]) for colour in sorted(to)])
        assert other.observe(seat) == state.observe(seat)
        assert other.observe_hidden(seat) == state.observe_hidden(seat)


def recoloured(state: State, to: list[int]) -> State:
    """The same round with other colours."""
    hand = {card: to[card // 8] * 8 + card % 8 for card in range(40)}
    face = {die: to[die // 6] * 6 + die % 6 for die in range(30)}

    def cards(mask: int) -> int:
        return sum(1 << hand[card] for card in range(40) if mask >> card & 1)

    def dice(faces: bytes) -> bytes:
        return bytes(face[die] for die in faces)

    def action(number: int) -> int:
        for first, end, table in ((0, 30, face), (30, 60, face), (61, 91, face), (91, 131, hand), (131, 161, face)):
            if first <= number < end:
                return first + table[number - first]
        return number

    return State.deal_given(
        state.rules,
        state.dealer,
        tuple(cards(mask) for mask in state.dealt),
        cards(state.aside),
        tuple(dice(faces) for faces in state.drawn),
        dice(state.pool_rolled),
        bytes(action(number) for number in state.actions),
    )


@every_ruleset
def test_the_privileged_encoding_holds_what_is_hidden(ruleset: Ruleset) -> None:
    for decision, (match, state) in enumerate(positions(ruleset, 6)):
        seat = decision % ruleset.players
        read = Reader(state.observe(seat), seat, state.colour_order(seat))
        hidden = state.observe_hidden(seat)
        for left in range(1, ruleset.players):
            row = PRIVILEGED["hands"].row(hidden, left - 1)
            assert read.cards(row) == match.round.hands[(seat + left) % ruleset.players]
        assert read.cards(PRIVILEGED["aside"].of(hidden)) == match.round.deal.aside


def test_the_layout_leaves_no_gap() -> None:
    for table, size in ((OBSERVATION, OBSERVATION_SIZE), (PRIVILEGED, PRIVILEGED_SIZE)):
        at = 0
        for field in table.values():
            assert field.offset == at
            at = field.end
        assert at == size
    assert len(State.from_seed(RULESETS[0], b"", 0, 0).observe(0)) == OBSERVATION_SIZE
