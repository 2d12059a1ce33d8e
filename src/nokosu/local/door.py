"""What a page's worker calls: text in, text out. Every answer lists what to store before its frames are shown.

    {"rows": [[table, seq, at, body, client], …], "lists": {table: TableSummary}, "matches": [DeviceMatch, …],
     "frames": [AnyFromTable, …], "answer": …, "refused": Reason, "due": 1700000000000,
     "think": {"number": 1, "call": "search", "order": "00ff…"}}

A table whose match is over is in `matches`: how lists show it, and the person's figures where it counts. `due` is the
time at which the open table wants to be woken. `think` is for the kernel, in a worker next door; its answer goes to
`thought`. Names and seeds of new tables come from the caller, as chance does: this module has none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from nokosu.bots.base import BotFailure
from nokosu.bots.characters import CHARACTERS, USUAL
from nokosu.core.errors import reason
from nokosu.local.bots import bots, levels, needs_network, offered
from nokosu.local.people import ME, Guest, faces, names, shared, table_for
from nokosu.local.reader import Reader, answered
from nokosu.local.table import House, LocalTable, Outcome, Row
from nokosu.record.codec import encode as record_text
from nokosu.table import create, matches, pace, replaying
from nokosu.table.clocks import Downtimes
from nokosu.table.create import rounds
from nokosu.table.decide import Circumstances, Decision, decide
from nokosu.table.entries import Rematched
from nokosu.table.refusal import Refused
from nokosu.table.results import counted_seats, figures
from nokosu.table.state import State
from nokosu.wire.base import wire_reason
from nokosu.wire.commands import AnyCommand, Rematch, Sit
from nokosu.wire.lobby import PlayNow, SeatSummary, TableRef, TableSummary
from nokosu.wire.struct import decoder, encode
from nokosu.wire.updates import Ack, Refusal

BOT_DELAY_MS: Final = 900
CODE: Final = "DEVICE"
"""Nobody joins a table on a device, so no code leads there."""

_COMMAND: Final = decoder(AnyCommand)
_WISH: Final = decoder(PlayNow)
_GUESTS: Final = decoder(list[Guest])


def house(bot_delay_ms: int = BOT_DELAY_MS, *, kernel: bool = False) -> House:
    """The bots of this device, with the kernel or without, and how soon their moves appear."""
    known = offered(kernel=kernel) | {name: name for name in bots(kernel=kernel)}
    here = levels(kernel=kernel)
    about = Circumstances(tuple(known), USUAL, USUAL, Downtimes(), levels=here, talkers=CHARACTERS)
    return House(about, {name: pace.thinking_ms(spec) for name, spec in known.items()}, bot_delay_ms)


class Door:
    """The tables of a device that are open."""

    def __init__(self, *, kernel: bool = False) -> None:
        self._house = house(kernel=kernel)
        self._tables: dict[str, LocalTable] = {}
        self.reader = Reader()

    def play(self, wish: str, table: str, secret: str, name: str, now: int) -> str:
        """Make a table against bots; its name and secret are drawn by the caller."""

        def made() -> str:
            form = create.form_for_bots(_WISH(wish), self._house.about)
            plan = create.from_form(form, ME, CODE, bytes.fromhex(secret), self._house.about.bots)
            there, rows = LocalTable.make(self._house, name, table, [plan.created, *plan.rest], now)
            self._tables[table] = there
            return self._said(Outcome(rows), answer=TableRef(table=table, code=CODE, seat=there.seat))

        return _or_refused(made)

    def play_together(self, wish: str, guests: str, table: str, secret: str, now: int) -> str:
        """Make a table for people who pass the device around, and bots on the other seats."""

        def made() -> str:
            people: list[Guest] = _GUESTS(guests)
            plan = table_for(_WISH(wish), people, CODE, bytes.fromhex(secret), self._house.about)
            there, rows = LocalTable.make(self._house, "", table, [plan.created, *plan.rest], now)
            self._tables[table] = there
            return self._said(Outcome(rows), answer=TableRef(table=table, code=CODE))

        return _or_refused(made)

    def load(self, rows: str, name: str) -> None:
        """Take up a table from its stored log."""
        log = [Row(*row) for row in json.loads(rows)]
        self._tables[log[0].table] = LocalTable.load(self._house, name, log)

    def knows(self, table: str) -> bool:
        """Return whether a table is in memory."""
        return table in self._tables

    def needs_network(self, table: str) -> bool:
        """Return whether a bot of this table reads the network's weights; until they are here, it is not opened."""
        state = self._tables[table].state
        playing = (chair.playing_bot for chair in state.chairs)
        return state.ended is None and any(bot is not None and needs_network(bot) for bot in playing)

    def enter(self, table: str, after: int | None, now: int, seat: int | None = None) -> str:
        """The page opens a table; the person of `seat` holds the device, where people pass it around."""
        there = self._tables[table]
        return self._went_on(there, there.enter(after, now, seat), now)

    def forget(self, table: str) -> None:
        """The page closes a table, or what it did could not be stored."""
        self._tables.pop(table, None)

    def command(self, table: str, text: str, fresh: str, secret: str, now: int) -> str:
        """Do what the page asks for; `fresh` and `secret` are the name and secret of the next table, for a rematch."""
        there, command = self._tables[table], _COMMAND(text)
        if isinstance(command, Rematch):
            return self._said(self._rematch(there, command, fresh, secret, now))
        return self._went_on(there, there.command(command, now), now)

    def hint(self, table: str, now: int) -> str:
        """Advice for the person's decision."""
        there = self._tables[table]

        def given() -> str:
            outcome, hint = there.hint(now)
            return self._went_on(there, outcome, now, hint)

        return _or_refused(given)

    def wake(self, table: str, now: int) -> str:
        """Let happen what is due."""
        there = self._tables[table]
        return self._went_on(there, there.wake(now), now)

    def thought(self, table: str, number: int, answer: str, now: int, refused: str = "") -> str:
        """The kernel's answer to what this table asked of it, or why there is none."""
        there = self._tables[table]
        there.thought(number, BotFailure("unsupported", refused) if refused else bytes.fromhex(answer), now)
        return self._went_on(there, Outcome(), now)

    def record(self, table: str) -> str:
        """The record of a match that was played to the end; before that, it holds every card."""
        there = self._tables[table]

        def written() -> object:
            if there.state.status != "finished":
                raise Refused(reason("record.unfinished"))
            return record_text(matches.record(there.state, names(there.state, there.name)))

        return answered(written)

    def _rematch(self, there: LocalTable, command: Rematch, fresh: str, secret: str, now: int) -> Outcome:
        """The first request makes the table; the people sit down there, one seat further."""
        state, outcome = there.state, Outcome()
        try:
            decide(state, there.person, command, self._house.about, now)
            if state.rematch is None:
                outcome.rows += self._make_rematch(there, command, fresh, secret, now)
                made = there.append(Decision([Rematched(table=fresh)]), now)
                outcome.rows += made.rows
                outcome.frames += made.frames
        except Refused as refused:
            said = Refusal(client_id=command.client_id, seq=state.seq, reason=wire_reason(refused.why))
            return Outcome([], [encode(said)])
        outcome.frames.append(encode(Ack(client_id=command.client_id, seq=state.seq, table=state.rematch)))
        return outcome

    def _make_rematch(self, there: LocalTable, command: Rematch, fresh: str, secret: str, now: int) -> Sequence[Row]:
        state = there.state
        plan = create.rematch_of(state, CODE, bytes.fromhex(secret), self._house.about.bots)
        following, rows = LocalTable.make(self._house, there.name, fresh, [plan.created, *plan.rest], now)
        self._tables[fresh] = following
        for seat in state.people():
            sit = Sit(client_id=command.client_id, seat=create.next_seat(seat, len(state.chairs)), nonce=command.nonce)
            decided = decide(following.state, state.chairs[seat].person, sit, self._house.about, now)
            rows += following.append(decided, now, command.client_id).rows
        return rows

    def _went_on(self, there: LocalTable, outcome: Outcome, now: int, answer: object = None) -> str:
        """What happened, and what comes next: the bots' moves, or something for the kernel to think about."""
        due = there.due(now)
        asked = there.new_order()
        think = asked and {"number": asked[0], "call": asked[1].call, "order": asked[1].data.hex()}
        return self._said(outcome, answer=answer, due=due, think=think)

    def _said(self, outcome: Outcome, *, answer: object = None, due: int | None = None, think: object = None) -> str:
        touched = dict.fromkeys(row.table for row in outcome.rows)
        tables = [self._tables[table] for table in touched]
        lists = {there.state.table: summary(there.state, there.name) for there in tables}
        over = [device_match(there.state, there.name) for there in tables if there.state.match and there.state.ended]
        frames = b",".join(outcome.frames).decode()
        known = {"rows": outcome.rows, "lists": lists, "matches": over, "answer": answer, "due": due, "think": think}
        # The frames are JSON already.
        return f'{{"frames":[{frames}],{encode(known).decode()[1:]}'


def _or_refused(job: Callable[[], str]) -> str:
    try:
        return job()
    except Refused as refused:
        nothing: dict[str, Any] = {"rows": [], "lists": {}, "matches": [], "frames": [], "due": None}
        return encode(nothing | {"refused": wire_reason(refused.why)}).decode()


def device_match(state: State, name: str) -> dict[str, object]:
    """A match that is over as it is stored beside its log, for lists and statistics."""
    assert state.match is not None
    record = matches.record(state, names(state, name))
    seat = state.seat_of(ME)
    own = figures(state.match, seat) if seat in counted_seats(state) else None
    shown = replaying.match_summary(state.table, record, seat=seat, ended=state.ended or 0)
    return {"table": state.table, "match": shown, "figures": own}


def summary(state: State, name: str) -> TableSummary:
    """A table as the device's list shows it."""
    seat, called, chosen = state.seat_of(ME), names(state, name), faces(state)
    together = shared(state) and state.status == "playing"
    return TableSummary(
        table=state.table,
        code=state.code,
        settings=state.settings,
        status=state.status,
        seats=[
            SeatSummary(kind="person", name=called[chair.person], face=chosen.get(chair.person))
            if chair.person
            else SeatSummary(kind="bot", name=chair.bot, bot=chair.bot)
            for chair in state.chairs
        ],
        created=state.created,
        seat=seat,
        round=state.match.round_index if state.match else None,
        rounds=rounds(state.settings),
        your_turn=together or (seat is not None and state.to_act == seat and not state.chairs[seat].stand_in),
    )
