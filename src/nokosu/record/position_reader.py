"""From text to a position: the grammar of docs/notation.md first, then the rules.

What was dealt follows from what is on the table and what was played. The round is then played again from that deal, so
that every position that is accepted can happen at a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from nokosu.core.actions import Action, DeclareZero, Take, TakeZero
from nokosu.core.deal import Deal, check_deal, seats_from_left_of
from nokosu.core.errors import DealError, IllegalAction, WorldsError, reason
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase, Round, WonTrick
from nokosu.core.ruleset import NumberTrumps
from nokosu.core.trick import Trick, winner
from nokosu.core.trump import trump_of
from nokosu.core.view import view_of_round
from nokosu.core.worlds import World, any_world
from nokosu.record.position import Position
from nokosu.record.position_fields import Fields, Held, read_fields
from nokosu.record.position_parts import Part

Pieces = tuple[Piece, ...]


def parse_position(text: str) -> Position:
    """Return the position that a text describes; PositionError says what is wrong and in which column.

    >>> text = (
    ...     "nokosu/1 second/3 dealer:2 seat:0 hands:R024B045G356/?/? aside:? "
    ...     "dice:dR5/dY6/dG4 pool:dR225dB24dG36dY456"
    ... )
    >>> position = parse_position(text)
    >>> position.seen.to_act, str(position) == text
    (0, True)
    """
    return read_position(read_fields(text))


def read_position(fields: Fields) -> Position:
    """Return the position that these fields describe together, if it can be reached."""
    _check_pool(fields)
    tricks = tuple(tricks_of(fields))
    _check_cards(fields)
    dealt = _Dealt(fields, tricks)
    for seat, hand in enumerate(fields.hands):
        _check_count(hand, dealt.cards_left(seat))
    if fields.aside is not None:
        _check_count(fields.aside, fields.ruleset.aside)
    hands = tuple(hand.pieces for hand in fields.hands) if fields.open else dealt.possible_hands()
    round_ = _replayed(fields, dealt.deal(hands))
    scores = fields.scores
    if round_.phase is Phase.OVER:
        scores = (*scores, tuple(seat.total for seat in round_.score))
    seen = view_of_round(round_, len(fields.scores), scores, fields.seat)
    return Position(seen, World(round_.hands, round_.deal.aside) if fields.open else None)


def _check_pool(fields: Fields) -> None:
    """D6, D7, Z3: every pick takes one die out of the middle, and one stays."""
    rules = fields.ruleset
    picks = rules.players * rules.picks_each
    if len(fields.draft) > picks:
        fields.draft[picks][1].surplus()
    _check_count(fields.pool, rules.pool_size - len(fields.draft))


def _check_count(held: Held, count: int) -> None:
    if count < 0:
        held.part.fail(reason("position.too-many-played"))
    if held.known and len(held.pieces) != count:
        held.part.fail(reason("position.expected-count", count=count, found=len(held.pieces)))


def _check_cards(fields: Fields) -> None:
    """C2: every card that is named is in play, and named once."""
    places = fields.hands if fields.aside is None else (*fields.hands, fields.aside)
    named = [(card, place.part) for place in places for card in place.pieces]
    named += [(play.piece, part) for plays in fields.tricks for play, part in plays]
    in_play, seen = set(fields.ruleset.deck), set[Piece]()
    for card, part in named:
        if card.is_die:
            continue
        if card not in in_play:
            part.fail(reason("position.not-in-play", piece=card))
        if card in seen:
            part.fail(reason("position.twice", piece=card))
        seen.add(card)


def tricks_of(fields: Fields) -> Iterator[Trick]:
    """W5: the dealer's left leads, then the winner of each trick."""
    players = fields.ruleset.players
    leader = (fields.dealer + 1) % players
    for plays in fields.tricks:
        trick = Trick(leader, tuple(play.piece for play, _ in plays))
        yield trick
        if len(trick.plays) == players:
            leader = winner(trick, trump_die(fields), players)


def trump_die(fields: Fields) -> Piece:
    """D7, T3: the trump of a round whose draft is over."""
    stays = fields.pool.pieces[0]
    if fields.ruleset.number_trumps is NumberTrumps.ALWAYS or not fields.draft:
        return stays
    last, _ = fields.draft[-1]
    return trump_of(stays, last.discard if isinstance(last, TakeZero) else last.die)


class _Dealt:
    """What was dealt and drawn: what each seat has, and what it has played and returned, less what it has picked."""

    def __init__(self, fields: Fields, tricks: tuple[Trick, ...]) -> None:
        self._fields, self._tricks = fields, tricks
        players = fields.ruleset.players
        order = seats_from_left_of(fields.dealer, players)
        self.played: list[list[Piece]] = [[] for _ in range(players)]
        for trick in tricks:
            for index, piece in enumerate(trick.plays):
                self.played[trick.seat_of(index, players)].append(piece)
        self.gained: list[list[Piece]] = [[] for _ in range(players)]
        for index, (action, _) in enumerate(fields.draft):
            if isinstance(action, Take):
                self.gained[order[index % players]].append(action.die)
        self.returned: list[list[Piece]] = [[] for _ in range(players)]
        for index, (said, _) in enumerate(fields.declarations):
            if isinstance(said, DeclareZero):
                self.returned[order[index % players]].append(said.returned)

    @property
    def drawn(self) -> tuple[Pieces, ...]:
        return tuple(self._drawn(seat) for seat in range(self._fields.ruleset.players))

    @property
    def pool(self) -> Pieces:
        picked = [move.discard if isinstance(move, TakeZero) else move.die for move, _ in self._fields.draft]
        return tuple(sorted((*self._fields.pool.pieces, *picked)))

    def _drawn(self, seat: int) -> Pieces:
        held, out = self._fields.dice[seat], [piece for piece in self.played[seat] if piece.is_die]
        drawn = Counter([*held.pieces, *out, *self.returned[seat]])
        drawn.subtract(self.gained[seat])
        for die, times in drawn.items():
            if times < 0:
                held.part.fail(reason("position.picked-not-there", piece=die))
        _check_count(held, self._fields.ruleset.drawn_each + len(held.pieces) - drawn.total())
        return tuple(sorted(drawn.elements()))

    def cards_left(self, seat: int) -> int:
        return self._fields.ruleset.cards_each - sum(not piece.is_die for piece in self.played[seat])

    def deal(self, hands: tuple[Pieces, ...]) -> Deal:
        """Return the deal that leads to these hands."""
        fields = self._fields
        cards = tuple(
            (*hand, *(piece for piece in played if not piece.is_die))
            for hand, played in zip(hands, self.played, strict=True)
        )
        dealt = {card for hand in cards for card in hand}
        aside = tuple(card for card in fields.ruleset.deck if card not in dealt)
        try:
            return check_deal(fields.ruleset, Deal(cards, aside, self.drawn, self.pool))
        except DealError as error:
            fields.dice[0].part.fail(reason("record.impossible-deal", detail=error))

    def possible_hands(self) -> tuple[Pieces, ...]:
        """Hands that fit what was shown. Which of them does not matter: every play is legal in all or in none."""
        fields, players = self._fields, self._fields.ruleset.players
        table = Round.start(fields.ruleset, fields.dealer, Deal(((),) * players, (), self.drawn, self.pool))
        for action, part in (*fields.draft, *fields.declarations):
            table = _applied(table, action, part)
        if fields.tricks and table.phase is not Phase.PLAY:
            _applied(table, *fields.tricks[0][0])
        known = replace(
            view_of_round(table, 0, (), None),
            seat=fields.seat,
            hand=None if fields.seat is None else fields.hands[fields.seat].pieces,
            cards_left=tuple(self.cards_left(seat) for seat in range(players)),
            tricks=tuple(WonTrick(trick, trick.leader) for trick in self._tricks),
            trick=None,
        )
        try:
            return any_world(known).hands
        except WorldsError:
            fields.tricks[0][0][1].fail(reason("position.no-world"))


def _replayed(fields: Fields, deal: Deal) -> Round:
    """D6 to W5: the round from its deal to this point."""
    round_ = Round.start(fields.ruleset, fields.dealer, deal)
    plays = (move for moves in fields.tricks for move in moves)
    for action, part in (*fields.draft, *fields.declarations, *plays):
        round_ = _applied(round_, action, part)
    return round_


def _applied(round_: Round, action: Action, part: Part) -> Round:
    try:
        return round_.apply(action)
    except IllegalAction as error:
        part.fail(reason("position.illegal", seat=round_.to_act, action=action), error.reason)
