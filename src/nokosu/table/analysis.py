"""Positions for an analysis board: set up from what lies on a real table, and played on move by move. Pure.

A position of one seat stays what that seat knows: others may play whatever nothing has ruled out, and what is
impossible is refused with the reader's own reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from nokosu import editions
from nokosu.core.actions import Action, Play
from nokosu.core.deal import seats_from_left_of
from nokosu.core.errors import IllegalAction, NotationError, Reason, RulesetError, reason
from nokosu.core.follow import following, playable
from nokosu.core.notation import parse_action, parse_colour, parse_die, parse_piece
from nokosu.core.pieces import DICE, Piece, die
from nokosu.core.round import Phase, Round
from nokosu.core.ruleset import Ruleset, ZeroRule
from nokosu.core.stream import SEED_BYTES, Stream
from nokosu.core.trick import led_suit
from nokosu.core.trump import suit
from nokosu.core.view import View, view_of_round
from nokosu.core.worlds import World, shown_voids
from nokosu.record.position import (
    NOTHING,
    UNKNOWN,
    VERSION,
    Position,
    declaration_text,
    pick_text,
    pieces_text,
    rules_text,
)
from nokosu.record.position_parts import PositionError
from nokosu.record.position_reader import parse_position
from nokosu.table.refusal import Refused
from nokosu.table.replaying import shared_position
from nokosu.wire.analysis import AnalysedPosition, Setup, SetupNumbers

Pieces = tuple[Piece, ...]


def read(text: str) -> Position:
    """Return the position of one line. Raises Refused with what is wrong, and the column as a parameter."""
    try:
        return parse_position(text.strip())
    except PositionError as error:
        _refuse(error)


def analysed(position: Position) -> AnalysedPosition:
    """Return what a board shows of a position."""
    seen = position.seen
    known = seen.to_act is not None and (position.world is not None or seen.seat == seen.to_act)
    return AnalysedPosition(
        text=str(position),
        shared=shared_position(position),
        to_act=seen.to_act,
        known=known,
        actions=[str(action) for action in actions(position)],
    )


def earlier(position: Position, decisions: int) -> Position:
    """Return the same round at an earlier point: after so many of its actions."""
    done = position.actions[:decisions]
    if len(done) == len(position.actions):
        return position
    start = position.filled(_stream())
    now = Round.start(start.ruleset, start.dealer, start.deal)
    for action in done:
        now = now.apply(action)
    return _at(position, now)


def played(position: Position, text: str) -> Position:
    """Return the position after an action of the seat to act. Raises Refused."""
    seen = position.seen
    try:
        action = parse_action(text, seen.phase)
    except NotationError:
        raise Refused(reason("table.no-action", phase=seen.phase.value)) from None
    hidden = position.world is None and seen.to_act != seen.seat
    if hidden and isinstance(action, Play):
        return _played_unseen(seen, action)
    try:
        return _at(position, position.filled(_stream()).apply(action))
    except IllegalAction as error:
        raise Refused(error.reason) from None


def actions(position: Position) -> Sequence[Action]:
    """Return what the seat to act can do; of unknown cards, all that it has not shown to lack."""
    seen = position.seen
    if seen.to_act is None:
        return ()
    if seen.phase is not Phase.PLAY or position.world is not None or seen.seat == seen.to_act:
        return position.filled(_stream()).legal()
    return tuple(Play(piece) for piece in _perhaps(seen, seen.to_act))


def _perhaps(seen: View, seat: int) -> Pieces:
    """F2, F4: pieces that a seat with unknown cards might play."""
    assert seen.trump is not None
    trump, plays = seen.trump, seen.trick.plays if seen.trick else ()
    dice = playable((), seen.dice[seat], zero=seen.zero[seat])
    shown = {piece for won in seen.tricks for piece in won.trick.plays} | set(plays) | set(seen.hand or ())
    lacks = shown_voids(seen)[seat]
    cards = tuple(card for card in seen.ruleset.deck if card not in shown and suit(card, trump) not in lacks)
    led = led_suit(plays, trump)
    if bound := following(dice, led, trump):
        # A die of the led suit follows like a card: nothing else can be played.
        return (*(card for card in cards if suit(card, trump) is led), *dict.fromkeys(bound))
    return (*cards, *dict.fromkeys(dice))


def _played_unseen(seen: View, action: Play) -> Position:
    """Play a piece of a hand that nobody knows: the reader finds out whether any hand allows it."""
    assert seen.to_act is not None
    assert seen.trick is not None
    seat, piece = seen.to_act, action.piece
    dice = list(seen.dice[seat])
    if piece.is_die:
        if piece not in dice:
            raise Refused(reason("why.not-held", "F1", piece=piece))
        dice.remove(piece)
    now = replace(
        seen,
        dice=tuple(tuple(dice) if place == seat else held for place, held in enumerate(seen.dice)),
        trick=seen.trick.with_play(piece),
    )
    return read(str(Position(now, None)))


def _at(position: Position, now: Round) -> Position:
    """Return another point of the same round, with as much known as before."""
    seen = position.seen
    scores = seen.scores[: seen.round]
    if now.phase is Phase.OVER:
        scores = (*scores, tuple(seat.total for seat in now.score))
    if position.world is None:
        return Position(view_of_round(now, seen.round, scores, seen.seat), None)
    return Position(view_of_round(now, seen.round, scores, None), World(now.hands, now.deal.aside))


def _stream() -> Stream:
    """Chance for unknown cards that are filled in and never shown."""
    return Stream(bytes(SEED_BYTES), "analysis")


def _refuse(error: PositionError) -> NoReturn:
    why = error.rule or error.reason
    raise Refused(Reason(why.message, why.clause, (*why.params, ("column", str(error.column))))) from None


# Setting up


def numbers(edition: str, players: int) -> SetupNumbers:
    """Return how many pieces have to be entered. Raises Refused if nobody plays like that."""
    rules = _ruleset(edition, players, None)
    return SetupNumbers(
        deck=[str(card) for card in rules.deck],
        dice=[str(each) for each in DICE if each.colour in rules.colours],
        cards_each=rules.cards_each,
        drawn_each=rules.drawn_each,
        dice_each=rules.dice_each,
        pool=rules.pool_size,
    )


def set_up(setup: Setup) -> Position:
    """Return the position that lies on a real table. Raises Refused with what is impossible about it."""
    rules = _ruleset(setup.edition, setup.players, setup.removed_colour)
    if setup.dealer >= rules.players or setup.seat >= rules.players or len(setup.dice) != rules.players:
        raise Refused(reason("table.seats-count", players=str(rules.players)))
    try:
        hand = sorted(parse_piece(each) for each in setup.hand)
        dice = [sorted(parse_die(each) for each in held) for held in setup.dice]
        pool = sorted(parse_die(each) for each in setup.pool)
    except NotationError:
        raise Refused(reason("record.unreadable")) from None
    fields = [VERSION, rules_text(rules), f"dealer:{setup.dealer}", f"seat:{setup.seat}"]
    fields.append("hands:" + "/".join(pieces_text(hand) if seat == setup.seat else UNKNOWN for seat in _seats(rules)))
    if rules.aside:
        fields.append("aside:" + UNKNOWN)
    fields.append("dice:" + "/".join(pieces_text(held) for held in dice))
    fields.append("pool:" + (pieces_text(pool) if pool else NOTHING))
    if setup.phase == "play":
        fields += _made_up(setup, rules, dice, pool)
    return read(" ".join(fields))


def _ruleset(edition: str, players: int, removed: str | None) -> Ruleset:
    try:
        return editions.ruleset(edition, players, removed_colour=None if removed is None else parse_colour(removed))
    except RulesetError:
        raise Refused(reason("table.no-such-rules")) from None


def _seats(rules: Ruleset) -> range:
    return range(rules.players)


def _made_up(setup: Setup, rules: Ruleset, dice: list[list[Piece]], pool: list[Piece]) -> list[str]:
    """D6, Z1, Z5: return picks and declarations that lead to these dice: what each seat drew first, it drew."""
    order = seats_from_left_of(setup.dealer, rules.players)
    zero = [seat < len(setup.zero) and setup.zero[seat] for seat in _seats(rules)]
    spare = _spare(rules, [*(piece for held in dice for piece in held), *pool])
    picks = [[pick_text(piece, zero=False) for piece in held[rules.drawn_each :]] for held in dice]
    said = []
    for seat in order:
        if zero[seat] and spare:
            gone = spare.pop()
            if rules.zero_rule is ZeroRule.DECLARED:
                picks[seat].append(str(gone))
                said.append(declaration_text(gone))
            else:
                picks[seat].insert(0, pick_text(gone, zero=True))
        else:
            said.append(declaration_text(None))
        if len(picks[seat]) != rules.picks_each:
            count = rules.dice_each - zero[seat]
            raise Refused(reason("position.expected-count", count=count, found=len(dice[seat])))
    taken = [picks[seat][turn] for turn in range(rules.picks_each) for seat in order]
    fields = ["draft:" + ",".join(taken)]
    if rules.zero_rule is ZeroRule.DECLARED:
        fields.append("declarations:" + ",".join(said))
    return fields


def _spare(rules: Ruleset, used: list[Piece]) -> list[Piece]:
    """C3: dice that are left in the bag, for what a zero removed or returned; its number is not known."""
    left = Counter(rules.bag)
    left.subtract(piece.colour for piece in used)
    return [die(colour, 1) for colour in sorted(left) for _ in range(max(0, left[colour]))]
