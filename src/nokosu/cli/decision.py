"""The decision that `advise` and `solve` are asked about: one of a record, or a position in one line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import click

from nokosu.cli import CommandError
from nokosu.cli.account import seat_names
from nokosu.cli.options import house_option
from nokosu.cli.replay import no_such_round, no_such_seat, read_record
from nokosu.cli.values import RECORDS
from nokosu.core.actions import Action
from nokosu.core.match import Match
from nokosu.core.round import Round
from nokosu.core.view import View, view
from nokosu.locale import t
from nokosu.record.model import Record
from nokosu.record.position import Position, is_position
from nokosu.record.position_reader import parse_position
from nokosu.record.replay import match_at, replay

F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Decision:
    """What the seat to act sees, the seats' names and what it did. `round` is None where cards are unknown."""

    seen: View
    names: tuple[str, ...]
    round: Round | None
    played: Action | None = None


def decision_options(function: F) -> F:
    """RECORD or POSITION, --match, --round, --decision, --seat, --edition."""
    number = click.IntRange(1)
    for option in (
        house_option,
        click.option("--seat", type=click.IntRange(0), help=t("advise.seat")),
        click.option("--decision", type=number, default=1, show_default=True, help=t("advise.decision")),
        click.option("--round", "round_number", type=number, default=1, show_default=True, help=t("advise.round")),
        click.option("--match", "number", type=number, default=1, show_default=True, help=t("replay.option.match")),
        click.argument("source", type=RECORDS, metavar="RECORD|POSITION|-"),
    ):
        function = option(function)
    return function


def find_decision(source: str, number: int, round_number: int, decision: int, seat: int | None) -> Decision:
    """Return the decision that the options ask for; rounds and decisions count from 1."""
    if is_position(source):
        return of_position(parse_position(source), seat)
    record = read_record(source, number)
    match, played = in_record(record, round_number - 1, decision - 1, seat)
    assert match.to_act is not None
    return Decision(view(match, match.to_act), seat_names(record), match.round, played)


def of_position(position: Position, seat: int | None) -> Decision:
    """Return the seat to act in a position, if the position says what it holds."""
    to_act = position.seen.to_act
    if to_act is None:
        raise CommandError(t("position.over"))
    asked = position.seen.seat if position.world is None else to_act
    if asked != to_act or seat not in (None, to_act):
        raise CommandError(t("position.not-to-act", seat=to_act))
    now = None if position.world is None else position.round
    names = tuple(t("position.seat", seat=each) for each in range(position.seen.ruleset.players))
    return Decision(position.view(to_act), names, now)


def in_record(record: Record, round_index: int, decision: int, seat: int | None) -> tuple[Match, Action | None]:
    """Return the match before a decision, and what was decided; with a seat, its first decision from there on."""
    if seat is not None and seat >= record.ruleset.players:
        raise no_such_seat(seat, record)

    def fits(match: Match) -> bool:
        at = match.round_index == round_index and match.to_act is not None
        return at and match.round.decisions >= decision and seat in (None, match.to_act)

    there_are = 0
    for match, action in replay(record):
        if fits(match):
            return match, action
        there_are += match.round_index == round_index
    end = match_at(record)
    if fits(end):
        return end, None
    if round_index >= len(record.rounds):
        raise no_such_round(round_index + 1, record)
    raise CommandError(t("advise.no-such-decision", round=round_index + 1, decision=decision + 1, most=there_are))
