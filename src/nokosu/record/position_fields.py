"""The fields of a position's text, each read by itself; what they mean together is for position_reader.py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from nokosu import editions
from nokosu.core.actions import DeclareZero, Pass, Play, Take, TakeZero
from nokosu.core.errors import NokosuError, reason
from nokosu.core.notation import parse_colour
from nokosu.core.pieces import DIE_FACES, Piece
from nokosu.core.ruleset import Ruleset, ZeroRule
from nokosu.record.position import NOTHING, UNKNOWN, VERSION
from nokosu.record.position_parts import Part

Pieces = tuple[Piece, ...]
Picks = tuple[tuple[Take | TakeZero, Part], ...]
Sayings = tuple[tuple[Pass | DeclareZero, Part], ...]
Plays = tuple[tuple[Play, Part], ...]
Scores = tuple[tuple[int, ...], ...]

LONGEST: Final = 4096
"""Characters; the longest position of the built-in editions has about six hundred."""
MOST_POINTS: Final = 10**6

_RULES: Final = re.compile(
    r"(?P<edition>[a-z][a-z0-9-]{0,31})/(?P<players>[345])(@(?P<digest>[0-9a-f]{12}))?"
    r"(,rounds=(?P<rounds>[1-9][0-9]?))?(,removed=(?P<removed>[RBGYP]))?"
)


@dataclass(frozen=True, slots=True)
class Held:
    """Pieces at one place, and the part of the text that names them. Unknown cards are none here."""

    pieces: Pieces
    part: Part
    known: bool = True


@dataclass(frozen=True, slots=True)
class Fields:
    """What the text says. A spectator's `seat` is None; so is `aside` where no card is set aside."""

    ruleset: Ruleset
    scores: Scores
    dealer: int
    open: bool
    """True if all cards are known."""
    seat: int | None
    hands: tuple[Held, ...]
    aside: Held | None
    dice: tuple[Held, ...]
    pool: Held
    draft: Picks
    declarations: Sayings
    tricks: tuple[Plays, ...]


class _Labelled:
    """The fields that are left: each has a label, and they come in a fixed order."""

    def __init__(self, parts: list[Part], end: Part) -> None:
        self._parts = parts
        self._end = end

    @property
    def _next(self) -> Part:
        return self._parts[0] if self._parts else self._end

    def optional(self, label: str) -> Part | None:
        value = self._next.after(f"{label}:")
        if value is not None:
            self._parts.pop(0)
        return value

    def needed(self, label: str, example: str) -> Part:
        value = self.optional(label)
        return self._next.expected(f"{label}:{example}") if value is None else value

    def close(self) -> None:
        if self._parts:
            self._next.surplus()


def read_fields(text: str) -> Fields:
    """Return every field of its form, or a PositionError."""
    if len(text) > LONGEST:
        Part(text).fail(reason("position.too-long", most=LONGEST))
    version, *rest = Part(text).split(" ")
    if version.text != VERSION:
        version.expected(VERSION)
    end = Part("", len(text) + 1)
    ruleset = read_rules(rest.pop(0) if rest else end)
    players = ruleset.players
    fields = _Labelled(rest, end)
    scores = fields.optional("scores")
    dealer = fields.needed("dealer", "0").number(0, players - 1)
    audience = fields.optional("seat")
    seat = None if audience is None or audience.text == NOTHING else audience.number(0, players - 1)
    hands = fields.needed("hands", "/".join(["R024B5"] * players)).each("/", players)
    aside = fields.needed("aside", "R0") if ruleset.aside else None
    dice = fields.needed("dice", "/".join(["dR5"] * players)).each("/", players)
    pool = fields.needed("pool", "dR225dB4")
    draft = fields.optional("draft")
    declarations = fields.optional("declarations")
    tricks = fields.optional("tricks")
    fields.close()
    is_open = audience is None
    return Fields(
        ruleset=ruleset,
        scores=() if scores is None else tuple(_scores(scores, ruleset)),
        dealer=dealer,
        open=is_open,
        seat=seat,
        hands=tuple(_hidden(hand, known=is_open or number == seat) for number, hand in enumerate(hands)),
        aside=None if aside is None else _hidden(aside, known=is_open),
        dice=tuple(Held(part.pieces(dice=True), part) for part in dice),
        pool=Held(pool.pieces(dice=True), pool),
        draft=() if draft is None else tuple((pick(part), part) for part in draft.split(",")),
        declarations=() if declarations is None else tuple((saying(part), part) for part in declarations.split(",")),
        tricks=() if tricks is None else tuple(_tricks(tricks, ruleset)),
    )


def read_rules(part: Part) -> Ruleset:
    """`second/4`, `first/3,rounds=2,removed=G`, `house/4@0123456789ab`: a name alone means the first revision."""
    found = _RULES.fullmatch(part.text)
    if found is None:
        part.expected("second/4")
    name, players, digest = found["edition"], int(found["players"]), found["digest"]
    rounds = None if found["rounds"] is None else int(found["rounds"])
    removed = None if found["removed"] is None else parse_colour(found["removed"])
    original = editions.original(name)
    if not editions.known(name) or (original is None and digest is None):
        part.fail(reason("record.unknown-edition", known=", ".join(editions.names()), found=name))
    try:
        if original is not None and digest is None:
            return original.ruleset(players, rounds, removed)
        return editions.ruleset_by_digest(name, players, rounds=rounds, removed_colour=removed, digest=digest)
    except NokosuError as error:
        part.fail(reason("record.no-such-rules", detail=error))


def _scores(field: Part, ruleset: Ruleset) -> Iterator[tuple[int, ...]]:
    rows = field.split(",")
    if len(rows) >= ruleset.rounds:
        field.fail(reason("position.too-many-rounds", rows=len(rows), rounds=ruleset.rounds))
    for row in rows:
        points = tuple(part.number(0, MOST_POINTS) for part in row.each(":", ruleset.players))
        if not can_be_scored(ruleset, points):
            row.fail(reason("position.impossible-score", found=row.text))
        yield points


def _hidden(part: Part, *, known: bool) -> Held:
    if known:
        return Held(part.pieces(dice=False), part)
    return Held((), part, known=False) if part.text == UNKNOWN else part.expected(UNKNOWN)


def pick(part: Part) -> Take | TakeZero:
    """D6, Z1: `dR5`, or `zero-dB2` with the die removed."""
    zero = part.after("zero-")
    return Take(part.die()) if zero is None else TakeZero(zero.die())


def saying(part: Part) -> Pass | DeclareZero:
    """Z5, Z6: `pass`, or `zero-dR1` with the die returned."""
    zero = part.after("zero-")
    if zero is not None:
        return DeclareZero(zero.die())
    return Pass() if part.text == "pass" else part.expected("pass, zero-dR1")


def _tricks(field: Part, ruleset: Ruleset) -> Iterator[Plays]:
    """F2: as many as the rules have; all but the last are full."""
    tricks = field.split("/")
    for surplus in tricks[ruleset.tricks :]:
        surplus.surplus()
    for trick in tricks[:-1]:
        trick.each(",", ruleset.players)
    for trick in tricks:
        plays = trick.split(",")
        for surplus in plays[ruleset.players :]:
            surplus.surplus()
        yield tuple((Play(part.piece()), part) for part in plays)


@lru_cache(maxsize=1024)
def can_be_scored(ruleset: Ruleset, points: tuple[int, ...]) -> bool:
    """S1 to S4: whether some way to win the tricks and make contracts gives each seat these points."""
    ways = ("missed", "made", "zero")
    return any(_fits(ruleset, points, outcome) for outcome in product(ways, repeat=ruleset.players))


def _fits(ruleset: Ruleset, points: tuple[int, ...], outcome: tuple[str, ...]) -> bool:
    """Return whether the seats can have missed, made a number or made zero like this, and shared all tricks."""
    if ruleset.zero_rule is ZeroRule.BLACK_DICE and outcome.count("zero") > ruleset.zero_dice:
        return False
    paid = ruleset.bonus * outcome.count("missed")
    least = most = 0
    for total, way in zip(points, outcome, strict=True):
        for_tricks = total - (0 if way == "missed" else paid) - (ruleset.zero_bonus if way == "zero" else 0)
        possible = [won for won in _wins(ruleset, way) if won * ruleset.trick_points == for_tricks]
        if not possible:
            return False
        least += possible[0]
        most += possible[-1]
    return least <= ruleset.tricks <= most


def _wins(ruleset: Ruleset, way: str) -> range:
    if way == "zero":
        return range(1)
    return range(1, min(DIE_FACES, ruleset.tricks) + 1) if way == "made" else range(ruleset.tricks + 1)
