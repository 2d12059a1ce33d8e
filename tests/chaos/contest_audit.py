"""What a server stored of its contests, held against its tables' logs and against what people saw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import apsw

from nokosu.events.results import Played, round_scores, standings
from nokosu.events.tables import result_of
from nokosu.server.store.contests import ContestRow, ContestTableRow, EntrantRow
from nokosu.server.store.rows import columns
from nokosu.table.host import replay
from nokosu.table.state import State
from nokosu.wire.entries import LogRow, decode
from tests.server.people import Json


@dataclass(frozen=True)
class Shown:
    """The standings that people saw when a contest was over: place, score and points by entrant."""

    rows: Mapping[int, tuple[int, float, int]]

    @classmethod
    def of(cls, contest: Json) -> Shown:
        return cls({each["entrant"]: (each["place"], each["score"], each["points"]) for each in contest["standings"]})


@dataclass(frozen=True)
class Facts:
    """Everything that is stored of contests, and the logs of all tables."""

    contests: Sequence[ContestRow]
    entrants: Sequence[EntrantRow]
    tables: Sequence[ContestTableRow]
    logs: Mapping[str, Sequence[LogRow]]
    records: Sequence[str]
    counted: Sequence[tuple[str, int]]
    """Of statistics: the table and the seat of each result."""

    @classmethod
    def read(cls, path: str) -> Facts:
        """Read past the server."""
        file = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
        try:
            logs: dict[str, list[LogRow]] = {}
            for table, seq, at, body, client in file.execute(
                "SELECT table_id, seq, at, body, client FROM log ORDER BY seq"
            ):
                row = LogRow(int(str(seq)), int(str(at)), str(body), None if client is None else str(client))
                logs.setdefault(str(table), []).append(row)
            contests, entrants, tables = (
                list(file.execute(f"SELECT {columns(kind)} FROM {name}"))  # noqa: S608  constants
                for name, kind in (
                    ("contests", ContestRow),
                    ("contest_entrants", EntrantRow),
                    ("contest_tables", ContestTableRow),
                )
            )
            return cls(
                [ContestRow(*row) for row in contests],
                [EntrantRow(*row) for row in entrants],
                [ContestTableRow(*row) for row in tables],
                logs,
                [str(name) for (name,) in file.execute("SELECT id FROM records")],
                [(str(name), int(str(seat))) for name, seat in file.execute("SELECT record, seat FROM results")],
            )
        finally:
            file.close()


def wrong(facts: Facts, shown: Mapping[str, Shown]) -> list[str]:
    """Return everything that was lost, doubled or counted wrong; nothing, if all is well."""
    states = {table: replay(table, list(rows)) for table, rows in facts.logs.items()}
    found = list(_tables(facts, states))
    for contest in facts.contests:
        found += [f"{contest.id}: {fault}" for fault in _rounds(contest, facts, states)]
        if contest.id in shown:
            found += [f"{contest.id}: {fault}" for fault in _standings(contest, facts, states, shown[contest.id])]
    found += [
        f"{contest}: somebody saw it, and it is gone" for contest in shown.keys() - {each.id for each in facts.contests}
    ]
    return found


def _tables(facts: Facts, states: Mapping[str, State]) -> Iterator[str]:
    """Compare each table of a round with its log: it ends there and here, with the same result."""
    known = {each.table_id for each in facts.tables}
    for table, rows in facts.logs.items():
        event = getattr(decode(rows[0].body), "event", None)
        if event is not None and event.contest is not None and table not in known:
            yield f"{table}: a table of no round"
    records, counted = Counter(facts.records), Counter(facts.counted)
    for each in facts.tables:
        state = states.get(each.table_id)
        if state is None:
            yield f"{each.table_id}: a table without a log"
            continue
        if (state.ended is not None) != (each.ended is not None):
            yield f"{each.table_id}: over in one place and not in the other"
        if records[each.table_id] != (each.ended is not None):
            yield f"{each.table_id}: {records[each.table_id]} records"
        if state.status == "finished":
            assert state.match is not None
            if each.played is None or each.played.result != result_of(state, state.match):
                yield f"{each.table_id}: another result than its log's"
        elif each.result is not None:
            yield f"{each.table_id}: a result without an end"
    for (table, seat), times in counted.items():
        if times > 1:
            yield f"{table}: seat {seat} is counted {times} times"


def _rounds(contest: ContestRow, facts: Facts, states: Mapping[str, State]) -> Iterator[str]:
    """Check that everybody has one seat in a round, and that rounds follow each other."""
    entrants = [each for each in facts.entrants if each.contest == contest.id]
    if len({each.person for each in entrants}) < len(entrants):
        yield "somebody has entered twice"
    tables = [each for each in facts.tables if each.contest == contest.id]
    if {each.round for each in tables} != set(range(contest.round)):
        yield f"rounds {sorted({each.round for each in tables})} of {contest.round}"
    for number in range(contest.round):
        of_round = [each for each in tables if each.round == number]
        seats = Counter(player for each in of_round for player in each.players if player >= 0)
        if seats and max(seats.values()) > 1:
            yield f"somebody has two seats in round {number}"
        if number < contest.opened and any(each.ended is None for each in of_round):
            yield f"round {number} is open, and is still played"
        for each in of_round:
            state = states.get(each.table_id)
            people = {one.entrant: one.person for one in entrants}
            sat = [chair.person for chair in state.chairs] if state else []
            if sat != [people.get(player) for player in each.players]:
                yield f"{each.table_id}: other people than in its round"
    for before, after in pairwise(range(contest.round)):
        ends = [each.ended or 0 for each in tables if each.round == before]
        begins = [
            facts.logs[each.table_id][0].at for each in tables if each.round == after and each.table_id in facts.logs
        ]
        if ends and begins and max(ends) > min(begins):
            yield f"round {after} began before round {before} was over"


def _standings(contest: ContestRow, facts: Facts, states: Mapping[str, State], shown: Shown) -> Iterator[str]:
    """Count again from the logs alone, and compare with what people were shown."""
    rounds = []
    for number in range(contest.opened):
        played = [
            Played(each.table_id, each.players, result_of(state, state.match))
            for each in facts.tables
            if each.contest == contest.id and each.round == number
            for state in (states.get(each.table_id),)
            if state is not None and state.status == "finished" and state.match is not None
        ]
        rounds.append(round_scores(played, contest.rules.scoring))
    players = [each.entrant for each in facts.entrants if each.contest == contest.id]
    counted = {each.player: (each.place, round(each.score, 2), each.points) for each in standings(players, rounds)}
    if counted != shown.rows:
        yield f"the standings were {dict(shown.rows)}, and are {counted}"
