"""What a page's worker calls: text in, text out. Every answer lists what to store before its frames are shown.

    {"rows": [[table, seq, at, body, client], …], "lists": {table: TableSummary}, "matches": [DeviceMatch, …],
     "frames": [AnyFromTable, …], "answer": …, "refused": Reason, "due": 1700000000000,
     "think": {"number": 1, "call": "search", "request": "00ff…"}, "ask": {"call": "search", "request": "00ff…"}}

A table whose match is over is in `matches`: how lists show it, and the person's figures where it counts. `due` is the
time at which the open table wants to be woken. `think` is for the kernel, in a worker next door; its answer goes to
`thought`. `ask` is the same for a hint that is not there yet; that answer goes to `advised`. Names and seeds of new
tables come from the caller, as chance does: this module has none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from nokosu.bots import hints
from nokosu.bots.base import BotFailure
from nokosu.bots.characters import CHARACTERS, DEFAULT_BOT
from nokosu.bots.kernel_rules import can_play
from nokosu.core.errors import reason
from nokosu.kernel.requests import KernelRequest, Thinking
from nokosu.local import daily
from nokosu.local.analyst import Analyst
from nokosu.local.bots import bots, levels, needs_network, offered
from nokosu.local.people import ME, Guest, faces, names, shared, table_for
from nokosu.local.play_on import play_on
from nokosu.local.reader import Reader, answered
from nokosu.local.reviewer import Reviewer
from nokosu.local.table import DeviceTable, House, Outcome, step
from nokosu.record.codec import encode as record_text
from nokosu.table import create, matches, pace, replaying
from nokosu.table.house import offer as offer_house
from nokosu.table.policy import DEFAULT_BOT_DELAY_MS, HostPolicy
from nokosu.table.progress import played_rounds
from nokosu.table.refusal import Refused
from nokosu.table.results import counted_seats, figures
from nokosu.table.state import State
from nokosu.table.summary import shown_summary, stored_summary, turn_of
from nokosu.wire.base import wire_reason
from nokosu.wire.commands import AnyCommand, Rematch
from nokosu.wire.daily import ChampionLine
from nokosu.wire.entries import LogRow
from nokosu.wire.lobby import PlayNow, TableRef, TableSummary
from nokosu.wire.struct import decoder, encode
from nokosu.wire.updates import Ack, AskCoach, DraftChances, Hint

Row = tuple[str, LogRow]
CODE: Final = "DEVICE"
"""Nobody joins a table on a device, so no code leads there."""

_COMMAND: Final = decoder(AnyCommand)
_WISH: Final = decoder(PlayNow)
_ASK_COACH: Final = decoder(AskCoach)
_GUESTS: Final = decoder(list[Guest])


def house(bot_delay_ms: int = DEFAULT_BOT_DELAY_MS, *, kernel: bool = False) -> House:
    """Return the bots of this device, with the kernel or without, and how soon their moves appear."""
    known = offered(kernel=kernel) | {name: name for name in bots(kernel=kernel)}
    policy = HostPolicy(
        bots=tuple(known),
        default_bot=DEFAULT_BOT,
        fallback_bot=DEFAULT_BOT,
        levels=levels(kernel=kernel),
        talkers=CHARACTERS,
        thinking_ms={name: pace.thinking_ms(spec) for name, spec in known.items()},
        can_play=lambda name, rules: can_play(known.get(name, name), rules),
        bot_delay_ms=bot_delay_ms,
    )
    return House(policy)


class WorkerApi:
    """The tables of a device that are open."""

    def __init__(self, *, kernel: bool = False) -> None:
        self._house = house(kernel=kernel)
        self._kernel = kernel
        self._advising: dict[str, Thinking[Hint] | Thinking[DraftChances]] = {}
        self._tables: dict[str, DeviceTable] = {}
        self.reader = Reader()
        self._champion: Thinking[ChampionLine]
        self.analyst = Analyst()
        self.reviewer = Reviewer()

    def play(self, wish: str, table: str, secret: str, name: str, now: int) -> str:
        """Make a table against bots; its name and secret are drawn by the caller."""

        def made() -> str:
            form = create.form_for_bots(_WISH(wish), self._house.policy)
            plan = create.from_form(form, ME, CODE, bytes.fromhex(secret), self._house.policy)
            there, rows = DeviceTable.make(self._house, name, table, [plan.created, *plan.rest], now)
            self._tables[table] = there
            return self._said(Outcome(rows), answer=TableRef(table=table, code=CODE, seat=there.seat))

        return _or_refused(made)

    def play_daily(self, day: str, table: str, name: str, now: int) -> str:
        """Make the table of a day's deal; its secret follows from the day."""

        def made() -> str:
            plan = daily.table_for(day, CODE)
            there, rows = DeviceTable.make(self._house, name, table, [plan.created, *plan.rest], now)
            self._tables[table] = there
            return self._said(Outcome(rows), answer=TableRef(table=table, code=CODE, seat=there.seat))

        return _or_refused(made)

    def champion(self, day: str) -> str:
        """Begin the champion's line of a day: what the kernel is to think about, or the line."""
        self._champion = daily.champion_line(day, daily.CHAMPION)
        return self._line(None)

    def champion_thought(self, answer: str, refused: str = "") -> str:
        """Go on with the champion's line after an answer of the kernel."""
        return self._line(BotFailure("unsupported", refused) if refused else bytes.fromhex(answer))

    def _line(self, answer: bytes | BotFailure | None) -> str:
        asked, line = step(self._champion, answer)
        think = asked and {"number": 0, **_for_kernel(asked)}
        return encode({"think": think, "answer": line}).decode()

    def play_together(self, wish: str, guests: str, table: str, secret: str, now: int) -> str:
        """Make a table for people who pass the device around, and bots on the other seats."""

        def made() -> str:
            people: list[Guest] = _GUESTS(guests)
            plan = table_for(_WISH(wish), people, CODE, bytes.fromhex(secret), self._house.policy)
            there, rows = DeviceTable.make(self._house, "", table, [plan.created, *plan.rest], now)
            self._tables[table] = there
            return self._said(Outcome(rows), answer=TableRef(table=table, code=CODE))

        return _or_refused(made)

    def play_on(self, text: str, seat: int | None, bots: str, table: str, secret: str, name: str, now: int) -> str:
        """Make a table that plays a position in one line on; `bots` is a JSON list with one name or null per seat."""

        def made() -> str:
            position = replaying.parsed_position(text)
            plan = play_on(position, seat, json.loads(bots), ME, CODE, bytes.fromhex(secret), self._house.policy)
            there, rows = DeviceTable.make(self._house, name, table, [plan.created, *plan.rest], now)
            self._tables[table] = there
            return self._said(Outcome(rows), answer=TableRef(table=table, code=CODE, seat=there.seat))

        return _or_refused(made)

    def house_rules(self, text: str) -> str:
        """Return what can be played by a file of house rules, with every number."""
        return answered(lambda: offer_house(text))

    def load(self, rows: str, name: str) -> None:
        """Take up a table from its stored log."""
        log = json.loads(rows)
        table = log[0][0]
        self._tables[table] = DeviceTable(self._house, name, table, [LogRow(*row) for _, *row in log])

    def knows(self, table: str) -> bool:
        """Return whether a table is in memory."""
        return table in self._tables

    def needs_network(self, table: str) -> bool:
        """Return whether a bot of this table reads the network's weights; until they are here, it is not opened."""
        state = self._tables[table].state
        playing = (chair.playing_bot for chair in state.chairs)
        return state.ended is None and any(bot is not None and needs_network(bot) for bot in playing)

    def enter(self, table: str, after: int | None, now: int, seat: int | None = None) -> str:
        """Return the page opens a table; the person of `seat` holds the device, where people pass it around."""
        there = self._tables[table]
        return self._went_on(there, there.enter(after, now, seat), now)

    def forget(self, table: str) -> None:
        """Forget a table: the page closes it, or what it did could not be stored."""
        self._tables.pop(table, None)
        self._advising.pop(table, None)

    def command(self, table: str, text: str, fresh: str, secret: str, now: int) -> str:
        """Do what the page asks for; `fresh` and `secret` are the name and secret of the next table, for a rematch."""
        there, command = self._tables[table], _COMMAND(text)
        if isinstance(command, Rematch):
            return self._said(self._rematch(there, command, fresh, secret, now))
        return self._went_on(there, there.command(command, now), now)

    def hint(self, table: str, network: bool, now: int) -> str:  # noqa: FBT001  called from JavaScript
        """Return advice for the person's decision by the strongest player who is here."""
        there = self._tables[table]
        return self._advise(
            there, now, there.ask_hint, there.hint(hints.strongest(kernel=self._kernel, network=network))
        )

    def chances(self, table: str, network: bool, now: int) -> str:  # noqa: FBT001  called from JavaScript
        """Return what the dice of the middle promise the person, who picks, by the strongest player who is here."""
        there = self._tables[table]
        return self._advise(
            there, now, there.ask_chances, there.chances(hints.strongest(kernel=self._kernel, network=network))
        )

    def advised(self, table: str, answer: str, now: int, refused: str = "") -> str:
        """Take the kernel's answer to what an adviser asked of it, or why there is none."""
        thought = BotFailure("unsupported", refused) if refused else bytes.fromhex(answer)
        return self._advice_goes_on(self._tables[table], Outcome(), now, thought)

    def coach(self, table: str, asked: str, now: int) -> str:
        """Return what the coach says to the person."""
        there = self._tables[table]

        def given() -> str:
            outcome, answer = there.coach(_ASK_COACH(asked), now)
            return self._went_on(there, outcome, now, answer)

        return _or_refused(given)

    def _advise(
        self,
        there: DeviceTable,
        now: int,
        ask: Callable[[int], Outcome],
        thinking: Thinking[Hint] | Thinking[DraftChances],
    ) -> str:
        def begun() -> str:
            outcome = ask(now)
            self._advising[there.state.table] = thinking
            return self._advice_goes_on(there, outcome, now, None)

        return _or_refused(begun)

    def _advice_goes_on(self, there: DeviceTable, outcome: Outcome, now: int, answer: bytes | BotFailure | None) -> str:
        asked, advice = step(self._advising[there.state.table], answer)
        if not asked:
            del self._advising[there.state.table]
        return self._went_on(there, outcome, now, advice, asked)

    def wake(self, table: str, now: int) -> str:
        """Let happen what is due."""
        there = self._tables[table]
        return self._went_on(there, there.wake(now), now)

    def thought(self, table: str, number: int, answer: str, now: int, refused: str = "") -> str:
        """Return the kernel's answer to what this table asked of it, or why there is none."""
        there = self._tables[table]
        there.thought(number, BotFailure("unsupported", refused) if refused else bytes.fromhex(answer), now)
        return self._went_on(there, Outcome(), now)

    def record(self, table: str) -> str:
        """Return the record of a match that was played to the end; before that, it holds every card."""
        there = self._tables[table]

        def written() -> object:
            if there.state.status != "finished":
                raise Refused(reason("record.unfinished"))
            return record_text(matches.record(there.state, names(there.state, there.name)))

        return answered(written)

    def review(self, seat: int, depth: str, known: str, network: bool) -> str:  # noqa: FBT001  called from JavaScript
        """Begin to review the record that the reader has open; its `reviewer` goes on."""
        return _or_refused(lambda: self.reviewer.begin(self.reader.record, seat, depth, known, network=network))

    def _rematch(self, there: DeviceTable, command: Rematch, fresh: str, secret: str, now: int) -> Outcome:
        """Make the rematch with the first request; the people sit down there, one seat further."""
        host, outcome = there.host, Outcome()
        try:
            plan = host.rematch(there.person, command, CODE, bytes.fromhex(secret), now)
            if plan is not None:
                outcome.rows += self._make_rematch(there, command, fresh, plan, now)
                made = there.take(host.rematched(fresh, now), now)
                outcome.rows += made.rows
                outcome.frames += made.frames
        except Refused as refused:
            return Outcome([], [encode(host.refused(command, refused).reply)])
        outcome.frames.append(encode(Ack(client_id=command.client_id, seq=host.state.seq, table=host.state.rematch)))
        return outcome

    def _make_rematch(
        self, there: DeviceTable, command: Rematch, fresh: str, plan: create.NewTable, now: int
    ) -> Sequence[Row]:
        state = there.state
        following, rows = DeviceTable.make(self._house, there.name, fresh, [plan.created, *plan.rest], now)
        self._tables[fresh] = following
        for seat in state.people():
            person, sit = state.chairs[seat].person, create.sit_again(state, seat, command)
            rows += following.take(following.host.command(person, sit, now, f"{seat}:{sit.client_id}"), now).rows
        return rows

    def _went_on(
        self, there: DeviceTable, outcome: Outcome, now: int, answer: object = None, asked: KernelRequest | None = None
    ) -> str:
        """Return what happened, and what comes next: the bots' moves, or something for the kernel to think about."""
        due = there.due(now)
        request = there.new_request()
        think = request and {"number": request[0], **_for_kernel(request[1])}
        return self._said(outcome, answer=answer, due=due, think=think, ask=asked and _for_kernel(asked))

    def _said(self, outcome: Outcome, *, answer: object = None, due: int | None = None, **kernel: object) -> str:
        touched = dict.fromkeys(table for table, _ in outcome.rows)
        tables = [self._tables[table] for table in touched]
        lists = {there.state.table: summary(there.state, there.name) for there in tables}
        over = [device_match(there.state, there.name) for there in tables if there.state.match and there.state.ended]
        frames = b",".join(outcome.frames).decode()
        rows = [[table, *row] for table, row in outcome.rows]
        known = {"rows": rows, "lists": lists, "matches": over, "answer": answer, "due": due, **kernel}
        # The frames are JSON already.
        return f'{{"frames":[{frames}],{encode(known).decode()[1:]}'


def _for_kernel(asked: KernelRequest) -> dict[str, str]:
    return {"call": asked.call, "request": asked.data.hex()}


def _or_refused(job: Callable[[], str]) -> str:
    try:
        return job()
    except Refused as refused:
        nothing: dict[str, Any] = {"rows": [], "lists": {}, "matches": [], "frames": [], "due": None}
        return encode(nothing | {"refused": wire_reason(refused.why)}).decode()


def device_match(state: State, name: str) -> dict[str, object]:
    """Return a match that is over as it is stored beside its log, for lists and statistics."""
    assert state.match is not None
    record = matches.record(state, names(state, name))
    seat = state.seat_of(ME)
    own = figures(state.match, seat) if seat in counted_seats(state) else None
    shown = replaying.match_summary(state.table, record, seat=seat, ended=state.ended or 0)
    rounds = [] if seat is None else played_rounds(state.table, record, seat, state.ended or 0)
    return {
        "table": state.table,
        "match": shown,
        "figures": own,
        "daily": daily.own_line(state),
        "practice": state.deal is not None,
        "rounds": rounds,
    }


def summary(state: State, name: str) -> TableSummary:
    """Return a table as the device's list shows it; the turn of one who passes it around is everybody's."""
    together = shared(state) and state.status == "playing"
    return shown_summary(
        stored_summary(state),
        ME,
        names(state, name),
        faces(state),
        table=state.table,
        code=state.code,
        status=state.status,
        created=state.created,
        waits_for=ME if together else turn_of(state),
    )
