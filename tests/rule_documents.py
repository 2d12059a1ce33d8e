"""The examples that the five rule documents give, with their own pieces, for every implementation of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from nokosu.core.actions import Action
from nokosu.core.deal import Deal
from nokosu.core.pieces import CARDS, DICE, Colour, Piece, die
from nokosu.core.round import Round
from nokosu.core.trump import Suit, suit
from tests.builders import Pieces, act, dice, hand, pieces, small_rules


@dataclass(frozen=True)
class Following:
    """Under this trump die, this was led: what these cards and dice may answer."""

    name: str
    trump: str
    lead: str
    cards: str
    dice: str
    legal: str


@dataclass(frozen=True)
class Winning:
    """Under this trump die, these pieces were played in this order: which of them takes the trick."""

    name: str
    trump: str
    plays: str
    winner: int


FOLLOWING = (
    Following("a green 2 does not follow green under yellow 2", "dY2", "G4", "G2 G7 R1", "dP5 dP6", "G7"),
    Following("a green 2 is free where it is the only green", "dY2", "G4", "G2 P7 R1", "dP5 dP6", "R1 G2 P7 dP5 dP6"),
    Following("a green 2 die is no green either", "dY2", "G4", "G5 P7 R1", "dG2 dP6", "G5"),
    Following("red 4 in the centre, blue 6 led: blue but its 4", "dR4", "B6", "B4 B1 B7 R2", "dB3 dB4", "B1 B7 dB3"),
    Following("red 4 in the centre, the only blue is the 4", "dR4", "B6", "B4 G1 Y7", "dP3 dP6", "B4 G1 Y7 dP3 dP6"),
    Following("blue 4 in the centre, red 4 led: 4s, blue", "dB4", "R4", "R6 G4 B0 Y1", "dB6 dP4", "B0 G4 dB6 dP4"),
    Following("blue 4 in the centre, red 4 led, no trump", "dB4", "R4", "R6 G1 Y1", "dP3 dP6", "R6 G1 Y1 dP3 dP6"),
    Following("led colour or not, a trump lead asks for trumps", "dB4", "R4", "R6 R7 B0", "dR3 dR2", "B0"),
)

WINNING = (
    Winning("a 1 of another colour beats the yellow 7 under yellow 1", "dY1", "Y7 R1 Y6 P0", 1),
    Winning("every other colour's 1 does, die or card", "dY1", "Y7 dB1 G2 G3", 1),
    Winning("a green 1 led and the yellow 7 after it", "dY1", "G1 Y7 Y6 Y5", 0),
    Winning("the yellow 1 is above all", "dY1", "R1 Y1 Y7 P1", 1),
    Winning("but not above a yellow 1 that comes later", "dY1", "Y1 R1 dY1 P1", 2),
    Winning("the card after the die as well", "dY1", "dY1 P1 Y1 R1", 2),
    Winning("twin, then the number, then the colour under blue 4", "dB4", "B7 R4 B4 G4", 2),
    Winning("of two fours of other colours the later one", "dB4", "B7 R4 B6 G4", 3),
    Winning("the blue 7 is the best of the colour alone", "dB4", "B6 B7 B5 B0", 1),
    Winning("a blue 3 and a blue 3 die are equal: the later wins", "dR6", "B3 dB3 B1 G7", 1),
    Winning("the same the other way round", "dR6", "dB3 B3 B1 G7", 1),
    Winning("a blue 4 and a blue 4 die are equal too", "dR6", "B4 dB4 B1 G7", 1),
)


def following(example: Following) -> Round:
    """The position of an example: the dealer's left has led, the next holds these cards and dice.

    The rest of their hand is neither trump nor of the suit led; `answers` leaves it out.
    """
    (lead,), cards, own, (trump,) = pieces(example.lead), hand(example.cards), dice(example.dice), dice(example.trump)
    bound = {suit(lead, trump), Suit.TRUMP}
    free = [card for card in CARDS if card not in (lead, *cards) and suit(card, trump) not in bound]
    ours = (*cards, *free[: 10 - len(cards)])
    idle = [die(colour, 5) for colour in (Colour.RED, Colour.BLUE, Colour.GREEN)]
    return act(_drafted([(), (lead,), ours, ()], [idle[:2], idle[1:], own, idle[:2]], trump), f"play {lead}")


def answers(example: Following, legal: Iterable[Action]) -> str:
    """What is legal of the example's own pieces."""
    own = {f"play {piece}": piece for piece in (*example.cards.split(), *example.dice.split())}
    return " ".join(own[str(action)] for action in legal if str(action) in own)


def winning(example: Winning) -> Round:
    """The trick of an example, played whole by four; the dealer's left leads, so the dealer plays last."""
    plays, (trump,) = pieces(example.plays), dice(example.trump)
    led = suit(plays[0], trump)
    # Only who follows may hold more of the suit led: the others must not be obliged to play it.
    followed = [number for number, piece in enumerate(plays) if suit(piece, trump) is led]
    hands = [() if piece.is_die else (piece,) for piece in plays]
    for card in CARDS:
        if card not in plays and suit(card, trump) is led:
            number = min(followed, key=lambda each: len(hands[each]))
            hands[number] = (*hands[number], card)
    idle = [each for each in DICE[4::6] if suit(each, trump) not in {led, Suit.TRUMP}] * 4
    own = [(piece if piece.is_die else idle.pop(), idle.pop()) for piece in plays]
    round_ = _drafted([hands[-1], *hands[:-1]], [own[-1], *own[:-1]], trump)
    return act(round_, *(f"play {piece}" for piece in plays))


def _drafted(hands: Sequence[Pieces], own: Sequence[Sequence[Piece]], trump: Piece) -> Round:
    """After a draft of one pick each, the dealer in seat 0: hands with these cards, two dice each, this trump die."""
    players = len(hands)
    rules = small_rules(players, highest_card=7, cards_each=10)
    rest = iter([card for card in CARDS if not any(card in cards for cards in hands)])
    filled = tuple(tuple(sorted((*cards, *islice(rest, 10 - len(cards))))) for cards in hands)
    picked = [own[seat % players][0] for seat in range(1, players + 1)]
    deal = Deal(filled, (), tuple((drawn,) for _, drawn in own), tuple(sorted((*picked, trump))))
    return act(Round.start(rules, 0, deal), *(f"take {each}" for each in picked))
