"""From a JSON value to a record: every key of its type, or an error that names the key and what is expected there.

This reads; whether what the record says can be true is for `verify`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from nokosu.core.deal import Deal
from nokosu.core.pieces import Piece
from nokosu.record.model import (
    FORMAT,
    Fairness,
    Record,
    RecordedRound,
    RecordedTrick,
    RulesetRef,
    Saying,
    SeatInfo,
    Status,
    Substitution,
    Turn,
)
from nokosu.record.node import Node

T = TypeVar("T")

ZERO: Final = "zero"
MOST: Final = 10**9
"""Above every number that a record can contain; anything larger is a mistake."""

RECORD_KEYS: Final = (
    *("format", "ruleset", "seats", "seed", "status", "rounds", "totals", "winners", "substitutions", "fairness"),
)
RULESET_KEYS: Final = ("edition", "players", "rounds_override", "removed_colour", "digest")
SEAT_KEYS: Final = ("name", "bot")
ROUND_KEYS: Final = (
    *("dealer", "removed_colour", "cards", "aside", "drawn", "pool", "draft", "trump", "declarations", "tricks"),
    *("leftover", "won", "scores"),
)
TURN_KEYS: Final = ("seat", "take", "discard")
SAYING_KEYS: Final = ("seat", "zero", "return")
TRICK_KEYS: Final = ("leader", "plays", "winner")
SUBSTITUTION_KEYS: Final = ("seat", "round", "decision", "by", "why")
FAIRNESS_KEYS: Final = ("commitment", "secret", "nonces")


def from_json(value: object) -> Record:
    """Return the record in a JSON value, or a RecordError with the path of what is wrong."""
    top = Node(value)
    top["format"].one_of((FORMAT,))
    ruleset = read_ruleset(top["ruleset"])
    table = _Table(ruleset.players)
    seed = top["seed"].nullable(Node.hex32)
    return Record(
        ruleset=ruleset,
        seats=table.for_each_seat(top["seats"], read_seat),
        seed=None if seed is None else bytes.fromhex(seed),
        status=Status(top["status"].one_of([status.value for status in Status])),
        rounds=top["rounds"].each(table.round),
        totals=top.optional("totals", table.numbers),
        winners=top.optional("winners", lambda node: node.each(table.seat)),
        substitutions=top.optional("substitutions", lambda node: node.each(table.substitution)),
        fairness=top.optional("fairness", table.fairness),
        extra=top.extra(RECORD_KEYS),
    )


def read_round(node: Node, players: int) -> RecordedRound:
    """Read one round of a record for this many players."""
    return _Table(players).round(node)


def read_ruleset(node: Node) -> RulesetRef:
    """Read the rules that a record names."""
    return RulesetRef(
        edition=node["edition"].text(),
        players=node["players"].integer(3, 5),
        rounds_override=node["rounds_override"].nullable(lambda given: given.integer(1, 20)),
        removed_colour=node["removed_colour"].nullable(Node.colour),
        digest=node["digest"].hex32(),
        extra=node.extra(RULESET_KEYS),
    )


def read_seat(node: Node) -> SeatInfo:
    """Read the player in a seat."""
    return SeatInfo(node["name"].text(), node.optional("bot", Node.text), node.extra(SEAT_KEYS))


def _cards(node: Node) -> tuple[Piece, ...]:
    return node.each(Node.card)


def _dice(node: Node) -> tuple[Piece, ...]:
    return node.each(Node.die)


class _Table:
    """Reads what depends on the number of seats."""

    def __init__(self, players: int) -> None:
        self.players = players

    def seat(self, node: Node) -> int:
        return node.integer(0, self.players - 1)

    def for_each_seat(self, node: Node, read: Callable[[Node], T]) -> tuple[T, ...]:
        return node.each(read, self.players, self.players)

    def numbers(self, node: Node) -> tuple[int, ...]:
        return self.for_each_seat(node, lambda entry: entry.integer(0, MOST))

    def round(self, node: Node) -> RecordedRound:
        return RecordedRound(
            dealer=self.seat(node["dealer"]),
            removed_colour=node["removed_colour"].nullable(Node.colour),
            deal=Deal(
                cards=self.for_each_seat(node["cards"], _cards),
                aside=_cards(node["aside"]),
                drawn=self.for_each_seat(node["drawn"], _dice),
                pool=_dice(node["pool"]),
            ),
            draft=node.optional("draft", lambda turns: turns.each(self.turn)),
            trump=node.optional("trump", Node.trump),
            declarations=node.optional("declarations", lambda sayings: sayings.each(self.saying)),
            tricks=node.optional("tricks", lambda tricks: tricks.each(self.trick)),
            leftover=node.optional("leftover", self.leftover),
            won=node.optional("won", self.numbers),
            scores=node.optional("scores", self.numbers),
            extra=node.extra(ROUND_KEYS),
        )

    def turn(self, node: Node) -> Turn:
        """Z1: `zero` comes with the die that it removed from the middle."""
        seat = self.seat(node["seat"])
        if node["take"].value == ZERO:
            return Turn(seat, node["discard"].die(), zero=True, extra=node.extra(TURN_KEYS))
        node.refuse("discard")
        return Turn(seat, node["take"].die(), extra=node.extra(TURN_KEYS))

    def saying(self, node: Node) -> Saying:
        """Z6: `zero` comes with the die that was returned."""
        seat = self.seat(node["seat"])
        if node["zero"].boolean():
            return Saying(seat, node["return"].die(), node.extra(SAYING_KEYS))
        node.refuse("return")
        return Saying(seat, None, node.extra(SAYING_KEYS))

    def trick(self, node: Node) -> RecordedTrick:
        return RecordedTrick(
            leader=self.seat(node["leader"]),
            plays=node["plays"].each(Node.piece, 0, self.players),
            winner=node.optional("winner", self.seat),
            extra=node.extra(TRICK_KEYS),
        )

    def leftover(self, node: Node) -> tuple[Piece | None, ...]:
        return self.for_each_seat(node, lambda kept: kept.nullable(Node.die))

    def substitution(self, node: Node) -> Substitution:
        return Substitution(
            seat=self.seat(node["seat"]),
            round=node["round"].integer(0, MOST),
            decision=node["decision"].integer(0, MOST),
            by=node["by"].nullable(Node.text),
            why=node["why"].text(),
            extra=node.extra(SUBSTITUTION_KEYS),
        )

    def fairness(self, node: Node) -> Fairness:
        return Fairness(
            commitment=node["commitment"].hex32(),
            secret=node["secret"].hex32(),
            nonces=self.for_each_seat(node["nonces"], Node.hex32),
            extra=node.extra(FAIRNESS_KEYS),
        )
