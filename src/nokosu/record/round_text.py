"""A whole round in one line for people, as PGN has the moves of a game of chess (docs/notation.md).

All cards but the one aside are played and one die each is kept, so the moves of a round that is over tell its deal too:
`parse_round(round_text(round_)) == round_`.
"""

from __future__ import annotations

from collections.abc import Iterator

from nokosu.core.actions import Play
from nokosu.core.errors import reason
from nokosu.core.pieces import Piece
from nokosu.core.round import Phase, Round
from nokosu.core.trick import winning_play
from nokosu.record.position import VERSION, declaration_text, pick_text, rules_text
from nokosu.record.position_fields import LONGEST, Fields, Held, Plays, pick, read_rules, saying
from nokosu.record.position_parts import Part
from nokosu.record.position_reader import read_position, tricks_of, trump_die

WON = "*"
ZERO = "zero"


def round_text(round_: Round) -> str:
    """Return a round that is over: picks, declarations, plays, who won each trick, what was kept, points.

    Raises ValueError for a round that is not over: that is a position.

    >>> import nokosu
    >>> match = nokosu.play("club", players=3, rounds=1, seed=7)
    >>> print(nokosu.round_text(match.round)[:77])
    nokosu/1 second/3,rounds=1 dealer 2 draft dG5 dY4 dY2 dB3 dB6 dG1 dY2 dR6 dY2
    """
    if round_.phase is not Phase.OVER:
        raise ValueError("the round is not over; write a position")
    return " ".join(_words(round_))


def _words(round_: Round) -> Iterator[str]:
    yield from (VERSION, rules_text(round_.ruleset), "dealer", str(round_.dealer), "draft")
    yield from (pick_text(each.die, zero=each.zero) for each in round_.draft)
    yield from ("trump", str(round_.pool[0]))
    if round_.declarations:
        yield "declared"
        yield from (declaration_text(said.returned) for said in round_.declarations)
    for number, won in enumerate(round_.tricks, 1):
        yield from (f"{number}.", f"{won.trick.leader}:")
        best = (won.winner - won.trick.leader) % round_.ruleset.players
        yield from (f"{piece}{WON if play == best else ''}" for play, piece in enumerate(won.trick.plays))
    yield "kept"
    yield from (str(contract.leftover or ZERO) for contract in round_.contracts)
    yield "points"
    yield from (str(seat.total) for seat in round_.score)


class _Words:
    """The words that are left."""

    def __init__(self, text: str) -> None:
        self._words = Part(text).split(" ")
        self._end = Part("", len(text) + 1)

    def next(self) -> Part:
        return self._words.pop(0) if self._words else self._end

    def literal(self, word: str) -> Part:
        found = self.next()
        return found if found.text == word else found.expected(word)

    def follows(self, word: str) -> bool:
        return bool(self._words) and self._words[0].text == word

    def close(self) -> None:
        if self._words:
            self._words[0].surplus()


def parse_round(text: str) -> Round:
    """Return the round that a text describes, deal included; PositionError says what is wrong and in which column.

    >>> import nokosu
    >>> match = nokosu.play("club", players=3, rounds=1, seed=7)
    >>> nokosu.parse_round(nokosu.round_text(match.round)) == match.round
    True
    """
    if len(text) > LONGEST:
        Part(text).fail(reason("position.too-long", most=LONGEST))
    words = _Words(text)
    words.literal(VERSION)
    ruleset = read_rules(words.next())
    players = ruleset.players
    words.literal("dealer")
    dealer = words.next().number(0, players - 1)
    words.literal("draft")
    draft = tuple((pick(part), part) for part in (words.next() for _ in range(players * ruleset.picks_each)))
    words.literal("trump")
    trump = words.next()
    pool = Held((trump.die(),), trump)
    said = []
    if words.follows("declared"):
        words.next()
        said = [words.next() for _ in range(players)]
    tricks = [_trick(words, number, players) for number in range(1, ruleset.tricks + 1)]
    kept = words.literal("kept")
    dice = tuple(_kept(words.next()) for _ in range(players))
    words.literal("points")
    points = [words.next() for _ in range(players)]
    words.close()
    played = {play.piece for _, plays in tricks for play, _ in plays}
    aside = Held(tuple(card for card in ruleset.deck if card not in played), kept) if ruleset.aside else None
    fields = Fields(
        ruleset=ruleset,
        scores=(),
        dealer=dealer,
        open=True,
        seat=None,
        hands=(Held((), kept),) * players,
        aside=aside,
        dice=dice,
        pool=pool,
        draft=draft,
        declarations=tuple((saying(part), part) for part in said),
        tricks=tuple(plays for _, plays in tricks),
    )
    _check_tricks(fields, [leader for leader, _ in tricks])
    round_ = read_position(fields).round
    for seat, part in zip(round_.score, points, strict=True):
        _check(part, str(seat.total))
    return round_


def _trick(words: _Words, number: int, players: int) -> tuple[Part, Plays]:
    words.literal(f"{number}.")
    leader = words.next()
    plays = (words.next() for _ in range(players))
    return leader, tuple((Play(Part(part.text.removesuffix(WON), part.column).piece()), part) for part in plays)


def _kept(part: Part) -> Held:
    pieces: tuple[Piece, ...] = () if part.text == ZERO else (part.die(),)
    return Held(pieces, part)


def _check_tricks(fields: Fields, leaders: list[Part]) -> None:
    """W1 to W5: leaders and winners follow from the plays. The text has them for people, and they must agree."""
    trump = trump_die(fields)
    for trick, leader, plays in zip(tricks_of(fields), leaders, fields.tricks, strict=True):
        _check(leader, f"{trick.leader}:")
        best = winning_play(trick.plays, trump)
        for index, (play, part) in enumerate(plays):
            _check(part, f"{play.piece}{WON if index == best else ''}")


def _check(part: Part, text: str) -> None:
    if part.text != text:
        part.expected(text)
