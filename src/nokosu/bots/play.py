"""A whole match between bots, from its seed: the same seed and bots give the same record."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from nokosu.bots.base import Bot
from nokosu.bots.chair import Chair
from nokosu.core.match import Match
from nokosu.core.ruleset import Ruleset
from nokosu.core.stream import Stream
from nokosu.core.view import View
from nokosu.record.codec import to_json
from nokosu.record.model import Record, SeatInfo, Substitution
from nokosu.record.writer import record_of
from nokosu.table import Table


def play_match(
    ruleset: Ruleset, seed: bytes, bots: Sequence[Bot], *, move_ms: int | None = None, reveal: bool = True
) -> Record:
    """Play a match, a bot a seat; a bot that fails is replaced and the match goes on.

    reveal: whether the bots are told the record at the end; not where the same deals will be played again.
    """
    table = Table(Match.start(ruleset, seed))
    with ExitStack() as given_up:
        chairs = [Chair(seat, bot) for seat, bot in enumerate(bots)]
        for chair in chairs:
            given_up.callback(chair.close, None)
            chair.start(ruleset, move_ms)
        while table.to_act is not None:
            seat = table.to_act
            view = table.view(seat)
            table.act(seat, chairs[seat].choose(view, bot_stream(seed, view)))
        given_up.pop_all()
    record = record_of(table.match, seat_infos(chairs), substitutions=substitutions(chairs))
    told = to_json(record) if reveal else None
    for chair in chairs:
        chair.close(told)
    return record


def bot_stream(seed: bytes, view: View) -> Stream:
    """A bot's chance for one decision: named by seat, round and decision, so that no bot disturbs another's."""
    assert view.seat is not None
    return Stream(seed, "bot", view.seat, view.round, view.decisions)


def seat_infos(chairs: Sequence[Chair]) -> list[SeatInfo]:
    """Who sat where, for a record: how a bot is called, and its name; never a command line."""
    return [SeatInfo(chair.title, chair.bot) for chair in chairs]


def substitutions(chairs: Sequence[Chair]) -> list[Substitution]:
    """Who had to be replaced, in the order in which it happened."""
    happened = [chair.substitution for chair in chairs if chair.substitution]
    return sorted(happened, key=lambda entry: (entry.round, entry.decision))
