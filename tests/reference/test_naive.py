"""Core and the naive second implementation agree on thousands of random tricks, and on some by hand."""

from random import Random

import pytest
from hypothesis import given

from nokosu.core.follow import legal_plays
from nokosu.core.pieces import BLANKS, CARDS, DICE, Piece
from nokosu.core.trick import led_suit, winning_play
from nokosu.core.trump import strength, suit
from tests.builders import NO_PAIRS, pieces, random_match, rules
from tests.reference import naive
from tests.strategies import tricks

TIMES = 4000


def texts(group: tuple[Piece, ...]) -> list[str]:
    return [str(piece) for piece in group]


def random_trick(random: Random) -> tuple[Piece, tuple[Piece, ...]]:
    """Three to five pieces from a table: cards once, dice perhaps twice."""
    table = [*CARDS, *random.choices(DICE, k=20)]
    return random.choice([*DICE, *BLANKS]), tuple(random.sample(table, random.randint(3, 5)))


def test_W1_W2_W3_W4_both_give_random_tricks_to_the_same_seat() -> None:
    random = Random(1)
    for _ in range(TIMES):
        trump, plays = random_trick(random)
        assert winning_play(plays, trump) == naive.taken_by(texts(plays), str(trump)), (trump, plays)


def test_F1_F2_F3_F4_F5_F6_Z8_both_allow_the_same_pieces() -> None:
    random = Random(2)
    for _ in range(TIMES):
        trump = random.choice([*DICE, *BLANKS])
        cards = tuple(sorted(random.sample(CARDS, random.randint(0, 6))))
        dice = tuple(sorted(random.choices(DICE, k=random.randint(1, 4))))
        plays = tuple(random.choices([*CARDS, *DICE], k=random.randint(0, 2)))
        zero = random.random() < 0.3
        ours = legal_plays(cards, dice, zero=zero, led=led_suit(plays, trump), trump=trump)
        lead = str(plays[0]) if plays else None
        theirs = naive.allowed(texts(cards), texts(dice), lead, str(trump), zero=zero)
        assert len(set(ours)) == len(ours)
        assert set(texts(ours)) == theirs, (trump, cards, dice, plays, zero)


@given(tricks())
def test_W1_W2_W3_W4_both_agree_on_whatever_hypothesis_thinks_of(trick: tuple[Piece, tuple[Piece, ...]]) -> None:
    trump, plays = trick
    assert winning_play(plays, trump) == naive.taken_by(texts(plays), str(trump))


@pytest.mark.parametrize("edition", ["second", NO_PAIRS], ids=["second", "no-pairs"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_W5_T3_every_trick_of_whole_matches_goes_to_the_naive_winner(players: int, edition: str) -> None:
    match = random_match(rules(players, edition, rounds=20), 100_000, choices=players)
    blank = 0
    for round_ in match.rounds:
        leader = (round_.dealer + 1) % players
        draft = texts(tuple(pick.die for pick in round_.draft))
        trump = naive.trump_after(draft, str(round_.pool[0]), unless_pair=edition == NO_PAIRS)
        blank += trump.endswith("-")
        for won in round_.tricks:
            assert won.trick.leader == leader
            leader = (leader + naive.taken_by(texts(won.trick.plays), trump)) % players
            assert won.winner == leader
    assert (blank > 0) == (edition == NO_PAIRS)


@pytest.mark.parametrize(
    ("plays", "trump", "place"),
    [
        ("R6 B7 G4 Y4", "dB4", 3),
        ("R6 dR6 R2 P7", "dB4", 1),
        ("B4 dB4 R4", "dB4", 1),
        ("R0 G7 P7", "dB4", 0),
        ("B7 R4 B4 G4", "dB4", 2),
    ],
)
def test_W3_W4_the_naive_one_knows_the_examples_of_the_rule_book(plays: str, trump: str, place: int) -> None:
    assert naive.taken_by(plays.split(), trump) == place


def test_planted_the_first_of_equals_winning_is_noticed() -> None:
    def first_of_equals(plays: tuple[Piece, ...], trump: Piece) -> int:
        best = plays[winning_play(plays, trump)]
        return next(
            place
            for place, piece in enumerate(plays)
            if (suit(piece, trump), strength(piece, trump)) == (suit(best, trump), strength(best, trump))
        )

    (trump,) = pieces("dB4")
    plays = pieces("R4 G4 Y4")
    assert first_of_equals(plays, trump) != naive.taken_by(texts(plays), str(trump))
    random = Random(1)
    differ = [
        trick
        for trick in (random_trick(random) for _ in range(TIMES))
        if first_of_equals(trick[1], trick[0]) != naive.taken_by(texts(trick[1]), str(trick[0]))
    ]
    assert len(differ) > 100
