"""`nokosu position`: a point of a saved match in one line; or a position, checked and in its usual form."""

from __future__ import annotations

import click

from nokosu.cli import CommandError
from nokosu.cli.machine import json_option, write_json
from nokosu.cli.options import house_option
from nokosu.cli.replay import no_such_round, no_such_seat, read_record
from nokosu.cli.values import RECORDS
from nokosu.core.view import view
from nokosu.locale import t
from nokosu.record.model import Record
from nokosu.record.position import Position, is_position, position_of
from nokosu.record.position_reader import parse_position
from nokosu.record.replay import match_at


@click.command(help=t("cli.position"))
@click.argument("source", type=RECORDS, metavar="RECORD|POSITION|-")
@click.option("--match", "number", type=click.IntRange(1), default=1, show_default=True, help=t("replay.option.match"))
@click.option("--round", "round_number", type=click.IntRange(1), default=1, show_default=True, help=t("advise.round"))
@click.option("--decision", type=click.IntRange(1), default=1, show_default=True, help=t("position.option.decision"))
@click.option("--seat", type=click.IntRange(0), help=t("position.option.seat"))
@click.option("--reveal", is_flag=True, help=t("replay.option.reveal"))
@house_option
@json_option
def command(
    *, source: str, number: int, round_number: int, decision: int, seat: int | None, reveal: bool, as_json: bool
) -> None:
    """Find the point, write the line."""
    if is_position(source):
        position = parse_position(source)
        known = position.seen.seat if position.world is None else seat
        if seat is not None and (known != seat or seat >= position.seen.ruleset.players):
            raise CommandError(t("position.no-hand", seat=seat))
        _write(position if seat is None else position_of(position.view(seat)), as_json=as_json)
        return
    record = read_record(source, number)
    if not record.finished and seat is None and not reveal:
        raise CommandError(t("replay.secret"))
    _write(_position(record, round_number, decision, seat), as_json=as_json)


def _write(position: Position, *, as_json: bool) -> None:
    if not as_json:
        click.echo(str(position))
        return
    seen = position.seen
    known = "all" if position.world is not None else seen.seat
    data = {"position": str(position), "edition": seen.ruleset.edition, "players": seen.ruleset.players, "known": known}
    legal = [str(action) for action in seen.legal or ()]
    write_json("position", {**data, "phase": seen.phase.value, "to_act": seen.to_act, "legal": legal})


def _position(record: Record, round_number: int, decision: int, seat: int | None) -> Position:
    if seat is not None and seat >= record.ruleset.players:
        raise no_such_seat(seat, record)
    if round_number > len(record.rounds):
        raise no_such_round(round_number, record)
    try:
        match = match_at(record, round_number - 1, decision - 1)
    except IndexError:
        most = _decisions(record, round_number - 1)
        said = t("advise.no-such-decision", round=round_number, decision=decision, most=most)
        raise CommandError(said) from None
    return position_of(match if seat is None else view(match, seat))


def _decisions(record: Record, index: int) -> int:
    """Return how many decisions a round of the record has."""
    round_ = record.rounds[index]
    plays = sum(len(trick.plays) for trick in round_.tricks or ())
    return len(round_.draft or ()) + len(round_.declarations or ()) + plays
