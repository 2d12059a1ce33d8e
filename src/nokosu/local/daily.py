"""The deal of the day on a device without a server: its own series, and the champion's line beside one's own."""

from __future__ import annotations

from typing import Final

from nokosu.bots.characters import CHARACTERS
from nokosu.core.match import Match
from nokosu.core.notation import parse_action
from nokosu.core.view import view
from nokosu.kernel.requests import Thinking
from nokosu.local.bots import choose
from nokosu.local.people import ME
from nokosu.local.table import Choose
from nokosu.table import daily
from nokosu.table.bot_seed import bot_seed
from nokosu.table.create import NewTable
from nokosu.table.days import parse_day
from nokosu.table.host import new_rows, replay
from nokosu.table.state import State
from nokosu.wire.daily import ChampionLine, DailyLine
from nokosu.wire.entries import Seated

CHAMPION: Final = list(CHARACTERS)[-1]
"""The strongest bot, whose line is shown beside one's own. It needs the kernel and the network's weights."""


def table_for(day: str, code: str) -> NewTable:
    """Return the first entries of one's own table; nothing there is ranked."""
    number = parse_day(day)
    player = Seated(seat=daily.seat_of(number), person=ME)
    return daily.table_of(number, player, code, daily.site_secret(number), ranked=False)


def own_line(state: State) -> DailyLine | None:
    """Return how one played, where it was the deal of a day and is finished."""
    seat = state.seat_of(ME)
    if state.event is None or state.status != "finished" or state.match is None or seat is None:
        return None
    return daily.line_of(state.match, seat).figures


def champion_line(day: str, bot: str, choose: Choose = choose) -> Thinking[ChampionLine]:
    """Let a bot play a day's deal from one's own seat; yields what the kernel is to think about.

    `choose` is what a bot does with a view and a seed, as in `House`.
    """
    number = parse_day(day)
    seat, secret = daily.seat_of(number), daily.site_secret(number)
    plan = daily.table_of(number, Seated(seat=seat, bot=bot), "", secret, ranked=False)
    bots = {each.seat: each.bot or "" for each in plan.rest if isinstance(each, Seated)}
    match: Match | None = replay("", new_rows([plan.created, *plan.rest], 0)).match
    assert match is not None
    while (to_act := match.to_act) is not None:
        seen = view(match, to_act)
        action = yield from choose(bots[to_act], seen, bot_seed(secret.hex(), seen))
        match = match.apply(parse_action(action, match.round.phase))
    return ChampionLine(bot=bot, line=daily.line_of(match, seat).figures)
