"""A table that bots play to its end by themselves, for an event: nothing of it is shown or stored while they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nokosu.core.match import Match
from nokosu.core.notation import parse_action
from nokosu.core.view import view
from nokosu.server.bots.pool import NOBODY, Chooser, Question
from nokosu.server.quotas import Payer
from nokosu.table.bot_seed import bot_seed
from nokosu.table.create import NewTable
from nokosu.table.host import new_rows, replay
from nokosu.table.state import State
from nokosu.wire.entries import AnyEntry, Ended, LogRow, Moved, Seated


class PlayedOut(NamedTuple):
    """A table that is over: its log, its state, and the match."""

    rows: Sequence[LogRow]
    state: State
    match: Match


async def play_out(chooser: Chooser, table: str, plan: NewTable, now: int, payer: Payer = NOBODY) -> PlayedOut:
    """Let the bots of a table play it to its end; their time is this payer's. Raises BotFailure."""
    entries: list[AnyEntry] = [plan.created, *plan.rest]
    match = replay(table, new_rows(entries, now)).match
    assert match is not None
    bots = {each.seat: each.bot for each in plan.rest if isinstance(each, Seated)}
    while (to_act := match.to_act) is not None:
        seen = view(match, to_act)
        question = Question(bots[to_act] or "", seen, table, bot_seed(plan.created.secret, seen), payer=payer)
        action = await chooser.choose(question)
        entries.append(Moved(seat=to_act, action=action, by="bot"))
        match = match.apply(parse_action(action, match.round.phase))
    entries.append(Ended(status="finished"))
    rows = new_rows(entries, now)
    return PlayedOut(rows, replay(table, rows), match)
