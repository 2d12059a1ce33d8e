"""Observations read back: what a view says, nothing more. For tests, and to look at what a network sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from nokosu.core.pieces import BLANKS, CARDS, DICE, Colour, Piece, card, die
from nokosu.core.round import Declaration, Phase, Pick, WonTrick
from nokosu.core.trick import Trick, winner
from nokosu.kernel.layout import OBSERVATION
from nokosu.kernel.state import PHASES

Pieces = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Decoded:
    """The fields of a view that concern the round, by the same names."""

    dealer: int
    phase: Phase
    to_act: int | None
    hand: Pieces
    cards_left: tuple[int, ...]
    drawn: tuple[Pieces, ...]
    pool_rolled: Pieces
    pool: Pieces
    zero_dice_left: int | None
    trump: Piece | None
    dice: tuple[Pieces, ...]
    zero: tuple[bool, ...]
    draft: tuple[Pick, ...]
    declarations: tuple[Declaration, ...]
    tricks: tuple[WonTrick, ...]
    trick: Trick | None
    won: tuple[int, ...]


class Reader:
    """An observation of `seat`, whose colours are in `order` (`State.colour_order`)."""

    def __init__(self, observation: bytes, seat: int, order: Sequence[int]) -> None:
        self.observation = observation
        self.seat = seat
        self.order = tuple(Colour(colour) for colour in order)
        self.players = self.hot("players") + 2

    def field(self, name: str) -> bytes:
        return OBSERVATION[name].of(self.observation)

    def hot(self, name: str) -> int:
        """The place of the one 1 in a field; -1 if there is none."""
        return self.field(name).find(1)

    def at_table(self, relative: int) -> int:
        """A seat counted from the observer, as the table counts it."""
        return (self.seat + relative) % self.players

    def by_seat(self, name: str) -> list[bytes]:
        """The rows of a field, by the table's seats."""
        field = OBSERVATION[name]
        return [field.row(self.observation, (seat - self.seat) % self.players) for seat in range(self.players)]

    def number_by_seat(self, name: str) -> tuple[int, ...]:
        values = self.field(name)
        return tuple(values[(seat - self.seat) % self.players] for seat in range(self.players))

    def card(self, place: int) -> Piece:
        seen = CARDS[place]
        return card(self.order[seen.colour], seen.number)

    def die(self, place: int) -> Piece:
        seen = DICE[place]
        return die(self.order[seen.colour], seen.number)

    def cards(self, row: bytes) -> Pieces:
        return tuple(sorted(self.card(place) for place, held in enumerate(row) if held))

    def dice(self, row: bytes) -> Pieces:
        return tuple(sorted(self.die(place) for place, count in enumerate(row) for _ in range(count)))

    def seats_in_turn(self, first: int, count: int) -> list[int]:
        return [(first + turn) % self.players for turn in range(count)]


def decode(observation: bytes, seat: int, order: Sequence[int]) -> Decoded:
    """What the observation says, in the table's own seats and colours."""
    read = Reader(observation, seat, order)
    phase = PHASES[read.hot("phase")]
    dealer = read.at_table(read.hot("dealer"))
    to_act = read.hot("to_act")
    pool = read.dice(read.field("pool"))
    trump = None if phase is Phase.DRAFT else pool[0] if read.hot("trump_number") >= 0 else BLANKS[pool[0].colour]
    draft = _draft(read, dealer)
    declarations = _declarations(read, dealer)
    tricks, trick = _tricks(read, dealer, trump, over=phase is Phase.OVER)
    dice = tuple(read.dice(row) for row in read.by_seat("dice"))
    declared, zero_left = read.field("rules")[9], read.field("counts")[3]
    return Decoded(
        dealer=dealer,
        phase=phase,
        to_act=None if to_act < 0 else read.at_table(to_act),
        hand=read.cards(read.field("hand")),
        cards_left=read.number_by_seat("cards_left"),
        drawn=_drawn(dice, draft, declarations, _all_plays(tricks, trick, read.players)),
        pool_rolled=tuple(sorted((*pool, *(pick.die for pick in draft)))),
        pool=pool,
        zero_dice_left=None if declared else zero_left,
        trump=trump,
        dice=dice,
        zero=tuple(bool(value) for value in read.number_by_seat("zero")),
        draft=draft,
        declarations=declarations,
        tricks=tricks,
        trick=trick,
        won=read.number_by_seat("won"),
    )


def _in_turn(read: Reader, name: str, dealer: int) -> list[int]:
    """The codes of a field that has a row for every turn, in the order of the actions."""
    field = OBSERVATION[name]
    rows = [field.row(read.observation, row) for row in range(field.rows)]
    seats = read.seats_in_turn(dealer + 1 - read.seat, read.players)
    return [row[seat] - 1 for row in rows for seat in seats if row[seat]]


def _draft(read: Reader, dealer: int) -> tuple[Pick, ...]:
    codes = _in_turn(read, "draft", dealer)
    seats = read.seats_in_turn(dealer + 1, len(codes))
    count = len(DICE)
    return tuple(
        Pick(seat, read.die(code % count), zero=code >= count) for seat, code in zip(seats, codes, strict=True)
    )


def _declarations(read: Reader, dealer: int) -> tuple[Declaration, ...]:
    codes = _in_turn(read, "declarations", dealer)
    seats = read.seats_in_turn(dealer + 1, len(codes))
    return tuple(
        Declaration(seat, read.die(code - 1) if code else None) for seat, code in zip(seats, codes, strict=True)
    )


def _tricks(read: Reader, dealer: int, trump: Piece | None, *, over: bool) -> tuple[tuple[WonTrick, ...], Trick | None]:
    if trump is None:
        return (), None
    won: list[WonTrick] = []
    trick = Trick((dealer + 1) % read.players)
    for row, leader in enumerate(code - 1 for code in read.field("leaders") if code):
        assert trick.leader == read.at_table(leader)
        codes = OBSERVATION["plays"].row(read.observation, row)
        for seat in read.seats_in_turn(leader, read.players):
            if codes[seat]:
                code = codes[seat] - 1
                trick = trick.with_play(read.card(code) if code < len(CARDS) else read.die(code - len(CARDS)))
        if len(trick.plays) == read.players:
            won.append(WonTrick(trick, winner(trick, trump, read.players)))
            trick = Trick(won[-1].winner)
    return tuple(won), None if over else trick


def _all_plays(tricks: Sequence[WonTrick], under_way: Trick | None, players: int) -> list[tuple[int, Piece]]:
    every = [won.trick for won in tricks] + ([under_way] if under_way else [])
    return [(trick.seat_of(play, players), piece) for trick in every for play, piece in enumerate(trick.plays)]


def _drawn(
    dice: Sequence[Pieces],
    draft: Sequence[Pick],
    declarations: Sequence[Declaration],
    plays: Sequence[tuple[int, Piece]],
) -> tuple[Pieces, ...]:
    """The dice in front, with those played and returned, without those picked."""
    counts = [Counter(row) for row in dice]
    for seat, piece in plays:
        if piece.is_die:
            counts[seat][piece] += 1
    for said in declarations:
        if said.returned is not None:
            counts[said.seat][said.returned] += 1
    for pick in draft:
        if not pick.zero:
            counts[pick.seat][pick.die] -= 1
    return tuple(tuple(sorted(count.elements())) for count in counts)
