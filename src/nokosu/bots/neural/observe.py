"""A view as the network reads it: the same bytes as the kernel's `State.observe`, from the rules alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from nokosu.core.pieces import BLANK, CARDS, DIE_FACES, Colour, Piece
from nokosu.core.round import Phase
from nokosu.core.ruleset import NumberTrumps, Ruleset, ZeroRule
from nokosu.core.trick import Trick, led_suit, winning_play
from nokosu.core.trump import Suit, strength, suit
from nokosu.core.view import View
from nokosu.kernel.layout import OBSERVATION, OBSERVATION_SIZE

_PHASES = (Phase.DRAFT, Phase.DECLARE, Phase.PLAY, Phase.OVER)
_MOST = DIE_FACES


def observe(view: View) -> tuple[bytes, tuple[int, ...]]:
    """Encode what the view's seat knows; also return its order of colours (place to colour)."""
    return _Observation(view).written()


class _Observation:
    """One view; every method writes some fields. Seats count from the observer, colours are in its order."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        assert view.hand is not None
        self.view, self.seat, self.players = view, view.seat, view.ruleset.players
        self.out = bytearray(OBSERVATION_SIZE)
        self.tricks = [*(won.trick for won in view.tricks), *((view.trick,) if view.trick else ())]
        self.played: list[list[Piece]] = [[] for _ in range(self.players)]
        for trick in self.tricks:
            for play, piece in enumerate(trick.plays):
                if not piece.is_die:
                    self.played[trick.seat_of(play, self.players)].append(piece)
        self.order = colour_order(view, [*view.hand, *self.played[self.seat]])
        self.place = {colour: place for place, colour in enumerate(self.order)}
        gone = set(chain(view.hand, *self.played))
        self.unseen = [piece for piece in deck(view.ruleset) if piece not in gone]

    def written(self) -> tuple[bytes, tuple[int, ...]]:
        self._pieces()
        self._situation()
        self._derived()
        self._history()
        self._trick_under_way()
        return bytes(self.out), self.order

    def _put(self, field: str, at: int, value: int = 1) -> None:
        self.out[OBSERVATION[field].offset + at] = value

    def _add(self, field: str, row: int, pieces: Iterable[Piece]) -> None:
        where = OBSERVATION[field]
        size = 40 if where.columns == 8 else where.columns  # a field of colours by numbers has one row
        for piece in pieces:
            self.out[where.offset + row * size + self._index(piece)] += 1

    def _index(self, piece: Piece) -> int:
        place = self.place[piece.colour]
        return place * DIE_FACES + piece.number - 1 if piece.is_die else place * 8 + piece.number

    def _relative(self, seat: int) -> int:
        return (seat - self.seat) % self.players

    def _suit(self, of: Suit) -> int:
        return 5 if of is Suit.TRUMP else self.place[Colour(int(of))]

    def _pieces(self) -> None:
        view = self.view
        assert view.hand is not None
        self._add("hand", 0, view.hand)
        self._add("pool", 0, view.pool)
        self._add("unseen", 0, self.unseen)
        for seat in range(self.players):
            row = self._relative(seat)
            self._add("played", row, self.played[seat])
            self._add("dice", row, view.dice[seat])
            self._put("won", row, view.won[seat])
            self._put("cards_left", row, view.cards_left[seat])
            self._put("zero", row, int(view.zero[seat]))

    def _situation(self) -> None:
        view, rules = self.view, self.view.ruleset
        if view.trump is not None and view.trump.number != BLANK:
            self._put("trump_number", view.trump.number - 1)
        self._put("phase", _PHASES.index(view.phase))
        self._put("dealer", self._relative(view.dealer))
        self._put("players", self.players - 2)
        if view.to_act is not None:
            self._put("to_act", self._relative(view.to_act))
        declared = rules.zero_rule is ZeroRule.DECLARED
        declarations = self.players if declared else 0
        waiting = view.phase in (Phase.DRAFT, Phase.DECLARE)
        self._put("counts", 0, rules.picks_each * self.players - len(view.draft) if view.phase is Phase.DRAFT else 0)
        self._put("counts", 1, declarations - len(view.declarations) if waiting else 0)
        self._put("counts", 2, rules.tricks - len(view.tricks))
        self._put("counts", 3, view.zero_dice_left or 0)
        cards = (len(rules.colours), rules.highest_card, rules.cards_each, rules.aside)
        dice = (rules.dice_per_colour, rules.drawn_each, rules.pool_size, rules.picks_each)
        points = (rules.zero_dice, rules.trick_points, rules.bonus, rules.zero_bonus)
        numbers = (self.players, *cards, *dice, int(declared), *points)
        for at, number in enumerate(numbers):
            self._put("rules", at, number)
        self._put("later_rules", 0, int(rules.number_trumps is NumberTrumps.UNLESS_PAIR))

    def _derived(self) -> None:
        view = self.view
        for seat in range(self.players):
            row = self._relative(seat) * (_MOST + 1)
            if view.zero[seat]:
                self._put("needs", row, int(view.won[seat] == 0))
                continue
            for number in {die.number for die in view.dice[seat]}:
                if number >= view.won[seat]:
                    self._put("needs", row + number - view.won[seat])
        if view.trump is None:
            return
        assert view.hand is not None
        rows: list[Sequence[Piece]] = [view.hand, self.unseen]
        rows += [view.dice[(self.seat + turns) % self.players] for turns in range(self.players)]
        for number, pieces in enumerate(rows):
            for piece in pieces:
                if piece.number == view.trump.number:
                    self.out[OBSERVATION["number_trumps"].offset + number * 5 + self.place[piece.colour]] += 1

    def _history(self) -> None:
        view = self.view
        first = (view.dealer + 1) % self.players
        for turn, pick in enumerate(view.draft):
            at = turn // self.players * 5 + self._relative((first + turn) % self.players)
            self._put("draft", at, self._index(pick.die) + 1 + (30 if pick.zero else 0))
        for turn, declaration in enumerate(view.declarations):
            returned = declaration.returned
            code = 1 if returned is None else self._index(returned) + 2
            self._put("declarations", self._relative((first + turn) % self.players), code)
        for number, trick in enumerate(self.tricks):
            if view.phase is Phase.PLAY or trick.plays:
                self._put("leaders", number, self._relative(trick.leader) + 1)
            for play, piece in enumerate(trick.plays):
                seat = trick.seat_of(play, self.players)
                self._put("plays", number * 5 + self._relative(seat), self._index(piece) + (41 if piece.is_die else 1))
                self._void(trick, seat, piece)

    def _void(self, trick: Trick, seat: int, piece: Piece) -> None:
        assert self.view.trump is not None
        led = led_suit(trick.plays, self.view.trump)
        assert led is not None
        if suit(piece, self.view.trump) is not led:
            self._put("voids", self._relative(seat) * 6 + self._suit(led))

    def _trick_under_way(self) -> None:
        view, trick, trump = self.view, self.view.trick, self.view.trump
        if view.phase is not Phase.PLAY or trick is None or trump is None:
            return
        self._put("leader", self._relative(trick.leader))
        led = led_suit(trick.plays, trump)
        if led is None:
            return
        self._put("led", self._suit(led))
        best = winning_play(trick.plays, trump)
        self._put("winning", self._relative(trick.seat_of(best, self.players)))
        for play, piece in enumerate(trick.plays):
            row = self._relative(trick.seat_of(play, self.players)) * 9
            is_trump = suit(piece, trump) is Suit.TRUMP
            for at, value in enumerate((1, int(piece.is_die), int(is_trump), piece.number)):
                self._put("trick", row + at, value)
            self._put("trick", row + 4 + self.place[piece.colour])
        assert view.hand is not None
        for piece in (*view.hand, *view.dice[self.seat]):
            counts = suit(piece, trump) in (led, Suit.TRUMP)
            if counts and strength(piece, trump) >= strength(trick.plays[best], trump):
                self._put("beats", self._index(piece) + (40 if piece.is_die else 0))


def fits(rules: Ruleset) -> bool:
    """Return whether an observation has room for a round by these rules."""
    few = rules.players <= OBSERVATION["won"].columns and rules.picks_each <= OBSERVATION["draft"].rows
    return few and rules.tricks <= OBSERVATION["plays"].rows and max(rules.bonus, rules.trick_points) < 256


def deck(rules: Ruleset) -> list[Piece]:
    """Return the cards in play."""
    return [piece for piece in CARDS if piece.colour in rules.colours and piece.number <= rules.highest_card]


def colour_order(view: View, dealt: Iterable[Piece]) -> tuple[int, ...]:
    """Return the colours as the seat orders them: by what it was dealt and saw rolled, then by when they came up.

    `dealt` are its own cards from the start of the round. The trump colour comes first.
    """
    assert view.seat is not None
    seat, players, trump = view.seat, view.ruleset.players, view.trump
    cards, first = list(dealt), _first_seen(view)

    def drawn(turns: int, colour: Colour) -> int:
        return _dice_key(view.drawn[(seat + turns) % players], colour) if turns < players else 0

    def look(colour: Colour) -> tuple[int, ...]:
        own = sum(1 << piece.number for piece in cards if piece.colour is colour)
        near = (drawn(0, colour), _dice_key(view.pool_rolled, colour), drawn(1, colour))
        far = (drawn(2, colour), drawn(3, colour), drawn(4, colour))
        seen = (int(colour in view.ruleset.colours), own, *near, *far)
        return (*(-amount for amount in seen), first.get(colour, len(first) + 1000), int(colour))

    order = sorted(Colour, key=look)
    if trump is not None:
        order.sort(key=lambda colour: colour is not trump.colour)
    return tuple(map(int, order))


def _dice_key(dice: Iterable[Piece], colour: Colour) -> int:
    counts = [0] * DIE_FACES
    for die in dice:
        if die.colour is colour:
            counts[die.number - 1] += 1
    return sum((count >> digit & 1) << (6 * digit + face) for face, count in enumerate(counts) for digit in range(3))


def _first_seen(view: View) -> dict[Colour, int]:
    """Return when each colour first came up in an action."""
    picks = [pick.die for pick in view.draft]
    declared = [declaration.returned for declaration in view.declarations]
    trick = (view.trick,) if view.trick else ()
    plays = [piece for one in (*(won.trick for won in view.tricks), *trick) for piece in one.plays]
    first: dict[Colour, int] = {}
    for when, piece in enumerate((*picks, *declared, *plays)):
        if piece is not None:
            first.setdefault(piece.colour, when)
    return first
